"""Rounds stepped through in a real browser, shared by their address; a game's printed report in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from api.demo.web import WebServer
from controller.records.logs import read_log
from controller.records.tenhou import writer as tenhou_writer
from tests.e2e.conftest import serving
from tests.e2e.test_accessible import axe
from tests.e2e.test_pages import open_page
from tests.support.axe import violations
from tests.support.played_table import played_table
from tests.support.record_cases import simulated

__all__ = ["axe"]

RIGHTMOST = """(within) => Math.max(...[...document.querySelectorAll(`${within ?? '#report'} *`)].map(
    (each) => each.getBoundingClientRect().right))"""
LOWEST = "Math.min(...[...document.querySelectorAll('.chart text')].map((each) => each.getBoundingClientRect().height))"

ROWS = "(rows) => rows.map((row) => [...row.children].map((cell) => cell.innerText).join('\\t'))"
PAGE = re.compile(rb"/Type\s*/Page\b")
GROUNDS = """[".chart", ".chart"].map((each, place) => {
    const probe = document.createElement("div");
    probe.style.background = "var(--panel)";
    document.body.append(probe);
    const told = getComputedStyle(place ? probe : document.querySelector(each)).backgroundColor;
    probe.remove();
    return told;
})"""
BREAKS = """() => [['.rounds tbody tr', 'breakInside'], ['.hand', 'breakInside'], ['h2', 'breakAfter'],
    ['.rounds thead', 'display']].map(([one, rule]) => getComputedStyle(document.querySelector(one))[rule])"""


@pytest.fixture(scope="module")
def played(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with played_table(tmp_path_factory.mktemp("played")) as table, serving(browser, table) as web:
        yield web


def test_a_round_is_stepped_and_its_link_opens_the_same_step(browser: Browser, played: WebServer) -> None:
    page, troubles = open_page(browser, played, "/tables/1/replay?lang=en&round=2&step=1")
    expect(page.locator("#act")).to_contain_text("1 / ")
    page.keyboard.press("End")
    expect(page.locator("#result")).to_contain_text("Tsumo")
    expect(page.locator("#confirm")).to_have_count(0)
    page.locator("#acts [data-act=discard]").nth(5).click()
    expect(page.locator(".river .now")).to_have_count(1)
    told = page.locator("#act").inner_text()
    page.locator("#on").click()
    expect(page.locator("#act")).not_to_have_text(told)
    page.locator("#back").click()
    shared = page.evaluate("location.pathname + location.search")
    assert "round=2" in shared
    other, more = open_page(browser, played, f"{shared}", name="Tanaka")
    expect(other.locator("#act")).to_have_text(told)
    assert other.locator("#stage .table").inner_html() == page.locator("#stage .table").inner_html()
    other.set_viewport_size({"width": 390, "height": 844})
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    saved = other.locator("[data-form=tenhou6]").get_attribute("href")
    assert saved is not None
    assert urlsplit(saved).path == "/api/v1/tables/1/record"
    assert troubles == more == []


def test_every_act_of_a_round_has_a_name_that_says_what_it_was(browser: Browser, played: WebServer) -> None:
    """Regression: a list that began with 記録 three times."""
    page, troubles = open_page(browser, played, "/tables/1/replay?lang=ja&round=2")
    begun = page.locator("#acts li")
    expect(begun.first).to_have_text("局の開始")
    expect(begun.filter(has_text="山の完成")).to_have_count(1)
    expect(page.locator("#acts [data-act='']")).to_have_count(0)
    assert troubles == []


def test_a_browser_follows_the_feed_by_its_own_event_source(browser: Browser, played: WebServer) -> None:
    page, troubles = open_page(browser, played, "/tables/1/replay?lang=en")
    told = page.evaluate(
        """() => new Promise((done, failed) => {
            const source = new EventSource("/api/v1/tables/1/events");
            source.addEventListener("snapshot", (event) => {
                source.close();
                done([event.lastEventId, JSON.parse(event.data)]);
            });
            source.onerror = () => failed(new Error("no feed"));
        })"""
    )
    number, message = told
    assert number.endswith(f"-{message['number']}")
    assert len(message["view"]["seats"]) == 4
    assert troubles == []


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A table whose game is over, served on every network of this machine."""
    with played_table(tmp_path_factory.mktemp("whole"), rounds=40) as table:
        assert table.service is not None
        web = WebServer({"1": table.service}, host="0.0.0.0")
        web.start()
        yield web
        web.stop()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_finished_game_is_a_sheet_of_one_page_to_sign(
    browser: Browser, whole_game: WebServer, language: str, axe: str
) -> None:
    """Regression: no rank points, nowhere to sign, and a white chart in the dark theme."""
    page, troubles = open_page(browser, whole_game, f"/tables/1/report?lang={language}")
    expect(page.locator(".rounds tbody tr")).to_have_count(10)
    # By the book: 25,000 points returned at 30,000, ranks of 20 and 10 thousand, oka to the first.
    rows = [row.split("\t") for row in page.locator(".standing tbody tr").evaluate_all(ROWS)]
    assert [(row[0], row[2], row[-3], row[-1]) for row in rows] == [
        ("1", "55,700", "+20", "+66"),
        ("2", "25,500", "+10", "+5"),
        ("3", "12,800", "-10", "-27"),
        ("4", "6,000", "-20", "-44"),
    ]
    expect(page.locator(".signatures li")).to_have_count(5)
    assert violations(page, axe) == []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        ground, panel = page.evaluate(GROUNDS)
        assert ground == panel
        assert violations(page, axe) == []
    page.emulate_media(media="print", color_scheme="light")
    page.set_viewport_size({"width": 703, "height": 1000})
    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="screen")
    page.locator("#with-hands").check()
    page.emulate_media(media="print")
    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) > 1
    # Failed on a phone: one player's column in sight, letters of five pixels in the drawing.
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator(".chart")).to_be_visible()
    assert page.evaluate(RIGHTMOST, ".rounds") <= 390
    assert page.evaluate(LOWEST) >= 10
    # Regression: three lines of its bar.
    assert page.evaluate("document.querySelector('header.bar').offsetHeight") <= 100
    assert troubles == []


def test_the_code_of_a_sheet_leads_to_the_replay(browser: Browser, whole_game: WebServer) -> None:
    if not whole_game.reach.elsewhere(secure=False):
        pytest.skip("this machine is in no network")
    page, troubles = open_page(browser, whole_game, "/tables/1/report?lang=ja")
    code = page.locator(".code img")
    expect(code).to_be_in_viewport(ratio=1)
    page.evaluate(
        "document.querySelector('.code img').style.width = document.querySelector('.code img').style.height = '300px'"
    )
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    told, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert re.fullmatch(r"http://[^/]+/tables/1/replay\?round=1", told)
    assert troubles == []


def test_a_report_prints_whole_in_both_languages(browser: Browser, played: WebServer) -> None:
    for lang, word in (("ja", "対局記録"), ("en", "Report")):
        page, troubles = open_page(browser, played, f"/tables/1/report?lang={lang}")
        expect(page.locator(".rounds tbody tr")).to_have_count(4)
        assert word in page.title()
        page.emulate_media(media="print")
        # A4 less its margins at 96 px per inch: nothing extends beyond the right edge.
        page.set_viewport_size({"width": 703, "height": 1000})
        assert page.evaluate(RIGHTMOST) <= 703
        expect(page.locator("header.bar")).to_be_hidden()
        page.emulate_media(media="screen")
        page.locator("#with-hands").check()
        page.emulate_media(media="print")
        # A long game: page breaks cut no row or hand, headings stay with their content, column heads are repeated.
        assert page.evaluate(BREAKS) == ["avoid", "avoid", "avoid", "table-header-group"]
        pdf = page.pdf(prefer_css_page_size=True)
        assert pdf.startswith(b"%PDF")
        boxes = {
            tuple(round(float(side)) for side in found.split()) for found in re.findall(rb"/MediaBox \[([^\]]+)\]", pdf)
        }
        assert boxes == {(0, 0, 595, 842)}
        assert troubles == []


def test_a_record_of_another_program_is_read_on_its_page(browser: Browser, played: WebServer) -> None:
    page, troubles = open_page(browser, played, "/records?lang=en")
    page.set_viewport_size({"width": 390, "height": 844})
    record = tenhou_writer.write(simulated("mleague", 4, 2)[0])
    page.locator("#text").fill(record)
    page.locator("#read").click()
    expect(page.locator("#checked")).to_have_text(re.compile(r"(\d+) of \1 wins? as written"))
    page.locator("#language").click()
    expect(page.locator("#checked")).to_contain_text("記載どおり")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    with page.expect_download() as saved:
        page.locator("#shown [data-form=mjai]").click()
    assert next(read_log(Path(saved.value.path()).read_text("utf-8"))).game.rounds
    page.set_input_files("#file", {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no record"})
    expect(page.locator("#refused li")).to_have_count(1)
    assert troubles == []

"""The setup page in a real browser: from nothing to the first scored hand by clicks, and every step without errors."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from api.access.access import Access
from api.demo.web import WebServer
from api.service.compose import TableConfig
from api.service.table_service import TableService
from api.venue.plan import empty_plan
from api.venue.running import RunningVenue
from controller.riichi.seat import Seat
from hardware.simulator.board.pty import BoardOnPty
from tests.e2e.test_accessible import axe
from tests.e2e.test_console import deal
from tests.support.axe import violations
from tests.support.bench import lap
from tests.support.logged_in import PIN, link_to
from tests.support.quiet_table import QuietTable
from tests.support.table_on_pty import table_on_pty

__all__ = ["axe"]
STEPS = ("table", "rules", "judging", "board", "wires", "camera", "aim", "tiles", "test", "ready")
WEIGHT = 200_000
"""Largest transfer of a first view in bytes."""


@dataclass
class Begun:
    """A service started without a venue file; ``opened``: configurations of its tables."""

    web: WebServer
    folder: Path
    opened: list[TableConfig]


@pytest.fixture
def begun(browser: Browser, table: QuietTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begun]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    opened: list[TableConfig] = []

    def opening(config: TableConfig) -> TableService:
        opened.append(config)
        assert table.service is not None
        return table.service

    venue = RunningVenue(empty_plan(tmp_path / "venue.toml", "127.0.0.1", 8000), opening)
    web = WebServer(venue.tables, access=Access(), venue=venue)
    web.start()
    yield Begun(web, tmp_path, opened)
    for context in browser.contexts:
        context.close()
    web.stop()
    venue.close()


def test_from_nothing_to_the_first_scored_hand_of_a_simulated_table_by_five_clicks(
    browser: Browser, table: QuietTable, begun: Begun
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    heavy: list[int] = []
    page.on("response", lambda answer: heavy.append(int(answer.headers.get("content-length", 0))))
    page.goto(link_to(begun.web, "/setup?lang=ja"))
    expect(page.locator("#simulated")).to_be_visible()
    assert sum(heavy) <= WEIGHT
    page.locator("#simulated").click()
    expect(page.locator(".briefing summary").first).to_be_visible()
    page.locator("#next").click()
    expect(page.locator("#summary")).to_contain_text("すべて揃いました")
    assert not (begun.folder / "venue.toml").exists(), "nothing is written before somebody says so"
    page.locator("#save").click()
    expect(page.locator("#first-hand")).to_be_visible()
    assert begun.opened[0].serial == "simulator:1"
    assert 'serial = "simulator"' in (begun.folder / "venue.toml").read_text(encoding="utf-8")
    deal(table)
    lap(table, "1z", "2z", "3z", "5p")
    table.open(Seat.A, "46p123m789s22z777z")
    table.see(12)
    expect(page.locator("#first-hand[data-scored=true]")).to_contain_text("最初の点数が出ました")
    page.locator("button", has_text="English").click()
    expect(page.locator("#first-hand")).to_contain_text("The first hand is scored")
    expect(page.locator("#console")).to_have_attribute("href", "/tables/1")


def board_pinned(page: Page, cable: BoardOnPty) -> None:
    """Set up the board until it is pinned, with one wire named and its settings written."""
    page.locator("#board-address").fill(str(cable.link))
    page.locator("#board-try").click()
    page.locator("#pin").click()
    expect(page.locator(".identity .good")).to_be_visible()
    page.locator("#next").click()
    expect(page.locator(".now")).to_have_attribute("data-next", "SET_A")
    cable.act(lambda table, now: table.fingers(("DICE_C",), now))
    expect(page.locator("[data-wire=DICE_C][data-seen=true]")).to_contain_text("U1 D6")
    cable.act(lambda table, now: table.fingers((), now))
    page.locator("#write").click()
    expect(page.locator("details", has_text="LAMP_OFF_MS")).to_be_attached()


def test_a_board_is_set_up_and_moved_once_by_clicks_and_no_step_bars_anybody(
    browser: Browser, begun: Begun, tmp_path: Path, axe: str
) -> None:
    page = browser.new_page(viewport={"width": 768, "height": 900}, color_scheme="dark")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(link_to(begun.web, "/setup?lang=en"))
    found = {"first": violations(page, axe)}
    with table_on_pty(tmp_path / "board") as (table, cable):
        page.locator("#real").click()
        page.locator("#profile").select_option("four-button")
        page.locator("[data-step=board]").click()
        board_pinned(page, cable)
        page.locator("[data-step=test]").click()
        open_ = page.locator("[data-goal=open]")
        expect(open_).to_be_disabled()
        page.locator("#looked").check()
        moves = table.machine.moves
        open_.click()
        page.locator("#pin input").fill(PIN)
        page.locator("#pin .primary").click()
        expect(page.locator("#cycle")).to_have_attribute("data-step", "done")
        assert table.machine.moves == moves + 1
        for step in STEPS:
            page.locator(f"[data-step={step}]").click()
            expect(page.locator(f"[data-open={step}]")).to_be_visible()
            # The frame around the open step is the same for all steps.
            found[step] = violations(page, axe, ".step")
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="light")
        found["phone"] = violations(page, axe)
    assert {name: each for name, each in found.items() if each} == {}
    assert wrong == []


def left_out(page: Page, *steps: str) -> None:
    for step in steps:
        page.locator(f"[data-step={step}]").click()
        expect(page.locator(f"[data-open={step}]")).to_be_visible()
        page.locator("#leave").click()
        expect(page.locator(f"[data-step={step}]")).to_have_attribute("data-stand", "out")


def test_a_table_with_neither_board_nor_camera_is_set_up_with_what_it_judges_by_itself(
    browser: Browser, begun: Begun
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(link_to(begun.web, "/setup?lang=ja"))
    page.locator("#real").click()
    left_out(page, "board", "camera", "tiles")
    page.locator("[data-step=judging]").click()
    page.locator("#undo").fill("30")
    page.locator("#automatic summary").click()
    page.locator("#automatic input[type=search]").fill("ﾀﾊｲ")
    page.locator("[data-tick=automatic-hand-too-many]").check()
    expect(page.locator("#automatic > .ticks [data-tick=automatic-hand-too-many]")).to_be_checked()
    page.locator("[data-tick=confirmed-set-before-settled]").check()
    page.locator("[data-step=ready]").click()
    page.locator("#save").click()
    expect(page.locator("[data-item=running]")).to_have_attribute("data-stand", "well")
    expect(page.locator("#summary")).to_contain_text("すべて揃いました")
    made = begun.opened[0]
    assert (made.serial, made.camera, made.undo_s) == ("", "", 30.0)
    assert (made.automatic, made.confirmed) == (("hand-too-many",), ("set-before-settled",))
    page.reload()
    page.locator("[data-step=judging]").click()
    expect(page.locator("#undo")).to_have_value("30")
    page.locator("[data-tick=automatic-hand-too-many]").uncheck()
    page.locator("[data-step=ready]").click()
    page.locator("#save").click()
    expect(page.locator("[data-item=saved]")).to_have_attribute("data-stand", "well")
    assert "automatic = []" in (begun.folder / "venue.toml").read_text(encoding="utf-8")


def test_a_table_with_a_board_alone_comes_to_a_green_list(browser: Browser, begun: Begun, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(link_to(begun.web, "/setup?lang=en"))
    with table_on_pty(tmp_path / "board") as (_, cable):
        page.locator("#real").click()
        page.locator("#profile").select_option("four-button")
        left_out(page, "camera", "tiles", "test")
        page.locator("[data-step=board]").click()
        board_pinned(page, cable)
        page.locator("[data-step=ready]").click()
        expect(page.locator("[data-stand=todo][data-item], [data-stand=wrong][data-item]")).to_have_count(2)
        page.locator("#save").click()
        expect(page.locator("#summary")).to_contain_text("Everything is ready")
        expect(page.locator("[data-item=running]")).to_have_attribute("data-stand", "well")
    made = begun.opened[0]
    assert (made.serial, made.camera, bool(made.board)) == (str(cable.link), "", True)


def test_who_clicks_faster_than_the_service_answers_is_not_taken_for_two_persons(
    browser: Browser, begun: Begun
) -> None:
    page = browser.new_page()
    page.goto(link_to(begun.web, "/setup?lang=en"))
    page.locator("#real").click()
    page.locator("[data-step=judging]").click()
    slow, held = True, list[Route]()

    def hold(route: Route) -> None:
        if slow:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/v1/setup/tables/*", hold)
    with page.expect_request(lambda request: request.method == "PUT"):
        page.locator("#undo").fill("30")
        page.locator("#undo").blur()
    for code in ("set-before-settled", "set-button-during-hand"):
        page.locator(f"[data-tick=confirmed-{code}]").check()
    page.locator("[data-step=camera]").click()
    page.locator("#leave").click()
    slow = False
    for route in held:
        route.continue_()
    expect(page.locator("[data-step=camera]")).to_have_attribute("data-stand", "out")
    expect(page.locator("[role=alert]")).to_have_count(0)
    page.locator("[data-step=judging]").click()
    expect(page.locator("#undo")).to_have_value("30")
    for code in ("set-before-settled", "set-button-during-hand"):
        expect(page.locator(f"[data-tick=confirmed-{code}]")).to_be_checked()


def test_what_is_left_out_needs_nothing_and_who_is_not_staff_sees_no_step(browser: Browser, begun: Begun) -> None:
    page = browser.new_page()
    page.goto(link_to(begun.web, "/setup?lang=en"))
    page.locator("#real").click()
    for step in ("camera", "tiles"):
        page.locator(f"[data-step={step}]").click()
        expect(page.locator(f"[data-open={step}]")).to_be_visible()
        page.locator("#leave").click()
        expect(page.locator(f"[data-step={step}]")).to_have_attribute("data-stand", "out")
    expect(page.locator("[data-step=aim]")).to_have_attribute("data-stand", "out")
    page.locator("[data-step=ready]").click()
    expect(page.locator("[data-item=board]")).to_have_attribute("data-stand", "todo")
    expect(page.locator("[data-item=camera]")).to_have_count(0)
    stranger = browser.new_page()
    stranger.goto(f"{begun.web.address}/setup?lang=en")
    expect(stranger.locator("#place")).to_contain_text("staff")

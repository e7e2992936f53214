"""A whole game recorded by one person with a phone: no camera, no board, wins by han and fu, corrections of players."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from api.demo.web import WebServer
from api.service.compose import TableConfig, open_service
from api.stores.open import open_read_only
from controller.journal.chain import verify
from controller.records.results import finished_games
from tests.support.logged_in import link_to
from tests.support.quiet_table import PROFILE

NAMES = ("東城", "Son", "西 五郎", "北=1")


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebServer]:
    """Console of a table under Tenhou's rules, which have the most kinds of draws and rons."""
    config = TableConfig("1", PROFILE, "tenhou", "", "", "", tmp_path / "j.sqlite", undo_s=600.0)
    service = open_service(config)
    service.start()
    web = WebServer({"1": service})
    web.start()
    yield web
    web.stop()
    service.stop()


class Hand:
    """One person at the console."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def value(self, form: int, winner: int, loser: int | None, value: str) -> Any:
        """Enter one win by value; the first win selects this way of entry, which the form remembers."""
        at = self.page.locator(f"[data-winner='{form}']")
        at.locator(f"[data-pick=winner-{winner}]").click()
        if form == 0:
            expect(at.locator("[data-pick=from-tsumo]")).to_have_attribute("aria-pressed", "false")
            at.locator("[data-pick=from-tsumo]" if loser is None else f"[data-pick=from-{loser}]").click()
        at.locator(f"[data-value='{value}']").click()
        return at

    def won(self, *wins: tuple[int, int | None, str]) -> None:
        self.page.locator("#acts button").first.click()
        for form, win in enumerate(wins):
            if form:
                self.page.click("[data-act=add-winner]")
            self.value(form, *win)
        self.send()

    def send(self) -> None:
        expect(self.page.locator("#enter-result")).to_have_attribute("aria-disabled", "false")
        self.page.click("#enter-result")
        expect(self.page.locator("#result-form")).to_have_count(0)

    def confirm(self) -> None:
        # Scroll from the players at the bottom to the result, which cannot be confirmed while out of view.
        self.page.evaluate("scrollTo(0, 0)")
        self.page.click("#due [data-key=confirm]")

    def go_on(self) -> None:
        self.confirm()
        self.page.click("#due [data-act=next_round]")
        expect(self.page.locator("#due [data-act=next_round]")).to_have_count(0)

    def menu(self, seat: int, act: str) -> None:
        self.page.click(f"[data-seat-menu='{seat}']")
        self.page.click(f"#seat-menu [data-act={act}]")

    def drawn(self, *flags: str) -> None:
        self.page.click("#end")
        self.page.click("#end-round [data-act=draw]")
        for flag in flags:
            self.page.click(f"#draw-form [data-flag={flag}]")
        self.page.click("#draw-form .primary")
        expect(self.page.locator("#draw-form")).to_have_count(0)

    def has(self, *points: int) -> None:
        for seat, each in enumerate(points):
            expect(self.page.locator(f"[data-seat-menu='{seat}']")).to_contain_text(f"{each:,}")

    def put_right(self, seat: int, name: str, team: str, *, coming: bool) -> None:
        self.menu(seat, "players")
        form = self.page.locator("#correct-players")
        if coming:
            form.locator("[data-since]").select_option(label="the next round")
        form.locator(f"[data-name='{seat}']").fill(name)
        form.locator(f"[data-team='{seat}']").fill(team)
        form.locator(f"[data-team='{seat}']").blur()
        expect(form.locator(".foreseen")).to_contain_text(name)
        expect(form.locator(".foreseen")).to_contain_text(team)
        with self.page.expect_request("**/claims") as entered:
            form.locator(".primary").click()
        # Regression: the entry was sent without the outcome that it was shown to have.
        assert '"outcome":' in (entered.value.post_data or "")
        expect(form).to_have_count(0)


def test_one_person_keeps_a_whole_game_with_a_phone(browser: Browser, web: WebServer, tmp_path: Path) -> None:
    """Regression: the form forgot the way of entry, preselected tsumo, and had neither double ron nor liability."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    hand = Hand(page)
    page.goto(link_to(web, "/tables/1?lang=en"))
    page.click("#seating button")
    for seat, name in enumerate(NAMES):
        page.fill(f"#seats [data-name='{seat}']", name)
        page.fill(f"#seats [data-team='{seat}']", "red" if seat % 2 else "blue")
    page.click("#seats .primary")
    expect(page.locator("[data-seat-menu='3']")).to_contain_text("北=1")
    hand.menu(2, "riichi")
    hand.won((2, 3, "2-30-0"))
    hand.has(25_000, 25_000, 27_000, 23_000)
    # Regression: a letter of the furniture stood before a name, "C 西 五郎".
    expect(page.locator("#due")).to_contain_text(re.compile(r"(?<!C )西 五郎 Ron"))
    page.locator("#undo summary").first.click()
    for shown in ("#undo", "#undo .foreseen"):
        assert page.locator(shown).evaluate("each => each.getBoundingClientRect().width") > 300, shown
    expect(page.locator("#result img, #result .tile")).to_have_count(0)
    hand.go_on()
    hand.won((0, 2, "2-30-0"), (1, 2, "1-30-0"))
    page.click("#undo button")
    hand.has(25_000, 25_000, 27_000, 23_000)
    hand.drawn("tenpai-0", "tenpai-2")
    hand.has(26_500, 23_500, 28_500, 21_500)
    hand.go_on()
    hand.put_right(1, "孫 太郎", "green", coming=False)
    hand.put_right(3, "代打 一", "red", coming=True)
    hand.drawn("nagashi-0")
    hand.has(34_500, 21_500, 24_500, 19_500)
    hand.go_on()
    expect(page.locator("[data-seat-menu='3']")).to_contain_text("代打 一")
    page.locator("#acts button").first.click()
    hand.value(0, 3, 0, "0-0-1")
    page.click("[data-pick=liable-DAISANGEN-1]")
    hand.send()
    hand.has(34_500 - 24_000, 21_500 - 24_000 - 600, 24_500, 19_500 + 48_000 + 600)
    hand.confirm()
    expect(page.locator("#due")).to_contain_text("The game is over")
    (game,) = finished_games(record.event for record in verify(open_read_only(str(tmp_path / "j.sqlite")).read()))
    assert game.players == ("東城", "孫 太郎", "西 五郎", "北=1")
    assert game.sat[-1].names[3] == "代打 一"
    assert game.sat[-1].teams == ("blue", "green", "blue", "red")
    page.close()

"""Taps that each task of a referee, a streamer and a club takes; the decided item is visible before the last tap.

docs/pages.md has the numbers; each is compared with a browser in which the task is done.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from api.demo.web import WebServer
from controller.riichi.seat import Seat
from controller.views.policy import Release, When
from tests.e2e.test_console import deal, doubted, held
from tests.support.bench import lap
from tests.support.logged_in import link_to
from tests.support.overlay_stage import staged
from tests.support.quiet_table import QuietTable
from tests.support.waiting import eventually

A, B, C, D = Seat
PAGE: Final = Path(__file__).parents[2] / "docs" / "pages.md"
ROW: Final = re.compile(r"^\| [^|]+ \| ([a-z][^|]+) \| (\d+) \|", re.MULTILINE)
DUE: Final = {name.strip(): int(taps) for name, taps in ROW.findall(PAGE.read_text(encoding="utf-8"))}
"""Number of taps by the English name of the task."""
PHONE: Final = (390, 844)
DESK: Final = (1440, 900)
SEEN: Final = """(one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const spots = [[left + 4, top + 4], [right - 4, bottom - 4], [(left + right) / 2, (top + bottom) / 2]];
    const over = (found) => found && (one.contains(found) || found.contains(one));
    return left > -2 && top > -2 && right < innerWidth + 2 && bottom < innerHeight + 2
        && spots.every(([x, y]) => over(document.elementFromPoint(x, y)));
}"""
"""Script: true if an element is fully on the screen and not covered."""
COUNTS: Final = """document.addEventListener('pointerdown', ({ target }) => {
    sessionStorage.setItem('taps', 1 + Number(sessionStorage.getItem('taps')));
    const control = target.closest('button, a[href], input, select, textarea, summary, label');
    let row = control;
    for (let up = 0; up < 4; up += 1) row = row?.parentElement ?? row;
    const inRow = row?.querySelector('[tabindex="0"]');
    if (control?.tabIndex >= 0 || control?.matches('label') || inRow) return;
    sessionStorage.setItem('mouse-alone', target.outerHTML.slice(0, 120));
}, true)"""
"""Script on each page of a task: counts taps, and checks that a tapped control, or its row, can be reached by Tab.

It listens at the document: the browser driver cancels, at the window, a tap whose target moved away, and taps again.
"""
MOUSE_ALONE: Final = "() => sessionStorage.getItem('mouse-alone')"
TAPS: Final = "() => { const taps = Number(sessionStorage.getItem('taps')); sessionStorage.clear(); return taps; }"
HAND: Final = ("1m", "2m", "3m", "7s", "8s", "9s", "4p", "6p", "7z", "7z", "7z", "9m", "9m")


class Tasks:
    """Tasks on one page, each with its number of taps."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int]) -> None:
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.page.add_init_script(COUNTS)
        self.page.goto(address)
        self.done: set[str] = set()

    @contextmanager
    def of(self, name: str) -> Iterator[Page]:
        """Do a task from the page's present state, and check its number of taps."""
        self.page.evaluate(TAPS)
        yield self.page
        assert self.page.evaluate(MOUSE_ALONE) is None, name
        assert self.page.evaluate(TAPS) == DUE[name], name
        self.done.add(name)

    def sees(self, *decided: str) -> None:
        """Check that the decided items are visible before the deciding tap."""
        for each in decided:
            eventually(partial(are_seen, self.page.locator(each)))


def are_seen(what: Locator) -> bool:
    """True if there are such elements and each is fully visible."""
    return bool(what.count()) and all(each.evaluate(SEEN) for each in what.all())


def named(heading: str) -> set[str]:
    """Names of the tasks under a heading of the page."""
    part = PAGE.read_text(encoding="utf-8").split(f"/ {heading}\n", 1)[1].split("\n## ", 1)[0]
    return {name.strip() for name, _ in ROW.findall(part)}


def test_a_referee_decides_what_he_sees(browser: Browser, table: QuietTable, web: WebServer) -> None:
    deal(table)
    tasks = Tasks(browser, link_to(web, "/tables/1?lang=ja"), PHONE)
    answer(tasks, table)
    rule(tasks)
    end_round(tasks)
    assert tasks.done == named("A referee")


def answer(tasks: Tasks, table: QuietTable) -> None:
    """Tasks: answer questions of the table and the players."""
    page = tasks.page
    table.rivers[A].append(doubted("5p", "6p"))
    table.see(25)
    expect(page.locator("[data-question=Q1]")).to_be_visible()
    with tasks.of("a question about a tile is answered"):
        tasks.sees("[data-question=Q1] .evidence img", "[data-question=Q1] .answer")
        page.locator("[data-question=Q1] [data-face='6p']").click()
        expect(page.locator("[data-question]")).to_have_count(0)
    with tasks.of("a tile is corrected"):
        page.locator(".seat[data-seat='0'] .river [data-tile='6p']").click()
        tasks.sees("#pick [data-face='5p']")
        page.locator("#pick [data-face='5p']").click()
        expect(page.locator(".seat[data-seat='0'] .river [data-tile='5p']")).to_be_visible()
    assert table.service is not None
    table.service.calls.call(C, "call", table.service.now())
    with tasks.of("a seat that calls is answered"):
        tasks.sees("[data-due=call]")
        page.locator("[data-act=answer-call]").click()
        expect(page.locator("[data-act=settle-call]")).to_be_visible()
    page.locator("[data-act=settle-call]").click()
    expect(page.locator("[data-act=settle-call]")).to_have_count(0)


def rule(tasks: Tasks) -> None:
    """Tasks: rule on a fault, and undo the ruling."""
    page = tasks.page
    with tasks.of("a fault is entered by its word"):
        page.locator("#report-fault").click()
        page.locator("#report input[type=search]").fill("多牌")
        tasks.sees("#report [data-code=hand-too-many]")
        page.locator("#report [data-code=hand-too-many]").click()
        page.locator("#report [data-ask-seat='3']").click()
        expect(page.locator("[data-fault=hand-too-many]")).to_be_visible()
    with tasks.of("a fault is upheld, held where it is costly"):
        row = page.locator("[data-due=fault]")
        expect(row.locator("[data-act=uphold]")).to_be_enabled()
        tasks.sees("[data-due=fault]")
        held(page, row.locator("[data-act=uphold]"))
        expect(page.locator("[data-fault=hand-too-many]")).to_have_attribute("data-decision", "upheld")
        page.mouse.up()
    with tasks.of("a ruling is undone"):
        page.locator("[data-fault=hand-too-many] .undo button").first.click()
        expect(page.locator("[data-fault=hand-too-many]")).to_have_attribute("data-decision", "open")
    with tasks.of("a fault is dismissed"):
        page.locator("[data-fault=hand-too-many]").get_by_role("button", name="却下").click()
        expect(page.locator("[data-fault=hand-too-many]")).to_have_attribute("data-decision", "dismissed")


def end_round(tasks: Tasks) -> None:
    """Tasks: end a round by a draw, then by wins in its place, each entered by hand; settle the last one."""
    page = tasks.page
    with tasks.of("a draw is entered with one tenpai"):
        page.locator("#end").click()
        page.locator("#end-round [data-act=draw]").click()
        page.locator("[data-flag=tenpai-2]").click()
        tasks.sees("#draw-form .primary")
        page.locator("#draw-form .primary").click()
        expect(page.locator("#result")).to_contain_text("テンパイ")
    with tasks.of("a win that nobody read, by han and fu"):
        page.locator("#win").click()
        page.locator("[data-pick=winner-1]").click()
        page.locator("[data-pick=mode-value]").click()
        page.locator("#result-form [data-value='3-30-0']").click()
        tasks.sees("#enter-result")
        page.locator("#enter-result").click()
        expect(page.locator("#by-hand")).to_be_visible()
    with tasks.of("a win that nobody read, tile by tile"):
        page.locator("#win").click()
        form = page.locator("#result-form")
        form.locator("[data-pick=winner-1]").click()
        form.locator("[data-pick=mode-tiles]").click()
        for face in HAND:
            form.locator(f"[data-face='{face}'][aria-disabled=false]").click()
        expect(form.locator("#enter-result")).to_contain_text(re.compile("[0-9]"))
        tasks.sees("#enter-result")
        form.locator("#enter-result").click()
        expect(page.locator("#result")).to_contain_text("中")
    with tasks.of("a win is settled"):
        tasks.sees("#result .worth", "#result .payments")
        page.locator("[data-act=confirm]").click()
        expect(page.locator("#phase")).to_have_attribute("data-phase", "settlement")


def test_a_streamer_sees_what_goes_on_air(browser: Browser, tmp_path: Path) -> None:
    with staged(tmp_path, Release(When.LIVE)) as (_, web):
        prepare_air(Tasks(browser, link_to(web, "/overlay/t/preview?lang=ja"), DESK))


def prepare_air(tasks: Tasks) -> None:
    """Tasks: from the preview to the settings for OBS."""
    page = tasks.page
    expect(page.locator("[data-preview=all] .part.scores .points")).to_have_count(4)
    with tasks.of("the address of the whole overlay is copied"):
        tasks.sees("[data-copy=all]")
        page.locator("[data-copy=all]").click()
    with tasks.of("an address that shows hands is made"):
        tasks.sees("#make")
        page.locator("#make").click()
        expect(page.locator("#make")).to_have_count(0)
        expect(page.locator("[data-address=hands]")).to_have_value(re.compile("#token="))
    with tasks.of("a collection of scenes for OBS is saved"):
        tasks.sees("#collection")
        with page.expect_download():
            page.locator("#collection").click()
    assert tasks.done == named("A streamer")


def test_a_club_reaches_each_page_of_a_table(browser: Browser, table: QuietTable, web: WebServer) -> None:
    deal(table)
    lap(table, "1z", "2z")
    tasks = Tasks(browser, link_to(web, "/?lang=ja"), DESK)
    page, board = tasks.page, f"{web.address}/?lang=ja"
    card = page.locator("[data-table='1']")
    with tasks.of("a seat gets its QR code"):
        card.locator(".more summary").click()
        card.locator("[data-act=seats]").click()
        page.locator("#seat-devices [data-seat=C]").click()
        expect(page.locator("[data-seat-link=C]")).to_be_visible()
    page.locator("#seat-devices [data-act=close]").click()
    for name, key, last in (
        ("the record sheet is printed", "report", "#print"),
        ("the last turn of a round is looked at", "replay", "#last"),
        ("the overlay is looked at before it goes on air", "overlay", ""),
    ):
        with tasks.of(name):
            card.locator(".more summary").click()
            tasks.sees(f"[data-table='1'] .menu [data-key={key}]")
            card.locator(f".menu [data-key={key}]").click()
            page.wait_for_url("**/tables/1/**" if last else "**/preview**")
            if last:
                tasks.sees(last)
                page.locator(last).click()
        page.goto(board)
    assert tasks.done == named("A club")

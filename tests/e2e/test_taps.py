"""Taps that each task of a referee, a streamer and a club takes; the decided item is visible before the last tap.

docs/pages.md has the numbers; each is compared with a browser in which the task is done, by pointer and by keys alone.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest
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
COUNTS: Final = """(() => {
    const count = () => sessionStorage.setItem('taps', 1 + Number(sessionStorage.getItem('taps')));
    document.addEventListener('pointerdown', count, true);
    document.addEventListener('keydown', ({ key, repeat }) => key === 'Enter' && !repeat && count(), true);
})()"""
"""Script on each page of a task: counts taps, and presses of Enter in their place.

It listens at the document: the browser driver cancels, at the window, a tap whose target moved away, and taps again.
"""
NEXT: Final = """(tapped) => {
    const wanted = tapped.closest('button, a[href], input, select, textarea, summary');
    const here = document.activeElement;
    if (here === wanted) return null;
    const row = wanted.tabIndex < 0 && wanted.closest('[data-row], [role=group], [role=toolbar]');
    if (row && row.contains(here)) return 'ArrowRight';
    const isBefore = here !== document.body
        && wanted.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isBefore ? 'Shift+Tab' : 'Tab';
}"""
"""Script: the key that brings the focus closer to the control of an element; null if the control has it."""
MOST_KEYS: Final = 300
TAPS: Final = "() => { const taps = Number(sessionStorage.getItem('taps')); sessionStorage.clear(); return taps; }"
WAYS: Final = pytest.mark.parametrize("by_keys", [False, True], ids=["pointer", "keys"])
"""By pointer, and by the Tab key, arrow keys and Enter alone."""
HAND: Final = ("1m", "2m", "3m", "7s", "8s", "9s", "4p", "6p", "7z", "7z", "7z", "9m", "9m")


class Tasks:
    """Tasks on one page, each with its number of taps; ``by_keys``: by Tab, arrow keys and Enter in place of taps."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], *, by_keys: bool) -> None:
        self.by_keys = by_keys
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.page.add_init_script(COUNTS)
        self.page.goto(address)
        self.done: set[str] = set()

    @contextmanager
    def of(self, name: str) -> Iterator[Page]:
        """Do a task from the page's present state, and check its number of taps."""
        self.page.evaluate(TAPS)
        yield self.page
        assert self.page.evaluate(TAPS) == DUE[name], name
        self.done.add(name)

    def tap(self, what: Locator) -> None:
        """Tap a control, or bring the focus there and press Enter."""
        if not self.by_keys:
            return what.click()
        self._focus(what)
        return self.page.keyboard.press("Enter")

    def hold(self, what: Locator) -> Callable[[], None]:
        """Press a button until its act is done; return what lets it go."""
        if not self.by_keys:
            held(self.page, what)
            return self.page.mouse.up
        self._focus(what)
        self.page.keyboard.down("Enter")
        return lambda: self.page.keyboard.up("Enter")

    def write(self, what: Locator, text: str) -> None:
        """Write into a field."""
        if not self.by_keys:
            return what.fill(text)
        self._focus(what)
        return self.page.keyboard.insert_text(text)

    def _focus(self, what: Locator) -> None:
        """Bring the focus to a control that can be used."""
        expect(what).to_be_enabled()
        for _ in range(MOST_KEYS):
            key = what.evaluate(NEXT)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"no key reaches {what}")

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


@WAYS
def test_a_referee_decides_what_he_sees(browser: Browser, table: QuietTable, web: WebServer, by_keys: bool) -> None:
    deal(table)
    tasks = Tasks(browser, link_to(web, "/tables/1?lang=ja"), PHONE, by_keys=by_keys)
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
        tasks.tap(page.locator("[data-question=Q1] [data-face='6p']"))
        expect(page.locator("[data-question]")).to_have_count(0)
    with tasks.of("a tile is corrected"):
        tasks.tap(page.locator(".seat[data-seat='0'] .river [data-tile='6p']"))
        tasks.sees("#pick [data-face='5p']")
        tasks.tap(page.locator("#pick [data-face='5p']"))
        expect(page.locator(".seat[data-seat='0'] .river [data-tile='5p']")).to_be_visible()
    assert table.service is not None
    table.service.calls.call(C, "call", table.service.now())
    with tasks.of("a seat that calls is answered"):
        tasks.sees("[data-due=call]")
        tasks.tap(page.locator("[data-act=answer-call]"))
        expect(page.locator("[data-act=settle-call]")).to_be_visible()
    tasks.tap(page.locator("[data-act=settle-call]"))
    expect(page.locator("[data-act=settle-call]")).to_have_count(0)


def rule(tasks: Tasks) -> None:
    """Tasks: rule on a fault, and undo the ruling."""
    page = tasks.page
    with tasks.of("a fault is entered by its word"):
        tasks.tap(page.locator("#report-fault"))
        tasks.write(page.locator("#report input[type=search]"), "多牌")
        tasks.sees("#report [data-code=hand-too-many]")
        tasks.tap(page.locator("#report [data-code=hand-too-many]"))
        tasks.tap(page.locator("#report [data-ask-seat='3']"))
        expect(page.locator("[data-fault=hand-too-many]")).to_be_visible()
    with tasks.of("a fault is upheld, held where it is costly"):
        row = page.locator("[data-due=fault]")
        expect(row.locator("[data-act=uphold]")).to_be_enabled()
        tasks.sees("[data-due=fault]")
        release = tasks.hold(row.locator("[data-act=uphold]"))
        expect(page.locator("[data-fault=hand-too-many]")).to_have_attribute("data-decision", "upheld")
        release()
    with tasks.of("a ruling is undone"):
        tasks.tap(page.locator("[data-fault=hand-too-many] .undo button").first)
        expect(page.locator("[data-fault=hand-too-many]")).to_have_attribute("data-decision", "open")
    with tasks.of("a fault is dismissed"):
        tasks.tap(page.locator("[data-fault=hand-too-many]").get_by_role("button", name="却下"))
        expect(page.locator("[data-fault=hand-too-many]")).to_have_attribute("data-decision", "dismissed")


def end_round(tasks: Tasks) -> None:
    """Tasks: end a round by a draw, then by wins in its place, each entered by hand; settle the last one."""
    page = tasks.page
    with tasks.of("a draw is entered with one tenpai"):
        tasks.tap(page.locator("#end"))
        tasks.tap(page.locator("#end-round [data-act=draw]"))
        tasks.tap(page.locator("[data-flag=tenpai-2]"))
        tasks.sees("#draw-form .primary")
        tasks.tap(page.locator("#draw-form .primary"))
        expect(page.locator("#result")).to_contain_text("テンパイ")
    with tasks.of("a win that nobody read, by han and fu"):
        tasks.tap(page.locator("#win"))
        tasks.tap(page.locator("[data-pick=winner-1]"))
        tasks.tap(page.locator("[data-pick=mode-value]"))
        tasks.tap(page.locator("#result-form [data-value='3-30-0']"))
        tasks.sees("#enter-result")
        tasks.tap(page.locator("#enter-result"))
        expect(page.locator("#by-hand")).to_be_visible()
    with tasks.of("a win that nobody read, tile by tile"):
        tasks.tap(page.locator("#win"))
        form = page.locator("#result-form")
        tasks.tap(form.locator("[data-pick=winner-1]"))
        tasks.tap(form.locator("[data-pick=mode-tiles]"))
        for face in HAND:
            tasks.tap(form.locator(f"[data-face='{face}'][aria-disabled=false]"))
        expect(form.locator("#enter-result")).to_contain_text(re.compile("[0-9]"))
        tasks.sees("#enter-result")
        tasks.tap(form.locator("#enter-result"))
        expect(page.locator("#result")).to_contain_text("中")
    with tasks.of("a win is settled"):
        tasks.sees("#result .worth", "#result .payments")
        tasks.tap(page.locator("[data-act=confirm]"))
        expect(page.locator("#phase")).to_have_attribute("data-phase", "settlement")


@WAYS
def test_a_streamer_sees_what_goes_on_air(browser: Browser, tmp_path: Path, by_keys: bool) -> None:
    with staged(tmp_path, Release(When.LIVE)) as (_, web):
        prepare_air(Tasks(browser, link_to(web, "/overlay/t/preview?lang=ja"), DESK, by_keys=by_keys))


def prepare_air(tasks: Tasks) -> None:
    """Tasks: from the preview to the settings for OBS."""
    page = tasks.page
    expect(page.locator("[data-preview=all] .part.scores .points")).to_have_count(4)
    with tasks.of("the address of the whole overlay is copied"):
        tasks.sees("[data-copy=all]")
        tasks.tap(page.locator("[data-copy=all]"))
    with tasks.of("an address that shows hands is made"):
        tasks.sees("#make")
        tasks.tap(page.locator("#make"))
        expect(page.locator("#make")).to_have_count(0)
        expect(page.locator("[data-address=hands]")).to_have_value(re.compile("#token="))
    with tasks.of("a collection of scenes for OBS is saved"):
        tasks.sees("#collection")
        with page.expect_download():
            tasks.tap(page.locator("#collection"))
    assert tasks.done == named("A streamer")


@WAYS
def test_a_club_reaches_each_page_of_a_table(
    browser: Browser, table: QuietTable, web: WebServer, by_keys: bool
) -> None:
    deal(table)
    lap(table, "1z", "2z")
    tasks = Tasks(browser, link_to(web, "/?lang=ja"), DESK, by_keys=by_keys)
    page, board = tasks.page, f"{web.address}/?lang=ja"
    card = page.locator("[data-table='1']")
    with tasks.of("a seat gets its QR code"):
        tasks.tap(card.locator(".more summary"))
        tasks.tap(card.locator("[data-act=seats]"))
        tasks.tap(page.locator("#seat-devices [data-seat=C]"))
        expect(page.locator("[data-seat-link=C]")).to_be_visible()
    tasks.tap(page.locator("#seat-devices [data-act=close]"))
    for name, key, last in (
        ("the record sheet is printed", "report", "#print"),
        ("the last turn of a round is looked at", "replay", "#last"),
        ("the overlay is looked at before it goes on air", "overlay", ""),
    ):
        with tasks.of(name):
            tasks.tap(card.locator(".more summary"))
            tasks.sees(f"[data-table='1'] .menu [data-key={key}]")
            tasks.tap(card.locator(f".menu [data-key={key}]"))
            page.wait_for_url("**/tables/1/**" if last else "**/preview**")
            if last:
                tasks.sees(last)
                tasks.tap(page.locator(last))
        page.goto(board)
    assert tasks.done == named("A club")

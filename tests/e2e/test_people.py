"""Pages for people who use only the keyboard, hear the page, prefer reduced motion, or see colours differently."""

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Locator, Page, expect

from api.demo.web import WebServer
from controller.journal.state import Phase
from controller.riichi.seat import Seat
from tests.e2e.test_console import deal
from tests.e2e.test_pages import open_page
from tests.support.bench import lap
from tests.support.quiet_table import QuietTable
from tests.support.walk_people import MOVING, NAMELESS

ROOT: Final = Path(__file__).parents[2]
MOST_TABS: Final = 120
TWO_LINES: Final = 100
FOCUSED: Final = "(one) => one === document.activeElement"
TOKENS: Final = ROOT / "api" / "web" / "shared" / "tokens.css"
APART: Final = 20.0
"""Smallest difference of two seats' colours in CIE76; chosen: about ten times a just noticeable one."""
EYES: Final = {
    "all cones": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
"""Matrices of Machado, Oliveira and Fernandes, IEEE TVCG 15 (2009), severity 1.0; on linear light."""
TO_XYZ: Final = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE: Final = np.array([0.9505, 1.0, 1.089])


def tabbed(page: Page, selector: str) -> Locator:
    """Press Tab until the element is focused, as a person without a mouse does."""
    there = page.locator(selector)
    expect(there).to_be_enabled()
    for _ in range(MOST_TABS):
        if there.evaluate(FOCUSED):
            return there
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def pressed(page: Page, selector: str) -> Locator:
    """Reach the element by Tab and press it."""
    there = tabbed(page, selector)
    page.keyboard.press("Enter")
    return there


def found(page: Page, letters: str) -> None:
    """Find an act by some letters of its name."""
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(letters)
    page.keyboard.press("Enter")


def test_a_referee_names_players_and_corrects_by_keys_alone(
    browser: Browser, table: QuietTable, web: WebServer
) -> None:
    page, troubles = open_page(browser, web, "/tables/1?lang=en")
    # Enter names, then return to where the dialog was opened.
    seats = pressed(page, "#seating .acts button")
    tabbed(page, "#seats [data-name='1']").press("Control+a")
    page.keyboard.type("Ren")
    pressed(page, "#seats button.primary")
    expect(page.locator("#seating [data-seat='1']")).to_contain_text("Ren")
    expect(page.locator("dialog")).to_have_count(0)
    assert seats.evaluate(FOCUSED)

    # A discard: the row is one Tab stop, arrow keys move along it; updates keep the focus.
    deal(table)
    lap(table, "1z", "2z", "3z", "4z", "9p")
    tabbed(page, ".seat[data-seat='0'] .river [data-key=d0]")
    page.keyboard.press("ArrowRight")
    discard = page.locator(".seat[data-seat='0'] .river [data-key=d4]")
    lap(table, "9m", first=Seat.B)
    expect(page.locator(".river .fix")).to_have_count(6)
    assert discard.evaluate(FOCUSED)
    page.keyboard.press("Enter")
    expect(page.locator("#pick")).to_be_visible()
    assert page.locator("#pick").evaluate("(box) => box.contains(document.activeElement)")
    pressed(page, "#pick [data-face='8p']")
    expect(discard.locator("[data-tile='8p']")).to_be_visible()
    assert discard.evaluate(FOCUSED)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert discard.evaluate(FOCUSED)
    assert troubles == []


def test_a_referee_rules_and_confirms_by_keys_alone(browser: Browser, table: QuietTable, web: WebServer) -> None:
    deal(table)
    lap(table, "5p")
    page, troubles = open_page(browser, web, "/tables/1?lang=en")
    expect(page.locator("#phase")).to_have_attribute("data-phase", "play")
    # A fault, found by letters, upheld by a held key, undone, dismissed.
    found(page, "fault")
    pressed(page, "#report [data-value='3']")
    tabbed(page, "#report input[type=search]")
    page.keyboard.type("hand-too-many")
    pressed(page, "#report [data-code=hand-too-many]")
    fault = page.locator("[data-fault=hand-too-many]")
    tabbed(page, "[data-fault=hand-too-many] [data-act=uphold]")
    page.keyboard.down("Enter")
    expect(fault).to_have_attribute("data-decision", "upheld")
    page.keyboard.up("Enter")
    expect(fault.locator(":focus")).to_contain_text("Upheld")
    pressed(page, "[data-fault=hand-too-many] [data-key=undo-button]")
    expect(fault).to_have_attribute("data-decision", "open")
    pressed(page, "[data-fault=hand-too-many] button:has-text('Dismiss')")
    expect(fault).to_have_attribute("data-decision", "dismissed")

    # A win at 200 % is viewed, then confirmed: the next act is beside the focus.
    page.set_viewport_size({"width": 640, "height": 450})
    table.open(Seat.B, "46p123m789s22z777z")
    table.see(12)
    expect(page.locator("#result")).to_be_visible()
    if tabbed(page, "#due :is([data-act=look], [data-act=confirm])").get_attribute("data-act") == "look":
        page.keyboard.press("Enter")
        tabbed(page, "#due [data-act=confirm]")
    page.keyboard.press("Enter")
    expect(page.locator("#phase")).to_have_attribute("data-phase", "settlement")
    assert table.state.phase is Phase.SETTLEMENT
    assert page.evaluate("document.activeElement !== document.body")
    assert troubles == []


def test_a_screen_is_read_in_the_order_of_what_is_due(browser: Browser, table: QuietTable, web: WebServer) -> None:
    deal(table)
    lap(table, "5p")
    table.open(Seat.B, "46p123m789s22z777z")
    table.see(12)
    page, _ = open_page(browser, web, "/tables/1?lang=en")
    expect(page.locator("#due [data-act=confirm]")).to_be_visible()
    # On a phone the top bar has two lines; regression: a third line for one button.
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("header.bar").evaluate("(bar) => bar.offsetHeight") <= TWO_LINES
    told = page.locator("body").aria_snapshot()
    order = [
        "- banner",
        "- main",
        'heading "Win',
        'group "The table as it is read"',
        "- contentinfo",
        'button "Confirm"',
    ]
    places = [told.find(each) for each in order]
    assert all(one < other for one, other in pairwise([-1, *places])), told
    assert NAMELESS.findall(told) == []


@pytest.mark.parametrize("path", ["/tables/1", "/", "/gallery", "/overlay/1"])
def test_nothing_moves_for_whoever_asks_for_little_motion(
    browser: Browser, table: QuietTable, web: WebServer, path: str
) -> None:
    deal(table)
    lap(table, "1z", "2z", "3z", "5p")
    page, _ = open_page(browser, web, f"{path}?lang=en")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator("main, .part").first).to_be_visible()
    table.open(Seat.A, "46p123m789s22z777z")
    table.see(12)
    page.wait_for_timeout(300)
    assert page.evaluate(MOVING) == []


def lab(colour: str, eye: NDArray[np.float64]) -> NDArray[np.float64]:
    """A screen colour as this type of colour vision sees it, in CIELAB."""
    coded = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    light = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(eye @ light, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_seats_apart_by_their_colours(eye: str) -> None:
    told = re.findall(r"--seat-[a-d]: (#[0-9a-f]{6})", TOKENS.read_text(encoding="utf-8"))
    seen = [lab(colour, np.asarray(EYES[eye], float)) for colour in told]
    assert len(seen) == len(Seat)
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > APART

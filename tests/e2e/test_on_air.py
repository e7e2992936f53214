"""What happens on the overlay as a round goes on: calls, chances, counted points, a result that leaves."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from api.demo.web import WebServer
from controller.views.policy import Release
from tests.e2e.test_overlay import SAMPLE
from tests.support.browser import stop_clock
from tests.support.overlay_stage import overlay_address, staged
from tests.support.waiting import eventually

LOOK_MS: Final = 100
CALL_MS: Final = 3_000
"""Longer than a call is shown."""
COUNTED_MS: Final = 1_000
"""Longer than points count."""
MOST_LOOKS: Final = 200
BIG: Final = 1.5
"""Points are at least so many times as large as name, place and lead."""
SIZE: Final = "(one) => parseFloat(getComputedStyle(one).fontSize)"
COLOUR: Final = "(one) => getComputedStyle(one).backgroundColor"
STILL: Final = "() => document.getAnimations().every((each) => each.playState === 'finished')"
NUMBER: Final = re.compile(r"-?\d+")
MELD: Final = {"sideways": 0, "source": 0, "tiles": ["7z", "7z", "7z"]}


class Air:
    """An overlay over a feed that the test writes, whose timers the test drives."""

    def __init__(self, browser: Browser, web: WebServer) -> None:
        self.page: Page = browser.new_page(viewport={"width": 1920, "height": 1080})
        self.links: list[WebSocketRoute] = []
        self.page.route_web_socket("**/feed*", self._linked)
        self.page.clock.install()
        self.page.goto(overlay_address(web, query="lang=ja"))
        # Only a call to the page lets the link in.
        eventually(lambda: self.page.title() is not None and self.links)
        stop_clock(self.page)

    def _linked(self, link: WebSocketRoute) -> None:
        self.links.append(link)

    def tell(self, view: Any) -> None:
        """Send a whole view."""
        self.links[-1].send(json.dumps({"type": "snapshot", "number": 0, "view": view}))

    def plate(self, seat: int) -> Locator:
        return self.page.locator(f".part.scores[data-seat='{seat}']")


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A service of which the tests use the pages alone."""
    with staged(tmp_path_factory.mktemp("air"), Release()) as (_, web):
        yield web


def sample(name: str) -> Any:
    """The preview's view of a round in play, or of its result."""
    return json.loads(Path(SAMPLE).read_text(encoding="utf-8"))[name]


def before_it(won: Any) -> Any:
    """The same round before its result: points without the payments, places by them."""
    view = deepcopy(won)
    view["result"] = None
    points = [after["points"] - won["result"]["payments"][seat] for seat, after in enumerate(won["result"]["after"])]
    for seat, told in enumerate(view["seats"]):
        told["standing"] |= {"points": points[seat], "place": 1 + sum(other > points[seat] for other in points)}
    return view


def number(what: Locator) -> int:
    """The number that an element shows."""
    found = NUMBER.search((what.text_content() or "").replace(",", ""))
    assert found is not None
    return int(found[0])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"melds": [{"kind": "pon", **MELD}]}, "ポン"),
        ({"melds": [{"kind": "kan_open", **MELD}]}, "カン"),
        ({"riichi": True}, "リーチ"),
    ],
)
def test_a_call_is_announced_at_its_seat_and_then_gone(
    browser: Browser, web: WebServer, change: dict[str, Any], said: str
) -> None:
    air, view = Air(browser, web), sample("play")
    air.tell(view)
    expect(air.plate(1)).to_be_visible()
    expect(air.page.locator(".moment:visible")).to_have_count(0)
    view["seats"][1] |= change
    air.tell(view)
    moment = air.plate(1).locator(".moment")
    expect(moment).to_contain_text(said)
    expect(air.page.locator(".moment:visible")).to_have_count(1)
    told, plate = moment.bounding_box(), air.plate(1).bounding_box()
    assert told is not None
    assert plate is not None
    # On the seat's side of the picture, above or below its block.
    assert plate["x"] - 1 <= told["x"]
    assert told["x"] + told["width"] <= plate["x"] + plate["width"] + 1
    assert 0 <= told["y"] <= 1080 - told["height"]
    air.page.clock.run_for(CALL_MS)
    expect(air.page.locator(".moment:visible")).to_have_count(0)


def test_points_count_up_and_places_move_with_a_result(browser: Browser, web: WebServer) -> None:
    air, won = Air(browser, web), sample("won")
    before = before_it(won)
    air.tell(before)
    expect(air.plate(0)).to_be_visible()
    air.tell(won)
    expect(air.page.locator(".result .paid")).to_have_count(4)
    moves = set()
    for seat, after in enumerate(won["result"]["after"]):
        begun = before["seats"][seat]["standing"]
        paid = air.page.locator(f".result .paid[data-seat='{seat}']")
        for place in (paid.locator(".score"), air.plate(seat).locator(".points")):
            assert number(place) == begun["points"]
        moved = (begun["place"] > after["place"]) - (begun["place"] < after["place"])
        expect(paid.locator(".place")).to_have_attribute("data-moved", str(moved))
        moves.add(moved)
    assert len(moves) > 1
    air.page.clock.run_for(COUNTED_MS // 2)
    winner = won["result"]["wins"][0]["winner"]
    score = air.page.locator(f".result .paid[data-seat='{winner}'] .score")
    assert before["seats"][winner]["standing"]["points"] < number(score) < won["result"]["after"][winner]["points"]
    air.page.clock.run_for(COUNTED_MS)
    for seat, after in enumerate(won["result"]["after"]):
        assert number(air.page.locator(f".result .paid[data-seat='{seat}'] .score")) == after["points"]
        assert number(air.plate(seat).locator(".points")) == after["points"]


def test_a_result_is_shown_to_its_end_and_leaves_before_the_next_round_is_named(
    browser: Browser, web: WebServer
) -> None:
    air, won = Air(browser, web), sample("won")
    air.tell(before_it(won))
    air.tell(won)
    card, tag = air.page.locator(".part.result"), air.page.locator(".part.round .name")
    expect(card).to_be_visible()
    old = tag.text_content()
    following = deepcopy(won)
    following["result"] = None
    following["round"] |= {"ordinal": 5, "number": 4}
    air.tell(following)
    seen = []
    for _ in range(MOST_LOOKS):
        seen.append((card.is_visible(), tag.text_content() == old))
        if not seen[-1][1]:
            break
        air.page.clock.run_for(LOOK_MS)
    shown = [each for each, _ in seen]
    assert shown[0], "the next round does not cut the result short"
    assert shown == sorted(shown, reverse=True)
    assert shown.index(False) < len(seen) - 1, "it is gone before the next round is named"
    assert not seen[-1][1]


def test_chances_are_one_bar_of_four_colours_and_only_while_somebody_leads(browser: Browser, web: WebServer) -> None:
    air, view = Air(browser, web), sample("play")
    air.tell(view)
    bar = air.page.locator(".part.round .chance")
    expect(bar).to_be_visible()
    air.page.wait_for_function(STILL)
    shares = bar.locator(".share").all()
    firsts = [seat["standing"]["chances"][0] for seat in view["seats"]]
    widths = [share.evaluate("(one) => one.getBoundingClientRect().width") for share in shares]
    assert [width / sum(widths) for width in widths] == pytest.approx([each / sum(firsts) for each in firsts], abs=0.02)
    assert len({share.evaluate(COLOUR) for share in shares}) == len(firsts) == 4
    assert bar.get_attribute("aria-label") == "勝率 " + " ".join(f"{100 * each:.0f}%" for each in firsts)
    level = deepcopy(view)
    for seat in level["seats"]:
        seat["standing"] |= {"lead": 0, "place": 1}
    air.tell(level)
    expect(bar).to_be_hidden()
    air.tell(view)
    expect(bar).to_be_visible()
    for seat in view["seats"]:
        seat["standing"]["chances"] = None
    air.tell(view)
    expect(bar).to_be_hidden()


def test_points_are_large_on_a_plate_and_the_lead_small(browser: Browser, web: WebServer) -> None:
    air = Air(browser, web)
    air.tell(sample("play"))
    for seat in range(4):
        plate = air.plate(seat)
        expect(plate.locator(".lead")).to_be_visible()
        points = plate.locator(".points").evaluate(SIZE)
        for small in (".lead", ".name", ".place"):
            assert points >= BIG * plate.locator(small).evaluate(SIZE), small

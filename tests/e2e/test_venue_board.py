"""The venue's board in a real browser: calls from a seat, on a wall display, and every table over one feed."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from api.access.roles import Role
from api.demo.web import WebServer
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from tests.e2e.test_accessible import axe
from tests.support.axe import violations
from tests.support.bench import lap
from tests.support.hall import begin, hall, trouble
from tests.support.logged_in import link_to
from tests.support.quiet_table import QuietTable
from tests.support.screens import picture

__all__ = ["axe"]

LEAST = (
    "Math.min(...[...document.querySelectorAll('.name, .points')].map(e => parseFloat(getComputedStyle(e).fontSize)))"
)
BEYOND = """() => { const all = document.documentElement;
    return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight]; }"""
FEW = 2
LARGE = 20
OTHER_CALLS = 0.15
"""Share of a picture that the calls and rounds of other tests at the same tables may change."""
Hall = tuple[dict[str, QuietTable], WebServer]


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Four tables in play, one whose clock is nearly out, one without its camera."""
    with hall(tmp_path_factory.mktemp("hall"), 4, "kenko-2022") as tables:
        for table in tables.values():
            begin(table, laps=0)
        trouble(tables["3"])
        lap(tables["1"], "1z", "2z", "3z", "5p")
        first = tables["1"].service
        assert first is not None
        first.take(Claim(ClaimKind.CONFIRM_DRAW, first.now(), "desk", seats=(Seat.B,)))
        four = tables["4"]
        assert four.service is not None
        trouble(four, "camera-battery")
        four.give(Claim(ClaimKind.SET_CLOCK, four.service.now(), "desk", minutes=3))
        web = WebServer({name: each.service for name, each in tables.items() if each.service is not None})
        web.start()
        yield tables, web
        web.stop()


def opened(browser: Browser, address: str, width: int, height: int = 844, scheme: str = "light") -> Page:
    dark = scheme == "dark"
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light")
    page.goto(address)
    return page


def test_a_seat_calls_and_the_referee_goes_there(browser: Browser, venue: Hall) -> None:
    _, web = venue
    desk = opened(browser, link_to(web, "/?lang=ja", Role.STAFF, "desk"), 1440, 1000, "dark")
    desk.locator("[data-table='2'] .more summary").click()
    desk.locator("[data-table='2'] [data-act=seats]").click()
    desk.locator("#seat-devices [data-seat=C]").click()
    link = desk.locator("[data-seat-link=C]").get_attribute("href")
    assert link is not None
    desk.locator("#seat-devices [data-act=close]").click()
    sockets: list[str] = []
    desk.on("websocket", lambda socket: sockets.append(socket.url))
    desk.reload()
    seat = opened(browser, f"{link.replace('#', '?lang=ja#')}", 390)
    expect(seat.locator("[data-seat=C]")).to_have_class("player own")
    console = opened(browser, link_to(web, "/tables/2?lang=ja", Role.REFEREE, "Mori"), 390)
    expect(console.locator("#acts")).to_be_visible()
    picture(seat, "seat-390")
    seat.locator("#call").click()
    first = desk.locator(".help").first
    expect(first).to_contain_text("門前: 審判を呼んでいる")
    expect(desk.locator("[data-table='2']")).to_have_attribute("data-need", "call")
    picture(desk, "board-1440", OTHER_CALLS)
    expect(console).to_have_title("(1) 審判卓 · 2")
    console.locator("[data-act=answer-call]").click()
    expect(seat.locator("#calling")).to_contain_text("審判が向かっています")
    expect(desk.locator("[data-table='2'] [data-kind=answered]")).to_contain_text("(Mori)")
    expect(first).to_have_attribute("data-kind", "device")
    console.locator("[data-act=settle-call]").click()
    expect(seat.locator("#call")).to_be_visible()
    expect(desk.locator("[data-table='2'] [data-kind=answered]")).to_have_count(0)
    assert [url.split("?")[0].rsplit("/", 1)[1] for url in sockets] == ["feed"], "one feed for all tables"
    for page in (seat, console, desk):
        page.close()


def test_a_table_is_a_felt_square_with_its_state_by_colour_and_one_act(browser: Browser, venue: Hall, axe: str) -> None:
    """Regression: seven links of equal weight on a card, a red chip on every table without a board, two screens for
    six.

    Three stand side by side, so that the second row, here of the fourth, holds the sixth too.
    """
    _, web = venue
    page = opened(browser, link_to(web, "/?lang=ja", Role.REFEREE, "Mori"), 1440, 900, "dark")
    for table in "1234":
        card = page.locator(f"[data-table='{table}']")
        for seat in "ABCD":
            expect(card.locator(f".felt [data-seat={seat}]")).to_be_in_viewport(ratio=1)
        expect(card.locator(".links > .primary")).to_have_count(1)
        expect(card.locator(".links > .primary")).to_be_in_viewport(ratio=1)
        expect(card.locator(".menu")).to_be_hidden()
    tops = page.locator(".felt").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top)")
    assert tops[0] == tops[2] < tops[3]
    rims = page.locator(".felt").evaluate_all("(all) => all.map((each) => getComputedStyle(each).borderTopColor)")
    assert len(set(rims[:3])) == 3, "a result to confirm, nothing, a camera that is lost"
    expect(page.locator("[data-part=link][data-state=offline]")).to_have_count(0)
    assert violations(page, axe) == []
    page.locator("[data-table='1'] .more summary").click()
    expect(page.locator("[data-table='1'] .menu [data-key=report]")).to_be_in_viewport(ratio=1)
    assert violations(page, axe) == []
    page.locator("[data-table='1'] .links > .primary").click()
    page.wait_for_url("**/tables/1*")
    page.close()


def test_six_tables_of_which_two_want_help_are_read_and_opened_on_one_screen(browser: Browser, venue: Hall) -> None:
    """Regression: 935 px of 900 were taken by the requests of two tables."""
    _, web = venue
    page = opened(browser, link_to(web, "/?lang=ja", Role.REFEREE, "Mori"), 1440, 900)
    expect(page.locator("[data-table='3'] [data-kind=device]")).to_be_visible()
    told = page.evaluate("async () => (await fetch('/api/v1/board?audience=staff')).json()")
    calm, troubled = told["2"], told["3"]
    view = {
        str(number): each | {"stand": each["stand"] | {"place": number}}
        for number, each in enumerate((calm, calm, troubled, troubled, calm, calm), 1)
    }
    page.route_web_socket(
        "**/api/v1/board/feed*",
        lambda socket: socket.send(json.dumps({"type": "snapshot", "number": 0, "view": view})),
    )
    page.reload()
    expect(page.locator("section.table")).to_have_count(6)
    expect(page.locator(".help")).to_have_count(2)
    for card in page.locator("section.table").all():
        expect(card).to_be_in_viewport(ratio=1)
    page.close()


def test_the_board_is_read_in_both_languages_without_loading_again(browser: Browser, venue: Hall) -> None:
    _, web = venue
    page = opened(browser, link_to(web, "/?lang=ja", Role.STAFF, "desk"), 390)
    expect(page.locator("[data-table='3'] .cure")).to_contain_text("処置: カメラのケーブル")
    expect(page.locator("[data-table='4']")).to_contain_text("カメラの電池残量が少ない")
    expect(page.locator("[data-table='4'] .cure")).to_contain_text("充電")
    expect(page.locator("[data-table='4'] [data-clock]")).to_have_attribute("data-state", "called")
    expect(page.locator(".help[data-kind=clock]")).to_contain_text("残り時間わずか")
    page.locator("[data-table='1'] .past summary").click()
    expect(page.locator("[data-table='1'] [data-round]")).to_contain_text("流局")
    page.locator("#language").click()
    expect(page.locator("[data-table='1'] [data-round]")).to_contain_text("Exhaustive draw")
    expect(page.locator("[data-table='3'] .cure")).to_contain_text("What to do: ")
    expect(page.locator(".help[data-kind=clock]")).to_contain_text("Time is nearly over")
    picture(page, "board-390", OTHER_CALLS)
    page.close()


@pytest.mark.parametrize(("count", "least"), [(1, 950), (2, 900), (4, 350)])
def test_one_table_or_two_use_the_room_of_many_in_larger_letters(
    browser: Browser, venue: Hall, count: int, least: int
) -> None:
    """Regression: the only card of a board took 370 of 1920 px."""
    tables, _ = venue
    services = {name: table.service for name, table in list(tables.items())[:count] if table.service is not None}
    web = WebServer(services)
    web.start()
    page = opened(browser, link_to(web, "/?lang=ja", Role.REFEREE, "Mori"), 1920, 1080)
    expect(page.locator(".felt")).to_have_count(count)
    widths = page.locator("main .table").evaluate_all("(all) => all.map((each) => each.offsetWidth)")
    assert min(widths) >= least
    assert page.evaluate(BEYOND)[0] == 0
    letters = page.locator(".felt").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    assert (letters >= LARGE) is (count <= FEW)
    page.close()
    web.stop()


def test_a_wall_shows_every_table_in_letters_that_are_read_from_far(browser: Browser, venue: Hall) -> None:
    _, web = venue
    for width, height in ((1920, 1080), (3840, 2160)):
        page = opened(browser, f"{web.address}/?wall=1&lang=ja", width, height)
        expect(page.locator("[data-table]")).to_have_count(4)
        # One 27th of the height: readable from 5 m on a 55-inch screen. The wall's style sheet may load after its
        # tables.
        page.wait_for_function(f"least => {LEAST} >= least", arg=height / 27)
        sizes = (
            "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
        )
        assert page.evaluate(sizes) == [0, 0]
        assert page.locator("button").count() == 0, "nobody has to touch it"
        if width == 1920:
            picture(page, "board-wall")
        page.close()


def test_a_wall_on_which_not_all_tables_fit_turns_its_pages(browser: Browser, venue: Hall) -> None:
    _, web = venue
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.clock.install()
    tables = {str(number): {"stand": {"table": str(number), "place": number, "running": False}} for number in range(14)}
    page.route_web_socket(
        "**/api/v1/board/feed*",
        lambda socket: socket.send(json.dumps({"type": "snapshot", "number": 0, "view": tables})),
    )
    page.goto(f"{web.address}/?wall=1&lang=ja")
    expect(page.locator("[data-table]")).to_have_count(12)
    page.clock.run_for(12_500)
    expect(page.locator("[data-table]")).to_have_count(2)
    page.clock.run_for(12_000)
    expect(page.locator("[data-table]")).to_have_count(12)
    page.close()

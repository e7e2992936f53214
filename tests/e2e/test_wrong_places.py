"""Invalid addresses: each page says what is wrong and where to go, in both languages, on a phone and a desktop."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, ViewportSize, WebSocketRoute, expect

from api.access.access import Access
from api.access.roles import Role
from api.access.settings import AccessSettings, RateLimits
from api.demo.web import WebServer
from controller.riichi.seat import Seat
from tests.e2e.test_accessible import axe
from tests.support.bench import lap
from tests.support.browser import RETRIES
from tests.support.logged_in import link_to
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.wrong_places import (
    ASKED,
    FOLLOWING,
    LANGUAGES,
    LEAST,
    ON_AIR,
    OPEN,
    SHOWN,
    Looker,
    Wrong,
    addresses,
    asking,
    at,
    in_turns,
    shells,
    silent,
)

__all__ = ["axe"]
PHONE: Final[ViewportSize] = {"width": 390, "height": 900}


OFTEN = RateLimits(login="100000/minute")


@contextmanager
def served(table: QuietTable, viewers: Literal["everyone", "paired"]) -> Iterator[WebServer]:
    assert table.service is not None
    web = WebServer({"1": table.service}, access=Access(settings=AccessSettings(viewers=viewers, rates=OFTEN)))
    web.start()
    yield web
    web.stop()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuietTable]:
    """A table with a round in play."""
    with quiet_table(tmp_path_factory.mktemp("places")) as table:
        table.set_out(3, 4)
        table.turn_dora("9p", Seat.C, 5)
        table.see()
        lap(table, "1z", "2z", "3z", "5p")
        yield table


@pytest.fixture(scope="module")
def web(table: QuietTable) -> Iterator[WebServer]:
    """The table, visible to everybody."""
    with served(table, "everyone") as web:
        yield web


@pytest.fixture(scope="module")
def paired(table: QuietTable) -> Iterator[WebServer]:
    """The table, visible only to logged-in viewers."""
    with served(table, "paired") as web:
        yield web


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["one language each", "both"])
def whole(request: pytest.FixtureRequest) -> bool:
    """True to visit each page in both languages; else each in one, and each kind of error in both."""
    return bool(request.param)


def test_an_address_that_leads_nowhere_says_so_and_leads_on(
    browser: Browser, web: WebServer, axe: str, whole: bool
) -> None:
    looker = Looker(browser.new_context(viewport=PHONE), web.address, axe)
    every = list(addresses())
    assert len(every) > 40
    assert [each for wrong, language in in_turns(every, whole=whole) for each in looker.look(wrong, language)] == []


def test_programs_are_answered_by_problem_documents_as_before(web: WebServer, browser: Browser) -> None:
    context = browser.new_context()
    for wrong in addresses():
        for accept in ("*/*", "application/json", "application/json, text/html;q=0.5"):
            answer = context.request.get(f"{web.address}{wrong.path}", headers={"accept": accept}, max_retries=RETRIES)
            assert answer.status == wrong.status, wrong
            kind = "text/html" if wrong.path in ASKED else "application/problem+json"
            assert answer.headers["content-type"].startswith(kind), wrong
    context.close()


def test_who_must_log_in_is_told_so_on_every_page(
    browser: Browser, web: WebServer, paired: WebServer, axe: str, whole: bool
) -> None:
    found = []
    for asked, alone in ((web, True), (paired, False)):
        looker = Looker(browser.new_context(viewport=PHONE), asked.address, axe)
        every = in_turns((Wrong(path, "log-in") for path in asking(alone=alone)), whole=whole)
        found += [each for wrong, language in every for each in looker.look(wrong, language)]
    assert found == []


def test_who_may_less_is_told_which_role_it_takes(browser: Browser, web: WebServer, axe: str) -> None:
    context = browser.new_context(viewport=PHONE)
    looker = Looker(context, web.address, axe)
    looker.page.goto(link_to(web, "/login", Role.VIEWER))
    looker.page.wait_for_url("**/")
    found = [
        each
        for path in (*LEAST, "/overlay/1?late=1")
        for language in LANGUAGES
        for each in looker.look(Wrong(path, "role-too-low"), language)
    ]
    assert found == []
    looker.page.goto(f"{web.address}/setup?lang=en")
    expect(looker.page.locator(SHOWN)).to_contain_text("staff")
    looker.page.get_by_role("link", name="Log in as somebody else").click()
    expect(looker.page.locator("#login")).to_be_visible()


def test_a_login_that_has_ended_is_told_on_every_page(
    browser: Browser, web: WebServer, paired: WebServer, axe: str, whole: bool
) -> None:
    found = []
    for asked, alone in ((web, True), (paired, False)):
        context = browser.new_context(viewport=PHONE)
        looker = Looker(context, asked.address, axe)
        looker.page.goto(link_to(asked, "/login"))
        looker.page.wait_for_url("**/")
        secret = next(each["value"] for each in context.cookies() if each["name"] == asked.access.cookie)
        # An open page would reload after the login ends, while the first page is being checked.
        looker.page.goto("about:blank")
        asked.access.people.leave(secret)
        every = in_turns((Wrong(path, "session-over") for path in asking(alone=alone)), whole=whole)
        found += [each for wrong, language in every for each in looker.look(wrong, language)]
    assert found == []


def test_a_link_that_was_used_is_told_on_every_page(browser: Browser, web: WebServer, axe: str, whole: bool) -> None:
    looker = Looker(browser.new_context(viewport=PHONE), web.address, axe)
    code = web.access.people.link(Role.REFEREE, "Mori")
    web.access.people.open_link(code, "tablet", "first")
    # Public pages stay on air whatever the fragment of their address.
    pages = [path for path in map(at, shells()) if path not in ("/login", "/authority", *ON_AIR)]
    every = in_turns((Wrong(path, "link-spent") for path in pages), whole=whole)
    found = [each for wrong, language in every for each in looker.look(wrong, language, f"#code={code}")]
    assert found == []
    assert len(pages) > len(OPEN)
    looker.page.goto(f"{web.address}/login?lang=en#code={code}")
    expect(looker.page.locator("#wrong")).to_contain_text("ask for a new one")


def test_a_feed_that_has_nothing_yet_is_waited_for_in_words(
    browser: Browser, web: WebServer, axe: str, whole: bool
) -> None:
    context = browser.new_context(viewport=PHONE)
    looker = Looker(context, web.address, axe)
    looker.page.goto(link_to(web, "/login"))
    looker.page.wait_for_url("**/")
    context.route_web_socket("**/feed*", silent)
    every = in_turns((Wrong(path, "waiting") for path in FOLLOWING), whole=whole)
    assert [each for wrong, language in every for each in looker.look(wrong, language)] == []


def test_a_service_that_stopped_is_told_and_found_again(
    browser: Browser, table: QuietTable, axe: str, whole: bool
) -> None:
    with served(table, "everyone") as web:
        stopped(browser, web, axe, whole)


def stopped(browser: Browser, web: WebServer, axe: str, whole: bool) -> None:
    context = browser.new_context(viewport=PHONE)
    sockets: list[WebSocketRoute] = []
    lookers = []

    def held(socket: WebSocketRoute) -> None:
        sockets.append(socket)

    first = context.new_page()
    first.goto(link_to(web, "/login"))
    first.wait_for_url("**/")
    for wrong, language in in_turns((Wrong(path, "away") for path in FOLLOWING), whole=whole):
        path = wrong.path
        seen, unseen = (Looker(context, web.address, axe) for _ in range(2))
        unseen.page.route_web_socket("**/feed*", held)
        for looker in (seen, unseen):
            looker.page.goto(f"{web.address}{path}{'&' if '?' in path else '?'}lang={language}")
        expect(unseen.page.locator(SHOWN)).to_be_visible()
        lookers.append((path, language, seen, unseen))
    web.stop()
    for socket in sockets:
        socket.close()
    try:
        for path, language, seen, unseen in lookers:
            expect(unseen.page.locator("section[data-place=away]")).to_be_visible()
            expect(unseen.page.locator("section.empty-state h2")).to_have_text(TOLD[language])
            if path not in (*ON_AIR, "/?wall=1"):
                lost = seen.page.locator("#lost")
                expect(lost).to_be_visible()
                expect(lost.get_by_role("link")).to_be_visible()
    finally:
        web.start()
    for *_, seen, _unseen in lookers:
        expect(seen.page.locator("#lost, section.empty-state").filter(visible=True)).to_have_count(0)
    context.close()


TOLD = {"ja": "サービスから応答がありません", "en": "The service does not answer"}


@pytest.mark.parametrize("what", ["nowhere", "waiting", "away"])
def test_on_air_stands_nothing_that_is_not_of_the_table(browser: Browser, web: WebServer, what: str) -> None:
    """In OBS, in a frame and with ``status=0``; a person who opens the same address sees the message."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    if what != "nowhere":
        context.route_web_socket("**/feed*", silent if what == "waiting" else lambda socket: socket.close())
    if what == "away":
        context.route("**/api/v1/tables/1?*", lambda route: route.abort())
    place = "nowhere" if what == "nowhere" else "1"
    for path in (f"/overlay/{place}", f"/overlay/{place}/scores"):
        person, obs, quiet = (context.new_page() for _ in range(3))
        obs.add_init_script("globalThis.obsstudio = { pluginVersion: '2.24' }")
        person.goto(f"{web.address}{path}?lang=en")
        obs.goto(f"{web.address}{path}?lang=en")
        quiet.goto(f"{web.address}{path}?lang=en&status=0")
        expect(person.locator(SHOWN)).to_be_visible()
        for page in (obs, quiet):
            page.wait_for_function("document.body.dataset.link !== undefined || document.body.children.length > 2")
            page.wait_for_timeout(50)
            shot = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
            assert shot is not None
            assert shot.shape[2] == 4
            assert not shot[..., 3].any(), f"{path}: something is on air"
    context.close()

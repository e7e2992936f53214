"""No page shows an identifier of the code: every page in both languages, with every fault, decided in every way."""

import json
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any, Final

from playwright.sync_api import Browser, Page

from api.demo.web import WebServer
from controller.journal.events import Decision, DrawKind, Severity
from controller.journal.state import Phase
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalRequest, Verb
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import is_lawful
from controller.riichi.seat import Seat
from controller.views.gate import Audience
from tests.support.page_walk import OWNER, SHOWN, english_on
from tests.support.quiet_table import QuietTable
from tests.support.shown_ids import NUMBERED, ids, shown_ids, shown_names, shown_values

FOR_PROGRAMS: Final = ("/docs",)
"""Pages about the names of fields and routes."""
STEPS: Final = ("judging", "ready")
WORDED: Final = {
    "/static/shared/words.js": {
        "words.drawn": [kind.value for kind in DrawKind],
        "words.phases": [phase.value for phase in Phase],
        "words.decisions": ["open", *(each.value for each in Decision)],
    },
    "/static/console/words.js": {
        "said.kindsOfClaim": [kind.value for kind in ClaimKind],
        "said.severities": [each.value for each in Severity],
    },
}
"""Tables of words of the pages, and the values for which each must have a word."""


def one_of_each_kind() -> Iterator[str]:
    """Yield codes of faults of every severity, of acts of people and of faults of the machine."""
    known = set[tuple[Severity, bool]]()
    for code, kind in FAULT_KINDS.items():
        if (kind.severity, bool(kind.acts)) not in known:
            known.add((kind.severity, bool(kind.acts)))
            yield code


def stage_faults(table: QuietTable, codes: Iterable[str]) -> None:
    """Raise those faults that the book has, decided in every way, and a refused goal."""
    service = table.service
    assert service is not None
    book = table.director.rulebook

    def enter(kind: ClaimKind, subject: str = "", **more: Any) -> None:
        service.take(Claim(kind, service.now(), OWNER, subject, **more))

    for code in codes:
        if not is_lawful(code, book):
            enter(ClaimKind.REPORT_FAULT, code, seat=Seat.B)
    ways = cycle((ClaimKind.DISMISS_FAULT, ClaimKind.CORRECT_FAULT, None, None))
    for standing, way in zip(table.state.faults, ways, strict=False):
        if way is not None:
            enter(way, standing.fault.id)
    for standing in table.state.faults[:3]:
        enter(ClaimKind.REVIEW_FAULT, standing.fault.id, decision="dismissed", reason="seen again", seat=Seat.B)
    service.ask(GoalRequest(Verb.OPEN, OWNER, "12:00"))


def texts(value: object) -> Iterator[str]:
    """Yield every text of a view in both languages."""
    if isinstance(value, dict):
        if value.keys() == {"ja", "en"}:
            yield from value.values()
        else:
            for each in value.values():
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def ids_on(page: Page, path: str, language: str) -> Iterator[str]:
    """Yield each identifier that a page shows, and each English word in Japanese text, with the text around it."""
    if path in FOR_PROGRAMS:
        return
    if path.endswith("/replay"):
        page.locator("section.list button").first.wait_for()
    for text in page.evaluate(SHOWN, ""):
        for found in (*shown_ids(text), *(shown_values(text) if language == "ja" else ())):
            yield f"{found}: {text[:80]}"
    if language == "ja":
        yield from english_on(page)


def test_no_view_shows_an_id(table: QuietTable) -> None:
    """Views contain none either; the walk over the pages calls ``ids_on``."""
    table.set_out(3, 4)
    table.turn_dora("9p", Seat.C, 5)
    table.see()
    stage_faults(table, FAULT_KINDS)
    assert table.service is not None
    view = json.loads(json.dumps(table.service.newest(Audience.STAFF)))
    assert len(view["faults"]) > 60
    assert [found for each in texts(view) if (found := [*shown_ids(each), *shown_names(each)])] == []


def test_every_value_has_its_word_on_the_pages(browser: Browser, bare_service: WebServer) -> None:
    page = browser.new_page()
    page.goto(f"{bare_service.address}/login")
    for module, tables in WORDED.items():
        for name, values in tables.items():
            worded = page.evaluate(f"async () => Object.keys((await import('{module}')).{name})")
            assert {*values} - {*worded} == set(), f"{module}: {name}"


def test_ids_are_found() -> None:
    assert {"FaultRaised", "hand-too-many", "confirm_settlement", "loses_right", "noten_riichi"} <= ids()
    assert [*shown_ids("FaultRaised · F2 hand-too-many no_such_word release = never")] == [
        *("hand-too-many", "FaultRaised")[::-1],
        "F2",
        "no_such_word",
        "release = never",
    ]
    assert not [*shown_ids("npm-2008 art. 12, East 2: AT-F2000 x, https://a/b_c, jantaku_1.toml 東2局")]
    assert NUMBERED.findall("Q3")
    assert shown_names("npm-2008 art. 12 (wall-only), tenhou.net/6, tenhou") == ["npm-2008", "wall-only", "tenhou"]
    assert shown_values("科した罰則: chombo、upheld") == ["chombo", "upheld"]

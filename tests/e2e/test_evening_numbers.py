"""Whole evenings through the real service: every number of every output agrees with the events at every moment."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from api.access.routes import ROWS
from api.home_assistant.entities import ENTITIES
from controller.riichi.seat import SEATS
from tests.support.evening import GAMES, MOST_ROUNDS, TURNS, Evening, room
from tests.support.evening_pages import NUMBERLESS as PLAIN_PAGES
from tests.support.evening_pages import REPLAY, REPORT, SHOWN, Pages
from tests.support.evening_walk import WALKED, walked
from tests.support.longer import others_long
from tests.support.page_walk import FILES, NOT_PAGES

OUTPUTS = 48
"""Number of compared kinds of outputs: answers, feeds, files, commands, and messages that leave the venue."""
OF_TABLES = "/api/v1/tables/{table}/"
NUMBERLESS = frozenset(
    {
        *("/api/v1/authority", "/api/v1/faults", "/api/v1/reach", "/api/v1/start", "/api/v1/venue", "/api/v1/tables"),
        "/api/v1/players",
        *("/api/v1/schemas", "/api/v1/schemas/{name}"),
        *("/api/v1/rulebooks", "/api/v1/rulebooks/{first}/differences/{second}"),
        *(f"/api/v1/events{name}" for name in ("", "/{event}", "/{event}/facts", "/{event}/sheets/{part}")),
        *(f"/api/v1/access/{name}" for name in ("devices", "me", "tokens")),
        *(f"/api/v1/setup{name}" for name in ("", "/found", "/sheets.pdf", "/tables/{table}")),
        *(f"/api/v1/setup/tables/{{table}}/{name}" for name in ("look", "picture")),
        *(f"{OF_TABLES}{name}" for name in ("broadcast", "camera", "cameras", "photos/{seat}", "release", "row")),
        *(f"{OF_TABLES}{name}" for name in ("goals", "health", "troubles")),
        *(f"{OF_TABLES}evidence/{{subject}}{name}" for name in ("", "/crop", "/frames/{number}")),
    }
)
"""Routes without numbers of a table's standing: access, machines, pictures, looks, books and words, the list of tables,
names, and events (tests/api/http/test_league.py checks their numbers).
"""
SHORT = ("npm-2008", "teikoku")
HAPPENED = {
    *("ron", "tsumo", "two rons", "draw", "chombo", "replayed", "unseen", "unseen entered", "state_riichi"),
    *("confirmed late", "ruled", "reviewed", "undone", "undo", "corrected"),
}


def test_three_games_of_an_evening_tell_one_story_everywhere(tmp_path: Path) -> None:
    found, evening = walked(tmp_path, "wakashachi-2025", 3)
    assert found.wrong == []
    assert {name for name, times in evening.done.items() if times} >= HAPPENED
    assert found.walked.total() > 500
    assert len(found.walked) == OUTPUTS, sorted(found.walked)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("book", [*SHORT, "tomioka", "kenko-2022", "mleague", "wakashachi-2025"])
def test_many_evenings_tell_one_story_each(tmp_path: Path, book: str, seed: int) -> None:
    found, _ = walked(tmp_path, book, 100 + seed, GAMES, MOST_ROUNDS)
    assert found.wrong == []


@pytest.mark.parametrize(
    ("languages", "games", "every"),
    [(("ja", "en"), 2, False), *others_long([(("ja", "en"), 2, True), (("en", "ja"), 3, True)])],
)
def test_every_page_shows_what_the_facts_come_to(
    browser: Browser, tmp_path: Path, languages: tuple[str, ...], games: int, every: bool
) -> None:
    """``every``: compare at each change of games, else at the first of each kind of moment."""
    with room(tmp_path, "wakashachi-2025") as shared:
        pages, seen, most = Pages(browser, shared, languages), set[str](), 2
        for moment in Evening(shared, 3, games).play():
            turn = moment in TURNS
            if (turn and every) or (moment not in seen and (turn or len(seen) < most)):
                pages.look(moment, past=turn)
            seen.add(moment)
        pages.close()
    assert pages.found.wrong == []
    more = {"page replay", "page report", "printed report", "page console's results", "page board's past"}
    assert set(pages.found.walked) == {f"page {name}" for name in SHOWN} | more


def test_every_page_that_shows_numbers_is_walked() -> None:
    shells = {row.path for row in ROWS if row.least is None and row.methods == "GET"}
    told = {path for path in shells if not path.startswith(NOT_PAGES) and path not in FILES}
    shown = {"/", "/start", "/tables/{table}", "/seat/{table}/{seat}", "/overlay/{table}", "/overlay/{table}/{part}"}
    assert told == shown | {REPLAY, REPORT} | PLAIN_PAGES


def test_every_route_that_tells_numbers_is_walked() -> None:
    told = {row.path for row in ROWS if row.path.startswith("/api/v1/") and row.methods in ("GET", "WS")}
    assert told == WALKED | NUMBERLESS
    scores = {entity.key for entity in ENTITIES if "score" in entity.key}
    assert scores == {f"score_{seat.name.lower()}" for seat in SEATS}

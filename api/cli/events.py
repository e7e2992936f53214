"""Events (leagues, tournaments) of a store on the command line, by the same code as in the service."""

import getpass
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from api.cli.terminal.rows import print_rows
from api.cli.terminal.styles import FAINT, STRONG, Cell
from api.http.league.bodies import DrawBody, FactBody, FactKind
from api.http.league.desk import LeagueDesk, LeagueStand
from api.http.league.event_files import Doubt
from api.http.league.routes import draw_of
from api.http.league.schemas import facts_json, summary, whole
from api.http.league.sheets import SheetPart, facts_of, sheet_of
from api.http.problems import RefusedError
from api.http.schemas.wire import read_plain
from controller.errors import EventError
from controller.journal.events.league import DrawRule, LeagueFact, LeagueOpened
from controller.league.standing import carried
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known_books, load, published
from controller.rulebooks.written import book_text
from controller.sheets.decode import decoded

USUAL: Final = "venue.events.sqlite"
"""Default journal of events."""
# Fields of a fact with several values, which may be separated by commas instead of given as JSON.
_LISTS: Final = ("players", "scores", "chombo", "penalty_points", "wrong_declared")


@contextmanager
def _desk(journal: str) -> Iterator[LeagueDesk]:
    desk = LeagueDesk(lambda: journal, known_books(), {})
    try:
        yield desk
    finally:
        desk.close()


def _stand(desk: LeagueDesk, event: str) -> LeagueStand:
    stand = desk.stand(event)
    if stand is None:
        raise EventError(f"no event {event!r}: expected one that jantaku event list tells")
    return stand


def _tell(desk: LeagueDesk, event: str, facts: Sequence[LeagueFact]) -> None:
    desk.tell(event, facts, getpass.getuser(), None)


def listed(*, journal: str = USUAL, as_json: bool = False) -> int:
    """Print every event."""
    with _desk(journal) as desk:
        every = [summary(name, league) for name, league in desk.names()]
    if as_json:
        print(json.dumps(every, ensure_ascii=False))
    else:
        rows: list[list[Cell]] = [
            [(each["event"], STRONG), each["name"], (each["rulebook"], FAINT), f"{each['games']}"] for each in every
        ]
        print_rows(rows, right=(3,))
    return 0


def opened(event: str, *, name: str, rulebook: str = DEFAULT_RULEBOOK, rounds: int = 0, journal: str = USUAL) -> int:
    """Open an event with a published rulebook, or with house rules from a file, which are stored with it."""
    book = load(rulebook)
    text = "" if book.id in published() else book_text(book)
    with _desk(journal) as desk:
        _tell(desk, event, [LeagueOpened(name, book.id, rounds, book=text)])
    return 0


def enter_fact(event: str, kind: FactKind, values: list[str], *, journal: str = USUAL) -> int:
    """Enter one fact, by the fields of the service's request."""
    body: dict[str, Any] = {"kind": kind.value}
    for each in values:
        name, separator, value = each.partition("=")
        if not separator or name not in FactBody.__struct_fields__:
            raise EventError(f"{each!r}: expected FIELD=VALUE, with a field of {', '.join(FactBody.__struct_fields__)}")
        try:
            body[name] = json.loads(value) if value[:1] == "[" else value.split(",") if name in _LISTS else value
        except ValueError as error:
            raise EventError(f"{name}: not JSON: {error}") from None
    with _desk(journal) as desk:
        _tell(desk, event, [read_plain(body, FactBody, strict=False).fact()])
    return 0


def listed_facts(event: str, *, journal: str = USUAL) -> int:
    """Print the entered facts, newest first."""
    with _desk(journal) as desk:
        facts = facts_json(_stand(desk, event).league)
    rows: list[list[Cell]] = []
    for each in facts:
        rest = {name: value for name, value in each.items() if name not in ("number", "tells")}
        rows.append([str(each["number"]), (each["tells"], STRONG), (" ".join(_flat(rest)), FAINT)])
    print_rows(rows, right=(0,))
    return 0


def _flat(value: Any) -> Iterator[str]:
    """Yield the values in a nested value as text, without field names."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for each in value:
            yield from _flat(each)
    elif value not in ("", None, False, 0):
        yield str(value)


def carried_over(event: str, earlier: str, *, percent: int = 100, journal: str = USUAL) -> int:
    """Carry points over from an earlier event."""
    with _desk(journal) as desk:
        before, own = _stand(desk, earlier), _stand(desk, event)
        facts = list(carried(own.league, before.standing, before.league.rules.name, percent))
        _tell(desk, event, facts)
    print(f"{len(facts)} taken", file=sys.stderr)
    return 0


def entered(event: str, file: Path, *, journal: str = USUAL) -> int:
    """Enter the games of a file; 1 if something in it is doubtful."""
    doubts: list[Doubt] = []
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise EventError(f"{file}: cannot be read: {error.strerror or error}") from None
    with _desk(journal) as desk:
        facts = facts_of(decoded(raw), _stand(desk, event).standing.event.unit, doubts)
        _tell(desk, event, facts)
    for doubt in doubts:
        print(f"jantaku event: {file}: {doubt.where}: {doubt.said.ja} {doubt.said.en}", file=sys.stderr)
    print(f"{len(facts)} taken", file=sys.stderr)
    return 1 if any(doubt.asks for doubt in doubts) else 0


def drawn(
    event: str, *, rule: DrawRule = DrawRule.EQUAL, rounds: int = 1, seed: int | None = None, journal: str = USUAL
) -> int:
    """Draw the next rounds and print their seats."""
    with _desk(journal) as desk:
        try:
            facts = draw_of(_stand(desk, event), DrawBody(rule, rounds=rounds, seed=seed))
        except RefusedError as error:
            raise EventError(error.reason.en) from None
        _tell(desk, event, facts)
        print(sheet_of(SheetPart.SEATING, _stand(desk, event).league, _stand(desk, event).standing), end="")
    return 0


def show_standings(event: str, *, csv: str = "", as_json: bool = False, journal: str = USUAL) -> int:
    """Print the standings of an event, or one part of it as CSV."""
    parts = [each.value for each in SheetPart]
    if csv and csv not in parts:
        raise EventError(f"--csv {csv!r}: expected one of {', '.join(parts)}")
    with _desk(journal) as desk:
        stand = _stand(desk, event)
        if csv:
            print(sheet_of(SheetPart(csv), stand.league, stand.standing), end="")
            return 0
        told = whole(event, stand)
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
        return 0
    rows: list[list[Cell]] = [
        [
            str(row["rank"] or "–"),
            (row["player"], STRONG),
            f"{row['points']:g}",
            str(len(row["games"])),
            (row["team"] if row["why"] is None else f"{row['team']} {row['why']['ja']} {row['why']['en']}", FAINT),
        ]
        for row in told["standings"]
    ]
    print_rows(rows, right=(0, 2, 3))
    for team in told["teams"]:
        print(f"{team['rank']}  {team['team']}  {team['points']:g}")
    return 0

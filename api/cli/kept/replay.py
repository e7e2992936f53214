"""``jantaku replay``: prints the facts of a journal, or reads its recorded evidence again."""

import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import Final

from api.cli.terminal.progress import long_work
from api.operations.logs import to_stderr
from api.stores.open import open_read_only
from controller.journal.chain import record_to_line
from controller.journal.chain import verify as verified
from controller.journal.codec import plain
from controller.journal.events import Event, Fault, RoundDrawn, RoundRenamed, RoundStarted, RoundWon, WonHand
from controller.journal.ledger import round_at
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, TableState
from controller.journal.wording import FACTS, fault_title, round_title
from controller.riichi.meld import Meld
from controller.riichi.notation import format_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.scoring.score import Score
from controller.text import Language, Text, one_line


def replay(journal: str, *, as_json: bool = False, evidence: Path | None = None, lang: Language = Language.EN) -> int:
    """Print each fact in order, then the resulting state, or read ``evidence`` again; stops at an invalid record."""
    if evidence is not None:
        return replay_evidence(journal, evidence, as_json)
    state = NOTHING_YET
    for record in verified(open_read_only(journal).read()):
        state = reduce(state, record.event)
        if as_json:
            print(record_to_line(record).decode())
        else:
            print(f"{record.sequence:6} {event_line(record.event, state, lang)}")
    if as_json:
        print(json.dumps({"state": plain(state)}, ensure_ascii=False))
    else:
        print(_SUM.of(lang).format(state.game, state.rounds, list(state.scores)))
    return 0


def replay_evidence(journal: str | Path, evidence: Path, as_json: bool) -> int:
    """Read recorded evidence again with this version and print the differences; 1 if there are any."""
    to_stderr()
    from api.evidence.replay import replay_evidence as run

    with long_work("証拠 evidence", 0) as shown:
        change = run(list(verified(open_read_only(journal).read())), evidence, shown.at)
    if as_json:
        print(json.dumps(asdict(change), ensure_ascii=False))
    else:
        for line in (*change.seen, *change.facts):
            print(line)
        print(
            f"frames {change.frames}, signals and claims {change.others}, zones read otherwise {change.zones}", end=""
        )
        print(f", facts gone {change.facts_gone}, new {change.facts_new}")
    return 1 if change.seen or change.facts else 0


def event_line(event: Event, after: TableState, language: Language) -> str:
    """Return an event in words on one line: its name, with seats, tiles and points.

    ``after``: the state after the event.
    """
    told = [getattr(event, each.name) for each in fields(event) if each.name not in _LEFT_OUT]
    if isinstance(event, RoundStarted | RoundRenamed):
        earlier = event.round if isinstance(event, RoundRenamed) else 0
        named = round_at(after, earlier or after.rounds)
        told = [] if named is None else [round_title(named.round)]
    standing = next((each for each in after.faults if each.fault.id == getattr(event, "fault", "")), None)
    if standing is not None:
        told.append(fault_title(after, standing))
    words = [each for value in told for each in _words(value, language)]
    words += [each for field in _SAID for each in _strings(getattr(event, field, ()))]
    name = FACTS[type(event)].of(language).removeprefix("the ")
    return one_line(": ".join(filter(None, (name, " ".join(words)))), _MOST)


def _words(value: object, language: Language) -> Iterator[str]:
    """Yield seats, tiles, words and points of a fact's value; ids and flags are shown only by ``--json``."""
    match value:
        case Text():
            yield value.of(language)
        case Seat():
            yield value.name
        case Tile():
            yield format_tiles((value,))
        case Fault():
            yield value.name.of(language)
        case Score():
            yield f"{value.points:,}"
        case tuple() if value and all(isinstance(each, Tile) for each in value):
            yield format_tiles(value)
        case tuple() if value and all(isinstance(each, int) and not isinstance(each, bool | Enum) for each in value):
            yield ", ".join(f"{each:,}" for each in value)
        case tuple():
            for each in value:
                yield from _words(each, language)
        case WonHand():
            yield from _words((value.win.winner, value.score), language)
        case Meld():
            yield from _words(value.tiles, language)
        case RoundWon() | RoundDrawn():
            yield event_line(value, NOTHING_YET, language)


def _strings(value: str | tuple[str, ...]) -> Iterator[str]:
    yield from filter(None, (value,) if isinstance(value, str) else value)


_SAID: Final = ("names", "why")
"""Fields with text that people entered."""
_MOST: Final = 400
_LEFT_OUT: Final = ("at", "evidence", "book")
_SUM: Final = Text("第{}半荘 通算{}局目 持ち点 {}", "game {}, round {}, scores {}")

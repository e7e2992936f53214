"""Plays whole games from pixels and bytes, four under each rulebook, and compares every round's record with the truth:
python -m tests.support.play_hanchans [--way careful] && python docs/generate/draw_hanchans.py

Takes hours; each game is stored in docs/hanchans.json at its end, and an interrupted run continues from there.
"""

import argparse
import json
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final

from api.demo.run import TABLE, running, settled, wait_for_rounds
from api.demo.table import DemoSetup, PlayAs, SimulatedTable
from api.demo.truth import compare
from api.demo.web import WebServer
from api.service.table_service import TableService
from controller.journal import events as ev
from controller.journal.chain import Record
from controller.records import secrecy_gate
from controller.records.collect import games
from controller.records.mjai import writer as mjai_writer
from controller.records.record import GameRecord, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.compatibility import fit
from controller.views.gate import Audience
from hardware.profiles.load import DEFAULT_PROFILE, load_profile, profile_ids
from hardware.profiles.machine_facts import table_work
from hardware.simulator.game.record import read_truth
from hardware.simulator.game.round import play_rounds
from tests.support.answering import AnsweringReferee

BOOKS: Final = tuple(book for book in rulebook_ids() if book != "mleague")
GAMES: Final = 4
RUN: Final = Path(__file__).parents[2] / "docs" / "hanchans.json"
WAYS: Final[Mapping[str, PlayAs]] = MappingProxyType(
    {
        "exact": PlayAs("exact"),
        "careful": PlayAs(),
        "careless": PlayAs("photo"),
        "arms": PlayAs(arms=0.3),
        "tilted": PlayAs(tilt=35.0),
    }
)
"""How players place tiles and how the table is seen, by name; games of different ways have different tiles."""
_LAID: Final[Mapping[str, frozenset[str]]] = MappingProxyType({"photo": frozenset({"river-row-length"})})
"""Faults that are correct findings, by how tiles are placed: some rows really have five to eight discards."""
_MOST_ROUNDS: Final = 100
_APART: Final = 100
_KEPT: Final = GAMES * len(BOOKS)
# Seconds of silence: building a set takes half a minute of table time, but much longer on a busy machine.
_SILENT_S: Final = 600.0
# Seconds after which the content of a game's last pictures is known.
_LEARNT_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Hanchan:
    """Result of reading one game; ``right``: rounds whose exported records equal the truth byte by byte.

    ``questions``: questions and faults put to the referee. ``repaired``: discards re-read later without a person.
    """

    rulebook: str
    profile: str
    seed: int
    rounds: int
    right: int
    ended: bool
    discards: int
    tiles_right: int
    tiles_wrong: int
    questions: int
    rounds_with_questions: int
    repaired: int
    faults: tuple[str, ...]
    seconds: float
    way: str = "exact"


def suited(book: str) -> str:
    """Return a table family at which that book may be played, the default one if possible."""
    usable = [name for name in profile_ids() if fit(rulebook(book), table_work(load_profile(name))).usable]
    return DEFAULT_PROFILE if DEFAULT_PROFILE in usable else usable[0]


def rounds_of(book: str, profile: str, seed: int) -> int:
    """Number of rounds until that game ends by its book."""
    known = load_profile(profile)
    played = play_rounds(rulebook(book), seed, _MOST_ROUNDS, known.wall.stacks, work=table_work(known))
    return sum(1 for _ in takewhile(lambda one: one.game == 1, played))


def play(
    book: str, seed: int, folder: Path, rounds: int | None = None, way: str = "exact", evidence: bool = False
) -> tuple[Hanchan, list[str]]:
    """Play a game, or its first ``rounds``; return the result and a line per difference.

    Journal and truth stay in ``folder``, with ``evidence`` the frames as well.
    """
    profile = suited(book)
    count = rounds_of(book, profile, seed) if rounds is None else rounds
    setup = DemoSetup(
        hands=count,
        fast=True,
        seed=seed,
        rulebook=book,
        wrong_break="",
        profile=profile,
        play=WAYS[way],
        evidence=evidence,
    )
    began = time.monotonic()
    with running(setup, folder) as (table, service):
        referee = _wait(table, service, count)
        records = list(service.records())
        truth = table.truth_of(count)
    seen = compare(truth, records)
    read = games((record.event for record in records), rulebook(book))
    true = read_truth(truth, read[0].names if read else ("", "", "", ""))
    differences = [*referee.refused, *seen.differences, *_exports_differ(read, true)]
    laid = _LAID.get(WAYS[way].laying, frozenset())
    differences = [line for line in differences if line.split(": false ")[-1] not in laid]
    asked = _asked_in(records, laid, referee.answered)
    told = Hanchan(
        rulebook=book,
        profile=profile,
        seed=seed,
        rounds=count,
        right=_equal_rounds(read, true),
        ended=any(isinstance(record.event, ev.GameEnded) for record in records),
        discards=sum(isinstance(record.event, ev.Discarded) for record in records),
        tiles_right=seen.tiles_right,
        tiles_wrong=seen.tiles_wrong,
        questions=len(asked),
        rounds_with_questions=len(set(asked)),
        repaired=sum(isinstance(record.event, ev.DiscardCorrected) for record in records),
        faults=tuple(
            record.event.fault.code
            for record in records
            if isinstance(record.event, ev.FaultRaised) and record.event.fault.code not in laid
        ),
        seconds=round(time.monotonic() - began, 1),
        way=way,
    )
    return told, differences


def _wait(table: SimulatedTable, service: TableService, rounds: int) -> AnsweringReferee:
    """Wait until ``rounds`` rounds are settled, or the game is over and nothing more is read of it.

    A referee enters the rounds whose results wait.
    """
    web = WebServer({TABLE: service})
    web.start()
    try:
        referee, silent = AnsweringReferee(table.truth, service, web), 0.0
        while settled(service) < rounds and silent < _SILENT_S:
            known = service.number
            wait_for_rounds(service, rounds, _LEARNT_S, told=lambda _, __: referee.answer())
            silent = silent + _LEARNT_S if service.number == known else 0.0
            if silent and table.truth.is_file() and table.truth.read_bytes().count(b"\n") >= rounds:
                break
        table.truth_of(rounds)
        referee.answer(play_is_over=True)
    finally:
        web.stop()
    return referee


def _asked_in(records: Sequence[Record], laid: frozenset[str], entered: Collection[int]) -> list[int]:
    """Round numbers of all questions and faults; ``laid``: codes of faults that were really made.

    A result that waited until a person ``entered`` it counts as a question; an unseen end is already counted as a
    fault.
    """
    number, asked = 0, []
    for record in records:
        number += isinstance(record.event, ev.RoundStarted)
        fault = isinstance(record.event, ev.FaultRaised) and record.event.fault.code not in laid
        if fault or isinstance(record.event, ev.QuestionAsked):
            asked.append(number)
    return [*asked, *(number for number in entered if number not in asked)]


def _rounds(played: Sequence[GameRecord]) -> list[RoundRecord]:
    """Rounds as released to the public: only what was open on the table."""
    return [one for game in played for one in secrecy_gate.let_out(game, Audience.PUBLIC, time.time()).rounds]


def _written(one: RoundRecord | None) -> tuple[str, list[str]] | None:
    if one is None:
        return None
    return json.dumps(tenhou_writer.round_row(one), ensure_ascii=False), [
        json.dumps(line) for line in mjai_writer.round_lines(one)
    ]


def _equal_rounds(read: Sequence[GameRecord], true: Sequence[GameRecord]) -> int:
    return sum(_written(ours) == _written(theirs) for ours, theirs in zip(_rounds(read), _rounds(true), strict=False))


def _exports_differ(read: Sequence[GameRecord], true: Sequence[GameRecord]) -> list[str]:
    """Return a line for each line of the exports that differs."""
    lines = []
    for number, (ours, theirs) in enumerate(zip_longest(_rounds(read), _rounds(true)), 1):
        one, other = _written(ours), _written(theirs)
        if one is None or other is None:
            lines.append(f"round {number}: record {'missing' if one is None else 'too many'}")
        elif one != other:
            pairs = zip_longest((one[0], *one[1]), (other[0], *other[1]))
            lines += [f"round {number}: read {mine}, truth {told}" for mine, told in pairs if mine != told]
    return lines


def last_run(way: str = "exact") -> list[dict[str, Any]]:
    """Stored games of that way."""
    return [row for row in _kept() if row.get("way", "exact") == way]


def _kept() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(RUN.read_text(encoding="utf-8")) if RUN.is_file() else []
    return rows


def keep(told: Hanchan) -> None:
    """Store a game in place of an earlier run of it."""
    key = (told.rulebook, told.seed)
    rows = [row for row in _kept() if (row["rulebook"], row["seed"]) != key]
    rows.append(json.loads(json.dumps(asdict(told))))
    rows.sort(key=lambda row: row["seed"])
    RUN.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


def due(books: Sequence[str], again: Sequence[int], way: str = "exact") -> list[tuple[str, int]]:
    """Games that are not stored yet, or the seeds in ``again``; no two games have the same tiles."""
    known = {row["seed"] for row in last_run(way)} - set(again)
    first = 1 + _APART * list(WAYS).index(way)
    seeds = [seed for seed in again if _way_of(seed) == way] if again else range(first, first + _KEPT)
    asked = [(BOOKS[(seed - 1) % _APART // GAMES % len(BOOKS)], seed) for seed in seeds]
    return [(book, seed) for book, seed in asked if book in books and seed not in known]


def _way_of(seed: int) -> str:
    """Way of a seed: the ways take turns with a hundred seeds each."""
    return list(WAYS)[(seed - 1) // _APART % len(WAYS)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the due games; return 1 if a round was recorded wrongly or a fault was reported."""
    parser = argparse.ArgumentParser(description="play whole games from pixels and bytes and compare the records")
    parser.add_argument("--book", action="append", choices=BOOKS, help="only this rulebook; may be given again")
    parser.add_argument(
        "--again",
        action="append",
        type=int,
        default=[],
        metavar="SEED",
        help="only this game, anew; one beyond the first twenty of the way is not kept",
    )
    parser.add_argument("--way", choices=list(WAYS), default="exact", help="how players lay tiles and are seen")
    parser.add_argument("--games", type=int, help="no more than so many now")
    parser.add_argument("--rounds", type=int, help="only the first rounds of each game, which is not kept then")
    parser.add_argument("--evidence", type=Path, help="journals, truth and frames stay in this folder")
    asked = parser.parse_args(arguments)
    clean = True
    for book, seed in due(asked.book or BOOKS, asked.again, asked.way)[: asked.games]:
        with TemporaryDirectory() as passing:
            folder = Path(passing) if asked.evidence is None else asked.evidence / str(seed)
            folder.mkdir(parents=True, exist_ok=True)
            told, differences = play(book, seed, folder, asked.rounds, asked.way, evidence=asked.evidence is not None)
        if asked.rounds is None and seed <= _APART * len(WAYS) and (seed - 1) % _APART < _KEPT:
            keep(told)
        clean = clean and not differences and not told.faults
        print("\n".join((json.dumps(asdict(told)), *differences)), flush=True)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())

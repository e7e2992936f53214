"""Plays whole games with a camera behind every hand, and compares each released record with what was played:
python -m tests.support.released_records [--games 20] [--book mleague] [--into FOLDER]

``--into`` stores the released games as mjai and tenhou.net/6, for other programs.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile, zip_longest
from pathlib import Path

from controller.records import secrecy_gate
from controller.records.collect import games
from controller.records.mjai import writer as mjai_writer
from controller.records.record import GameRecord, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.rulebooks.catalogue import load
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.gate import Audience
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.game.record import game_records
from hardware.simulator.game.round import play_rounds
from tests.support.bench import Game

_MOST_ROUNDS = 40


@dataclass(slots=True)
class ReleasedRecords:
    """Number of rounds played, and of rounds whose record equals the truth in both formats."""

    rounds: int = 0
    right: int = 0


def play(book: str, seed: int, rounds: int | None = None) -> tuple[list[GameRecord], list[GameRecord]]:
    """Play a game of a seed, or its first ``rounds``; return the released games and the true ones."""
    known = load_profile(DEFAULT_PROFILE)
    if rounds is None:
        every = play_rounds(load(book), seed, _MOST_ROUNDS, known.wall.stacks, work=table_work(known))
        rounds = sum(1 for _ in takewhile(lambda one: one.game == 1, every))
    game = Game(book, seed, rounds, seats=True)
    director, step = Director.open(Venue(book, auto_settle=True), 0.0)
    events = list(step.events)
    for each in game.evidence():
        events += director.handle(each).events
    read = [secrecy_gate.let_out(one, Audience.PUBLIC, 2.0, 1.0) for one in games(events, load(book))]
    return read, game_records(game.truth, read[0].names if read else ("", "", "", ""))


def _written(one: RoundRecord) -> list[str]:
    row, *lines = tenhou_writer.round_row(one), *mjai_writer.round_lines(one)
    return [json.dumps(each, ensure_ascii=False) for each in (row, *lines)]


def compared(read: Sequence[GameRecord], true: Sequence[GameRecord], figures: ReleasedRecords) -> list[str]:
    """Return each line that differs, with the true one; adds the rounds to ``figures``."""
    differences: list[str] = []
    ours, theirs = ([one for game in each for one in game.rounds] for each in (read, true))
    for mine, told in zip_longest(ours, theirs):
        figures.rounds += 1
        lines, right = ([] if one is None else _written(one) for one in (mine, told))
        figures.right += lines == right
        pairs = zip_longest(lines, right)
        differences += [f"{told.name if told else '?'}: read {a}, played {b}" for a, b in pairs if a != b]
    return differences


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and every difference; return 1 if fewer than 95 of 100 rounds are right."""
    parser = argparse.ArgumentParser(description="hold released records of seat cameras against what was played")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--book", default="mleague")
    parser.add_argument("--into", type=Path)
    asked = parser.parse_args(arguments)
    figures = ReleasedRecords()
    for seed in range(1, asked.games + 1):
        read, true = play(asked.book, seed)
        print("\n".join((f"game {seed}", *compared(read, true, figures))), flush=True)
        for game in read if asked.into else ():
            asked.into.mkdir(parents=True, exist_ok=True)
            (asked.into / f"{seed}.json").write_text(tenhou_writer.write(game), encoding="utf-8")
            (asked.into / f"{seed}.mjson").write_text("\n".join(mjai_writer.write(game)) + "\n", encoding="utf-8")
    print(json.dumps(asdict(figures)))
    return 0 if figures.right >= 0.95 * figures.rounds else 1


if __name__ == "__main__":
    sys.exit(main())

"""Counts of the staged faults: ``python -m tests.support.fault_suite`` runs every variant, ``--keep`` stores the
counts.

The full run is long; the tests run one variant of each case. ``--clean N`` adds N whole games without a fault per
rulebook.
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from controller.journal import events as ev
from controller.ports.eyes import Sighting
from controller.table.director import Director
from controller.table.venue import Venue
from tests.support.bench import Game
from tests.support.fault_cases import BOOKS, Case, Distraction, cases
from tests.support.fault_verbs import staged

VARIANTS: Final = 5
FIGURES: Final = Path(__file__).parents[1] / "vectors" / "fault_figures.toml"


@dataclass
class Told:
    """Result of one staging: whether the fault was found at the right seat, its clause, and other faults raised."""

    case: Case
    book: str
    variant: int
    found: bool
    strange: tuple[str, ...]
    clause: str = ""

    @property
    def line(self) -> str:
        """Return one line on what went wrong."""
        missed = "" if self.found else " MISSED"
        return f"{self.case.file} {self.book} {self.variant}{missed} {' '.join(self.strange)}"


def tell(case: Case, book: str, variant: int) -> Told:
    """Stage a case and compare the faults that the director raises."""
    try:
        stage, raised = staged(case, book, variant)
    except IndexError as error:
        # A staging that is impossible in this variant, such as a call from an empty river.
        return Told(case, book, variant, False, (str(error),))
    hits = [each.fault for each in raised if each.fault.code == case.code]
    right = bool(hits) and (not case.seat or any(fault.seat is stage.seat(case.seat) for fault in hits))
    strange = [each.fault.code for each in raised if each.fault.code not in (case.code, *case.also)]
    return Told(case, book, variant, right, tuple(strange), hits[0].remedy.clause if hits else "")


def every(variants: Sequence[int], codes: Sequence[str] = (), books: Sequence[str] = ()) -> Iterator[Told]:
    """Stage every case, or those with these codes, under every book that has the fault, or under these books."""
    for case in cases():
        if not codes or case.code in codes or case.file in codes:
            for book in case.books:
                if book in (books or case.books):
                    yield from (tell(case, book, variant) for variant in variants)


@dataclass
class Clean:
    """A whole game without a fault, with hands over the tiles and single wrong readings; ``faults``: false alarms."""

    book: str
    seed: int
    rounds: int
    faults: list[str] = field(default_factory=list)
    played: int = 0

    def play(self) -> "Clean":
        """Play the game through a director."""
        game = Game(self.book, self.seed, self.rounds)
        director, _ = Director.open(Venue(self.book, auto_settle=True), 0.0)
        distraction = Distraction(Random(f"clean/{self.book}/{self.seed}"))
        for evidence in game.evidence():
            made = distraction.over(evidence) if isinstance(evidence, Sighting) else evidence
            step = director.handle(made)
            for event in step.events:
                if isinstance(event, ev.FaultRaised):
                    self.faults.append(event.fault.code)
                    print(f"false alarm: {self.book} seed {self.seed}: {event.fault.code} {event.fault.detail.en}")
        self.played = len(game.truth)
        return self


def keep(games: Sequence[Clean], variants: int, codes: dict[str, dict[str, int]]) -> None:
    """Write the counts of this run; counts of what was not run stay as before."""
    figures = tomllib.loads(FIGURES.read_text("utf-8"))
    if games:
        figures["clean_rounds"] = sum(game.played for game in games)
        figures["clean_games"] = len(games)
        figures["false_alarms"] = sum(len(game.faults) for game in games)
        figures["games_with_false_alarms"] = sum(bool(game.faults) for game in games)
    figures["variants"] = variants or figures["variants"]
    told = {**figures.pop("codes"), **codes}
    lines = [*(f"{name} = {number}" for name, number in figures.items()), ""]
    lines += [
        f"[codes.{code}]\nstaged = {told[code]['staged']}\nfound = {told[code]['found']}" for code in sorted(told)
    ]
    FIGURES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Stage everything, print errors and the counts by code; return 1 if a fault was missed."""
    parser = argparse.ArgumentParser(description="stage every fault of the vectors and count what is found")
    parser.add_argument("--variants", type=int, default=VARIANTS, help="variants of each case and book")
    parser.add_argument("--code", action="append", default=[], help="only this code or file; may be given again")
    parser.add_argument("--book", action="append", default=[], help="only this rulebook; may be given again")
    parser.add_argument("--clean", type=int, default=0, help="whole games without a fault per rulebook")
    parser.add_argument("--rounds", type=int, default=10, help="rounds of a clean game")
    parser.add_argument("--keep", action="store_true", help=f"write the figures to {FIGURES.name}")
    asked = parser.parse_args(arguments)
    books = tuple(asked.book) or BOOKS
    staged_, found, strange = Counter[str](), Counter[str](), Counter[str]()
    for told in every(range(asked.variants), asked.code, tuple(asked.book)):
        staged_[told.case.code] += 1
        found[told.case.code] += told.found
        strange[told.case.code] += bool(told.strange)
        if not told.found or told.strange:
            print(told.line, flush=True)
    games = [Clean(book, 100 + seed, asked.rounds).play() for book in books for seed in range(asked.clean)]
    false = sum(len(game.faults) for game in games)
    rounds = sum(game.played for game in games)
    total = sum(staged_.values())
    print(f"found {sum(found.values())} of {total}; beside them {sum(strange.values())} stagings told of another fault")
    print(f"{false} false alarms in {rounds} rounds of {len(games)} clean games")
    if asked.keep:
        keep(games, asked.variants, {code: {"staged": staged_[code], "found": found[code]} for code in staged_})
    return 0 if sum(found.values()) == total else 1


if __name__ == "__main__":
    sys.exit(main())

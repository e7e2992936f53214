"""Random whole games in which every entry is previewed before it is made: does the preview match the outcome?

``python -m tests.support.foreseen_games --rulings 5000 [--seed 0] [--json]``: makes that many deciding entries over
every book: rulings, reviews, dismissals, draws, wins, voids, confirmations and undos. In every second game a referee
also corrects records at random, settles, confirms everything, ends games, and undoes that.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from controller.ports.evidence import Evidence
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import KINDS, Tile
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.table.effects import Step
from controller.table.enter.decisions import DECIDING
from controller.table.foresee import sitting
from tests.support.random_games import RandomGame
from tests.support.tallies import Tallied

EVERY_BOOK = (*rulebook_ids(), *outside_ids())
_RULINGS = DECIDING | {ClaimKind.UNDO}


@dataclass
class Foreseen(Tallied):
    """Entries previewed and made, by kind; changes by what changed; ``wrong``: differences found."""

    made: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    wrong: list[str] = field(default_factory=list)


class ForeseenGame(RandomGame):
    """A game in which every entry is previewed first."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.seen = Foreseen()
        super().__init__(book, seed)

    def _give(self, evidence: Evidence) -> Step:
        if not isinstance(evidence, Claim) or evidence.kind not in _RULINGS:
            return super()._give(evidence)
        before = self.state
        told = self.director.foresee(evidence)
        if self.director.foresee(evidence).view.outcome != told.view.outcome:
            self._differs(evidence, "the same outcome under another name")
        if self.state is not before:
            self._differs(evidence, "the table moved")
        step = super()._give(evidence)
        if self._refuses(step):
            self.seen.refused += 1
        else:
            self.seen.made[evidence.kind.value] += 1
            self.seen.changed.update({each.about for each in told.view.changes})
        after, now = told.view.after, sitting(self.state, self.director.rulebook)
        if after != now or after.games[-1].settled != self.state.scores:
            self._differs(evidence, "what happened is not what was shown")
        if told.effects != step.effects or len(told.view.refused) != len(step.refused):
            self._differs(evidence, "another answer")
        if (told.view.before == after) is bool(told.view.changes):
            self._differs(evidence, "a change without a line, or a line without a change")
        return step

    def _differs(self, claim: Claim, how: str) -> None:
        self.seen.wrong.append(f"{self.book.id} seed {self.seed}, {claim.kind.value} {claim.subject}: {how}")


class MeddledGame(ForeseenGame):
    """A game in which decisions and corrections of one tap are made at random, and often undone."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.taps = Random(f"taps {book.id} {seed}")
        super().__init__(book, seed)

    def _meddle(self, chance: float) -> None:
        super()._meddle(chance)
        if self.taps.random() < 2 * chance:
            self._tap()
            if self.taps.random() < 0.4:
                self._give(Claim(ClaimKind.UNDO, self._later(), "referee"))

    def _tap(self) -> None:
        taps, round_ = self.taps, self.round_
        seat, faults = Seat(taps.randrange(4)), self.state.open_faults()
        tile, ordinal = (Tile(taps.randrange(KINDS)),), taps.randrange(1, self.state.rounds + 1)
        told: dict[ClaimKind, dict[str, Any]] = {
            ClaimKind.CORRECT_DISCARD: {"index": taps.randrange(max(1, len(round_.discards))), "tiles": tile},
            ClaimKind.CORRECT_INDICATOR: {"index": 0, "tiles": tile, "subject": taps.choice(("dora", "ura"))},
            ClaimKind.CORRECT_HAND: {"seat": seat, "tiles": self._hand(seat)},
            ClaimKind.STATE_VOICES: {"seats": tuple(taps.sample(SEATS, 2)), "subject": taps.choice(("", "together"))},
            ClaimKind.CONFIRM_DRAW: {
                "seats": (seat,),
                "nagashi": (),
                "round": ordinal,
            },
            ClaimKind.VOID_ROUND: {"round": ordinal},
            ClaimKind.STATE_RIICHI: {"seat": seat, "round": ordinal},
            ClaimKind.CONFIRM_ALL: {},
            ClaimKind.DEALER_STOPS: {},
            ClaimKind.TIME_BACK: {},
        }
        for kind in (ClaimKind.UPHOLD_FAULT, ClaimKind.DISMISS_FAULT, ClaimKind.CORRECT_FAULT, ClaimKind.SETTLE_FAULT):
            told[kind] = {"subject": taps.choice(faults).fault.id if faults else "F0", "seat": seat}
        kind = taps.choice(list(told))
        self._give(replace(Claim(kind, self._later(), "referee"), **told[kind]))

    def _hand(self, seat: Seat) -> tuple[Tile, ...]:
        tiles = self.taps.sample([Tile(kind) for kind in range(KINDS) for _ in range(4)], 13)
        return tuple(tiles[: 13 - 3 * len(self.round_.melds[seat])])


def foreseen(books: Sequence[str], rulings: int, seed: int = 0) -> Foreseen:
    """Play games of these books in turn until ``rulings`` entries were previewed and made."""
    told = Foreseen()
    for number in count(seed):
        for book in books:
            game = (MeddledGame if number % 2 else ForeseenGame)(rulebook(book), number)
            game.play()
            told.add(game.seen)
        if told.made.total() >= rulings:
            break
    return told


def main(arguments: Sequence[str]) -> int:
    """Play, print the counts, and fail if any preview differed from the outcome."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    found = foreseen(EVERY_BOOK, asked.rulings, asked.seed)
    told = {
        "books": len(EVERY_BOOK),
        "rulings": found.made.total(),
        "refused": found.refused,
        "wrong": len(found.wrong),
        "made": dict(sorted(found.made.items())),
        "changed": dict(sorted(found.changed.items())),
    }
    if asked.json:
        sys.stdout.write(json.dumps(told | {"first": found.wrong[:20]}, ensure_ascii=False) + "\n")
    else:
        for name, value in told.items():
            sys.stdout.write(f"{name}: {value}\n")
        for each in found.wrong[:20]:
            sys.stdout.write(f"  {each}\n")
    return bool(found.wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Faults to stage, one TOML file each, and distractions of the vision meanwhile."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.ports.eyes import SeenHand, SeenRiverTile, Sighting
from controller.referee.faults.remedies import is_lawful
from controller.riichi.notation import parse_tile
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from tests.support.golden import OTHERS, speaking_for

CASES: Final = Path(__file__).parents[1] / "vectors" / "faults"
BOOKS: Final = tuple(name for name in rulebook_ids() if name != "mleague")

Step = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A fault to stage: its steps, and the clauses of the books, empty where a book does not mention it."""

    code: str
    what: str
    steps: tuple[Step, ...]
    file: str
    seat: str = ""
    books: tuple[str, ...] = BOOKS
    marks: bool = False
    also: tuple[str, ...] = ()
    clauses: dict[str, str] = field(default_factory=dict)

    def speaks_so(self, book: str, clause: str) -> bool:
        """True if this is the clause under a book; for a book that is not named (``others``) any clause will do."""
        name = speaking_for(book, self.clauses)
        return bool(clause) is (OTHERS in self.clauses) if name == OTHERS else clause == self.clauses[name]


def cases() -> Iterator[Case]:
    """Yield every case of the vectors."""
    for path in sorted(CASES.glob("*.toml")):
        body = tomllib.loads(path.read_text("utf-8"))
        books = tuple(body.get("books", [name for name in BOOKS if not is_lawful(body["code"], rulebook(name))]))
        yield Case(
            body["code"],
            body["what"],
            tuple(body["steps"]),
            path.stem,
            body.get("seat", ""),
            books,
            body.get("marks", False),
            tuple(body.get("also", ())),
            body.get("clauses", {}),
        )


@dataclass
class Distraction:
    """Hands over the tiles, single wrong readings and tiles pushed straight, from a seed; none if ``rng`` is None."""

    rng: Random | None

    def over(self, made: Sighting) -> Sighting:
        """Return the sighting with the distractions applied."""
        rng = self.rng
        if rng is None:
            return made
        hide = [rng.random() < 0.12 for _ in range(14)]
        hands = [None if hide[4 + seat] else self._miscounted(made.hands[seat]) for seat in SEATS]
        return replace(
            made,
            rivers=tuple(None if hide[seat] else self._straightened(made.rivers[seat]) for seat in SEATS),
            hands=tuple(hands),
            melds=tuple(None if hide[8 + seat % 2] and seat < 2 else made.melds[seat] for seat in SEATS),
            walls=tuple(None if hide[10 + seat] and rng.random() < 0.5 else made.walls[seat] for seat in SEATS),
            indicators=None if rng.random() < 0.05 else made.indicators,
            sticks=None if rng.random() < 0.1 else made.sticks,
        )

    def _miscounted(self, hand: SeenHand | None) -> SeenHand | None:
        assert self.rng is not None
        if hand is not None and hand.standing > 1 and self.rng.random() < 0.03:
            return SeenHand(hand.standing + self.rng.choice((-1, 1)))
        return hand

    def _straightened(self, river: tuple[SeenRiverTile, ...] | None) -> tuple[SeenRiverTile, ...] | None:
        assert self.rng is not None
        if not river or self.rng.random() < 0.9:
            return river
        moved = [replace(each, seen=replace(each.seen, x=each.seen.x + self.rng.gauss(0, 1.5))) for each in river]
        if self.rng.random() < 0.3:
            place = self.rng.randrange(len(moved))
            wrong = replace(moved[place].seen, tile=parse_tile("5m"), confidence=0.4)
            moved[place] = replace(moved[place], seen=wrong)
        return tuple(moved)

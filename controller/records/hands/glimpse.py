"""Glimpses of one seat's concealed tiles and the tiles that left the hand, ordered by the seat's draws."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from controller.records.record import HAND, Act, CallAct, DiscardAct, DrawAct
from controller.riichi.meld import MeldKind
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile


@dataclass(frozen=True, slots=True)
class Glimpse:
    """All concealed tiles of a seat, including ``drawn``, seen after ``place`` acts of the round.

    ``sure``: the hand was open on the table at the end; a reading of a seat's camera may be wrong.
    """

    seat: Seat
    place: int
    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(default=None, repr=False)
    sure: bool = False

    @classmethod
    def of(cls, seat: Seat, place: int, tiles: tuple[Tile, ...], apart: Tile | None, *, sure: bool = False) -> Self:
        """Return the glimpse of a row of tiles and the tile set apart, if any."""
        return cls(seat, place, tiles if apart is None else (*tiles, apart), apart, sure)


@dataclass(frozen=True, slots=True)
class Known:
    """A seat's hand after ``draws`` draws and ``left`` tiles that left it; ``drawn``: the tile set apart."""

    draws: int
    left: int
    tiles: Counter[Tile]
    drawn: Tile | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Going:
    """A tile that left a hand after ``draws`` draws."""

    tile: Tile
    draws: int


@dataclass(frozen=True, slots=True)
class Course:
    """One seat's round: ``draws``: their indexes among the acts, ``told``: draw numbers (from 1) with known tiles."""

    draws: tuple[int, ...]
    goings: tuple[Going, ...]
    told: tuple[tuple[int, Tile], ...]


def course_of(acts: Sequence[Act], seat: Seat) -> Course:
    """Return a seat's draws and the tiles that left its hand; a draw discarded at once in riichi is known."""
    draws: list[int] = []
    goings: list[Going] = []
    told: list[tuple[int, Tile]] = []
    riichi, last = False, None
    for place, act in enumerate(acts):
        if act.seat is not seat:
            continue
        match act:
            case DrawAct(_, tile):
                draws.append(place)
                if tile is not None:
                    told.append((len(draws), tile))
            case DiscardAct(_, tile, _, declared):
                if riichi and isinstance(last, DrawAct):
                    told.append((len(draws), tile))
                goings.append(Going(tile, len(draws)))
                riichi = riichi or declared
            case CallAct():
                goings += [Going(tile, len(draws)) for tile in leaving(act)]
        last = act
    return Course(tuple(draws), tuple(goings), tuple(told))


def leaving(call: CallAct) -> tuple[Tile, ...]:
    """Return the tiles that a call takes out of the caller's hand; for an added kong the added tile only."""
    return call.meld.tiles[3:] if call.meld.kind is MeldKind.KAN_ADDED else call.own


def known_hands(acts: Sequence[Act], glimpses: Iterable[Glimpse], course: Course) -> list[Known]:
    """Return the glimpses of one seat in order, each dated by its size; those of an impossible size are dropped."""
    found = []
    for glimpse in glimpses:
        before = [act for act in acts[: glimpse.place] if act.seat is glimpse.seat]
        drawn = sum(isinstance(act, DrawAct) for act in before)
        left = sum(len(leaving(act)) if isinstance(act, CallAct) else isinstance(act, DiscardAct) for act in before)
        draws = len(glimpse.tiles) - HAND + left
        tiles = Counter(glimpse.tiles)
        if draws == drawn + 1 and not _draws_next(acts, glimpse):
            # The round ended with this tile in hand, and no act records its draw.
            if glimpse.drawn is None:
                continue
            draws, tiles = drawn, tiles - Counter([glimpse.drawn])
            found.append(Known(draws, left, tiles, sure=glimpse.sure))
        elif drawn <= draws <= min(drawn + 1, len(course.draws)):
            apart = glimpse.drawn if draws > drawn else None
            found.append(Known(draws, left, tiles, apart, glimpse.sure))
    return found


def _draws_next(acts: Sequence[Act], glimpse: Glimpse) -> bool:
    following = next((act for act in acts[glimpse.place :] if act.seat is glimpse.seat), None)
    return isinstance(following, DrawAct)

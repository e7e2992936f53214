"""Seating before the game: who sits where and who deals first, by tiles and dice or by drawn winds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.errors import SeatingError
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.text import Text

_ROW: Final = 6
_NUMBERS: Final = 27
_PIPS: Final = range(2, 13)
_WIND_TILES: Final = {wind.tile: wind for wind in Wind}


@dataclass(frozen=True, slots=True)
class Seated:
    """``seats``: seats of the people at places A-D; ``first``: first dealer, or who rolls for the first dealer.

    ``row``: the tiles to draw from, left to right; ``draws``: the place that draws first; ``odd_end``: drawing starts
    at the odd tile's end. () and None if winds are drawn without a row.
    """

    seats: tuple[Seat, Seat, Seat, Seat]
    first: Seat
    row: tuple[Tile, ...] = ()
    draws: Seat | None = None
    odd_end: bool | None = None


def by_tiles(row: Sequence[Tile], roller: Seat, rolls: tuple[int, int]) -> Seated:
    """Return the seats by six tiles in a row and two rolls (npm art. 10); ``first`` is temporary East.

    ``row``: the four winds, an odd and an even number tile, in their order; ``roller``: opposite the mixer. The place
    that the first roll counts to is temporary East's, and that player rolls again. From the place that the second roll
    counts to, counter-clockwise, each takes the next wind: on an odd roll from the end with the odd tile. Raises
    SeatingError.
    """
    winds, numbers = [tile for tile in row if tile in _WIND_TILES], [tile for tile in row if tile.kind < _NUMBERS]
    odd = [_number(tile) % 2 == 1 for tile in numbers]
    if len(row) != _ROW or sorted(winds) != sorted(_WIND_TILES) or sorted(odd) != [False, True]:
        raise SeatingError(
            Text(
                "並べた牌は、東・南・西・北と、奇数の数牌1枚、偶数の数牌1枚にしてください。",
                f"{format_tiles(row)} in a row: expected the four winds, one odd and one even number tile",
            )
        )
    place = counted(roller, rolls[0])
    draws, from_odd = counted(place, rolls[1]), rolls[1] % 2 == 1
    taken = winds if odd[0] == from_odd else winds[::-1]
    seats = {draws.turn(step): place.turn(_WIND_TILES[tile]) for step, tile in enumerate(taken)}
    four = (seats[Seat.A], seats[Seat.B], seats[Seat.C], seats[Seat.D])
    return Seated(four, place, (numbers[0], *winds, numbers[1]), draws, from_odd)


def by_winds(winds: Sequence[Wind], east: Seat) -> Seated:
    """Return the seats by the wind drawn at each place; ``east``: the place that becomes East, who deals first."""
    if sorted(winds) != sorted(Wind):
        raise SeatingError(
            Text(
                "東・南・西・北を1回ずつ入力してください。",
                f"winds {''.join(wind.letter for wind in winds)}: expected each of E, S, W, N once",
            )
        )
    a, b, c, d = (east.turn(wind) for wind in winds)
    return Seated((a, b, c, d), east)


def first_dealer(temporary_east: Seat, rolls: tuple[int, int]) -> Seat:
    """Return the first dealer: temporary East rolls for the temporary dealer, who rolls again (npm art. 11)."""
    return counted(counted(temporary_east, rolls[0]), rolls[1])


def counted(roller: Seat, pips: int) -> Seat:
    """Return the place that a roll counts to, counter-clockwise, the roller's as 1; raises SeatingError."""
    return roller.turn(_pips(pips) - 1)


def moved(names: Sequence[str], seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return names by seat, for the people at places A-D who take these seats."""
    placed = dict(zip(seats, names, strict=True))
    return tuple(placed[seat] for seat in SEATS)


def _pips(pips: int) -> int:
    if pips not in _PIPS:
        raise SeatingError(
            Text(
                f"サイコロ二つの目の合計が{pips}になっています。2から12で入力してください。",
                f"two dice with {pips} pips: expected 2 to 12",
            )
        )
    return pips


def _number(tile: Tile) -> int:
    return tile.kind % 9 + 1

"""A hand read by its seat's camera: tiles, shanten, waits with remaining tiles and values. All fields are secret."""

from dataclasses import dataclass, field
from functools import lru_cache

from controller.errors import HandError
from controller.journal.held_row import last_row
from controller.journal.state import RiichiStand, RiichiState, RoundState
from controller.referee.rules.furiten import in_furiten
from controller.riichi.hand import Hand
from controller.riichi.notation import count_kinds
from controller.riichi.seat import SEATS, Seat
from controller.riichi.shanten import shanten
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.wait_values import WinConditions, wait_values
from controller.scoring.win import Riichi
from controller.views.gate import Secret, View


@dataclass(frozen=True, slots=True)
class WaitView(View):
    """A tile that completes the hand; ``left``: copies out of sight; points by ron and tsumo, 0 if it is no win."""

    tile: Secret[Tile] = field(repr=False)
    left: Secret[int] = field(repr=False)
    ron: Secret[int] = field(repr=False)
    tsumo: Secret[int] = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandView(View):
    """A concealed hand left to right and the drawn tile; ``waits``: of the hand without the drawn tile.

    ``held``: the record has gone on since the camera's last reading: ``tiles`` are what remains of that reading,
    ``unknown`` further tiles were not seen, and the seat has made ``behind`` discards since. ``shanten``: None while
    any tile is unknown; ``furiten``: no ron at present.
    """

    tiles: Secret[tuple[Tile, ...]] = field(repr=False)
    drawn: Secret[Tile | None] = field(repr=False)
    shanten: Secret[int | None] = field(repr=False)
    waits: Secret[tuple[WaitView, ...]] = field(repr=False)
    furiten: Secret[bool] = field(repr=False)
    held: Secret[bool] = field(repr=False)
    unknown: Secret[int] = field(repr=False)
    behind: Secret[int] = field(repr=False)


def hand_view(round_: RoundState, seat: Seat, book: Rulebook) -> HandView | None:
    """Return the hand of a seat, or its last known state; None if no camera has seen it, or it is open."""
    row = last_row(round_, seat)
    if row is None:
        return None
    if row.held:
        return HandView(row.tiles, row.drawn, None, (), False, True, row.unknown, row.behind)
    tiles, drawn = row.tiles, row.drawn
    whole = tiles if drawn is None else (*tiles, drawn)
    try:
        rest = Hand(tiles, round_.melds[seat]) if len(tiles) % 3 == 1 else None
    except HandError:
        return None
    waits = () if rest is None else _waits(rest, _outlook(round_, seat), book)
    furiten = bool(waits) and in_furiten(round_, seat, tiles, book)
    return HandView(tiles, drawn, _shanten(whole), waits, furiten, False, 0, row.behind)


@lru_cache(maxsize=64)
def _shanten(tiles: tuple[Tile, ...]) -> int:
    return shanten(count_kinds(tiles))


@lru_cache(maxsize=64)
def _waits(hand: Hand, conditions: WinConditions, book: Rulebook) -> tuple[WaitView, ...]:
    return tuple(
        WaitView(wait.tile, max(0, wait.left), wait.ron_points, wait.tsumo_points)
        for wait in wait_values(hand, conditions, book)
    )


def _outlook(round_: RoundState, seat: Seat) -> WinConditions:
    """Return the conditions for scoring the player's win, and the visible tiles besides the hand and the indicators."""
    others = [other for other in SEATS if other is not seat]
    shown = [round_.revealed[other] for other in others]
    return WinConditions(
        round_.prevailing_wind,
        seat,
        round_.dealer,
        _riichi(round_.riichi[seat]),
        tuple(each.tile for each in round_.dora),
        (
            *(discard.tile for discard in round_.discards if discard.called_by is None),
            *(tile for other in others for meld in round_.melds[other] for tile in meld.tiles),
            *(tile for hand in shown if hand is not None for tile in (*hand.tiles, hand.apart) if tile is not None),
        ),
    )


def _riichi(stand: RiichiState) -> Riichi:
    if stand.stand is RiichiStand.NONE:
        return Riichi.NONE
    return Riichi.DOUBLE if stand.double else Riichi.RIICHI

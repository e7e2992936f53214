"""Sightings of an error-free vision system, made from the simulated state without images: everything is read."""

from collections.abc import Iterator
from typing import Final

from controller.ports.eyes import SeenDie, SeenHand, SeenIndicator, SeenMeld, SeenRiverTile, SeenRow, SeenTile, Sighting
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.simulator.game.deal import slots
from hardware.simulator.game.setting import Setting
from hardware.simulator.game.table_state import HandPose, LaidMeld, TilesOnTable

_EMPTY_WALL: Final = (0,) * 17


def seen(tile: Tile | None, seat: Seat = Seat.A, sideways: bool = False, confidence: float = 0.99) -> SeenTile:
    """Return a tile read before a seat, at position 0, 0 with the angle of that seat."""
    return SeenTile(tile, 0.0, 0.0, (90.0 * sideways - 90.0 * seat) % 360.0, confidence)


def sighting(setting: Setting, frame: int, at: float) -> Sighting:
    """Return the sighting of the whole setting, with every zone readable."""
    felt, made = setting.felt, setting.deal.made
    dice = tuple(SeenDie(pips, 0.0, 0.0, 0.99) for pips in setting.dice)
    if felt is None:
        nothing = SeenHand(0)
        return Sighting(frame, at, ((),) * 4, (nothing,) * 4, ((),) * 4, (_EMPTY_WALL,) * 4, (), dice)
    walls = [[0] * number for number in made.stacks]
    for tile in felt.wall:
        slot = slots(made.stacks)[tile]
        walls[slot.wall][slot.stack - 1] += 1
    if felt.lowered is not None:
        wall, stack = setting.deal.lowered_place
        if stack <= made.stacks[wall]:
            walls[wall][stack - 1] += 1
    return Sighting(
        frame=frame,
        at=at,
        rivers=tuple(
            tuple(
                SeenRiverTile(seen(felt.faces[lying.tile], seat), lying.sideways) for lying in felt.places[seat].river
            )
            for seat in SEATS
        ),
        hands=tuple(_hand(felt, seat) for seat in SEATS),
        melds=tuple(tuple(_meld(felt, seat, laid) for laid in felt.places[seat].melds) for seat in SEATS),
        walls=tuple(tuple(wall) for wall in walls),
        indicators=tuple(_indicators(felt, made.stacks)),
        dice=dice,
        sticks=tuple(place.stick for place in felt.places),
    )


def concealed(felt: TilesOnTable | None) -> tuple[SeenRow | None, ...]:
    """Return the standing hands per seat as cameras behind the players read them; None for other hands."""
    if felt is None:
        return (SeenRow(()),) * 4
    return tuple(_row(felt, seat) for seat in SEATS)


def _row(felt: TilesOnTable, seat: Seat) -> SeenRow | None:
    place = felt.places[seat]
    if place.pose is not HandPose.STANDING:
        return None
    apart = None if place.drawn is None else seen(felt.faces[place.drawn], seat)
    return SeenRow(tuple(seen(felt.faces[tile], seat) for tile in place.hand), apart)


def _hand(felt: TilesOnTable, seat: Seat) -> SeenHand:
    place = felt.places[seat]
    if place.pose is HandPose.STANDING:
        return SeenHand(len(place.concealed))
    faces = [None if place.pose is HandPose.DOWN else felt.faces[tile] for tile in place.hand]
    apart = None if place.drawn is None else seen(felt.faces[place.drawn], seat)
    return SeenHand(0, tuple(seen(face, seat) for face in faces), apart)


def _meld(felt: TilesOnTable, seat: Seat, laid: LaidMeld) -> SeenMeld:
    tiles = []
    for place, tile in enumerate(laid.tiles):
        hidden = laid.kind is MeldKind.KAN_CONCEALED and place in (0, 3)
        tiles.append(seen(None if hidden else felt.faces[tile], seat, place == laid.sideways))
        if laid.added is not None and place == laid.sideways:
            tiles.append(seen(felt.faces[laid.added], seat, True))
    return SeenMeld(tuple(tiles), laid.sideways)


def _indicators(felt: TilesOnTable, stacks: tuple[int, int, int, int]) -> Iterator[SeenIndicator]:
    lower = [tile for _, tile in felt.ura]
    for tile in (*felt.indicators, *lower):
        slot = slots(stacks)[tile]
        yield SeenIndicator(seen(felt.faces[tile]), slot.wall, slot.stack, lower=tile in lower)

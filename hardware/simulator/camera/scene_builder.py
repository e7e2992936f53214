"""From the state of the table to the scene a camera sees: every tile posed in millimetres, lying a little askew."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.wall import Tier
from hardware.profiles.layout import DEPOSITS_DISTANCE_MM, Layout, Spot
from hardware.simulator.game.deal import Deal, RoundStart, slots
from hardware.simulator.game.table_state import HandPose, LaidMeld, TilesOnTable
from vision.render.laying.habits import EXACT, Zone
from vision.render.scene import Pose, PosedDie, PosedPlate, PosedScene, PosedStick, PosedTile

# Assumed: dice come to rest anywhere in the dome; here left and right of its middle, so that they never touch.
DIE_SPREAD_MM: Final = 17.0
DIE_JITTER_MM: Final = 2.4


@dataclass(frozen=True, slots=True)
class Setting:
    """A moment of a round: the deal, what lies where (None: tiles are in the machine), the roll in the middle."""

    deal: Deal
    felt: TilesOnTable | None
    dice: tuple[int, ...] = ()


class SceneBuilder:
    """Poses settings on one table; a tile keeps its looseness for as long as it lies in a zone."""

    def __init__(self, layout: Layout, seed: int) -> None:
        self._layout, self._seed = layout, seed
        self._round = 0
        self._loose: dict[tuple[int, Zone], tuple[float, float, float]] = {}

    def scene(self, setting: Setting) -> PosedScene:
        """The scene of a moment."""
        if setting.deal.standing.number != self._round:
            self._round = setting.deal.standing.number
            self._loose.clear()
        dice = tuple(self._dice(setting.dice))
        plates = (self._plate(setting.deal.standing.prevailing_wind),)
        deposits = tuple(self._deposits(setting.deal.standing))
        if setting.felt is None:
            return PosedScene(dice=dice, sticks=deposits, plates=plates)
        tiles = (
            *self._wall(setting.felt, setting.deal),
            *(tile for seat in SEATS for tile in self._hand(setting.felt, seat)),
            *(tile for seat in SEATS for tile in self._river(setting.felt, seat)),
            *(tile for seat in SEATS for tile in self._melds(setting.felt, seat)),
        )
        sticks = tuple(self._stick(seat) for seat in SEATS if setting.felt.places[seat].stick)
        return PosedScene(tiles, dice, (*sticks, *deposits), plates)

    def _wall(self, felt: TilesOnTable, deal: Deal) -> Iterator[PosedTile]:
        thickness = self._layout.profile.tile.thickness_mm
        lifted = {upper for upper, _ in felt.ura}
        shown = {lower for _, lower in felt.ura}.union(felt.indicators)
        for tile in sorted(felt.wall):
            slot = slots(deal.made.stacks)[tile]
            pose = Pose.FACE_UP if tile in shown else Pose.FACE_DOWN
            if tile in lifted:
                yield self._posed(
                    felt, tile, self._layout.lifted_indicator(slot.wall, slot.stack), Zone.INDICATOR, pose
                )
                continue
            z = thickness if slot.tier is Tier.UPPER else 0.0
            yield self._posed(felt, tile, self._layout.wall_stack(slot.wall, slot.stack), Zone.WALL, pose, z=z)
        if felt.lowered is not None:
            # It lies at the open end of the dead wall, where the first stack of the deal stood.
            beside = self._layout.wall_stack(*deal.lowered_place)
            yield self._posed(felt, felt.lowered, beside, Zone.WALL, Pose.FACE_DOWN)

    def _hand(self, felt: TilesOnTable, seat: Seat) -> Iterator[PosedTile]:
        place = felt.places[seat]
        pose, zone = _HAND_POSES[place.pose]
        for index, tile in enumerate(place.hand):
            yield self._posed(felt, tile, self._layout.hand_slot(seat, index), zone, pose)
        if place.drawn is not None:
            apart = self._layout.hand_slot(seat, len(place.hand), apart=True)
            yield self._posed(felt, place.drawn, apart, zone, pose)

    def _river(self, felt: TilesOnTable, seat: Seat) -> Iterator[PosedTile]:
        river = felt.places[seat].river
        columns = self._layout.profile.river.columns
        for index, lying in enumerate(river):
            row = river[index - index % columns : index]
            turned_before = any(earlier.sideways for earlier in row)
            spot = self._layout.river_slot(seat, index, turned_before, lying.sideways)
            yield self._posed(felt, lying.tile, spot, Zone.RIVER)

    def _melds(self, felt: TilesOnTable, seat: Seat) -> Iterator[PosedTile]:
        added = 0
        for row, laid in enumerate(felt.places[seat].melds):
            yield from self._meld(felt, seat, row, laid, added)
            added += laid.added is not None

    def _meld(self, felt: TilesOnTable, seat: Seat, row: int, laid: LaidMeld, added_before: int) -> Iterator[PosedTile]:
        spots = self._layout.meld_slots(seat, row, len(laid.tiles), laid.sideways, added_before)
        for place, (tile, spot) in enumerate(zip(laid.tiles, spots, strict=True)):
            # npm art. 31 ho shows a concealed kong with its two outer tiles face down.
            hidden = laid.kind is MeldKind.KAN_CONCEALED and place in (0, 3)
            yield self._posed(felt, tile, spot, Zone.MELD, Pose.FACE_DOWN if hidden else Pose.FACE_UP)
        if laid.added is not None and laid.sideways is not None:
            spot = self._layout.added_slot(seat, row, laid.sideways, added_before)
            yield self._posed(felt, laid.added, spot, Zone.MELD)

    def _posed(
        self, felt: TilesOnTable, tile: int, spot: Spot, zone: Zone, pose: Pose = Pose.FACE_UP, *, z: float = 0.0
    ) -> PosedTile:
        across, distance, turn = self._looseness(tile, zone)
        # The spot's own axes: a tile pushed along its row must not run into its neighbour whatever way the row runs.
        seat = Seat(round(-spot.angle / 90.0) % 4)
        there = self._layout.place(seat, across, distance)
        return PosedTile(felt.faces[tile], spot.x + there.x, spot.y + there.y, z, (spot.angle + turn) % 360.0, pose)

    def _looseness(self, tile: int, zone: Zone) -> tuple[float, float, float]:
        if (tile, zone) not in self._loose:
            rng = Random(f"{self._seed}/{self._round}/{tile}/{zone.value}")
            most = EXACT.scatter[zone]
            self._loose[tile, zone] = (
                _off(rng, most.across),
                _off(rng, most.distance),
                _off(rng, most.turn),
            )
        return self._loose[tile, zone]

    def _stick(self, seat: Seat) -> PosedStick:
        rng = Random(f"{self._seed}/{self._round}/stick/{seat}")
        spot = self._layout.stick_spot(seat)
        along = self._layout.place(seat, _off(rng, 2.0), 0.0)
        return PosedStick(spot.x + along.x, spot.y + along.y, (spot.angle + _off(rng, 0.8)) % 360.0)

    def _deposits(self, standing: RoundStart) -> Iterator[PosedStick]:
        """Counters and sticks of earlier rounds before the dealer, as many as find room there."""
        rng = Random(f"{self._seed}/{self._round}/pool")
        room, dealer = len(DEPOSITS_DISTANCE_MM), standing.dealer
        laid = [(self._layout.counter_spot(dealer, place), 100) for place in range(min(standing.counters, room))]
        laid += [(self._layout.pot_spot(dealer, place), 1000) for place in range(min(standing.riichi_sticks, room))]
        for spot, points in laid:
            along = self._layout.place(dealer, _off(rng, 2.0), 0.0)
            angle = (spot.angle + _off(rng, 0.6)) % 360.0
            yield PosedStick(spot.x + along.x, spot.y + along.y, angle, points)

    def _dice(self, pips: tuple[int, ...]) -> Iterator[PosedDie]:
        rng = Random(f"{self._seed}/{self._round}/dice")
        for number, count in enumerate(pips):
            x = DIE_SPREAD_MM * (2 * number - len(pips) + 1)
            yield PosedDie(count, x + _off(rng, DIE_JITTER_MM), _off(rng, DIE_JITTER_MM), rng.uniform(0.0, 360.0))

    def _plate(self, wind: Wind) -> PosedPlate:
        spot = self._layout.plate_spot(Seat.A)
        return PosedPlate(spot.x, spot.y, spot.angle, wind.tile)


_HAND_POSES: Final = {
    HandPose.STANDING: (Pose.STANDING, Zone.HAND),
    HandPose.SHOWN: (Pose.FACE_UP, Zone.SHOWN),
    HandPose.DOWN: (Pose.FACE_DOWN, Zone.SHOWN),
}


def _off(rng: Random, deviation: float) -> float:
    return max(-2.5, min(2.5, rng.gauss(0.0, 1.0))) * deviation

"""Builds the rendered scene from the state of the table: every tile gets a pose in millimetres, slightly askew."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Final

import numpy as np

from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.wall import Tier
from hardware.profiles.layout import DEPOSITS_DISTANCE_MM, Layout, Spot
from hardware.simulator.game.deal import Deal, RoundStart, slots
from hardware.simulator.game.setting import Setting
from hardware.simulator.game.table_state import HandPose, TilesOnTable
from vision.arrays import Floats
from vision.render.laying.habits import EXACT, Laying, Zone
from vision.render.laying.rows import RAIL_MM, Move
from vision.render.laying.settle import LaidTile, laid_tile, obstacles, row_moves, runs_into, settled
from vision.render.laying.slots import Row, Slots
from vision.render.scene import Pose, PosedDie, PosedPlate, PosedScene, PosedStick, PosedTile

# Assumed: dice may stop anywhere in the dome; here they stop left and right of its middle, so that they never touch.
DIE_SPREAD_MM: Final = 17.0
DIE_JITTER_MM: Final = 2.4
# Assumed: height to which a table raises its centre while tiles are pushed in under it.
RAISED_MM: Final = 55.0
# River rows and melds per seat for which room is reserved when rows are placed askew; few rounds have more.
_ROWS: Final = 3
_MELDS: Final = 3
# Assumed: a player begins the next river row when a discard would overlap another tile by more than _OVER_MM or lie
# more than _ASIDE_MM off its row. Smaller overlaps are resolved by moving tiles; tiles are laid up to 12 mm off a line.
_OVER_MM: Final = 3.0
_ASIDE_MM: Final = 12.0
# Assumed: a player who opens a hand against the wall moves it back in steps of this length.
_BACK_MM: Final = 8.0


@dataclass(slots=True)
class _Lain:
    """A tile on the table: the slot and manner in which it was placed, and its final pose."""

    put: LaidTile
    posed: PosedTile


class SceneBuilder:
    """Builds scenes of one table in a given laying style; a tile keeps its final pose until an act moves it."""

    def __init__(self, layout: Layout, seed: int, laying: Laying = EXACT) -> None:
        self._layout, self._seed, self._laying = layout, seed, laying
        self._round: int | None = None
        self._slots = Slots(layout, laying, np.random.default_rng((seed, 0)))
        self._moves: dict[Row, Move] = {}
        self._lying: dict[int, _Lain] = {}

    def scene(self, setting: Setting) -> PosedScene:
        """Return the scene of a setting."""
        standing = setting.deal.standing
        deposits = tuple(self._deposits(standing))
        plates = (self._plate(standing.prevailing_wind),)
        if standing.number != self._round:
            self._round = standing.number
            self._lying.clear()
            self._sit_down(deposits, plates)
        raised = RAISED_MM if setting.raised else 0.0
        dice = tuple(self._dice(setting.dice, raised))
        if setting.felt is None:
            return PosedScene(dice=dice, sticks=deposits, plates=plates, raised=raised)
        sticks = tuple(self._stick(seat) for seat in SEATS if setting.felt.places[seat].stick)
        # Reserve room for all sticks, placed or not, so that none covers a discard.
        fixed = obstacles(self._layout, (*map(self._stick, SEATS), *deposits), plates)
        tiles = self._settled(dict(self._put(setting.felt, setting.deal)), fixed)
        while self._row_ended(setting.felt) or self._drawn_back(setting.felt) or self._laid_behind(setting.felt):
            tiles = self._settled(dict(self._put(setting.felt, setting.deal)), fixed)
        return PosedScene(tiles, dice, (*sticks, *deposits), plates, raised=raised)

    def _sit_down(self, deposits: tuple[PosedStick, ...], plates: tuple[PosedPlate, ...]) -> None:
        """Draw how far each row of this round is askew, within the room between full walls, rivers and open hands."""
        rng = np.random.default_rng((self._seed, self._round or 0, 1))
        self._slots = Slots(self._layout, self._laying, rng.spawn(1)[0])
        fixed = obstacles(self._layout, (*map(self._stick, SEATS), *deposits), plates)
        walls, columns = self._layout.profile.wall.stacks, self._layout.profile.river.columns
        rows = [self._slots.wall(seat, stack + 1) for seat in SEATS for stack in range(walls[seat])]
        for seat in SEATS:
            rows += self._slots.river(seat, [False] * (_ROWS * columns))
            rows += [slot for meld in self._slots.melds(seat, [(3, 0, False)] * _MELDS) for slot in meld]
        for zone in (Zone.SHOWN, Zone.HAND):
            hands = [slot for seat in SEATS for slot in self._slots.hand(seat, 13, zone, apart=True)]
            tiles = [laid_tile(slot, None) for slot in (*rows, *hands)]
            # A shown hand replaces the standing hand of its seat, so the two are not placed together.
            moves = row_moves(self._layout, self._laying, tiles, fixed, np.random.default_rng(rng.integers(2**31)))
            self._moves = self._moves | moves if zone is Zone.HAND else moves

    def _settled(self, put: dict[int, LaidTile], fixed: Floats) -> tuple[PosedTile, ...]:
        lying, places = list(put), {tile: place for place, tile in enumerate(put)}
        same = {tile for tile in lying if tile in self._lying and _as_before(put[tile], self._lying[tile].put)}
        # Players push a hand together as a whole: a change of one tile moves all tiles of the hand.
        stirred = {put[tile].slot.row for tile in lying if tile not in same and put[tile].zone in _HANDS}
        kept = {
            places[tile]: replace(self._lying[tile].posed, tile=put[tile].posed.tile)
            for tile in same
            if put[tile].slot.row not in stirred
        }
        draws = np.array(
            [np.zeros(3) if place in kept else self._draw(tile, put[tile].zone) for place, tile in enumerate(lying)]
        ).reshape(-1, 3)
        posed = settled(self._layout, self._laying, list(put.values()), self._moves, draws, fixed, kept)
        self._lying = {tile: _Lain(put[tile], one) for tile, one in zip(lying, posed, strict=True)}
        return tuple(posed)

    def _row_ended(self, felt: TilesOnTable) -> bool:
        """End the row of a river whose last discard found no room in it; return True if a row was ended."""
        rivers = [[self._lying[each.tile] for each in place.river] for place in felt.places]
        for own in filter(None, rivers):
            others = [lain.posed for river in rivers for lain in river if lain is not own[-1]]
            over = runs_into([own[-1].posed], others, self._layout.profile.tile)
            squeezed = over > _OVER_MM or self._aside(own) > _ASIDE_MM
            if squeezed and self._slots.end_row([lain.put.slot for lain in own]):
                return True
        return False

    def _drawn_back(self, felt: TilesOnTable) -> bool:
        """Move open hands that found no room behind the wall towards the rail; return True if a hand was moved."""
        drawn = False
        for seat in SEATS:
            place, row = felt.places[seat], (Zone.SHOWN, seat, 0)
            if not self._laying.by_hand or place.pose is not HandPose.SHOWN:
                continue
            hand = [self._lying[tile] for tile in place.concealed]
            move, lies = self._moves.get(row, Move()), [self._distance(seat, lain.posed) for lain in hand]
            due = [self._distance(seat, move.spot(lain.put.slot.spot)) for lain in hand]
            aside, room = max(abs(one - other) for one, other in zip(due, lies, strict=True)), RAIL_MM - max(lies)
            if aside > _ASIDE_MM and room > _BACK_MM:
                back = self._layout.place(seat, 0.0, _BACK_MM)
                self._moves[row] = replace(move, dx=move.dx + back.x, dy=move.dy + back.y)
                for tile in place.concealed:
                    del self._lying[tile]
                drawn = True
        return drawn

    def _laid_behind(self, felt: TilesOnTable) -> bool:
        """Place the last meld behind others if it found no room along the rail; return True if a meld was moved."""
        pushed = False
        for seat in SEATS:
            melds = felt.places[seat].melds
            last = [self._lying[tile] for tile in melds[-1].all_tiles] if melds else []
            offs = self._offs(last)
            if offs and max(abs(off - median(offs)) for off in offs) > _ASIDE_MM:
                pushed |= self._slots.lay_behind(seat, len(melds) - 1)
        return pushed

    def _aside(self, river: list[_Lain]) -> float:
        """Return how far (mm) the last discard lies off the line of its row."""
        offs = self._offs([lain for lain in river if lain.put.slot.row == river[-1].put.slot.row])
        return abs(offs[-1] - median(offs[:-1])) if offs[:-1] else 0.0

    def _offs(self, lain: list[_Lain]) -> list[float]:
        """Return how far (mm) each tile lies off the line of its row, positive away from the middle of the table."""
        due = [self._moves.get(each.put.slot.row, Move()).spot(each.put.slot.spot) for each in lain]
        seats = [each.put.slot.row[1] for each in lain]
        return [
            self._distance(seat, each.posed) - self._distance(seat, spot)
            for seat, each, spot in zip(seats, lain, due, strict=True)
        ]

    def _distance(self, seat: Seat, at: PosedTile | Spot) -> float:
        return self._layout.local(seat, at.x, at.y)[1]

    def _put(self, felt: TilesOnTable, deal: Deal) -> Iterator[tuple[int, LaidTile]]:
        """Yield every tile on the table with its slot."""
        yield from self._wall(felt, deal)
        for seat in SEATS:
            yield from self._hand(felt, seat)
        for seat in SEATS:
            river = felt.places[seat].river
            slots = self._slots.river(seat, [each.sideways for each in river])
            yield from (
                (each.tile, laid_tile(slot, felt.faces[each.tile])) for each, slot in zip(river, slots, strict=True)
            )
        for seat in SEATS:
            yield from self._melds(felt, seat)

    def _wall(self, felt: TilesOnTable, deal: Deal) -> Iterator[tuple[int, LaidTile]]:
        thickness = self._layout.profile.tile.thickness_mm
        lifted = {upper for upper, _ in felt.ura}
        shown = {lower for _, lower in felt.ura}.union(felt.indicators)
        places = slots(deal.made.stacks)
        lower: dict[tuple[Seat, int], int] = {}
        for number, tile in enumerate(sorted(felt.wall, key=lambda one: places[one].tier is Tier.UPPER)):
            place, face = places[tile], felt.faces[tile]
            slot = self._slots.wall(place.wall, place.stack)
            pose = Pose.FACE_UP if tile in shown else Pose.FACE_DOWN
            if tile in lifted:
                beside = self._slots.lifted(place.wall, place.stack)
                yield tile, laid_tile(beside, face, pose, zone=Zone.INDICATOR)
            elif place.tier is Tier.UPPER:
                zone = Zone.INDICATOR if tile in shown and self._laying.by_hand else Zone.WALL
                under = lower.get((place.wall, place.stack))
                yield tile, laid_tile(slot, face, pose, zone=zone, z=thickness, under=under)
            else:
                lower[place.wall, place.stack] = number
                yield tile, laid_tile(slot, face, pose)
        if felt.lowered is not None:
            # The lowered tile lies at the open end of the dead wall, where the first dealt stack was.
            yield (
                felt.lowered,
                laid_tile(self._slots.wall(*deal.lowered_place), felt.faces[felt.lowered], Pose.FACE_DOWN),
            )

    def _hand(self, felt: TilesOnTable, seat: Seat) -> Iterator[tuple[int, LaidTile]]:
        place = felt.places[seat]
        pose, zone = _HAND_POSES[place.pose]
        row = self._slots.hand(seat, len(place.hand), zone, apart=place.drawn is not None)
        for tile, slot in zip(place.concealed, row, strict=True):
            yield tile, laid_tile(slot, felt.faces[tile], pose)

    def _melds(self, felt: TilesOnTable, seat: Seat) -> Iterator[tuple[int, LaidTile]]:
        melds = felt.places[seat].melds
        shapes = [(len(laid.tiles), laid.sideways, laid.added is not None) for laid in melds]
        for laid, row in zip(melds, self._slots.melds(seat, shapes), strict=True):
            for place, (tile, slot) in enumerate(zip(laid.all_tiles, row, strict=True)):
                outer = laid.kind is MeldKind.KAN_CONCEALED and place in (0, 3)
                yield tile, laid_tile(slot, felt.faces[tile], Pose.FACE_DOWN if outer else Pose.FACE_UP)

    def _draw(self, tile: int, zone: Zone) -> Floats:
        """Return three normal deviates for the scatter of a tile in a zone, constant during a round."""
        place = list(Zone).index(zone)
        return np.random.default_rng((self._seed, self._round or 0, tile, place)).normal(size=3)

    def _stick(self, seat: Seat) -> PosedStick:
        rng = Random(f"{self._seed}/{self._round}/stick/{seat}")
        spot = self._layout.stick_spot(seat)
        along = self._layout.place(seat, _off(rng, 2.0), 0.0)
        return PosedStick(spot.x + along.x, spot.y + along.y, (spot.angle + _off(rng, 0.8)) % 360.0)

    def _deposits(self, standing: RoundStart) -> Iterator[PosedStick]:
        """Yield counters and riichi sticks of earlier rounds before the dealer, as many as fit there."""
        rng = Random(f"{self._seed}/{self._round}/pool")
        room, dealer = len(DEPOSITS_DISTANCE_MM), standing.dealer
        laid = [(self._layout.counter_spot(dealer, place), 100) for place in range(min(standing.counters, room))]
        laid += [(self._layout.pot_spot(dealer, place), 1000) for place in range(min(standing.riichi_sticks, room))]
        for spot, points in laid:
            along = self._layout.place(dealer, _off(rng, 2.0), 0.0)
            angle = (spot.angle + _off(rng, 0.6)) % 360.0
            yield PosedStick(spot.x + along.x, spot.y + along.y, angle, points)

    def _dice(self, pips: tuple[int, ...], raised: float) -> Iterator[PosedDie]:
        rng = Random(f"{self._seed}/{self._round}/dice")
        for number, count in enumerate(pips):
            x = DIE_SPREAD_MM * (2 * number - len(pips) + 1)
            yield PosedDie(
                count, x + _off(rng, DIE_JITTER_MM), _off(rng, DIE_JITTER_MM), rng.uniform(0.0, 360.0), raised
            )

    def _plate(self, wind: Wind) -> PosedPlate:
        spot = self._layout.plate_spot(Seat.A)
        return PosedPlate(spot.x, spot.y, spot.angle, wind.tile)


def _as_before(put: LaidTile, before: LaidTile) -> bool:
    one, other = put.posed, before.posed
    return put.slot == before.slot and (one.pose, one.z) == (other.pose, other.z)


_HANDS: Final = (Zone.HAND, Zone.SHOWN)
_HAND_POSES: Final = {
    HandPose.STANDING: (Pose.STANDING, Zone.HAND),
    HandPose.SHOWN: (Pose.FACE_UP, Zone.SHOWN),
    HandPose.DOWN: (Pose.FACE_DOWN, Zone.SHOWN),
}


def _off(rng: Random, deviation: float) -> float:
    return max(-2.5, min(2.5, rng.gauss(0.0, 1.0))) * deviation

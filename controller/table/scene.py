"""What the sightings of one round add up to: every zone as a steady reading in the words of the game."""

from dataclasses import dataclass, field

from controller.journal.events import StackPlace
from controller.ports import SeenHand, SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import TILES, Tile
from controller.riichi.wall import observed_break
from controller.table.laid import Laid, laid_as_seen
from controller.table.steady import Steady, SteadyRow
from controller.table.venue import Venue


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A discard as read."""

    tile: Tile
    sideways: bool


@dataclass(frozen=True, slots=True)
class HandLook:
    """A hand as read: number of standing tiles, faces left to right (None face down), and the one set apart."""

    standing: int
    shown: tuple[Tile | None, ...] = ()
    apart: Tile | None = None

    @property
    def is_open(self) -> bool:
        """Whether every tile lies face up."""
        return self.standing == 0 and bool(self.shown) and None not in self.shown

    @property
    def is_down(self) -> bool:
        """Whether the hand lies face down."""
        return self.standing == 0 and self.apart is None and bool(self.shown) and set(self.shown) == {None}


@dataclass(slots=True)
class Scene:
    """Steady readings, taken from sightings in order of their evidence ids."""

    venue: Venue
    rivers: tuple[SteadyRow[LyingTile], ...] = field(default_factory=lambda: tuple(SteadyRow() for _ in SEATS))
    melds: tuple[Steady[tuple[Laid, ...]], ...] = field(default_factory=lambda: tuple(Steady() for _ in SEATS))
    hands: tuple[Steady[HandLook], ...] = field(default_factory=lambda: tuple(Steady() for _ in SEATS))
    dora: dict[StackPlace, Steady[Tile]] = field(default_factory=dict)
    ura: dict[StackPlace, Steady[Tile]] = field(default_factory=dict)
    dice: Steady[tuple[int, ...]] = field(default_factory=Steady)
    broken: Steady[tuple[Seat, int]] = field(default_factory=Steady)
    full: Steady[bool] = field(default_factory=Steady)
    wall_tiles: Steady[int] = field(default_factory=Steady)
    stacks: tuple[int, int, int, int] | None = None
    rolling: int = 0

    def dice_pressed(self) -> None:
        """The dice were set going: what they show counts again when they stop, or after a while without word."""
        self.rolling = 4 * self.venue.dwell.alarm
        self.dice = Steady()

    def dice_stopped(self) -> None:
        """The dice lie still from now on."""
        self.rolling = 0
        self.dice = Steady()

    def look(self, sighting: Sighting, evidence: int, kongs: int) -> None:
        """Take one sighting; ``kongs`` made so far widen the gap of the wall."""
        for seat in SEATS:
            river = sighting.rivers[seat]
            lying = None if river is None else [self._lying(each.seen, each.sideways) for each in river]
            self.rivers[seat].look(lying, evidence)
            row = sighting.melds[seat]
            self.melds[seat].look(
                None if row is None else tuple(laid_as_seen(meld, seat, self.venue.confidence) for meld in row),
                evidence,
            )
            self.hands[seat].look(self._hand(sighting.hands[seat]), evidence)
        self._look_at_walls(sighting, evidence, kongs)
        self._look_at_indicators(sighting, evidence)
        if self.rolling:
            self.rolling -= 1
        elif sighting.dice is not None and len(sighting.dice) == self.venue.dice:
            pips = tuple(sorted(die.pips for die in sighting.dice if die.pips is not None))
            self.dice.look(pips if len(pips) == self.venue.dice else None, evidence)

    def cleared(self) -> bool:
        """Whether all four rivers are seen to be empty."""
        return all(river.length.held(self.venue.dwell.river) == 0 for river in self.rivers)

    def tiles_in_sight(self, dwell: int) -> list[Tile]:
        """Every face that has long been in sight, each tile once."""
        lying = [each.tile for river in self.rivers for each in river.held(dwell) or () if each is not None]
        melds = [
            tile for row in self.melds for laid in row.held(dwell) or () for tile in laid.tiles if tile is not None
        ]
        shown = [
            tile
            for hand in self.hands
            for look in (hand.held(dwell),)
            if look is not None
            for tile in (*look.shown, look.apart)
            if tile is not None
        ]
        walls = [
            tile for known in (self.dora, self.ura) for each in known.values() if (tile := each.held(dwell)) is not None
        ]
        return [*lying, *melds, *shown, *walls]

    def open_hand(self, seat: Seat) -> HandLook | None:
        """The hand of a seat if it lies open and still."""
        look = self.hands[seat].held(self.venue.dwell.hand)
        return look if look is not None and look.is_open else None

    def hand_is_down(self, seat: Seat) -> bool:
        """Whether the hand of a seat lies face down and still."""
        look = self.hands[seat].held(self.venue.dwell.hand)
        return look is not None and look.is_down

    def _look_at_walls(self, sighting: Sighting, evidence: int, kongs: int) -> None:
        walls = sighting.walls
        seen = observed_break(walls, kongs)
        self.broken.look(seen, evidence)
        heights = [height for wall in walls if wall is not None for height in wall]
        if len(walls) != len(SEATS) or None in walls or None in heights:
            return
        a, b, c, d = (len(wall) for wall in walls if wall is not None)
        self.stacks = (a, b, c, d)
        tiles = sum(height for height in heights if height is not None)
        self.wall_tiles.look(tiles, evidence)
        self.full.look(tiles == 2 * len(heights) and tiles <= TILES, evidence)

    def _look_at_indicators(self, sighting: Sighting, evidence: int) -> None:
        if sighting.indicators is None:
            return
        for lower, known in ((False, self.dora), (True, self.ura)):
            seen = {
                StackPlace(each.wall, each.stack): self._face(each.seen)
                for each in sighting.indicators
                if each.lower is lower
            }
            for place in set(known) - set(seen):
                del known[place]
            for place, tile in seen.items():
                known.setdefault(place, Steady()).look(tile, evidence)

    def _hand(self, hand: SeenHand | None) -> HandLook | None:
        if hand is None:
            return None
        shown = tuple(self._face(seen) for seen in hand.shown)
        apart = None if hand.apart is None else self._face(hand.apart)
        doubtful = any(face is None and seen.tile is not None for face, seen in zip(shown, hand.shown, strict=True))
        if doubtful or (hand.apart is not None and apart is None):
            return None
        return HandLook(hand.standing, shown, apart)

    def _lying(self, seen: SeenTile, sideways: bool) -> LyingTile | None:
        face = self._face(seen)
        return None if face is None else LyingTile(face, sideways)

    def _face(self, seen: SeenTile) -> Tile | None:
        return seen.tile if seen.confidence >= self.venue.confidence else None

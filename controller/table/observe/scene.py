"""All sightings of one round: every zone of the table as a debounced reading, in terms of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from math import hypot
from typing import Final

from controller.journal.events import StackPlace
from controller.ports.eyes import SeenHand, SeenRiverTile, SeenRow, SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import TILES, Tile
from controller.riichi.wall import STACKS, observed_break
from controller.table.observe.debounce import Debounced, DebouncedRow
from controller.table.observe.laid import Laid, laid_as_seen
from controller.table.observe.loose import loose_before
from controller.table.venue import Venue

# Tiles of a fresh set that its walls may seem to lack: two stacks read too low, or one that cannot be judged.
_MISREAD: Final = 2
# Stacks of a new set that may be unread if nothing is beside its walls: two thirds are read.
_UNTOLD: Final = TILES // 3 // 2
# Tiles that walls are seen to hold at least after a deal, which leaves 83: a set that is used up holds far fewer.
_AFTER_DEAL: Final = TILES // 2
_HAND: Final = 13
# Tiles that are taken at once when hands are dealt: who is seen to have fewer has none.
_FIRST_TAKE: Final = 4
# Millimetres within which two tiles alike, of two rivers in turn, are one: half a tile.
_SAME_MM: Final = 10.0


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A discard as read."""

    tile: Tile
    sideways: bool


@dataclass(frozen=True, slots=True)
class ObservedHand:
    """A hand as read: number of standing tiles, faces left to right (None face down), and the one set apart."""

    standing: int
    shown: tuple[Tile | None, ...] = ()
    apart: Tile | None = None

    @property
    def is_open(self) -> bool:
        """True if every tile is face up."""
        return self.standing == 0 and bool(self.shown) and None not in self.shown

    @property
    def is_shown(self) -> bool:
        """True if no tile stands and any tile is face up, readable or not."""
        return self.standing == 0 and any(tile is not None for tile in (*self.shown, self.apart))

    @property
    def is_down(self) -> bool:
        """True if the hand is face down."""
        return self.standing == 0 and self.apart is None and bool(self.shown) and set(self.shown) == {None}


@dataclass(frozen=True, slots=True)
class ObservedRow:
    """Standing tiles as read, left to right, and the one apart; every face sure."""

    tiles: tuple[Tile, ...]
    apart: Tile | None = None


@dataclass(frozen=True, slots=True)
class LastLying:
    """The newest tile of a river, and how often in a row it was surely read so."""

    seat: Seat
    tile: Tile
    count: int


@dataclass(slots=True)
class Scene:
    """Debounced readings of all zones, taken from sightings in order of their evidence ids.

    ``melded``: of each seat's melds when their number grew, the last evidence of fewer and the first of more.
    ``supposed``: places in the record of each seat's newest discard that was claimed unseen. ``gone``: place in the
    record of the discard last seen to be gone from its river; ``stays``: of one that seemed so and that nobody claimed.
    ``behind``: whether the table held more than the record when a hand was opened. ``opened``: seats whose hand was
    open and still, and has not stood up since. ``loose``: whether a tile lies off every row before a seat. ``dealt``:
    whether hands are complete before empty rivers and nearly full walls. ``emptied``: consecutive readings of a stack
    as gone; from its dwell on it stays gone.
    """

    venue: Venue
    rivers: tuple[DebouncedRow[LyingTile], ...] = field(init=False)
    melds: tuple[Debounced[tuple[Laid, ...]], ...] = field(init=False)
    hands: tuple[Debounced[ObservedHand], ...] = field(init=False)
    melded: list[list[tuple[int, int]]] = field(default_factory=lambda: [[] for _ in SEATS])
    dora: dict[StackPlace, Debounced[Tile]] = field(default_factory=dict)
    ura: dict[StackPlace, Debounced[Tile]] = field(default_factory=dict)
    dice: Debounced[tuple[int, ...]] = field(default_factory=Debounced)
    broken: Debounced[tuple[Seat, int]] = field(default_factory=Debounced)
    emptied: dict[tuple[Seat, int], int] = field(default_factory=dict)
    full: Debounced[bool] = field(default_factory=Debounced)
    dealt: Debounced[bool] = field(default_factory=Debounced)
    wall_tiles: Debounced[int] = field(default_factory=Debounced)
    stacks: tuple[int, int, int, int] | None = None
    rolling: int = 0
    newest: Sighting | None = None
    lying: list[tuple[SeenRiverTile, ...]] = field(default_factory=lambda: [()] * len(SEATS))
    sticks: tuple[Debounced[bool], ...] = field(init=False)
    mark: Debounced[Seat] = field(default_factory=Debounced)
    mark_wind: Debounced[Wind] = field(default_factory=Debounced)
    counters: Debounced[int] = field(default_factory=Debounced)
    pot: Debounced[int] = field(default_factory=Debounced)
    points: Debounced[tuple[int, ...]] = field(default_factory=Debounced)
    concealed: tuple[Debounced[ObservedRow], ...] = field(init=False)
    loose: tuple[Debounced[bool], ...] = field(init=False)
    riichi_hands: dict[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    last_lying: LastLying | None = None
    supposed: dict[Seat, int] = field(default_factory=dict)
    gone: int | None = None
    stays: int | None = None
    behind: bool = False
    opened: set[Seat] = field(default_factory=set)
    thrown: int = 0
    dice_lie: bool = False
    picked_up: Debounced[bool] = field(default_factory=Debounced)

    def __post_init__(self) -> None:
        """Nothing has been seen."""
        doubt = self.venue.dwell.doubt
        self.rivers = tuple(DebouncedRow(doubt) for _ in SEATS)
        self.melds = tuple(Debounced(doubt) for _ in SEATS)
        self.hands = tuple(Debounced(doubt) for _ in SEATS)
        self.sticks = tuple(Debounced() for _ in SEATS)
        self.concealed = tuple(Debounced() for _ in SEATS)
        self.loose = tuple(Debounced() for _ in SEATS)

    def dice_pressed(self) -> None:
        """The dice were started: their faces count again when they stop, or after a timeout."""
        self.rolling = 4 * self.venue.dwell.alarm
        self.dice = Debounced()

    def dice_stopped(self) -> None:
        """The dice lie still from now on."""
        self.rolling = 0
        self.dice = Debounced()

    def in_full_view(self) -> bool:
        """Whether the newest sighting shows every river and every meld."""
        seen = self.newest
        return seen is not None and None not in seen.rivers and None not in seen.melds

    def read(self, sighting: Sighting, evidence: int, kongs: int) -> None:
        """Take one sighting; ``kongs`` made so far widen the gap of the wall."""
        self.newest = sighting
        for seat in SEATS:
            self._read_seat(sighting, seat, evidence)
        self.mark.read(sighting.dealer_mark, evidence)
        self.mark_wind.read(sighting.mark_wind, evidence)
        self.counters.read(sighting.counters, evidence)
        self.pot.read(sighting.pot, evidence)
        lying = loose_before(sighting)
        for seat in SEATS:
            self.loose[seat].read(True if seat in lying else False if self.in_full_view() else None, evidence)
        self._read_walls(sighting, evidence, kongs)
        self._read_indicators(sighting, evidence)
        if self.rolling:
            self.rolling -= 1
        elif sighting.dice is not None and len(sighting.dice) == self.venue.dice:
            pips = tuple(sorted(die.pips for die in sighting.dice if die.pips is not None))
            self.dice.read(pips if len(pips) == self.venue.dice else None, evidence)
            self._count_throws(False, evidence)
        elif sighting.dice == ():
            self._count_throws(True, evidence)

    def empty_rivers(self) -> frozenset[Seat]:
        """Seats whose river is seen to be empty."""
        return frozenset(seat for seat in SEATS if self.rivers[seat].length.held(self.venue.dwell.river) == 0)

    def full_rivers(self) -> frozenset[Seat]:
        """Seats in whose river tiles are seen."""
        return frozenset(seat for seat in SEATS if self.rivers[seat].length.held(self.venue.dwell.river))

    def tiles_in_sight(self, dwell: int) -> list[Tile]:
        """Every face that has long been in sight, each tile once."""
        lying = [each.tile for river in self.rivers for each in river.held(dwell) or () if each is not None]
        melds = [
            tile for row in self.melds for laid in row.held(dwell) or () for tile in laid.tiles if tile is not None
        ]
        shown = [
            tile
            for hand in self.hands
            for observation in (hand.held(dwell),)
            if observation is not None
            for tile in (*observation.shown, observation.apart)
            if tile is not None
        ]
        walls = [
            tile for known in (self.dora, self.ura) for each in known.values() if (tile := each.held(dwell)) is not None
        ]
        return [*lying, *melds, *shown, *walls]

    def note_last(self, seat: Seat | None, places: int) -> None:
        """Remember how surely the newest discard, last of so many in a seat's river, is read; None: there is none."""
        river = None if seat is None else self.rivers[seat]
        if seat is None or river is None or len(river.places) != places or not places:
            return
        last = river.places[-1]
        if last.value is not None and last.sure:
            self.last_lying = LastLying(seat, last.value.tile, last.count)

    def note_riichi_hand(self, seat: Seat) -> None:
        """Keep the standing tiles of a player in riichi as a seat camera first sees them at rest."""
        held = self.concealed[seat].held(3)
        if held is not None and held.apart is None and len(held.tiles) % 3 == 1:
            self.riichi_hands.setdefault(seat, held.tiles)

    def open_hand(self, seat: Seat) -> ObservedHand | None:
        """The hand of a seat if it is open and still."""
        observation = self.hands[seat].held(self.venue.dwell.hand)
        return observation if observation is not None and observation.is_open else None

    def hand_is_down(self, seat: Seat) -> bool:
        """True if the hand of a seat is face down and still."""
        observation = self.hands[seat].held(self.venue.dwell.hand)
        return observation is not None and observation.is_down

    def _read_seat(self, sighting: Sighting, seat: Seat, evidence: int) -> None:
        river, row, hand = sighting.rivers[seat], sighting.melds[seat], sighting.hands[seat]
        if river is not None:
            lying = [(_lying(each), self._sure(each.seen)) for each in river]
            if self.rivers[seat].read(lying, evidence, partial(self._moved, sighting, seat)):
                self.lying[seat] = river
        if row is not None:
            sure = self._sure(*(tile for meld in row for tile in meld.tiles))
            more = len(row) - len(self.melded[seat])
            self.melded[seat] += [(self.melds[seat].last, evidence)] * more
            self.melds[seat].read(tuple(laid_as_seen(meld, seat) for meld in row), evidence, sure)
            if (held := self.melds[seat].held(self.venue.dwell.meld)) is not None:
                # What turned out to be none, or was taken back, does not tell when the next one was made.
                del self.melded[seat][len(held) :]
        if hand is not None:
            apart = None if hand.apart is None else hand.apart.tile
            unread = () if hand.apart is None or apart is not None else (None,)
            observation = ObservedHand(hand.standing, (*(seen.tile for seen in hand.shown), *unread), apart)
            sure = self._sure(*hand.shown, *(() if hand.apart is None else (hand.apart,)))
            self.hands[seat].read(observation, evidence, sure)
            self._note_opened(seat)
        if sighting.sticks is not None:
            self.sticks[seat].read(sighting.sticks[seat], evidence)
        if sighting.concealed is not None:
            self.concealed[seat].read(self._standing(sighting.concealed[seat]), evidence)

    def _moved(self, sighting: Sighting, seat: Seat) -> bool:
        """Whether a tile that lay in the river of a seat is in another one now."""
        others = [each.seen for other in SEATS if other is not seat for each in sighting.rivers[other] or ()]
        return any(_is_same(old.seen, each) for old in self.lying[seat] for each in others)

    def _note_opened(self, seat: Seat) -> None:
        hand = self.hands[seat].held(self.venue.dwell.hand)
        if hand is not None and hand.is_shown:
            self.opened.add(seat)
        elif hand is not None and hand.standing:
            self.opened.discard(seat)

    def _standing(self, row: SeenRow | None) -> ObservedRow | None:
        """A row every face of which is sure; one that is not says nothing."""
        if row is None or not self._sure(*row.tiles, *(() if row.apart is None else (row.apart,))):
            return None
        tiles = tuple(each.tile for each in row.tiles if each.tile is not None)
        apart = None if row.apart is None else row.apart.tile
        whole = len(tiles) == len(row.tiles) and (row.apart is None) == (apart is None)
        return ObservedRow(tiles, apart) if whole else None

    def _read_walls(self, sighting: Sighting, evidence: int, kongs: int) -> None:
        walls = sighting.walls
        seen = observed_break(self._without_lowered(walls), kongs)
        self.broken.read(seen, evidence)
        if len(walls) != len(SEATS):
            return
        known = self.stacks or STACKS
        a, b, c, d = (known[seat] if wall is None else len(wall) for seat, wall in zip(SEATS, walls, strict=True))
        if None not in walls:
            self.stacks = (a, b, c, d)
        # Any stack of an unread wall may be there.
        heights = [height for wall, most in zip(walls, (a, b, c, d), strict=True) for height in wall or (None,) * most]
        standing = sum(height or 0 for height in heights)
        untold, hands = heights.count(None), [_in_hand(hand) for hand in sighting.hands]
        nothing_laid = not any(row is None or row for row in (*sighting.rivers, *sighting.melds))
        nothing_dealt = all((hand or 0) < _FIRST_TAKE for hand in hands)
        excused = untold if nothing_laid and nothing_dealt and untold <= _UNTOLD else 0
        whole = 2 * (len(heights) - excused) - _MISREAD <= standing <= TILES
        self.full.read(0 not in heights and whole, evidence)
        at_most = standing + (2 * untold if untold <= _UNTOLD else 0)
        self.dealt.read(nothing_laid and set(hands) <= {_HAND, _HAND + 1} and at_most >= _AFTER_DEAL, evidence)
        self.wall_tiles.read(None if None in heights else standing, evidence)

    def _without_lowered(self, walls: Sequence[Sequence[int | None] | None]) -> list[list[int | None] | None]:
        """The walls as broken: a tile at the place of a taken stack is the lowered replacement tile."""
        dwell = self.venue.dwell.wall
        if all(wall is not None and 0 not in wall for wall in walls):
            # The walls of the round have only now been built: where nothing lay before, nothing was taken.
            self.emptied.clear()
        for seat, wall in zip(SEATS, walls, strict=True):
            for stack, height in enumerate(wall or ()):
                known = self.emptied.get((seat, stack), 0)
                if height is not None and known < dwell:
                    self.emptied[seat, stack] = 0 if height else known + 1
        gone = {place for place, count in self.emptied.items() if count >= dwell}
        # One tile is lowered, where the first stack was taken; the next was taken as well, or neither was.
        never = {place for place in gone if all(_stands(walls[place[0]], place[1] + step) for step in (0, 1))}
        self.emptied |= dict.fromkeys(never, 0)
        gone -= never
        return [
            None if wall is None else [0 if (seat, stack) in gone else height for stack, height in enumerate(wall)]
            for seat, wall in zip(SEATS, walls, strict=True)
        ]

    def _read_indicators(self, sighting: Sighting, evidence: int) -> None:
        if sighting.indicators is None:
            return
        for lower, known in ((False, self.dora), (True, self.ura)):
            seen = {StackPlace(each.wall, each.stack): each.seen for each in sighting.indicators if each.lower is lower}
            for place in set(known) - set(seen):
                del known[place]
            for place, face in seen.items():
                reading = known.setdefault(place, Debounced(self.venue.dwell.doubt))
                pays = not lower or face.confidence >= self.venue.paying
                reading.read(face.tile, evidence, pays and self._sure(face))

    def _count_throws(self, empty: bool, evidence: int) -> None:
        """Dice that lie again after the middle was seen empty were thrown anew; ``thrown`` counts them."""
        self.picked_up.read(empty, evidence)
        reading = self.picked_up.held(self.venue.dwell.dice)
        self.thrown += reading is False and not self.dice_lie
        self.dice_lie = self.dice_lie if reading is None else not reading

    def _sure(self, *faces: SeenTile) -> bool:
        return all(face.confidence >= self.venue.confidence for face in faces)


def _stands(wall: Sequence[int | None] | None, stack: int) -> bool:
    return wall is not None and stack < len(wall) and bool(wall[stack])


def _in_hand(hand: SeenHand | None) -> int | None:
    """Standing tiles of a hand of which none is shown; None if unknown."""
    return None if hand is None or hand.shown or hand.apart is not None else hand.standing


def _is_same(one: SeenTile, other: SeenTile) -> bool:
    return one.tile == other.tile and hypot(one.x - other.x, one.y - other.y) < _SAME_MM


def _lying(seen: SeenRiverTile) -> LyingTile | None:
    return None if seen.seen.tile is None else LyingTile(seen.seen.tile, seen.sideways)

"""All sightings of one round: every zone of the table as a debounced reading, in riichi terms."""

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

# Tiles by which a full set of walls may appear short: two stacks read one too low, or one unreadable stack.
_MISREAD: Final = 2
# Unreadable stacks tolerated in a full set of walls while nothing lies beside them: two thirds are read.
_UNTOLD: Final = TILES // 3 // 2
# Minimum number of tiles in the walls after a deal, which leaves 83: a set that is used up has far fewer.
_AFTER_DEAL: Final = TILES // 2
_HAND: Final = 13
# Tiles taken at a time when hands are dealt; a seat with fewer visible tiles has been dealt none.
_FIRST_TAKE: Final = 4
# Distance in mm within which equal faces in two rivers, seen one after the other, are one tile: half a tile.
_SAME_MM: Final = 10.0


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A discard as read: its face and whether it lies sideways."""

    tile: Tile
    sideways: bool


@dataclass(frozen=True, slots=True)
class ObservedHand:
    """A hand as read: number of standing tiles, faces left to right (None: face down), and the tile set apart."""

    standing: int
    shown: tuple[Tile | None, ...] = ()
    apart: Tile | None = None

    @property
    def is_open(self) -> bool:
        """True if every tile is face up."""
        return self.standing == 0 and bool(self.shown) and None not in self.shown

    @property
    def is_shown(self) -> bool:
        """True if no tile stands and at least one tile is face up."""
        return self.standing == 0 and any(tile is not None for tile in (*self.shown, self.apart))

    @property
    def is_down(self) -> bool:
        """True if every tile lies face down."""
        return self.standing == 0 and self.apart is None and bool(self.shown) and set(self.shown) == {None}


@dataclass(frozen=True, slots=True)
class ObservedRow:
    """Standing tiles as read from left to right, and the tile set apart; every face is sure."""

    tiles: tuple[Tile, ...]
    apart: Tile | None = None


@dataclass(frozen=True, slots=True)
class LastLying:
    """The newest tile of a river and its number of consecutive sure readings."""

    seat: Seat
    tile: Tile
    count: int


@dataclass(slots=True)
class Scene:
    """Debounced readings of all zones, taken from sightings in order of their evidence ids.

    ``melded``: per seat and meld, the last evidence id with fewer melds and the first with this one. ``supposed``: per
    seat, index in the record's discards of a discard that was claimed before a sighting showed it. ``gone``: index in
    the record of the discard last seen to be missing from its river; ``stays``: index of a discard that seemed to be
    missing although nobody claimed it. ``behind``: whether the table showed more than the record when a hand was
    opened. ``opened``: seats whose hand lay open and still, and has not been stood up since. ``loose``: per seat,
    whether a tile lies outside every row in front of it. ``dealt``: whether hands are complete while rivers are empty
    and walls nearly full. ``emptied``: per stack, consecutive readings as gone; from the wall dwell on, the stack stays
    gone.
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
        """Start with no readings; doubtful faces need the venue's additional dwell."""
        doubt = self.venue.dwell.doubt
        self.rivers = tuple(DebouncedRow(doubt) for _ in SEATS)
        self.melds = tuple(Debounced(doubt) for _ in SEATS)
        self.hands = tuple(Debounced(doubt) for _ in SEATS)
        self.sticks = tuple(Debounced() for _ in SEATS)
        self.concealed = tuple(Debounced() for _ in SEATS)
        self.loose = tuple(Debounced() for _ in SEATS)

    def dice_pressed(self) -> None:
        """The dice were started: drop their reading, and read none until they stop or a timeout passes."""
        self.rolling = 4 * self.venue.dwell.alarm
        self.dice = Debounced()

    def dice_stopped(self) -> None:
        """The dice have stopped: drop earlier readings and read their faces from now on."""
        self.rolling = 0
        self.dice = Debounced()

    def in_full_view(self) -> bool:
        """True if the newest sighting shows every river and every row of melds."""
        seen = self.newest
        return seen is not None and None not in seen.rivers and None not in seen.melds

    def read(self, sighting: Sighting, evidence: int, kongs: int) -> None:
        """Record one sighting; ``kongs``: number made so far, which widens the gap of the wall."""
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
        """Return the seats whose river was steadily read as empty."""
        return frozenset(seat for seat in SEATS if self.rivers[seat].length.held(self.venue.dwell.river) == 0)

    def full_rivers(self) -> frozenset[Seat]:
        """Return the seats whose river was steadily read as not empty."""
        return frozenset(seat for seat in SEATS if self.rivers[seat].length.held(self.venue.dwell.river))

    def tiles_in_sight(self, dwell: int) -> list[Tile]:
        """Return all faces read ``dwell`` times in a row, one entry per physical tile."""
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
        """Store how surely the newest discard of a seat is read; ``places``: number of tiles in the seat's river."""
        river = None if seat is None else self.rivers[seat]
        if seat is None or river is None or len(river.places) != places or not places:
            return
        last = river.places[-1]
        if last.value is not None and last.sure:
            self.last_lying = LastLying(seat, last.value.tile, last.count)

    def note_riichi_hand(self, seat: Seat) -> None:
        """Store the standing tiles of a player in riichi as a seat camera first reads them at rest."""
        held = self.concealed[seat].held(3)
        if held is not None and held.apart is None and len(held.tiles) % 3 == 1:
            self.riichi_hands.setdefault(seat, held.tiles)

    def open_hand(self, seat: Seat) -> ObservedHand | None:
        """Return the hand of a seat if it is open and still, else None."""
        observation = self.hands[seat].held(self.venue.dwell.hand)
        return observation if observation is not None and observation.is_open else None

    def hand_is_down(self, seat: Seat) -> bool:
        """True if the hand of a seat lies face down and still."""
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
                # A meld that was a misreading, or was taken back, must not date the next one.
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
        """True if a tile that lay in a seat's river is now seen in another river."""
        others = [each.seen for other in SEATS if other is not seat for each in sighting.rivers[other] or ()]
        return any(_is_same(old.seen, each) for old in self.lying[seat] for each in others)

    def _note_opened(self, seat: Seat) -> None:
        hand = self.hands[seat].held(self.venue.dwell.hand)
        if hand is not None and hand.is_shown:
            self.opened.add(seat)
        elif hand is not None and hand.standing:
            self.opened.discard(seat)

    def _standing(self, row: SeenRow | None) -> ObservedRow | None:
        """Return a row of standing tiles if every face is sure, else None."""
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
        # An unread wall counts as stacks of unknown height.
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
        """Return the wall heights with taken stacks as 0: a tile in such a place is the lowered replacement tile."""
        dwell = self.venue.dwell.wall
        if all(wall is not None and 0 not in wall for wall in walls):
            # The walls of this round have only now been built: places that were empty before are no taken stacks.
            self.emptied.clear()
        for seat, wall in zip(SEATS, walls, strict=True):
            for stack, height in enumerate(wall or ()):
                known = self.emptied.get((seat, stack), 0)
                if height is not None and known < dwell:
                    self.emptied[seat, stack] = 0 if height else known + 1
        gone = {place for place, count in self.emptied.items() if count >= dwell}
        # One tile is lowered, onto the place of the first taken stack. If the next stack stands too, neither was taken.
        never = {place for place in gone if all(_has_stack(walls[place[0]], place[1] + step) for step in (0, 1))}
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
        """Count dice that lie again after the middle was seen empty as a new throw in ``thrown``."""
        self.picked_up.read(empty, evidence)
        reading = self.picked_up.held(self.venue.dwell.dice)
        self.thrown += reading is False and not self.dice_lie
        self.dice_lie = self.dice_lie if reading is None else not reading

    def _sure(self, *faces: SeenTile) -> bool:
        return all(face.confidence >= self.venue.confidence for face in faces)


def _has_stack(wall: Sequence[int | None] | None, stack: int) -> bool:
    return wall is not None and stack < len(wall) and bool(wall[stack])


def _in_hand(hand: SeenHand | None) -> int | None:
    """Return the number of standing tiles of a hand without exposed tiles; None if it has any or is unknown."""
    return None if hand is None or hand.shown or hand.apart is not None else hand.standing


def _is_same(one: SeenTile, other: SeenTile) -> bool:
    return one.tile == other.tile and hypot(one.x - other.x, one.y - other.y) < _SAME_MM


def _lying(seen: SeenRiverTile) -> LyingTile | None:
    return None if seen.seen.tile is None else LyingTile(seen.seen.tile, seen.sideways)

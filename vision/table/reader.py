"""Read a frame: where tiles lie by geometry, what they are by the classifier; only changed zones are read again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.errors import EyesError
from controller.ports.eyes import SeenDie, SeenHand, SeenIndicator, SeenMeld, SeenRiverTile, SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat, Wind
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Image
from vision.camera.drift import DriftFollower
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.image.change import ChangeDetector
from vision.image.felt import FeltFinder
from vision.image.view import RectifiedView, Zone, ZoneKind
from vision.table.deposits import DepositReader, Deposits
from vision.table.dice import DiceReader
from vision.table.focal import FocalFit, fit_focal
from vision.table.hands import FoundHand, HandReader
from vision.table.indicators import FoundIndicator, IndicatorFinder
from vision.table.melds import FoundMeld, MeldReader
from vision.table.rivers import RiverReader
from vision.table.row import FlatTile
from vision.table.sticks import StickReader
from vision.table.wall.heights import BareBeyond
from vision.table.wall.stacks import WallReader, WallStacks, back_colour
from vision.tiles.recogniser import FaceClassifier, FacePose, FaceRecogniser, Recognised

_DOUBT: Final = 0.9
_MANY_ZONES: Final = 6
"""So many zones look different at once when the camera moves, or somebody reaches across."""
_CENTRE: Final[Zone] = (ZoneKind.CENTRE, Seat.A)


@dataclass(slots=True)
class _Found:
    """What geometry found when each zone was last read; None where a zone cannot be judged."""

    rivers: list[tuple[FlatTile, ...] | None]
    hands: list[FoundHand | None]
    melds: list[tuple[FoundMeld, ...] | None]
    walls: list[WallStacks | None]
    indicators: tuple[FoundIndicator, ...]
    dice: tuple[SeenDie, ...] | None
    sticks: list[bool | None]
    pools: list[Deposits | None]


class TableReader:
    """Reads the frames of one camera over one table, in order."""

    def __init__(self, profile: TableProfile, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._classifier = Layout(profile), classifier
        self._settled: FocalFit | None = None
        self._counted = False
        self._drift = DriftFollower(self._layout, camera)
        self._set_up(camera)

    def _set_up(self, camera: Camera) -> None:
        layout = self._layout
        self._camera, self._thick = camera, layout.profile.tile.thickness_mm
        self._felt = FeltFinder(layout, camera)
        self._rivers = [RiverReader(layout, camera, seat) for seat in SEATS]
        self._hands = [HandReader(layout, camera, seat) for seat in SEATS]
        self._melds = [MeldReader(layout, camera, seat) for seat in SEATS]
        self._walls = [WallReader(layout, camera, seat) for seat in SEATS]
        self._sticks = [StickReader(layout, camera, seat) for seat in SEATS]
        self._pools = [DepositReader(layout, camera, seat, self._classifier) for seat in SEATS]
        self._tell_walls()
        self._indicators = IndicatorFinder(layout, self._walls)
        self._dice = DiceReader(layout, camera)
        self._recogniser = FaceRecogniser(layout, camera, self._classifier)
        zones: dict[Zone, tuple[RectifiedView, ...]] = {_CENTRE: (self._dice.view,)}
        for seat in SEATS:
            zones[ZoneKind.RIVER, seat] = (self._rivers[seat].view,)
            zones[ZoneKind.HAND, seat] = (self._hands[seat].view,)
            zones[ZoneKind.MELDS, seat] = (self._melds[seat].view,)
            zones[ZoneKind.WALL, seat] = (self._walls[seat].view,)
            zones[ZoneKind.STICK, seat] = (self._sticks[seat].view,)
            zones[ZoneKind.DEPOSITS, seat] = (self._pools[seat].view,)
        self._changes = ChangeDetector(camera, zones)
        none = [None] * len(SEATS)
        self._found = _Found([*none], [*none], [*none], [*none], (), None, [*none], [*none])
        self._names: dict[Zone, tuple[Recognised, ...]] = {}

    @property
    def camera(self) -> Camera:
        """The camera as it is known by now."""
        return self._camera

    def read(self, frame: CameraFrame) -> Sighting:
        """All that the frame shows; raises EyesError when it is not of the camera's size."""
        height, width = frame.image.shape[:2]
        if (width, height) != self._camera.size:
            raise EyesError(f"frame of {width}x{height}: the calibration is for {self._camera.size}")
        if self._settled is None:
            self._settle(frame.image)
        changed = self._changes.changed(frame.image)
        if len(changed) >= _MANY_ZONES and (corrected := self._drift.follow(frame.image, self._camera)) is not None:
            self._set_up(corrected)
            changed = self._changes.changed(frame.image)
        if changed:
            self._find(frame.image, changed)
            wanted = {zone: self._spots(zone) for zone in self._renamed(changed)}
            backs = back_colour([look for look in self._found.walls if look is not None])
            self._names |= self._recogniser.recognise(frame.image, wanted, backs)
            self._changes.mark_read(frame.image, changed, frozenset(zone for zone in changed if self._doubtful(zone)))
        return self._sighting(frame)

    def _settle(self, image: Image) -> None:
        """Once walls stand, take the focal length from them and the hands: the points of a set-up hardly fix it."""
        settled = fit_focal(self._camera, [*self._walls, *self._hands], image, self._felt.find(image))
        if settled is None:
            return
        self._settled = settled
        if settled.camera != self._camera:
            self._set_up(settled.camera)
        self._tell_walls()

    def _tell_walls(self) -> None:
        if self._settled is not None:
            for wall in self._walls:
                wall.settle(self._settled.rim_mm, self._settled.pitch)

    def _find(self, image: Image, changed: frozenset[Zone]) -> None:
        felt, found = self._felt.find(image), self._found
        for kind, seat in changed:
            if kind == ZoneKind.RIVER:
                found.rivers[seat] = self._rivers[seat].find(image, felt)
            elif kind == ZoneKind.HAND:
                found.hands[seat] = self._hands[seat].find(image, felt)
            elif kind == ZoneKind.MELDS:
                found.melds[seat] = self._melds[seat].find(image, felt)
            elif kind == ZoneKind.WALL:
                found.walls[seat] = self._walls[seat].read(image, felt)
            elif kind == ZoneKind.STICK:
                found.sticks[seat] = self._sticks[seat].find(image, felt)
            elif kind == ZoneKind.DEPOSITS:
                found.pools[seat] = self._pools[seat].find(image, felt)
            else:
                found.dice = self._dice.read(image)
        if any(kind == ZoneKind.WALL for kind, _ in changed):
            self._bound_walls(changed)
            found.indicators = self._indicators.find(found.walls)

    def _bound_walls(self, changed: frozenset[Zone]) -> None:
        """Four walls rise or are cleared at once: what lies beyond the ends of one is known when all were looked at."""
        beyond = [self._beyond(seat) for seat in SEATS]
        for seat in SEATS:
            look = self._found.walls[seat]
            if look is not None and (ZoneKind.WALL, seat) in changed:
                self._found.walls[seat] = self._walls[seat].bounded(look, beyond[seat])

    def _beyond(self, seat: Seat) -> BareBeyond:
        """Whether the neighbouring stacks of a wall's first and last one are gone, or not known to stand."""
        right, left = self._found.walls[seat.turn(1)], self._found.walls[seat.turn(-1)]
        return right is None or right.heights[-1] == 0, left is None or left.heights[0] == 0

    def _renamed(self, changed: frozenset[Zone]) -> frozenset[Zone]:
        """Zones whose faces are to be named; the indicators of all walls are found together."""
        walls = frozenset((ZoneKind.WALL, seat) for seat in SEATS)
        named = changed | walls if changed & walls else changed
        return frozenset(zone for zone in named if zone[0] not in (ZoneKind.CENTRE, ZoneKind.STICK, ZoneKind.DEPOSITS))

    def _spots(self, zone: Zone) -> tuple[FacePose, ...]:
        """The faces of a zone in the order in which its part of the sighting takes them."""
        kind, seat = zone
        if kind == ZoneKind.RIVER:
            return tuple(self._flat(seat, each) for each in self._found.rivers[seat] or ())
        if kind == ZoneKind.HAND:
            hand = self._found.hands[seat]
            return tuple(self._flat(seat, each) for each in (hand.lying if hand is not None else ()))
        if kind == ZoneKind.MELDS:
            return tuple(self._flat(seat, each) for meld in self._found.melds[seat] or () for each in meld.all_tiles)
        return tuple(each.spot for each in self._found.indicators if each.wall is seat)

    def _flat(self, seat: Seat, lying: FlatTile) -> FacePose:
        spot = self._layout.place(seat, lying.across, lying.distance, 90.0 if lying.sideways else 0.0)
        return FacePose(spot.x, spot.y, spot.angle, self._thick)

    def _doubtful(self, zone: Zone) -> bool:
        kind, seat = zone
        found: Mapping[ZoneKind, object] = {
            ZoneKind.RIVER: self._found.rivers[seat],
            ZoneKind.HAND: self._found.hands[seat],
            ZoneKind.MELDS: self._found.melds[seat],
            ZoneKind.WALL: self._found.walls[seat],
            ZoneKind.STICK: self._found.sticks[seat],
            ZoneKind.DEPOSITS: self._found.pools[seat],
            ZoneKind.CENTRE: self._found.dice,
        }
        unread = kind == ZoneKind.CENTRE and any(die.pips is None for die in self._found.dice or ())
        look = self._found.walls[seat] if kind is ZoneKind.WALL else None
        unread |= look is not None and None in look.heights
        unsure = any(named.confidence < _DOUBT for named in self._names.get(zone, ()))
        return found[kind] is None or unread or unsure

    def _sighting(self, frame: CameraFrame) -> Sighting:
        found = self._found
        looks, mark = found.walls, self._mark()
        return Sighting(
            frame.number,
            frame.at,
            tuple(self._river(seat) for seat in SEATS),
            tuple(self._hand(seat) for seat in SEATS),
            tuple(self._meld_row(seat) for seat in SEATS),
            tuple(None if look is None else look.heights for look in looks),
            None if all(look is None for look in looks) else self._seen_indicators(),
            found.dice,
            sticks=tuple(found.sticks),
            pot=self._pot(),
            counters=self._counters(),
            dealer_mark=None if mark is None else mark[0],
            mark_wind=None if mark is None else mark[1],
            moved=self._drift.drift_mm,
        )

    def _pot(self) -> int | None:
        laid = [None if pool is None else pool.sticks for pool in self._found.pools] + self._found.sticks
        known = [each for each in laid if each is not None]
        return sum(known) if len(known) == len(laid) else None

    def _counters(self) -> int | None:
        """Counters on the table; None also until the first is seen: not every table shows them by sticks."""
        pools = [pool for pool in self._found.pools if pool is not None]
        counters = sum(pool.counters for pool in pools)
        self._counted |= counters > 0
        return counters if self._counted and len(pools) == len(SEATS) else None

    def _mark(self) -> tuple[Seat, Wind | None] | None:
        """Where the plate lies, if there is just one, and what it shows."""
        plates = [(seat, pool) for seat, pool in zip(SEATS, self._found.pools, strict=True) if pool and pool.plate]
        return (plates[0][0], plates[0][1].wind) if len(plates) == 1 else None

    def _river(self, seat: Seat) -> tuple[SeenRiverTile, ...] | None:
        places = self._found.rivers[seat]
        if places is None:
            return None
        names = self._names.get((ZoneKind.RIVER, seat), ())
        return tuple(SeenRiverTile(_seen(named), place.sideways) for place, named in zip(places, names, strict=True))

    def _hand(self, seat: Seat) -> SeenHand | None:
        hand = self._found.hands[seat]
        if hand is None:
            return None
        tiles = tuple(_seen(named) for named in self._names.get((ZoneKind.HAND, seat), ()))
        return SeenHand(hand.standing, tiles[:-1], tiles[-1]) if hand.apart else SeenHand(hand.standing, tiles)

    def _meld_row(self, seat: Seat) -> tuple[SeenMeld, ...] | None:
        places = self._found.melds[seat]
        if places is None:
            return None
        names = iter(self._names.get((ZoneKind.MELDS, seat), ()))
        return tuple(SeenMeld(tuple(_seen(next(names)) for _ in meld.all_tiles), meld.sideways) for meld in places)

    def _seen_indicators(self) -> tuple[SeenIndicator, ...]:
        seen = []
        for seat in SEATS:
            places = [each for each in self._found.indicators if each.wall is seat]
            for place, named in zip(places, self._names.get((ZoneKind.WALL, seat), ()), strict=True):
                if named.tile is not None:
                    seen.append(SeenIndicator(_seen(named), seat, place.stack, place.lower))
        return tuple(seen)


def _seen(named: Recognised) -> SeenTile:
    # Half a turn cannot be told from the way the tile lies, only from its face.
    angle = (named.spot.angle + (180.0 if named.turn == 2 else 0.0)) % 360.0
    return SeenTile(named.tile, named.spot.x, named.spot.y, angle, min(1.0, named.confidence), named.other)

"""Signs against any zone: doubt of its tiles and their names, its neighbourhood, and the view of it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType

import numpy as np

from controller.ports.eyes import SeenHand, SeenIndicator, SeenTile
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.distances import distances
from vision.explain.chances import UNWEIGHED, doubt, learnt_chances, unlikely
from vision.explain.found import Content, Eye, FoundTile, Melds, River, Surface, TableGround, ZoneReading, same_tile
from vision.explain.vacant import place_outline
from vision.tiles.classifier import DOUBT

WHOLE = (13, 14)
"""Tiles of a hand, a meld counted as three."""

NOISE = 0.3
"""Score times confidence below which what no zone explains is no tile; measured on painted tables: 51 of 58 false
faces, the others being tiles out of place, and 50 of 2,763 true ones, most of which zones explain."""

_NO_SPECK = 0.8
"""Chance that a face left beside a zone is none, up to which the zone may hold it; chosen: one in five is one."""
_MAY_BE_NONE = 0.12
"""Probability of a face with a doubtful name up to which a river is open; measured on path-traced tables: of 14 rivers
whose faintest such face is likelier than that, and noise elsewhere, 14 were right."""

_ACROSS = 0.9
"""Probability of a sideways tile up to which its river is open; chosen: a dozen are upright for each sideways one.
Measured on 120 painted tables at 35 degrees: of 264 blank faces and ones of dots in rivers one was wrong, sideways
with .54; none that was right had less than .99."""

_NEAR_MM = 45.0
"""Mm from a tile of a zone, or from where its first one is due, within which what no zone explains may be of it;
chosen: the next but one in a row, and the next row."""

_HIDDEN = 0.5
"""Factor on a probability where an arm is over a possible place of a tile; chosen: it is there to lay one. Not for
shown hands of as many tiles as a hand has: on painted tables 3 of 15 other reported ones were wrong."""

_ROOM = 0.8
"""Widths of a tile between two of a shown hand from which on one may have been missed there; measured on painted
tables: 41 of 44 such were wrong."""

_OTHERWISE = ("melds open", "found too many")
"""Signs of a standing hand that explain why its number may be another."""

_OF_ORDER = ("begins another", "shifted rows", "touching rows")
"""Signs that speak against the order of a river's tiles alone."""

_PARALLEL = 45.0
"""Degrees by which an unmoved tile may be turned; chosen: half of a quarter turn."""

_HIDDEN_PART = 0.12
"""Share of a hand's place that may be hidden while its number is reported; chosen: less than two of 14 tiles."""


class TableSigns:
    """Weighs the readings of the zones of one table.

    ``left``: the tiles in none of them, and those taken for indicators lifted from a wall.
    """

    def __init__(
        self,
        found: Sequence[FoundTile],
        left: tuple[Sequence[FoundTile], Sequence[SeenTile]],
        ground: TableGround,
        layout: Layout,
        eye: Eye | None,
    ) -> None:
        self._at = {(tile.x, tile.y): tile for tile in found}
        self._left = [tile for tile in left[0] if tile.surface is not Surface.TOP]
        self._lifted = np.array([(tile.x, tile.y) for tile in left[1]]).reshape(-1, 2)
        self._left_at = np.array([(tile.x, tile.y) for tile in self._left]).reshape(-1, 2)
        self._ground, self._layout, self._eye = ground, layout, eye
        faces = [_askew(tile) for tile in found if tile.surface is Surface.FACE]
        self._untidy = float(np.mean(faces)) if faces else 0.0

    def seen(
        self,
        reading: ZoneReading[Content],
        kind: str,
        seat: Seat,
        also: Mapping[str, float] = MappingProxyType({}),
        known: int = 0,
        told: Sequence[SeenTile] = (),
    ) -> ZoneReading[Content]:
        """The reading of a seat's zone of a kind with all signs against it; ``also``: more signs.

        ``known``: how many of its tiles, from the first on, were confirmed, so that their names are certain; ``told``:
        tiles whose orientation is certain.
        """
        own = self._signs(list(tiles_of(reading.content)), kind, seat, known, told)
        return replace(reading, signs={**reading.signs, **also, **own})

    def _signs(
        self, tiles: Sequence[SeenTile], kind: str, seat: Seat, known: int, told: Sequence[SeenTile]
    ) -> dict[str, float]:
        places = [(tile.x, tile.y) for tile in tiles] or [self._due(kind, seat)]
        signs = self._about(places)
        if kind == "standing":
            # The number behind an arm is unknown until it is seen.
            signs["hidden"] = float(self._hidden(seat) > _HIDDEN_PART)
        if tiles:
            found = [self._at[place] for place in places if place in self._at]
            named = [self._at[place] for place in places[known:] if place in self._at]
            faces = [tile for tile in named if tile.tile is not None]
            turned = [tile for tile in found if not any(_lies_as(tile, old) for old in told)]
            signs |= {
                "names": sum(unlikely(tile.confidence) for tile in faces),
                "weakest name": max((doubt(tile.confidence) for tile in faces), default=doubt(1.0)),
                "faces": sum(tile.tile is not None for tile in found),
                "faint": sum(1.0 - tile.score for tile in found),
                "faintest": max((doubt(tile.score) for tile in found), default=doubt(1.0)),
                "faintest doubted": max(
                    (unlikely(tile.score * tile.confidence) for tile in faces if tile.confidence < DOUBT), default=0.0
                ),
                "least way": max((doubt(tile.way) for tile in turned), default=doubt(1.0)),
                "ways": sum(unlikely(tile.way) for tile in turned),
                "upper": sum(tile.upper for tile in found),
                "askew": float(np.mean([_askew(tile) for tile in found])) if found else 0.0,
            }
        return signs

    def _about(self, places: Sequence[tuple[float, float]]) -> dict[str, float]:
        """Unexplained things near the zone, and the slant at which it is seen."""
        signs = {"near faces": 0.0, "near backs": 0.0, "untidy": self._untidy}
        if self._left:
            away = distances(self._left_at, np.array(places)).min(axis=1)
            for number in np.flatnonzero(away < _NEAR_MM).tolist():
                tile = self._left[number]
                if tile.surface is Surface.FACE:
                    signs["near faces"] += tile.score * tile.confidence
                else:
                    signs["near backs"] += tile.score
        if len(self._lifted):
            away = distances(self._lifted, np.array(places)).min(axis=1)
            signs["near lifted"] = float((away < _NEAR_MM).sum())
        if self._eye is not None:
            x, y = np.mean(places, axis=0).tolist()
            signs["aslant"] = math.hypot(x - self._eye[0], y - self._eye[1]) / self._eye[2]
        return signs

    def _due(self, kind: str, seat: Seat) -> tuple[float, float]:
        """Where the first tile of a zone is due, x, y mm."""
        profile = self._layout.profile
        across, distance = {
            "river": (profile.river.across_mm, profile.river.distance_mm),
            "melds": (profile.meld.right_mm, profile.meld.distance_mm),
        }.get(kind, (0.0, profile.hand.distance_mm))
        spot = self._layout.place(seat, across, distance)
        return spot.x, spot.y

    def _hidden(self, seat: Seat) -> float:
        """Share of the place of a standing hand that is out of sight."""
        place, size = self._layout.profile.hand, self._layout.profile.tile
        around = place_outline(self._layout, seat, (0.0, place.distance_mm), (place.across_mm, size.thickness_mm))
        return self._ground.unseen(around, size.height_mm)


def _lies_as(tile: FoundTile, old: SeenTile) -> bool:
    """True if a tile's pose is unchanged."""
    return same_tile(tile, old) and abs((tile.angle - old.angle + 90.0) % 180.0 - 90.0) < _PARALLEL


def weighed(reading: ZoneReading[Content], kind: str, balance: float = 0.0) -> ZoneReading[Content]:
    """The reading with the chance learnt for its kind; ``balance``: what the rest of the table says of it."""
    signs = {**reading.signs, "balance": balance}
    hidden = signs.get("cut" if kind == "shown" else "hidden")
    chance = learnt_chances().chance(kind, signs) * (_HIDDEN if hidden else 1.0)
    if kind == "river":
        chance = min(chance, _most_of_river(signs, tiles_of(reading.content)))
    against = (
        # Of fourteen none was missed.
        kind == "shown" and signs.get("tiles", 0.0) % 3 != 2 and signs.get("hand gap", 0.0) >= _ROOM,
        # Likelier two tiles of a hand taken for one that was added crosswise than a kong falsely called.
        kind in ("melds", "shown") and signs.get("no kong"),
        # Confirmed melds stay, whatever hides them.
        kind == "melds" and signs.get("fewer"),
        # A tile in an unread meld is likelier than a missing one.
        kind == "standing" and signs.get("unlawful") and any(map(signs.get, _OTHERWISE)),
    )
    if any(against):
        chance = min(chance, UNWEIGHED)
    if not reading.content:
        chance = min(chance, _nothing_there(kind, signs))
    return replace(reading, chance=chance, signs=signs)


def told_in_order(river: ZoneReading[River]) -> ZoneReading[River]:
    """A river in its confirmed order: signs of its rows against that order no longer count."""
    if not any(map(river.signs.get, _OF_ORDER)):
        return river
    settled = replace(river, signs={**river.signs, **dict.fromkeys(_OF_ORDER, 0.0)})
    return weighed(settled, "river")


def in_hand(hand: SeenHand) -> int:
    """Tiles of a hand without its melds."""
    return hand.standing + len(hand.shown) + (hand.apart is not None)


def kind_of_hand(hand: SeenHand) -> str:
    """A hand is judged as a shown one where any of its tiles is."""
    return "shown" if hand.shown else "standing"


def deduced(
    melds: ZoneReading[Melds] | None,
    hand: ZoneReading[SeenHand] | None,
    river: ZoneReading[River] | None = None,
) -> ZoneReading[Melds] | None:
    """Sign that a seat has no further melds, as sure as these and its hand are complete.

    None at all before its first discard.
    """
    if melds is None:
        return None
    sure = [melds.chance]
    if hand is not None:
        tiles = in_hand(hand.content) + 3 * len(melds.content)
        # What might lie hidden beside melds would be too many.
        seen = melds.chance / (_HIDDEN if melds.signs.get("hidden") else 1.0) if melds.content else 1.0
        sure += [min(hand.chance, seen)] * (tiles in WHOLE)
    if river is not None and not melds.content and not river.content and not melds.signs.get("stray"):
        sure.append(river.chance)
    return replace(melds, chance=max(sure))


def _most_of_river(signs: Mapping[str, float], tiles: Iterator[SeenTile]) -> float:
    """Upper bound on a river's probability: tiles may be of the next row or a hand; backs are no discards.

    A tile's orientation is not reported against its own look; measured on 565 painted tables: of 17 such rivers 10 were
    right.
    """
    if signs.get("endless"):
        return 0.0
    against = (
        signs.get("faintest doubted", 0.0) > unlikely(_MAY_BE_NONE),
        signs.get("least way", doubt(1.0)) > doubt(UNWEIGHED),
        may_lie_upright(signs),
        lacks_one(signs),
        signs.get("covered within"),
        signs.get("lost"),
        signs.get("begins another"),
        any(tile.tile is None for tile in tiles),
    )
    return UNWEIGHED if any(against) else 1.0


def may_lie_upright(signs: Mapping[str, float]) -> bool:
    """True if an unconfirmed sideways tile of a river may as well be upright."""
    return signs.get("least way across", doubt(1.0)) > doubt(_ACROSS)


def lacks_one(signs: Mapping[str, float]) -> bool:
    """Whether a discard of a river was missed: by the turns one is, and a place beside its rows is covered."""
    return signs.get("covered", 0.0) > 0 and signs.get("out of turn", 0.0) > UNWEIGHED


def _nothing_there(kind: str, signs: Mapping[str, float]) -> float:
    """How likely it can be at most that a zone holds nothing.

    What is left beside it may be of it where it is no mere speck; and of corners that are seen more aslant than any
    that was learnt from it is not known how melds are missed there.
    """
    if signs.get("none, covered"):
        return UNWEIGHED
    stray = signs.get("stray", 0.0)
    if stray > unlikely(_NO_SPECK):
        return math.exp(-stray)
    return UNWEIGHED if kind == "melds" and learnt_chances().beyond(kind, "aslant", signs) else 1.0


def _askew(tile: FoundTile) -> float:
    """Degrees of a tile against the table's edges."""
    return abs((tile.angle + 45.0) % 90.0 - 45.0)


def lifted_ones(indicators: Sequence[SeenIndicator]) -> list[SeenTile]:
    """The indicators that lie before a stack whose lower tile shows its face."""
    lower = {(each.wall, each.stack) for each in indicators if each.lower}
    return [each.seen for each in indicators if not each.lower and (each.wall, each.stack) in lower]


def tiles_of(content: object) -> Iterator[SeenTile]:
    """The tiles of any zone's content."""
    if isinstance(content, SeenTile):
        yield content
    else:
        for each in parts_of(content):
            yield from tiles_of(each)


def parts_of(content: object) -> tuple[object, ...]:
    """What any zone's content is made of; () of a number."""
    if isinstance(content, tuple):
        return content
    return tuple(getattr(content, each.name) for each in fields(content)) if is_dataclass(content) else ()

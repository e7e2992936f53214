"""Signs for any zone: doubtful tiles and faces, unexplained tiles near it, and the angle at which it is seen."""

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
"""Numbers of tiles of a whole hand, a meld counted as three."""

NOISE = 0.3
"""Score times confidence below which an unexplained detection is no tile; measured on painted tables: 51 of 58 false
faces are below, the others being tiles out of place, and 50 of 2,763 true ones, most of which zones explain."""

_NO_SPECK = 0.8
"""Probability that a face left beside a zone is no tile, up to which it may belong to the zone; chosen: one in five
does."""
_MAY_BE_NONE = 0.12
"""Probability of a face with a doubtful name up to which its river is undetermined; measured on path-traced tables: of
14 rivers whose faintest such face is above this and would be noise elsewhere, 14 were right."""

_ACROSS = 0.9
"""Probability of a sideways orientation up to which the river is undetermined; chosen: a dozen tiles are upright for
each sideways one. Measured on 120 painted tables at 35 degrees: of 264 blank faces and faces of dots in rivers one was
wrong, sideways with .54; none that was right had less than .99."""

_NEAR_MM = 45.0
"""Distance, mm, from a tile of a zone, or from where its first one is due, within which an unexplained tile may belong
to it; chosen: the next but one in a row, and the next row."""

_HIDDEN = 0.5
"""Factor on a probability if an arm is over a possible place of a tile; chosen: it is there to lay one. Not for shown
hands of as many tiles as a hand has: on painted tables 3 of 15 other reported ones were wrong."""

_ROOM = 0.8
"""Gap between two tiles of a shown hand, in tile widths, from which a tile may have been missed there; measured on
painted tables: 41 of 44 such hands were wrong."""

_OTHERWISE = ("melds open", "found too many")
"""Signs of a standing hand that explain why its number of tiles may be wrong."""

_OF_ORDER = ("begins another", "shifted rows", "touching rows")
"""Signs that speak only against the order of a river's tiles."""

_PARALLEL = 45.0
"""Degrees by which an unmoved tile may appear turned; chosen: half of a quarter turn."""

_HIDDEN_PART = 0.12
"""Hidden share of a hand's place up to which its number is reported; chosen: less than two of 14 tiles."""


class TableSigns:
    """Computes the signs of the zones of one table.

    ``left``: the tiles in no zone, and those taken for indicators lifted from a wall.
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
        """Return the reading of a seat's zone with all signs; ``kind``: kind of zone, ``also``: further signs.

        ``known``: how many of its tiles, from the first on, have confirmed faces; ``told``: tiles with a confirmed
        orientation.
        """
        own = self._signs(list(tiles_of(reading.content)), kind, seat, known, told)
        return replace(reading, signs={**reading.signs, **also, **own})

    def _signs(
        self, tiles: Sequence[SeenTile], kind: str, seat: Seat, known: int, told: Sequence[SeenTile]
    ) -> dict[str, float]:
        places = [(tile.x, tile.y) for tile in tiles] or [self._due(kind, seat)]
        signs = self._about(places)
        if kind == "standing":
            # Tiles behind an arm cannot be counted.
            signs["hidden"] = float(self._hidden(seat) > _HIDDEN_PART)
        if tiles:
            found = [self._at[place] for place in places if place in self._at]
            named = [self._at[place] for place in places[known:] if place in self._at]
            faces = [tile for tile in named if tile.tile is not None]
            turned = [tile for tile in found if not any(_same_pose(tile, old) for old in told)]
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
        """Signs of unexplained tiles near the zone, and of the slant at which it is seen."""
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
        """Share 0-1 of the place of a standing hand that is out of sight."""
        place, size = self._layout.profile.hand, self._layout.profile.tile
        around = place_outline(self._layout, seat, (0.0, place.distance_mm), (place.across_mm, size.thickness_mm))
        return self._ground.unseen(around, size.height_mm)


def _same_pose(tile: FoundTile, old: SeenTile) -> bool:
    """True if a tile has the face, the place and, up to a half turn, the orientation of a previous one."""
    return same_tile(tile, old) and abs((tile.angle - old.angle + 90.0) % 180.0 - 90.0) < _PARALLEL


def weighed(reading: ZoneReading[Content], kind: str, balance: float = 0.0) -> ZoneReading[Content]:
    """Return the reading with the model's probability; ``balance``: evidence of the rest of the table, log odds."""
    signs = {**reading.signs, "balance": balance}
    hidden = signs.get("cut" if kind == "shown" else "hidden")
    chance = learnt_chances().chance(kind, signs) * (_HIDDEN if hidden else 1.0)
    if kind == "river":
        chance = min(chance, _most_of_river(signs, tiles_of(reading.content)))
    against = (
        # A hand that has its fourteenth tile lacks none.
        kind == "shown" and signs.get("tiles", 0.0) % 3 != 2 and signs.get("hand gap", 0.0) >= _ROOM,
        # Two tiles of a hand, one of them read as added crosswise, are more likely than a falsely called kong.
        kind in ("melds", "shown") and signs.get("no kong"),
        # Confirmed melds stay on the table: if some are missing, something hides them.
        kind == "melds" and signs.get("fewer"),
        # A tile in an unread meld is more likely than a missing tile.
        kind == "standing" and signs.get("unlawful") and any(map(signs.get, _OTHERWISE)),
    )
    if any(against):
        chance = min(chance, UNWEIGHED)
    if not reading.content:
        chance = min(chance, _nothing_there(kind, signs))
    return replace(reading, chance=chance, signs=signs)


def weighed_in_order(river: ZoneReading[River]) -> ZoneReading[River]:
    """Return a river in its confirmed order, weighed without the signs against that order."""
    if not any(map(river.signs.get, _OF_ORDER)):
        return river
    settled = replace(river, signs={**river.signs, **dict.fromkeys(_OF_ORDER, 0.0)})
    return weighed(settled, "river")


def in_hand(hand: SeenHand) -> int:
    """Number of tiles of a hand without its melds."""
    return hand.standing + len(hand.shown) + (hand.apart is not None)


def kind_of_hand(hand: SeenHand) -> str:
    """Kind of zone that a hand is weighed as: shown if any of its tiles is shown."""
    return "shown" if hand.shown else "standing"


def deduced(
    melds: ZoneReading[Melds] | None,
    hand: ZoneReading[SeenHand] | None,
    river: ZoneReading[River] | None = None,
) -> ZoneReading[Melds] | None:
    """Return the melds with at least the probability that a whole hand or an empty river implies.

    A whole hand leaves no tiles for further melds, and before its first discard a seat has no melds.
    """
    if melds is None:
        return None
    sure = [melds.chance]
    if hand is not None:
        tiles = in_hand(hand.content) + 3 * len(melds.content)
        # Further melds hidden beside these would be too many tiles, so that the factor for hidden places is undone.
        seen = melds.chance / (_HIDDEN if melds.signs.get("hidden") else 1.0) if melds.content else 1.0
        sure += [min(hand.chance, seen)] * (tiles in WHOLE)
    if river is not None and not melds.content and not river.content and not melds.signs.get("stray"):
        sure.append(river.chance)
    return replace(melds, chance=max(sure))


def _most_of_river(signs: Mapping[str, float], tiles: Iterator[SeenTile]) -> float:
    """Upper bound of a river's probability: its tiles may be of the next row or of a hand; backs are no discards.

    An orientation that contradicts the classifier is not reported; measured on 565 painted tables: of 17 such rivers
    10 were right.
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
    """True if a discard of a river was missed: the order of turns lacks one, and a place beside its rows is covered."""
    return signs.get("covered", 0.0) > 0 and signs.get("out of turn", 0.0) > UNWEIGHED


def _nothing_there(kind: str, signs: Mapping[str, float]) -> float:
    """Upper bound of the probability that a zone is empty.

    A tile left beside it may belong to it, unless it is very faint. For corners seen at a steeper slant than any in
    training, it is unknown how often melds are missed. Without these bounds a painted river behind an arm was wrong.
    """
    if signs.get("none, covered"):
        return UNWEIGHED
    stray = signs.get("stray", 0.0)
    if stray > unlikely(_NO_SPECK):
        return math.exp(-stray)
    return UNWEIGHED if kind == "melds" and learnt_chances().beyond(kind, "aslant", signs) else 1.0


def _askew(tile: FoundTile) -> float:
    """Angle 0-45 degrees of a tile against the table's edges."""
    return abs((tile.angle + 45.0) % 90.0 - 45.0)


def lifted_ones(indicators: Sequence[SeenIndicator]) -> list[SeenTile]:
    """Tiles of the indicators that lie before a stack whose lower tile shows its face."""
    lower = {(each.wall, each.stack) for each in indicators if each.lower}
    return [each.seen for each in indicators if not each.lower and (each.wall, each.stack) in lower]


def tiles_of(content: object) -> Iterator[SeenTile]:
    """Yield the tiles in the content of any zone."""
    if isinstance(content, SeenTile):
        yield content
    else:
        for each in parts_of(content):
            yield from tiles_of(each)


def parts_of(content: object) -> tuple[object, ...]:
    """Direct parts of a zone's content: items of a tuple, fields of a dataclass, () of anything else."""
    if isinstance(content, tuple):
        return content
    return tuple(getattr(content, each.name) for each in fields(content)) if is_dataclass(content) else ()

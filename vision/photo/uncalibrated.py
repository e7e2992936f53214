"""Reads a table in a picture without a calibration: the tiles give the camera's pose, then the zones are explained."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.ports.eyes import SeenHand, SeenIndicator, SeenMeld, SeenRiverTile, SeenTile
from controller.riichi.meld_layout import is_set
from controller.riichi.seat import SEATS, Seat
from controller.riichi.shanten import shanten
from controller.riichi.tile import COPIES, KINDS, Tile
from controller.text import Text
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.camera.table_centre import Lie, PlacedTile
from vision.camera.tile_plane import Outlines
from vision.camera.tile_pose import TablePose, pose_from_tiles
from vision.explain.chances import UNWEIGHED, doubt
from vision.explain.found import Content, FoundTile, Surface, TableExplanation, ZoneReading
from vision.explain.signs import WHOLE, deduced
from vision.explain.table import explain
from vision.image.change import CELLS, ChangeDetector
from vision.image.felt import FeltFinder
from vision.photo.reader import PhotoReader, PhotoReading, PhotoTile, bounded
from vision.photo.table import UNTOLD, PhotoTable, dice_seen
from vision.photo.two_looks import is_side, joined_looks
from vision.table.dice import DiceReader
from vision.table.find.felt_ground import FeltGround
from vision.table.find.search import TileSearch, chance_by_score
from vision.table.find.standing_rows import StandingRows
from vision.table.find.windows import TableWindows
from vision.tiles.classifier import DOUBT, HALF_TURN
from vision.tiles.finder import Boxes, suppress_overlaps

_NO_TILE: Final = 0.25
"""Least weight of an outline in the pose fit, 0-1, for it to count as a tile; chosen: tiles half a tile off do."""
_FEW: Final = 40
"""Number of tiles below which unread detections also determine the pose; chosen: three full rivers."""
_UNREAD: Final = (0.4, 0.15)
"""Least score of an unread detection, and factor of its weight in the pose; chosen on photos from a seat: backs of a
wall are enough to separate lying from standing tiles, and halves of tiles do not outweigh a few read ones."""
_ALONG: Final = np.linspace(-0.3, 0.3, 7)
"""Sample points along an edge of a face, from its middle in widths, where both sides of the edge are compared."""
_RIM: Final = (0.44, 0.64)
"""Distances of the inner and the outer samples from the face's middle, in heights; chosen: within the face, and within
a side beyond it."""
_FAINT: Final = 40.0
"""Sum of two differences in colour (Lab) below which they count less; chosen: blank felt differs from a white face by
30."""
_RIVER_ODDS: Final = 4.4
"""Log odds added to a river of a photograph, as probabilities are learnt on painted tables; measured on 16 labelled
rivers of five photos: 14 right at probabilities of .12 to .99, two wrong at .01 and less."""
_COVERED_ODDS: Final = 2.0
"""Log odds added to a river whose end is covered; measured: on photos two right at .65 and .83, and one at .2 that
stays open therefore; on path-traced pictures with a missed discard three wrong at .5 and less."""
_INDICATOR_ODDS: Final = 3.2
"""Log odds added to indicators; measured on two photos: six named right at probabilities of .34 and .48. The learnt
probabilities include the stacks below them, which stay open where walls in a photo are skewed."""
_SETS_ODDS: Final = 1.3
"""Log odds added to melds that are all sets; chosen: up to a quarter of misread melds are sets, such as kongs without
their fourth tile, and four in five of the melds reported on photographs are."""
_READY_ODDS: Final = 2.5
"""Log odds added to a shown hand that is tenpai or won, as players show them; chosen: a misread one seldom is."""
_WHOLE_ODDS: Final = 1.2
"""Log odds added to melds that make a player's number of tiles with the hand; measured on five such corners of which a
part may be hidden: all were right, at even odds."""
_DOUBTS: Final = ("least way", "weakest name")
"""Signs that are log odds against a tile's orientation, and against its name."""
_OF_RIVERS: Final = {"hidden": 0.0, "weakest name": 0.0, "least way": -1.0}
"""Signs of a river with the values above which no log odds are added; chosen: at three to one an orientation is still
open."""
_FIFTH: Final = {"too many alike": 0.0, "weakest name": -1.5}
"""Signs of a river with the values above which, all together, the least certain of five equal tiles may be no tile;
chosen: a side was read as a white dragon with .73."""
_PAIR: Final = 2
"""Number of visible faces of a concealed kong."""
_SEEN_TWICE: Final = 0.95
"""Probability of a number of standing tiles on which faces and tops agree; chosen: they are missed independently."""
_SIDE: Final = 0.25
"""Score of a standing tile's top from which a face at the position of its side is upright; chosen as where sides are
separated from faces."""
_ROOM: Final = 0.8
"""Gap between two standing faces, in tile widths, from which there is room for another one; chosen: positions along the
rail are exact to a tenth of a width, and a drawn tile is set apart by six tenths."""
_BROAD_MM: Final = 210.0
"""Least extent of the tiles in both directions, mm, for zones to be reported; measured: tables in play have 224 and
more, 218 of 230 rows and heaps of lying or standing tiles less."""
_PLACED: Final = 0.5
"""Least weight of an outline in the pose fit for its position to count for ``_BROAD_MM``; chosen as for the pose."""
_BENT_MM: Final = 6.5
"""Position error of the outermost tiles, mm, caused by the tilt's standard deviation, from which no zone is reported;
measured: on photos of tables 1.2 to 6.1, of heaps of the same extent 4.5 to 15."""
_SCALED: Final = 0.1
"""Relative standard deviation of the camera's height, times the sine of the tilt, from which no zone is reported: walls
that much farther out would be at the next row's position, while from straight above a camera at twice the height sees
the same. Measured: on photos of tables up to .06, of 40 heaps and lone rows seen obliquely .08 to .17, of three in four
.12 and more."""
_CENTRED_MM: Final = 45.0
"""Standard deviation of the table's centre, mm, from which no zone is reported; chosen: a row and a half of a river;
measured on photos of tables: 7 to 13."""


@dataclass(frozen=True, slots=True)
class TablePhotoReader:
    """Reads pictures of tables by any camera; the profile gives expected positions and the size of tiles."""

    profile: TableProfile
    reader: PhotoReader

    def read(self, image: Image, focal: float | None = None) -> PhotoTable:
        """Return the table with seat A as the near seat; ``focal``: focal length, px, if known.

        No zone is reported if the camera's tilt or height or the table's centre stays uncertain. Raises EyesError if no
        tile is read or the tiles determine no pose.
        """
        image, by = bounded(image)
        layout, as_read = Layout(self.profile), self.reader.reading(image)
        reading, squeezed = as_read.scaled(as_read.squeezed, 1.0), as_read.squeezed
        if squeezed > 1.0:
            size = round(image.shape[1] * squeezed), image.shape[0]
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        scale = by * squeezed, by
        if not reading.tiles:
            raise EyesError(
                Text(
                    "写真から牌を読み取れませんでした。明るい所で、上から大きく撮ってください。",
                    "no tile in the picture whose face could be believed; give a calibration if it is a table",
                )
            )
        outlines = _outlines(reading, _pose_scores(image, reading.boxes))
        if len(outlines) < _FEW:
            outlines = _with_unread(outlines, reading.boxes, reading.looked)
        known = None if focal is None else focal * scale[1]
        pose = pose_from_tiles((image.shape[1], image.shape[0]), outlines, layout, known)
        changes = ChangeDetector(pose.camera.size)
        windows = TableWindows(layout, pose.camera, changes.shape, changes.block)
        search = TileSearch(layout, pose.camera, self.reader.finder, self.reader.classifier, windows)
        search.look(image, windows.shows_table, looks=reading.looks)
        read = _found(layout, pose, reading)
        found = joined_looks(layout, pose.camera, search.tiles, read)
        as_read = reading.scaled(1.0 / scale[0], 1.0 / scale[1])
        upright = _upright(pose, as_read, found, layout)
        explanation = replace(UNTOLD, unexplained=found)
        if shows_table(pose, self.profile):
            explained = self._explained(image, pose.camera, search, found, windows)
            explanation = of_photo(explained, layout, [len(faces) for faces in upright])
        seen = DiceReader(layout, pose.camera, smaller=True).find(image)
        dice = dice_seen(seen, pose.camera, self.profile, scale)
        unknown = (None,) * len(SEATS)
        told = (explanation, found, as_read.tiles, dice, unknown, upright, pose, scale, as_read.doubtful)
        return PhotoTable(layout, pose.camera, *told)

    def _explained(
        self, image: Image, camera: Camera, search: TileSearch, found: Sequence[FoundTile], windows: TableWindows
    ) -> TableExplanation:
        """Explain detected tiles; covered felt (such as under arms) and rows of standing tiles are further evidence."""
        layout, felt = Layout(self.profile), FeltFinder(Layout(self.profile), camera).find(image)
        cells = tuple(side * CELLS for side in windows.shows_table.shape)
        ground = FeltGround(layout, camera, cells, windows.block // CELLS)
        small = ChangeDetector(camera.size).shrunk(image)
        search.ground.note_covered(*ground.covered(small, felt, tuple(found), windows.shows_table))
        rows = StandingRows(layout, camera, windows.block, search.kept)
        rows.show(image, felt, [])
        return explain(found, search.ground, layout, eye=camera.position, counter=rows)


def of_photo(
    explained: TableExplanation, layout: Layout, upright: Sequence[int] = (0,) * len(SEATS)
) -> TableExplanation:
    """Return the explanation with probabilities adapted to photographs; the learnt ones are of painted tables.

    Agreement with the rules of the game raises them: rivers with every tile read, melds that are sets, hands that are
    tenpai, one indicator more than kongs. Disagreement leaves a zone open, and so does an empty river of a seat with an
    unexplained face. A hand is no more probable than the melds beside it, whose tiles may belong to it. ``upright``:
    number of visible faces of each seat's standing tiles; it counts if as many tops were found.
    """
    left = {
        _owner(layout, tile.x, tile.y)
        for tile in explained.unexplained
        if tile.confidence > DOUBT and tile.tile is not None
    }
    rivers = tuple(
        each and (_surer(each, _river_odds(each)) if each.content or seat not in left else _opened(each))
        for seat, each in zip(SEATS, explained.rivers, strict=True)
    )
    sets = [each and _of_melds(each) for each in explained.melds]
    hands = [each and _of_hand(each, seen) for each, seen in zip(explained.hands, upright, strict=True)]
    hands = [
        replace(hand, chance=min(hand.chance, melds.chance)) if hand and melds and melds.content else hand
        for hand, melds in zip(hands, sets, strict=True)
    ]
    melds = map(deduced, sets, hands, rivers)
    indicators = explained.indicators and _of_indicators(explained.indicators, explained.melds)
    return replace(
        explained,
        rivers=tuple(each and _as_named(each, [tile.seen for tile in each.content]) for each in rivers),
        hands=tuple(each and _as_named(each, _open_faces(each.content)) for each in hands),
        melds=tuple(each and _as_named(each, [tile for meld in each.content for tile in meld.tiles]) for each in melds),
        indicators=indicators and _as_named(indicators, [each.seen for each in indicators.content]),
    )


def _as_named(zone: ZoneReading[Content], tiles: Iterable[SeenTile]) -> ZoneReading[Content]:
    """Limit a zone's probability to the least confidence of its tiles' names, since all must be right."""
    return replace(zone, chance=min([zone.chance, *(tile.confidence for tile in tiles if tile.tile is not None)]))


def _open_faces(hand: SeenHand) -> tuple[SeenTile, ...]:
    return (*hand.shown, *(() if hand.apart is None else (hand.apart,)))


def _owner(layout: Layout, x: float, y: float) -> Seat:
    """Return the seat on whose side of the table a position, mm, is."""
    return max(SEATS, key=lambda seat: layout.local(seat, x, y)[1])


def _river_odds(river: ZoneReading[tuple[SeenRiverTile, ...]]) -> float:
    """Return the log odds added to a river: 0 if it has doubts, fewer if the table is covered where it would go on."""
    if not _river_is_certain(river):
        return 0.0
    return _COVERED_ODDS if river.signs.get("covered", 0.0) > 0 else _RIVER_ODDS


def _river_is_certain(river: ZoneReading[tuple[SeenRiverTile, ...]]) -> bool:
    """True if every tile of a river has a name and an orientation, and nothing may hide further ones."""
    doubts = any(river.signs.get(sign, -math.inf) > most for sign, most in _OF_RIVERS.items())
    fifth = all(river.signs.get(sign, -math.inf) > most for sign, most in _FIFTH.items())
    return not doubts and not fifth and all(each.seen.tile is not None for each in river.content)


def _of_melds(melds: ZoneReading[tuple[SeenMeld, ...]]) -> ZoneReading[tuple[SeenMeld, ...]]:
    """Return melds with their probability adapted: left open unless all are sets, else raised.

    It is raised more if melds and hand together have the right number of tiles, so that none is hidden.
    """
    if not _all_sets(melds.content):
        return _opened(melds)
    whole = not any(melds.signs.get(sign, 0.0) > 0 for sign in ("unlawful", "hand open", *_DOUBTS))
    return _surer(melds, _SETS_ODDS + whole * _WHOLE_ODDS)


def _all_sets(melds: Sequence[SeenMeld]) -> bool:
    """True if all melds are sets by their faces; a concealed kong by its visible ones."""
    faces = [[tile.tile for tile in meld.tiles if meld.sideways is not None or tile.tile is not None] for meld in melds]
    return all(is_set(each) or (len(each) == _PAIR and is_set((*each, each[0]))) for each in faces)


def _of_hand(hand: ZoneReading[SeenHand], seen: int) -> ZoneReading[SeenHand]:
    """Return a hand with its probability adapted; ``seen``: number of visible faces of its standing tiles.

    An empty hand is left open, since every player holds tiles.
    """
    unlawful = hand.signs.get("unlawful", 0.0) > 0
    if hand.content == SeenHand(0) or (unlawful and hand.signs.get("hidden", 0.0) > 0):
        return _opened(hand)
    if seen and not unlawful and hand.content == SeenHand(seen):
        return replace(hand, chance=max(hand.chance, _SEEN_TWICE))
    return _surer(hand, _READY_ODDS * _ready(hand.content))


def _of_indicators(
    told: ZoneReading[tuple[SeenIndicator, ...]], melds: Sequence[ZoneReading[tuple[SeenMeld, ...]] | None]
) -> ZoneReading[tuple[SeenIndicator, ...]]:
    """Return indicators with their probability raised if there is one, and one more for each kong; else left open."""
    laid = [meld for each in melds if each for meld in each.content]
    kongs = sum(len(meld.tiles) == COPIES and _all_sets([meld]) for meld in laid)
    due = sum(not each.lower for each in told.content) == 1 + kongs
    return (
        _surer(told, _INDICATOR_ODDS)
        if due and _copies_of_set([each.seen.tile for each in told.content])
        else _opened(told)
    )


def _opened(reading: ZoneReading[Content]) -> ZoneReading[Content]:
    """Return the reading with its probability limited to ``UNWEIGHED``, which leaves it open."""
    return replace(reading, chance=min(reading.chance, UNWEIGHED))


def _ready(hand: SeenHand) -> bool:
    """True if the faces of a shown hand are tenpai, or a win if they include the winning tile."""
    shown = [tile.tile for tile in _open_faces(hand)]
    if len(shown) % 3 == 0 or len(shown) > WHOLE[-1] or not _copies_of_set(shown):
        return False
    kinds = Counter(tile.kind for tile in shown if tile is not None)
    return shanten([kinds[kind] for kind in range(KINDS)]) <= 1 - len(shown) % 3


def _copies_of_set(tiles: Sequence[Tile | None]) -> bool:
    """True if all tiles are named and no face occurs more often than in a set."""
    kinds = Counter(tile.kind for tile in tiles if tile is not None)
    return kinds.total() == len(tiles) and max(kinds.values(), default=0) <= COPIES


def _surer(reading: ZoneReading[Content], by: float) -> ZoneReading[Content]:
    """Return the reading with the log odds ``by`` added; one without content is unchanged."""
    return replace(reading, chance=1.0 / (1.0 + math.exp(doubt(reading.chance) - by))) if reading.content else reading


def shows_table(pose: TablePose, profile: TableProfile) -> bool:
    """True if the tiles determine the camera and the table's centre well enough to report zones.

    Tiles beyond the corners of the melds are ignored: they do not belong to the table.
    """
    places = [(tile.x, tile.y) for tile in pose.placed if tile is not None and tile.weight > _PLACED]
    known, reach = np.array(places).reshape(-1, 2), profile.meld.right_mm + profile.tile.height_mm
    known = known[np.abs(known).max(axis=1) < reach]
    breadth: Floats = np.ptp(known, axis=0) if len(known) else np.zeros(2)
    bent = (float(breadth.max()) / 2) ** 2 * math.radians(pose.tilt_spread) / pose.camera.position[2]
    farther = pose.height_spread * math.sin(math.radians(pose.camera.tilt))
    level = bent < _BENT_MM and farther < _SCALED
    return bool(breadth.min() > _BROAD_MM) and level and pose.centre_spread < _CENTRED_MM


def _outlines(reading: PhotoReading, stands: Floats) -> Outlines:
    """Convert the tiles of a photo to the input of the pose fit; ``stands`` [N]: result of ``_pose_scores``."""
    boxes, tiles = reading.boxes, reading.tiles
    centre, right, down = (each.astype(np.float64) for each in (boxes.centre, boxes.right, boxes.down))
    back = np.array([tile.face == "down" for tile in tiles], np.bool_)
    named = [-1 if tile.tile is None else int(tile.tile) for tile in tiles]
    blank = back | np.array([tile.tile is Tile.WHITE for tile in tiles], np.bool_)
    halves = blank | np.array([name < 0 or name in HALF_TURN for name in named], np.bool_)
    angles = np.radians([tile.angle for tile in tiles])
    tops = np.stack([np.sin(angles), -np.cos(angles)], axis=1)
    ways = np.stack([-down, right, down, -right])
    ways = ways / np.maximum(np.linalg.norm(ways, axis=2, keepdims=True), 1e-9)
    turn = np.where(blank, -1, (ways * tops).sum(axis=2).argmax(axis=0))
    weight = np.array([tile.confidence for tile in tiles]) * boxes.score
    stands = np.where((turn == 0) & ~halves, stands, 0.0)
    return Outlines(centre, right, down, weight.astype(np.float64), turn, halves, back, stands)


def _pose_scores(image: Image, boxes: Boxes) -> Floats:
    """Return for each upright face -1 (lying) to 1 (standing), by the colours across its upper and lower edge [N].

    The body of a standing tile continues above its face, where the top is, that of a lying tile below it.
    """
    centre, right, down = (each.astype(np.float64) for each in (boxes.centre, boxes.right, boxes.down))

    def colour(height: float) -> Floats:
        places = centre[:, None] + _ALONG[None, :, None] * right[:, None] + height * down[:, None]
        spots = np.clip(places, 0, np.array(image.shape[1::-1]) - 1).astype(np.float32)
        seen = cv2.cvtColor(cv2.remap(image, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR), cv2.COLOR_BGR2LAB)
        return np.asarray(np.median(seen.astype(np.float64), axis=1))

    if not len(centre):
        return np.zeros(0)
    inside, outside = _RIM
    above, below = (np.linalg.norm(colour(s * outside) - colour(s * inside), axis=1) for s in (-1.0, 1.0))
    return np.asarray((below - above) / np.maximum(below + above, _FAINT))


def _with_unread(read: Outlines, boxes: Boxes, found: Boxes) -> Outlines:
    """Return the outlines, with those of ``found`` that overlap none of ``boxes`` added as backs of little weight."""
    every = Boxes.join([boxes, found])
    kept = suppress_overlaps(every, np.concatenate([boxes.score + 1.0, found.score]))
    more = every.take(kept[kept >= len(boxes)])
    least, share = _UNREAD
    more = more.take(more.score > least)
    back = np.ones(len(more), np.bool_)
    return Outlines(
        np.concatenate([read.centre, more.centre.astype(np.float64)]),
        np.concatenate([read.right, more.right.astype(np.float64)]),
        np.concatenate([read.down, more.down.astype(np.float64)]),
        np.concatenate([read.weight, share * more.score.astype(np.float64)]),
        np.concatenate([read.turn, np.full(len(more), -1)]),
        np.concatenate([read.halves, back]),
        np.concatenate([read.back, back]),
        np.concatenate([read.stands, np.zeros(len(more))]),
    )


def _found(layout: Layout, pose: TablePose, reading: PhotoReading) -> list[tuple[FoundTile, Floats]]:
    """Return the tiles of a photo placed on the table, each with the centre, px, of its visible side."""
    size, found = layout.profile.tile, []
    chances = chance_by_score(reading.boxes.score.astype(np.float64)).tolist()
    for tile, chance, placed in zip(reading.tiles, chances, pose.placed, strict=False):
        if placed is None or placed.weight < _NO_TILE:
            continue
        score, sure = chance * placed.weight, min(1.0, tile.confidence)
        if placed.lie is Lie.STANDING:
            x, y = _behind(placed, size.thickness_mm / 2, tile.face == "down")
            each = FoundTile(Surface.TOP, x, y, size.height_mm, placed.angle % 180.0, score)
        else:
            surface = Surface.BACK if placed.lie is Lie.BACK else Surface.FACE
            z = size.thickness_mm
            each = FoundTile(surface, placed.x, placed.y, z, placed.angle, score, 0.0, tile.tile, sure)
        found.append((each, np.array([tile.x, tile.y])))
    return found


def _behind(placed: PlacedTile, by: float, back: bool) -> tuple[float, float]:
    """Return the centre, mm, of a standing tile, ``by`` mm behind its visible side; ``back``: that side is the back."""
    # The tile's angle points away from its owner, who looks at the face; the back is visible from the other side.
    turn, way = math.radians(placed.angle), -by if back else by
    return placed.x + math.sin(turn) * way, placed.y - math.cos(turn) * way


def _upright(
    pose: TablePose, reading: PhotoReading, found: Sequence[FoundTile], layout: Layout
) -> tuple[tuple[PhotoTile | None, ...], ...]:
    """Return the visible faces of each seat's standing tiles, left to right for their owner.

    None stands for a tile between two others that was not read.
    """
    eye, tile = pose.camera.position, layout.profile.tile
    tops = [each for each in found if each.surface is Surface.TOP and each.score >= _SIDE]
    own: list[list[tuple[float, PhotoTile]]] = [[] for _ in SEATS]
    for seen, placed in zip(reading.tiles, pose.placed, strict=False):
        if placed is None or seen.tile is None:
            continue
        stands = placed.lie is Lie.STANDING and placed.weight > _NO_TILE
        if not stands:
            lies = FoundTile(Surface.FACE, placed.x, placed.y, tile.thickness_mm, placed.angle, 1.0, 0.0, seen.tile)
            stands = is_side(lies, tops, tile, eye)
        if stands:
            seat = _owner(layout, placed.x, placed.y)
            own[seat].append((layout.local(seat, placed.x, placed.y)[0], seen))
    return tuple(with_unread(sorted(row, key=lambda pair: pair[0]), tile.width_mm) for row in own)


def with_unread(row: Sequence[tuple[float, PhotoTile]], width_mm: float) -> tuple[PhotoTile | None, ...]:
    """Return the faces of ``row`` with a None for each further tile that fits between two of them.

    ``row``: standing faces from the left, each with its position, mm, along the rail.
    """
    faces: list[PhotoTile | None] = [each for _, each in row[:1]]
    for (before, _), (along, each) in pairwise(row):
        room = (along - before) / width_mm - 1.0
        faces += [None] * (round(room) if room > _ROOM else 0) + [each]
    return tuple(faces)

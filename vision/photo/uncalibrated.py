"""A table in a picture of which nothing is known: the tiles tell where the camera was, then the table is explained."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
from vision.photo.neighbours import with_neighbours
from vision.photo.reader import PhotoReader, PhotoReading, PhotoTile, bounded
from vision.photo.table import UNTOLD, PhotoTable, dice_seen
from vision.photo.two_looks import is_side, joined_looks, without_false_tops
from vision.table.dice import DiceReader
from vision.table.find.felt_ground import FeltGround
from vision.table.find.search import TileSearch, chance_by_score
from vision.table.find.standing_rows import StandingRows
from vision.table.find.windows import TableWindows
from vision.tiles.classifier import DOUBT, HALF_TURN
from vision.tiles.finder import Boxes, suppress_overlaps
from vision.tiles.recogniser import FaceRecogniser

_LIES: Final = -0.4
"""How much further a face's tile extends below it than above it, -1 to 1; measured on four photos: faces of standing
tiles have .4 and more except the last of a row with -.3, lying ones before felt -.5 and less."""
_TOGETHER_MM: Final = 60.0
"""mm within which faces of a row are judged together; chosen: two to either side."""
_ACROSS: Final = 0.7
"""Sine of the angle of a print from which it is sideways; chosen: half a quarter turn. Standing tiles are upright."""
_NO_TILE: Final = 0.25
"""How well an outline must be explained by the plane to be handed on as a tile; chosen: tiles half a tile off are."""
_FEW: Final = 40
"""Tiles below which unread findings also determine the pose; chosen: three full rivers."""
_UNREAD: Final = (0.4, 0.15)
"""Least score of an unread finding, and its weight in the pose; chosen on photos from a seat: backs of a wall are
enough to separate lying from standing tiles, and halves of tiles do not outweigh a few read ones."""
_ALONG: Final = np.linspace(-0.3, 0.3, 7)
"""Where the rim of a face and what goes on beyond it are compared, in parts of its width."""
_RIM: Final = (0.44, 0.64)
"""How far from the middle these are, in parts of its height; chosen: within the face, and within a side beyond it."""
_FAINT: Final = 40.0
"""Sum of two differences in colour (Lab) below which they say less; chosen: blank felt is 30 off a white face."""
_RIVER_ODDS: Final = 4.4
"""Log odds by which a river of a photograph is surer than what is learnt on painted tables; measured on 16
labelled rivers of five photos: 14 right at chances of .12 to .99, two wrong at .01 and less."""
_COVERED_ODDS: Final = 2.0
"""The same where something covers the table at its end; measured: on photos two right at .65 and .83 and one at .2 that
is left open for it, of path-traced ones with a discard that was not found three wrong at .5 and less."""
_INDICATOR_ODDS: Final = 3.2
"""The same of indicators; measured on two photos: six named right at chances of .34 and .48. Learnt chances are of the
stacks that they lie on as well, which walls that lie askew in a photo leave open."""
_SETS_ODDS: Final = 1.3
"""Log odds bonus of melds that are all sets, and malus of others; chosen: of misread ones a quarter may be, as kongs
without their fourth tile, and of those reported on photographs four in five are."""
_READY_ODDS: Final = 2.5
"""The same of a shown hand that is tenpai or won, as players show them; chosen: a misread one seldom is."""
_WHOLE_ODDS: Final = 1.2
"""The same where they are as many tiles with the hand as a player has; measured on five such corners of which a part
may be hidden: all were right, at even chances."""
_DOUBTS: Final = ("least way", "weakest name")
"""Signs that are log odds against a tile's orientation, and against its name."""
_OF_RIVERS: Final = {"hidden": 0.0, "weakest name": 0.0, "least way": -1.0}
"""Signs of a river beyond which it is no surer; chosen: a tile may lie either way at three to one against the other."""
_FIFTH: Final = {"too many alike": 0.0, "weakest name": -1.5}
"""Signs that are all beyond these where one of its tiles may be none, of five that are alike the least sure; chosen: a
side was a white dragon with .73."""
_PAIR: Final = 2
"""Faces that a concealed kong shows."""
_SEEN_TWICE: Final = 0.95
"""Probability of a number of standing tiles on which faces and tops agree; chosen: they are missed independently."""
_SIDE: Final = 0.25
"""Score of a top from which a face at its side's place is upright; chosen as where sides are separated from faces."""
_ROOM: Final = 0.8
"""Gap between two standing faces, in tile widths, with room for another one; chosen: places along the rail are
measured to a tenth of one, and a drawn tile is set apart by six tenths."""
_BROAD_MM: Final = 210.0
"""Least spread of tiles both ways for zones to be reported, mm; measured: tables in play 224 and more, 218 of 230 rows
and heaps of tiles less, whose tiles may lie or stand."""
_PLACED: Final = 0.5
"""How well an outline must be explained by the plane for its place to count for that; chosen: as for the pose."""
_BENT_MM: Final = 6.5
"""Error of the outermost tiles' places, mm, by the deviation of the tilt, from which no zone is reported; measured: on
photos of tables 1.2 to 6.1, of heaps as broad as those 4.5 to 15."""
_SCALED: Final = 0.1
"""Likewise of its height, in parts of it, times the sine of the tilt: walls that lie so much farther out are where the
next row is, while from straight above a camera may be twice as high and see the same. Measured: on photos of tables up
to .06, of 40 heaps and lone rows seen aslant .08 to .17, of three in four .12 and more."""
_CENTRED_MM: Final = 45.0
"""Likewise of the middle of the table, mm; chosen: a row and a half of a river; measured on photos of tables: 7 to 13.
"""


@dataclass(frozen=True, slots=True)
class TablePhotoReader:
    """Reads pictures of tables by any camera; the profile is what places are expected at, and the size of tiles."""

    profile: TableProfile
    reader: PhotoReader

    def read(self, image: Image, focal: float | None = None) -> PhotoTable:
        """The table; seat A is the near one. ``focal``: px, if known. EyesError if tiles determine no pose.

        No zone is reported if the camera's tilt and height and the table's middle stay uncertain.
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
        stands = _stands(image, reading.boxes)
        outlines = _outlines(reading, stands)
        if len(outlines) < _FEW:
            outlines = _with_unread(outlines, reading.boxes, reading.looked)
        known = None if focal is None else focal * scale[1]
        pose = pose_from_tiles((image.shape[1], image.shape[0]), outlines, layout, known)
        changes = ChangeDetector(pose.camera.size)
        windows = TableWindows(layout, pose.camera, changes.shape, changes.block)
        search = TileSearch(layout, pose.camera, self.reader.finder, self.reader.classifier, windows)
        search.look(image, windows.shows_table, looks=reading.looks)
        read = _found(layout, pose, reading)
        lying = _plainly_lying(stands, reading, read)
        searched = without_false_tops(search.tiles, lying, self.profile.tile, pose.camera.position)
        found = joined_looks(layout, pose.camera, searched, read)
        named = partial(FaceRecogniser(layout, pose.camera, self.reader.classifier).recognise, image)
        found = with_neighbours(found, search.ground, named, self.profile.tile, pose.camera.position)
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
        """Explanation of the found tiles with the evidence of the felt: arms, rows of standing tiles."""
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
    """The same with probabilities for photographs; the learnt ones are of painted tables.

    Agreement with the game raises them: rivers with every tile read, melds that are sets, hands that are tenpai, one
    indicator more than kongs; disagreement leaves a zone open, as an empty river beside an unexplained face does. A
    hand is no surer than melds beside it, whose tiles may be its own; ``upright``: visible faces of standing tiles of
    each seat; their number counts if as many tops were found.
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
    """A zone no likelier than the least sure name of its tiles: all of them are right no more often than that one."""
    return replace(zone, chance=min([zone.chance, *(tile.confidence for tile in tiles if tile.tile is not None)]))


def _open_faces(hand: SeenHand) -> tuple[SeenTile, ...]:
    return (*hand.shown, *(() if hand.apart is None else (hand.apart,)))


def _owner(layout: Layout, x: float, y: float) -> Seat:
    """Whose side of the table a place is on."""
    return max(SEATS, key=lambda seat: layout.local(seat, x, y)[1])


def _river_odds(river: ZoneReading[tuple[SeenRiverTile, ...]]) -> float:
    """Log odds by which a river of a photograph is surer: fewer where something covers the table where it goes on."""
    if not _river_is_told(river):
        return 0.0
    return _COVERED_ODDS if river.signs.get("covered", 0.0) > 0 else _RIVER_ODDS


def _river_is_told(river: ZoneReading[tuple[SeenRiverTile, ...]]) -> bool:
    """True if every tile of a river has a name and an orientation, and nothing may hide others."""
    doubts = any(river.signs.get(sign, -math.inf) > most for sign, most in _OF_RIVERS.items())
    fifth = all(river.signs.get(sign, -math.inf) > most for sign, most in _FIFTH.items())
    return not doubts and not fifth and all(each.seen.tile is not None for each in river.content)


def _of_melds(melds: ZoneReading[tuple[SeenMeld, ...]]) -> ZoneReading[tuple[SeenMeld, ...]]:
    """Melds as a photograph has them: sets; where they and the hand are as many tiles as they must, none is hidden."""
    if not _all_sets(melds.content):
        return _opened(melds)
    whole = not any(melds.signs.get(sign, 0.0) > 0 for sign in ("unlawful", "hand open", *_DOUBTS))
    return _surer(melds, _SETS_ODDS + whole * _WHOLE_ODDS)


def _all_sets(melds: Sequence[SeenMeld]) -> bool:
    """True if all melds are sets by their faces; a concealed kong by its visible ones."""
    faces = [[tile.tile for tile in meld.tiles if meld.sideways is not None or tile.tile is not None] for meld in melds]
    return all(is_set(each) or (len(each) == _PAIR and is_set((*each, each[0]))) for each in faces)


def _of_hand(hand: ZoneReading[SeenHand], seen: int) -> ZoneReading[SeenHand]:
    """A hand as a photograph has it, ``seen`` faces of whose standing tiles show; nobody who plays holds no tile."""
    unlawful = hand.signs.get("unlawful", 0.0) > 0
    if hand.content == SeenHand(0) or (unlawful and hand.signs.get("hidden", 0.0) > 0):
        return _opened(hand)
    if seen and not unlawful and hand.content == SeenHand(seen):
        return replace(hand, chance=max(hand.chance, _SEEN_TWICE))
    return _surer(hand, _READY_ODDS * _ready(hand.content))


def _of_indicators(
    told: ZoneReading[tuple[SeenIndicator, ...]], melds: Sequence[ZoneReading[tuple[SeenMeld, ...]] | None]
) -> ZoneReading[tuple[SeenIndicator, ...]]:
    """Indicators as a photograph has them: one, and one more for each kong."""
    laid = [meld for each in melds if each for meld in each.content]
    kongs = sum(len(meld.tiles) == COPIES and _all_sets([meld]) for meld in laid)
    due = sum(not each.lower for each in told.content) == 1 + kongs
    return (
        _surer(told, _INDICATOR_ODDS)
        if due and _copies_of_set([each.seen.tile for each in told.content])
        else _opened(told)
    )


def _opened(reading: ZoneReading[Content]) -> ZoneReading[Content]:
    """An open reading."""
    return replace(reading, chance=min(reading.chance, UNWEIGHED))


def _ready(hand: SeenHand) -> bool:
    """Whether the faces of a shown hand wait for a tile, or are won with where they are one more."""
    shown = [tile.tile for tile in _open_faces(hand)]
    if len(shown) % 3 == 0 or len(shown) > WHOLE[-1] or not _copies_of_set(shown):
        return False
    kinds = Counter(tile.kind for tile in shown if tile is not None)
    return shanten([kinds[kind] for kind in range(KINDS)]) <= 1 - len(shown) % 3


def _copies_of_set(tiles: Sequence[Tile | None]) -> bool:
    """Whether all are faces of which a set has as many."""
    kinds = Counter(tile.kind for tile in tiles if tile is not None)
    return kinds.total() == len(tiles) and max(kinds.values(), default=0) <= COPIES


def _surer(reading: ZoneReading[Content], by: float) -> ZoneReading[Content]:
    """A reading with log odds added; an empty one is unchanged."""
    return replace(reading, chance=1.0 / (1.0 + math.exp(doubt(reading.chance) - by))) if reading.content else reading


def shows_table(pose: TablePose, profile: TableProfile) -> bool:
    """True if the tiles determine the camera and the table's middle well enough to report zones.

    A tile beyond the corners of the melds is not the table's.
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
    """The tiles of a photo as the fit of a pose takes them; ``stands``: -1 to 1 of each, if its face is upright."""
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


def _stands(image: Image, boxes: Boxes) -> Floats:
    """-1 to 1 for each upright face: a standing tile goes on above it, where its top is, a lying one below it."""
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


def _plainly_lying(stands: Floats, reading: PhotoReading, read: Sequence[tuple[FoundTile, Floats]]) -> list[FoundTile]:
    """Faces ``read`` that are no side of a standing tile: a sideways print, or no top beyond them."""
    places = {(tile.x, tile.y): number for number, tile in enumerate(reading.tiles)}
    numbers = [places[float(at[0]), float(at[1])] for _, at in read]
    spots = np.array([(tile.x, tile.y) for tile, _ in read]).reshape(-1, 2)
    lying = []
    for (tile, _), number, spot in zip(read, numbers, spots, strict=True):
        # Tiles of a row all stand or all lie.
        row = np.linalg.norm(spots - spot, axis=1) < _TOGETHER_MM
        if tile.surface is not Surface.FACE or tile.tile is None or tile.confidence < DOUBT:
            continue
        turned = abs(math.sin(math.radians(reading.tiles[number].angle))) > _ACROSS and int(tile.tile) not in HALF_TURN
        beside = float(np.median(stands[numbers][row]))
        if (beside < 0.0 and min(beside, stands[number]) < _LIES) or turned:
            lying.append(tile)
    return lying


def _with_unread(read: Outlines, boxes: Boxes, found: Boxes) -> Outlines:
    """The outlines, and boxes that overlap none of theirs, as backs that count little."""
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
    """The tiles of a photo on the table, each with the middle px of the side that is seen."""
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
    """The middle of a standing tile of which one side is seen: ``by`` mm behind it."""
    # Its owner looks along his upright, away from himself: onto the face, while the back shows from the other side.
    turn, way = math.radians(placed.angle), -by if back else by
    return placed.x + math.sin(turn) * way, placed.y - math.cos(turn) * way


def _upright(
    pose: TablePose, reading: PhotoReading, found: Sequence[FoundTile], layout: Layout
) -> tuple[tuple[PhotoTile | None, ...], ...]:
    """Visible faces of the standing tiles of each seat, left to right for their owner.

    None if one between two was not read.
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
    """Standing faces from the left, each with how far mm along the rail; None for each that has room between two."""
    faces: list[PhotoTile | None] = [each for _, each in row[:1]]
    for (before, _), (along, each) in pairwise(row):
        room = (along - before) / width_mm - 1.0
        faces += [None] * (round(room) if room > _ROOM else 0) + [each]
    return tuple(faces)

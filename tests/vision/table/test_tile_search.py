"""From the finder's boxes to tiles on the table: positions, orientations, and what the ground shows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.ports.eyes import SeenHand, SeenIndicator, SeenMeld, SeenRiverTile, SeenTile, Sighting
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface
from vision.image.cached_answers import CachedAnswers
from vision.image.change import ChangeDetector
from vision.table.find.colours import as_faces, body_colours, of_other_colour, of_other_hue
from vision.table.find.ground import PictureGround
from vision.table.find.lie import ways_round
from vision.table.find.lifting import Piece, lie_rather, lift
from vision.table.find.second_looks import own_places, steady, still_known, surer, tiles_of_sighting
from vision.table.find.windows import TableWindows
from vision.tiles.finder import BACK, BARE, FACE, FOREIGN, MATTERS, TOP, Boxes

PROFILE = load_profile()
TILE = PROFILE.tile
TILTED = Camera.orbiting((1440, 1080), focal=1500, target=(0, 0, 0), distance_mm=1500, tilt=50, pan=30)


def box(corners: list[tuple[float, float, float]], kind: int, standing: float = 0.0, upper: float = 0.0) -> Boxes:
    """The box of a surface with those corners (mm) in the tilted camera's picture."""
    a, b, c, d = TILTED.project(corners)
    parts = ((a + b + c + d) / 4, (b + c - a - d) / 2, (c + d - a - b) / 2)
    centre, right, down = (part[None].astype(np.float32) for part in parts)
    surface = np.eye(3, dtype=np.float32)[[kind]]
    one = np.ones(1, np.float32)
    return Boxes(centre, right, down, one, surface, one * upper, one * standing)


def axes(angle: float) -> tuple[Floats, Floats]:
    turn = np.radians(angle)
    return np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])


@pytest.mark.parametrize("angle", [0.0, 25.0, 90.0, 140.0])
def test_surfaces_are_lifted_to_where_their_tiles_are(angle: float) -> None:
    middle, (right, down) = np.array([100.0, -80.0]), axes(angle)

    def level(z: float, deep: float) -> list[tuple[float, float, float]]:
        ends = [
            middle + x * right * TILE.width_mm / 2 + y * down * deep / 2
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return [(float(x), float(y), z) for x, y in ends]

    thick = TILE.thickness_mm
    for boxes, z in (
        (box(level(thick, TILE.height_mm), BACK), thick),
        (box(level(2 * thick, TILE.height_mm), BACK, upper=1.0), 2 * thick),
        (box(level(TILE.height_mm, thick), TOP, standing=1.0), TILE.height_mm),
    ):
        lifted = lift(TILTED, TILE, boxes)
        assert lifted.middle[0] == pytest.approx(middle, abs=0.3)
        assert lifted.z[0] == z
        assert (lifted.angle[0] - angle + 90.0) % 180.0 - 90.0 == pytest.approx(0.0, abs=0.5)
        assert lifted.fit[0] > 0.99


@pytest.mark.parametrize("angle", [0.0, 30.0, 100.0])
def test_the_back_of_a_standing_tile_tells_where_it_stands(angle: float) -> None:
    middle, (right, down) = np.array([100.0, -80.0]), axes(angle)
    towards = np.sign(down @ (np.array(TILTED.position[:2]) - middle))
    front = middle + towards * down * TILE.thickness_mm / 2
    low, high = front - right * TILE.width_mm / 2, front + right * TILE.width_mm / 2
    corners = [(*low, TILE.height_mm), (*high, TILE.height_mm), (*high, 0.0), (*low, 0.0)]
    lifted = lift(TILTED, TILE, box([(float(x), float(y), z) for x, y, z in corners], BACK, standing=1.0))
    assert lifted.stands[0]
    assert lifted.middle[0] == pytest.approx(middle, abs=1.0)
    assert (lifted.angle[0] - angle + 90.0) % 180.0 - 90.0 == pytest.approx(0.0, abs=0.5)


@pytest.mark.parametrize(
    ("x", "y", "standing", "lies"),
    [(0.0, -30.0, 0.6, True), (0.0, -270.0, 0.6, False), (-250.0, -270.0, 0.97, True)],
    ids=["among discards", "along a rail", "in a corner"],
)
def test_a_face_that_may_lie_or_stand_stands_along_a_rail_alone(
    *, x: float, y: float, standing: float, lies: bool
) -> None:
    """In a corner; failed from 35 degrees, where one of three white dragons was taken for a standing tile and the meld
    stayed unread.
    """
    wide, thick, high = TILE.width_mm / 2, TILE.thickness_mm, TILE.height_mm
    front = [(x - wide, y, high), (x + wide, y, high), (x + wide, y, 0.0), (x - wide, y, 0.0)]
    flat_one = [(x - wide, y - high / 2, thick), (x + wide, y - high / 2, thick), (x + wide, y + high / 2, thick)]
    boxes = box([*flat_one, (x - wide, y + high / 2, thick)], FACE, standing=standing)
    fits = [lift(TILTED, TILE, each).fit[0] for each in (boxes, box(front, FACE, standing=standing))]
    assert min(fits) > 0.7, "it may be either"
    lying = replace(boxes, standing=0.0 * boxes.standing)
    assert lie_rather(TILTED, Layout(PROFILE), boxes, lying, boxes.standing.astype(float)).tolist() == [lies]


def test_half_a_tile_fits_no_tile() -> None:
    corners = [(-10.5, -7.0, 16.5), (10.5, -7.0, 16.5), (10.5, 7.0, 16.5), (-10.5, 7.0, 16.5)]
    assert lift(TILTED, TILE, box(corners, BACK)).fit[0] < 0.3


def flat(x: float, y: float, angle: float = 0.0) -> FoundTile:
    return FoundTile(Surface.BACK, x, y, TILE.thickness_mm, angle, 1.0)


def test_a_square_box_lies_the_way_that_its_row_leaves_room_for() -> None:
    doubts = np.array([np.inf, 0.5, np.inf])
    apart = (TILE.width_mm + TILE.height_mm) / 2
    assert (ways_round([flat(-apart, 0), flat(0, 0), flat(apart, 0)], doubts, TILE) > 0).tolist() == [
        False,
        True,
        False,
    ]
    near = TILE.width_mm
    assert not (ways_round([flat(-near, 0), flat(0, 0), flat(near, 0)], doubts, TILE) > 0).any()


def test_what_an_arm_covers_is_unseen_and_what_is_out_of_the_picture() -> None:
    camera = Camera.looking_down()
    changes = ChangeDetector(camera.size)
    ground = PictureGround(camera, changes.shape, changes.block, CachedAnswers(changes.shape))
    every = np.ones(changes.shape, bool)
    matter = np.zeros((270, 360, MATTERS), np.float32)
    matter[..., BARE] = 1.0
    matter[:, 180:, BARE], matter[:, 180:, FOREIGN] = 0.0, 1.0
    ground.note(matter, slice(0, 1080), slice(0, 1440), every)
    square = np.array([(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)])
    aside, far = np.array([100.0, 0.0]), np.array([0.0, 2000.0])
    assert ground.bare(square - aside) == pytest.approx(1.0, abs=0.02)
    assert ground.unseen(square + aside) == pytest.approx(1.0, abs=0.02)
    assert ground.unseen(square) == pytest.approx(0.5, abs=0.1)
    assert ground.unseen(square + far) == 1.0
    assert ground.bare(square + far) == 0.0


def test_windows_cover_what_changed_at_the_scale_that_suits_it() -> None:
    changes = ChangeDetector(TILTED.size)
    windows = TableWindows(Layout(PROFILE), TILTED, changes.shape, changes.block)
    wanted = np.zeros(changes.shape, bool)
    wanted[10:12, 20:22] = True
    wanted &= windows.shows_table
    (window,) = windows.around(wanted)
    assert window.rows.start <= 10 * changes.block
    assert window.rows.stop >= 12 * changes.block
    ((row, column),) = [divmod(int(np.flatnonzero(wanted)[0]), changes.shape[1])]
    spots = TILTED.to_plane([((column + 0.5) * 32, (row + 0.5) * 32), ((column + 0.5) * 32 + 1, (row + 0.5) * 32)])
    face = 24.0 / float(np.linalg.norm(spots[1] - spots[0]))
    assert 20.0 < face * window.scale < 50.0


def test_only_blocks_that_look_different_have_changed() -> None:
    changes = ChangeDetector((1440, 1080))
    rng = np.random.default_rng(0)
    image = np.full((1080, 1440, 3), 90, np.uint8)
    assert changes.changed(image).all()
    changes.mark_read(image, np.ones(changes.shape, bool))
    noisy = np.clip(image + rng.normal(0.0, 4.0, image.shape), 0, 255).astype(np.uint8)
    assert not changes.changed(noisy).any()
    spotted = noisy.copy()
    spotted[320:352, 640:672] = 200
    assert np.argwhere(changes.changed(spotted)).tolist() == [[10, 20]]


def test_a_shadow_is_no_white_dragon_and_a_tile_half_in_shadow_is_one() -> None:
    image = np.full((60, 300, 3), 40, np.uint8)
    at = np.array([(30.0 + 50 * place, 30.0) for place in range(6)])
    for place, light in enumerate((230, 220, 225, 235, 160, 45)):
        image[10:50, 10 + 50 * place : 50 + 50 * place] = light
    image[10:50, 25:35] = 20
    known = np.array([True, True, True, True, False, False])
    odd = of_other_colour(body_colours(image, at, np.full(6, 40.0)), known, ~known)
    assert odd.tolist() == [False] * 5 + [True]
    assert not of_other_colour(body_colours(image, at, np.full(6, 40.0)), known & False, ~known).any()


def test_a_pink_blank_is_a_back_and_a_shaded_white_one_is_not() -> None:
    image = np.full((60, 300, 3), 40, np.uint8)
    at = np.array([(30.0 + 50 * place, 30.0) for place in range(6)])
    for place, body in enumerate([(235, 240, 240)] * 4 + [(150, 152, 155), (200, 150, 230)]):
        image[10:50, 10 + 50 * place : 50 + 50 * place] = body
    image[10:50, 25:35] = (20, 20, 160)
    known = np.array([True, True, True, True, False, False])
    size = np.full(6, 20.0)
    colours = body_colours(image, at, 2.0 * size)
    assert of_other_hue(colours, known, ~known, at, size).tolist() == [False] * 5 + [True]


def test_a_blank_found_as_a_back_is_a_face_where_backs_are_of_another_hue() -> None:
    image = np.full((60, 600, 3), 40, np.uint8)
    bodies = [(40, 140, 240)] * 4 + [(235, 240, 240)] * 5 + [(20, 120, 250)]
    for place, body in enumerate(bodies):
        image[10:50, 10 + 50 * place : 50 + 50 * place] = body
    count = len(bodies)
    centre = np.array([(30.0 + 50 * place, 30.0) for place in range(count)], np.float32)
    right, down = np.zeros((count, 2), np.float32), np.zeros((count, 2), np.float32)
    right[:, 0], down[:, 1] = 20.0, 20.0
    surface = np.eye(3, dtype=np.float32)[[BACK] * 4 + [FACE] * 4 + [BACK, TOP]]
    one, none = np.ones(count, np.float32), np.zeros(count, np.float32)
    boxes = Boxes(centre, right, down, one, surface, none, none)
    assert as_faces(image, boxes, []).tolist() == [False] * 8 + [True, False]
    few = boxes.take(np.arange(count) > 1)
    assert not as_faces(image, few, []).any(), "two backs do not tell what backs look like"


def test_what_backs_look_like_is_told_by_those_that_are_known_and_not_by_what_is_asked_about() -> None:
    """Regression: twelve white sides of a window counted as backs: a dragon beside them was one from then on."""
    image = np.full((60, 1200, 3), 40, np.uint8)
    bodies = [(40, 140, 240)] * 4 + [(225, 232, 235)] * 4 + [(235, 240, 240)] * 13
    for place, body in enumerate(bodies):
        image[10:50, 10 + 55 * place : 50 + 55 * place] = body
    at = np.array([(30.0 + 55 * place, 30.0) for place in range(len(bodies))], np.float32)
    kept = [
        Piece((x, y), 28.0, FoundTile(surface, x, y, 16.5, 0.0, 0.99, 0.0, tile, 0.99))
        for (x, y), (surface, tile) in zip(
            at[:8].tolist(), [(Surface.BACK, None)] * 4 + [(Surface.FACE, Tile.P1)] * 4, strict=True
        )
    ]
    one, none = np.ones(13, np.float32), np.zeros(13, np.float32)
    right, down = (np.tile(np.array(each, np.float32), (13, 1)) for each in ((20, 0), (0, 20)))
    boxes = Boxes(at[8:], right, down, one, np.eye(3, dtype=np.float32)[[BACK] * 13], none, none)
    assert as_faces(image, boxes, kept).all()


def piece(x: float, score: float, way: float = 1.0) -> Piece:
    tile = FoundTile(Surface.FACE, x, 50.0, 16.5, 0.0, score, 0.0, Tile.P9, 0.9, way=way)
    return Piece((x, 50.0), 24.0, tile)


def test_a_neighbour_that_comes_to_lie_beside_a_tile_is_no_change_of_it() -> None:
    """Regression: the square around a tile was compared: beside a new meld a dragon was read as a back from then on."""
    camera, size = Camera.looking_down((1440, 1080)), load_profile().tile
    corners = own_places([piece(0.0, 0.9)], camera, size)[0]
    beside = camera.project([[size.width_mm / 2, 50.0 + off, 16.5] for off in (-10.0, 0.0, 10.0)])
    assert not any(cv2.pointPolygonTest(corners.astype(np.float32), spot, False) >= 0 for spot in beside.tolist())
    middle = camera.project([[0.0, 50.0, 16.5]])[0].tolist()
    assert cv2.pointPolygonTest(corners.astype(np.float32), middle, False) > 0


def test_a_back_that_was_taken_from_another_changes_what_is_seen_round_it() -> None:
    """Regression: only its inside was compared, as for faces: the lower tile was an upper one to the end of a round."""
    camera, size = Camera.looking_down((1440, 1080)), load_profile().tile
    face = piece(0.0, 0.9)
    back = replace(face, tile=replace(face.tile, surface=Surface.BACK, tile=None))
    rim = camera.project([[size.width_mm / 2 - 0.5, 50.0, 16.5]])[0].tolist()
    outlines = own_places([back, face], camera, size).astype(np.float32)
    assert [cv2.pointPolygonTest(each, rim, False) > 0 for each in outlines] == [True, False]


def test_a_back_that_lies_lower_than_it_did_is_not_the_one_before() -> None:
    """Regression: it kept its assumed height as long as it looked the same otherwise."""
    face = piece(0.0, 0.9)
    seen = replace(face, tile=replace(face.tile, surface=Surface.BACK, tile=None))
    before, again, lower = (replace(seen, tile=replace(seen.tile, upper=upper)) for upper in (1.0, 0.98, 0.9))
    assert steady([again], [before])[0] is before
    assert steady([lower], [before])[0] is lower


def test_what_was_told_for_sure_stays_known_while_it_lies_and_the_white_dragons_beside_it() -> None:
    """Regression: a dragon was added to their pung: the kong became doubtful, and the next pass lost all four."""
    at = {x: (x, 50.0) for x in (0.0, 26.0, 70.0)}
    tiles = [FoundTile(Surface.FACE, *spot, 16.5, 0.0, 0.4, 0.0, Tile.WHITE, 0.9) for spot in at.values()]
    before = frozenset({at[0.0], (200.0, 0.0)})
    assert still_known(before, (), tiles) == {at[0.0], at[26.0]}, "what has gone is not known, nor what lies apart"
    assert still_known(before, (SeenTile(Tile.WHITE, *at[70.0], 0.0, 0.9),), tiles) == {*at.values()}
    assert still_known(before, (), [replace(each, tile=Tile.P1) for each in tiles]) == {at[0.0]}


def test_indicators_and_hands_that_are_told_are_known_as_rivers_and_melds_are() -> None:
    """Regression: a reported ura-dora half behind a stack was lost by the next pass while the win waited for it."""
    faces = [SeenTile(Tile(place), float(place), 0.0, 0.0, 0.9) for place in range(6)]
    none = (None,) * 4
    seen = Sighting(
        frame=0,
        at=0.0,
        rivers=((SeenRiverTile(faces[0], sideways=False),), None, (), None),
        hands=(SeenHand(0, (faces[1],), faces[2]), SeenHand(13), None, None),
        melds=((SeenMeld((faces[3],), None),), None, None, None),
        walls=none,
        indicators=(SeenIndicator(faces[4], Seat.D, 9, lower=True), SeenIndicator(faces[5], Seat.D, 9)),
        dice=None,
    )
    assert {*tiles_of_sighting(seen)} == {*faces}
    assert {*tiles_of_sighting(replace(seen, rivers=none, hands=none, melds=none, indicators=None))} == set()


def test_of_two_looks_at_a_still_picture_the_surer_one_counts() -> None:

    two, between = [piece(0.0, 0.6), piece(17.0, 0.7)], piece(8.0, 0.4)
    elsewhere = piece(100.0, 0.3)
    assert surer(two, [between, elsewhere]) == [elsewhere, *two]
    assert surer([between], two) == two
    assert surer([], [between]) == [between]
    assert surer(two, [elsewhere]) == [elsewhere], "what was faint and is not found again was none"
    known = {(each.tile.x, each.tile.y) for each in two}
    assert surer(two, [elsewhere], known) == [elsewhere, *two], "what is of a meld that is told for sure lies there"
    assert surer([between], two, {(between.tile.x, between.tile.y)}) == two, "unless something else is seen"
    large = replace(piece(3.5, 0.78), size=1.09 * between.size, scale=1.09)
    laid, before = piece(21.0, 0.91), piece(0.0, 0.99)
    assert surer([before], [large, laid]) == [laid, before], "a neighbour that comes to lie beside it is not lost"
    sure = piece(60.0, 0.9)
    assert surer([*two, sure], []) == [sure], "what was sure cannot go where nothing changed"
    top = replace(piece(60.0, 0.96), tile=replace(sure.tile, surface=Surface.TOP, score=0.96, confidence=0.99))
    looks = [[top]]
    while looks[-1] and len(looks) < 9:
        looks.append(surer(looks[-1], []))
    assert len(looks) == 4, "but for what once looked like a standing tile and is not found again, look after look"
    assert surer(steady([top], surer([top], [])), []) == [top], "which it is"
    turned = piece(60.0, 0.95, way=0.01)
    assert surer([sure], [turned]) == [sure], "a look that leaves open which way it lies says less"


def test_a_face_lies_as_the_look_tells_that_names_it_more_surely_however_plain_its_box_is() -> None:
    """Failed from 35 degrees: the sideways 4p of a riichi, seen narrower, was read as upright again."""
    face = piece(0.0, 0.66)
    sideways = replace(face, tile=replace(face.tile, tile=Tile.P4, confidence=0.99, angle=90.0))
    upright = replace(face, tile=replace(face.tile, tile=Tile.P4, confidence=0.85, angle=1.0, score=0.91))
    assert surer([sideways], [upright]) == [sideways]
    assert surer([sideways], [replace(upright, tile=replace(upright.tile, angle=91.0))]) != [sideways]
    assert surer([upright], [sideways]) == [sideways]

"""The painter: tiles are where the camera projects them, nearer hides farther, and partial repaints equal full ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.render.appearance import LOOKS, PARLOUR, VenueLook
from vision.render.faces.artwork import Picture
from vision.render.objects import cuboid_of, face_corners
from vision.render.paint_order import in_front
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedDie, PosedPlate, PosedScene, PosedStick, PosedTile

PROFILE = load_profile()
CAMERA = Camera.looking_down((640, 480), tilt=6, pan=3, offset=(4, -6))
CLEAR = replace(PARLOUR, back=(200, 60, 20), dome=False, blur=0.0, noise=0.0, gradient=0.0, gloss=0.0, shadow=0.0)
THICK = PROFILE.tile.thickness_mm


def red_pixels(picture: Picture) -> np.ndarray:
    """Pixels [N, 2] that are clearly red."""
    blue, green, red = (picture[..., channel].astype(int) for channel in range(3))
    rows, columns = np.nonzero((red > 60 + blue) & (red > 60 + green))
    return np.column_stack([columns, rows])


def random_scene(rng: np.random.Generator, count: int = 30) -> PosedScene:
    """Tiles in all poses on a grid, stacked in places, with dice, a stick and the plate."""
    cells = rng.permutation(49)[:count]
    tiles = []
    for cell in cells:
        x, y = (cell % 7 - 3) * 90.0, (cell // 7 - 3) * 90.0
        pose = Pose(rng.choice([pose.value for pose in Pose]))
        angle = float(rng.uniform(0, 360))
        tiles.append(PosedTile(Tile(int(rng.integers(37))), x, y, 0.0, angle, pose))
        if pose is Pose.FACE_DOWN:
            tiles.append(PosedTile(Tile(int(rng.integers(37))), x + 1, y, THICK, angle, Pose.FACE_UP))
            tiles.append(PosedTile(None, x + PROFILE.tile.width_mm, y, 0.0, 0.0, Pose.FACE_DOWN))
    dice = (PosedDie(int(rng.integers(1, 7)), -12, 4, 30), PosedDie(1, 14, -3, 70))
    return PosedScene(tuple(tiles), dice, (PosedStick(0, 61, 0),), (PosedPlate(-60, 322, 0),))


@pytest.mark.parametrize("angle", [0.0, 90.0, 213.0])
@pytest.mark.parametrize("spot", [(0.0, 120.0, 0.0), (-250.0, -180.0, THICK), (260.0, 200.0, 0.0)])
def test_a_tile_lies_where_the_camera_says(spot: tuple[float, float, float], angle: float) -> None:
    x, y, z = spot
    camera = Camera.looking_down((960, 720), tilt=10, pan=5, k1=-0.03)
    empty, tile = PosedScene(), PosedTile(Tile.RED, x, y, z, angle)
    painter = Painter(PROFILE, camera, CLEAR)
    bare = painter.still(empty).copy()
    seen = painter.still(PosedScene((tile,)))
    changed = (np.abs(seen.astype(int) - bare) > 20).any(axis=2, keepdims=True)
    inked = red_pixels(np.where(changed, seen, 0).astype(np.uint8))
    back = camera.to_plane(inked, z + THICK)
    turn = np.radians(angle)
    along = (back - [x, y]) @ [np.sin(turn), -np.cos(turn)]
    across = (back - [x, y]) @ [np.cos(turn), np.sin(turn)]
    # The character is drawn so that its box is centred on the face.
    assert (along.max() + along.min()) / 2 == pytest.approx(0, abs=0.8)
    assert (across.max() + across.min()) / 2 == pytest.approx(0, abs=0.8)
    assert np.ptp(along) > 1.2 * np.ptp(across), "the character stands upright on its tile"
    assert np.abs(along).max() < PROFILE.tile.height_mm / 2


def test_an_upright_tile_has_its_numeral_above_the_red_character() -> None:
    tile = PosedTile(Tile.M1, 0, 150, 0.0, 0.0)
    camera = Camera.looking_down()
    red = red_pixels(Painter(PROFILE, camera, CLEAR).still(PosedScene((tile,))))
    near = red[np.abs(camera.to_plane(red, THICK) - [0, 150]).max(axis=1) < 14]
    assert camera.to_plane(near, THICK)[:, 1].mean() > 153


def test_quads_and_faces_agree() -> None:
    for pose in Pose:
        posed = PosedTile(Tile.M1, 30, -40, 2.0, 77.0, pose)
        quad = face_corners(posed, PROFILE, back=pose is Pose.FACE_DOWN)
        block = cuboid_of(posed, PROFILE, CLEAR)
        size = PROFILE.tile
        assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(size.width_mm)
        assert np.linalg.norm(quad[3] - quad[0]) == pytest.approx(size.height_mm)
        assert block.span[0] == pytest.approx(2.0)
        top = size.height_mm if pose is Pose.STANDING else THICK
        assert quad[:, 2].max() == pytest.approx(2.0 + top)


def test_a_standing_tile_shows_its_face_to_its_owner_only() -> None:
    tile = PosedTile(Tile.M5_RED, 0, 0, 0.0, 0.0, Pose.STANDING)
    shots = {
        name: Painter(
            PROFILE,
            Camera.orbiting((400, 300), focal=900, target=(0, 0, 14), distance_mm=300, tilt=70, pan=pan),
            CLEAR,
        ).still(PosedScene((tile,)))
        for name, pan in (("owner", 0), ("opposite", 180))
    }
    middle = {name: red_pixels(shot[100:200, 150:250]) for name, shot in shots.items()}
    assert len(middle["owner"]) > 200
    assert len(middle["opposite"]) == 0


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_repainting_what_changed_equals_painting_it_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    painter = Painter(PROFILE, CAMERA)
    scene = random_scene(rng)
    painter.still(scene)
    for _ in range(3):
        tiles = list(scene.tiles)
        for index in rng.choice(len(tiles), 2, replace=False):
            tiles[index] = replace(tiles[index], x=tiles[index].x + 4.0, angle=tiles[index].angle + 8)
        tiles.pop(int(rng.integers(len(tiles))))
        scene = replace(scene, tiles=tuple(tiles), dice=(PosedDie(int(rng.integers(1, 7)), 3, 3, 10),))
        painter.still(scene)
    assert np.array_equal(painter.still(scene), Painter(PROFILE, CAMERA).still(scene))


def test_taking_everything_away_leaves_the_bare_table() -> None:
    painter = Painter(PROFILE, CAMERA)
    bare = painter.still(PosedScene()).copy()
    painter.still(random_scene(np.random.default_rng(1)))
    assert np.array_equal(painter.still(PosedScene()), bare)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_same_seed_gives_the_same_picture_and_another_seed_other_noise(look: VenueLook) -> None:
    scene = random_scene(np.random.default_rng(5))
    one, same, other = (Painter(PROFILE, CAMERA, look).paint(scene, np.random.default_rng(seed)) for seed in (7, 7, 8))
    assert one.shape == (480, 640, 3)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    assert Painter(PROFILE, CAMERA, look).jpeg(scene, np.random.default_rng(7))[:2] == b"\xff\xd8"


def test_stacked_and_neighbouring_boxes_are_ordered() -> None:
    eye = (0.0, 600.0, 900.0)

    def block(x: float, y: float, z: float, pose: Pose = Pose.FACE_DOWN):  # type: ignore[no-untyped-def]
        return cuboid_of(PosedTile(None, x, y, z, 0.0, pose), PROFILE, CLEAR)

    lower, upper = block(0, 0, 0), block(0.5, -1, THICK)
    near, far = block(0, 29, 0), block(0, -29, 0)
    hand = block(0, 80, 0, Pose.STANDING)
    for front, behind in ((upper, lower), (near, lower), (lower, far), (hand, upper), (hand, lower)):
        assert in_front(front, behind, eye)
        assert not in_front(behind, front, eye)


def test_dice_show_their_pips() -> None:
    camera = Camera.orbiting((400, 300), focal=2400, target=(0, 0, 14), distance_mm=700)
    for pips in range(1, 7):
        shot = Painter(PROFILE, camera, CLEAR).still(PosedScene(dice=(PosedDie(pips, 0, 0, 0),)))
        top = shot[131:169, 181:219]
        dark = (top.max(axis=2) < 120).sum() + (len(red_pixels(top)) if pips == 1 else 0)
        expected = np.pi * (13 if pips > 1 else 24) ** 2 / 128**2 * 48**2 * pips
        assert dark == pytest.approx(expected, rel=0.35), pips

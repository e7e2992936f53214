"""The drawings of the faces: complete, all different, and red where required."""

from itertools import pairwise

import numpy as np
import pytest

from controller.errors import EyesError
from controller.riichi.tile import RED_FIVES, Tile
from vision.render.appearance import FaceStyle
from vision.render.faces.artwork import SETS, TEXTURE_SIZE, Picture, face_texture

STYLES = [FaceStyle(drawings=name) for name in SETS]


def ink(style: FaceStyle, tile: Tile) -> Picture:
    return face_texture(style, tile)[0]


def redness(picture: Picture) -> float:
    """Share of the ink that is red."""
    blue, _, red, alpha = (picture[..., channel].astype(int) for channel in range(4))
    return float(((red > 2 * blue) & (alpha > 128)).sum() / max(1, (alpha > 128).sum()))


@pytest.mark.parametrize("style", STYLES, ids=SETS)
def test_all_37_faces_are_drawn_and_no_two_alike(style: FaceStyle) -> None:
    faces = {tile: ink(style, tile) for tile in Tile}
    assert len(faces) == 37
    for tile, face in faces.items():
        assert face.shape == (TEXTURE_SIZE[1], TEXTURE_SIZE[0], 4)
        covered = float((face[..., 3] > 128).mean())
        assert covered == 0 if tile is Tile.WHITE else 0.04 < covered < 0.6, f"{tile} covers {covered:.3f}"
    small = {tile: face_texture(style, tile)[1].astype(float) for tile in Tile}
    for a in Tile:
        for b in Tile:
            if a < b:
                assert np.abs(small[a] - small[b]).mean() > 2, f"{a} and {b} look alike"


@pytest.mark.parametrize("style", STYLES, ids=SETS)
def test_red_fives_are_red_all_over_and_other_fives_are_not(style: FaceStyle) -> None:
    for tile in RED_FIVES:
        assert redness(ink(style, tile)) > 0.95
        assert redness(ink(style, tile.plain)) < 0.7
    for tile in (Tile.P5, Tile.S5):
        assert 0.1 < redness(ink(style, tile)) < 0.35, "one dark-red centre"
    assert redness(ink(style, Tile.RED)) > 0.95
    assert redness(ink(style, Tile.GREEN)) == 0


def test_a_set_may_frame_its_white_dragon() -> None:
    assert not ink(FaceStyle(), Tile.WHITE).any()
    assert ink(FaceStyle(framed_white=True), Tile.WHITE)[..., 3].any()


def test_colours_and_weight_change_the_ink_alone() -> None:
    green = ink(FaceStyle(second=(0, 200, 0), third=(0, 200, 0)), Tile.S4)
    assert green[..., 1].max() == 200
    plain, heavy, fine = (ink(FaceStyle(weight=weight), Tile.M7)[..., 3].mean() for weight in (0.0, 0.8, -0.8))
    assert fine < plain < heavy


def test_levels_halve_down_to_thumbnails() -> None:
    heights = [level.shape[0] for level in face_texture(FaceStyle(), Tile.M1)]
    assert all(a == 2 * b for a, b in pairwise(heights))
    assert heights[-1] < 50


def test_a_set_without_drawings_is_named() -> None:
    with pytest.raises(EyesError, match="no drawing nowhere/1m"):
        face_texture(FaceStyle(drawings="nowhere"), Tile.M1)

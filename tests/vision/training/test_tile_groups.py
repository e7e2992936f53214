"""Training crops: the label of every face agrees with its painting."""

import cv2
import numpy as np
import pytest

from controller.riichi.tile import Tile
from vision.render.faces.artwork import face_texture
from vision.training.pictures.tile_groups import GroupPicture, GroupPictureMaker


@pytest.fixture(scope="module")
def maker() -> GroupPictureMaker:
    return GroupPictureMaker((320, 320), styles=3, seed=4)


@pytest.fixture(scope="module")
def crops(maker: GroupPictureMaker) -> list[GroupPicture]:
    rng = np.random.default_rng(11)
    return [maker.make(rng) for _ in range(20)]


def test_the_same_seed_gives_the_same_crop(maker: GroupPictureMaker) -> None:
    one, same = (maker.make(np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.picture, same.picture)
    assert [face.tile for face in one.faces] == [face.tile for face in same.faces]


def test_truths_are_clockwise_quads_with_their_centre_inside(crops: list[GroupPicture]) -> None:
    faces = [face for crop in crops for face in crop.faces]
    assert len(faces) > 80
    assert {face.tile is None for face in faces} == {True, False}
    for face in faces:
        assert 0 < face.visible <= 1
        outline = face.quad.astype(np.float32)
        assert cv2.contourArea(outline, oriented=True) > 0, "clockwise on the picture: no mirrored face"
        assert cv2.pointPolygonTest(outline, face.centre, False) > 0


def test_a_face_is_never_in_sight_together_with_its_back(crops: list[GroupPicture]) -> None:
    for crop in crops:
        centres = np.array([face.centre for face in crop.faces if face.visible > 0.6]).reshape(-1, 2)
        apart = np.linalg.norm(centres[:, None] - centres[None], axis=2) + np.eye(len(centres)) * 1e3
        assert not len(centres) or apart.min() > 3


def test_faces_come_in_many_sizes_and_turns(crops: list[GroupPicture]) -> None:
    clear = [face for crop in crops for face in crop.faces if face.visible > 0.9]
    heights = np.array([np.linalg.norm(face.quad[3] - face.quad[0]) for face in clear])
    assert np.percentile(heights, 10) < 36
    assert np.percentile(heights, 90) > 55
    ups = np.array([face.quad[0] - face.quad[3] for face in clear])
    turns = np.degrees(np.arctan2(ups[:, 0], -ups[:, 1])) % 360
    assert len(set((turns // 60).astype(int))) == 6
    assert len({face.tile for face in clear}) > 25


def test_the_ink_lies_inside_the_quads() -> None:
    """Rectified by its quad, a face resembles the drawing of its own tile more than any other."""
    maker = GroupPictureMaker((448, 448), styles=1, seed=2)
    rng = np.random.default_rng(0)
    plain = [tile for tile in Tile if tile is not Tile.WHITE and not tile.is_red]
    drawings = [255 - cv2.resize(face_texture(maker.styles[0], tile)[0][..., 3], (60, 80)).ravel() for tile in plain]
    upright = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    verdicts = []
    for face, picture in ((face, crop.picture) for crop in (maker.make(rng) for _ in range(12)) for face in crop.faces):
        tall = np.linalg.norm(face.quad[3] - face.quad[0])
        if face.tile is None or face.tile is Tile.WHITE or face.visible < 0.95 or tall < 32:
            continue
        move = cv2.getPerspectiveTransform(face.quad.astype(np.float32), upright)
        seen = cv2.cvtColor(cv2.warpPerspective(picture, move, (60, 80)), cv2.COLOR_BGR2GRAY).ravel()
        best = int(np.argmax([np.corrcoef(seen, drawing)[0, 1] for drawing in drawings]))
        verdicts.append(plain[best] is face.tile.plain)
    assert len(verdicts) > 30
    assert np.mean(verdicts) > 0.85

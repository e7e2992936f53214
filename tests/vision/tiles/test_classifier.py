"""The face classifier on the project's own faces at table size, on backs and felt, and on invalid crops."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from controller.errors import EyesError
from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from vision import models
from vision.arrays import Image
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR, TOURNAMENT, FaceStyle, VenueLook
from vision.render.faces.artwork import SETS
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.tiles import classifier as classifier_module
from vision.tiles import dice, finder, tier
from vision.tiles.classifier import BACK, CLASSES, HALF_TURN, NO_TOP, NOTHING, Classifier
from vision.tiles.crop import cut_faces
from vision.tiles.network import load_model, smaller_name

MODELS_LIMIT = 9_000_000
PROFILE = load_profile()
CAMERA = Camera.looking_down(tilt=4.0, pan=2.0)
"""1440 x 1080 from 1.6 m: a face is about 28 x 38 px."""


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier.load(1)


def spread(turn: float, pose: Pose = Pose.FACE_UP) -> PosedScene:
    """All 37 faces on a grid, each turned by ``turn`` degrees."""
    return PosedScene(tuple(PosedTile(t, -240.0 + 80 * (t % 7), -200.0 + 80 * (t // 7), 0.0, turn, pose) for t in Tile))


def crops_of(scene: PosedScene, look: VenueLook, seed: int) -> Image:
    """Crops of the tiles of a scene, each upright in the picture and slightly off, as by a finder."""
    rng = np.random.default_rng(seed)
    picture = Painter(PROFILE, CAMERA, replace(look, dome=False)).paint(scene, rng)
    frames = []
    for tile in scene.tiles:
        sideways = round(tile.angle / 90) % 2
        size = np.array([PROFILE.tile.width_mm, PROFILE.tile.height_mm])[:: -1 if sideways else 1]
        middle = np.array([tile.x, tile.y]) + rng.normal(0, 0.5, 2)
        ends = np.array([[0, 0], [-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]]) * size + middle
        points = CAMERA.project(np.column_stack([ends, np.full(5, tile.z + PROFILE.tile.thickness_mm)]))
        frames.append([points[0], points[2] - points[1], points[4] - points[3]])
    centre, right, down = np.array(frames).transpose(1, 0, 2)
    return cut_faces(picture, centre, right, down)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("drawings", SETS)
def test_all_own_faces_are_named_at_any_quarter_turn(classifier: Classifier, drawings: str, turn: int) -> None:
    look = replace(PARLOUR, faces=FaceStyle(drawings=drawings), noise=3.0)
    faces = classifier.classify(crops_of(spread(turn), look, seed=turn))
    wrong = [f"{tile} read as {seen}" for tile, seen in zip(Tile, faces.labels, strict=True) if seen is not tile]
    assert not wrong
    topped = [tile for tile in Tile if tile not in HALF_TURN and tile not in NO_TOP]
    assert [int(faces.turn[tile]) for tile in topped] == [turn // 90] * len(topped)
    assert faces.probabilities.sum(axis=1) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("look", [PARLOUR, TOURNAMENT])
def test_backs_are_backs(classifier: Classifier, look: VenueLook) -> None:
    faces = classifier.classify(crops_of(spread(0, Pose.FACE_DOWN), look, seed=1))
    assert set(faces.kinds.tolist()) == {BACK}
    assert set(faces.labels) == {None}


@pytest.mark.parametrize("look", [PARLOUR, TOURNAMENT])
def test_felt_is_no_tile(classifier: Classifier, look: VenueLook) -> None:
    picture = Painter(PROFILE, CAMERA, look).paint(PosedScene(), np.random.default_rng(1))
    spots = CAMERA.project([[x, y, 0] for x in range(-300, 301, 100) for y in range(-300, 301, 100) if x or y])
    edges = np.tile(np.array([28.0, 0.0]), (len(spots), 1))
    faces = classifier.classify(cut_faces(picture, spots, edges, edges[:, ::-1] * 38 / 28))
    assert (faces.kinds == NOTHING).mean() > 0.95
    assert not any(faces.labels)


def test_one_turn_agrees_with_four(classifier: Classifier) -> None:
    crops = crops_of(spread(0), PARLOUR, seed=5)
    assert (classifier.classify(crops, turns=1).kinds == classifier.classify(crops).kinds).mean() > 0.97


def test_two_networks_answer_together(classifier: Classifier) -> None:
    crops = crops_of(spread(0), PARLOUR, seed=6)
    both = Classifier.load(1, photo=True)
    other = Classifier(classifier.session, second=classifier.session)
    assert other.classify(crops).probabilities == pytest.approx(classifier.classify(crops).probabilities, abs=1e-6)
    assert both.classify(crops).probabilities.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert list(both.classify(crops).labels) == list(Tile)


def test_what_was_glanced_at_is_answered_as_if_asked_anew(classifier: Classifier) -> None:
    crops = crops_of(spread(0), PARLOUR, seed=4)
    for asked in (classifier, Classifier.load(1, photo=True)):
        told, anew = asked.classify_once(crops, asked.classify_quickly(crops)), asked.classify(crops, 1)
        assert told.kinds.tolist() == anew.kinds.tolist()
        assert told.turn.tolist() == anew.turn.tolist()
        np.testing.assert_allclose(told.probabilities, anew.probabilities, atol=1e-6)


def test_no_crops_give_no_faces(classifier: Classifier) -> None:
    faces = classifier.classify(np.zeros((0, 64, 64, 3), np.uint8))
    assert len(faces) == 0
    assert faces.probabilities.shape == (0, CLASSES)


@pytest.mark.parametrize("shape", [(1, 32, 32, 3), (64, 64, 3), (1, 3, 64, 64)])
def test_what_is_no_crop_is_refused(classifier: Classifier, shape: tuple[int, ...]) -> None:
    with pytest.raises(EyesError, match="expected uint8"):
        classifier.classify(np.zeros(shape, np.uint8))


def test_a_missing_model_is_one_line() -> None:
    with pytest.raises(EyesError, match=r"model nowhere\.onnx cannot be read"):
        load_model("nowhere.onnx", 1)


def test_the_models_are_small() -> None:
    folder = Path(models.__file__).parent
    files = {str(file.relative_to(folder)): file.stat().st_size for file in folder.rglob("*.onnx")}
    names = {classifier_module.MODEL, classifier_module.SECOND, finder.MODEL, dice.MODEL, tier.MODEL}
    assert set(files) == {finder.PHOTO} | names | {smaller_name(name) for name in names}
    assert sum(files.values()) < MODELS_LIMIT

"""Quantised networks: made from the files beside them, and given their pictures in blocks."""

import hashlib
from importlib import resources

import numpy as np
import onnxruntime
import pytest

from vision.arrays import Image
from vision.tiles.classifier import MODEL as CLASSIFIER
from vision.tiles.classifier import SECOND
from vision.tiles.crop import cut_faces
from vision.tiles.dice import MODEL as DICE
from vision.tiles.finder import MODEL as FINDER
from vision.tiles.finder import Finder
from vision.tiles.network import MIDDLE, in_blocks, load_model, open_model, smaller_name
from vision.tiles.tier import MODEL as TIER
from vision.training.pictures.table_windows import table_windows

FOLDER = resources.files("vision.models")


@pytest.mark.parametrize("name", [CLASSIFIER, SECOND, DICE, FINDER, TIER])
def test_a_quantised_network_is_made_of_the_file_of_floats_beside_it(name: str) -> None:
    session = onnxruntime.InferenceSession((FOLDER / smaller_name(name)).read_bytes())
    made_of = session.get_modelmeta().custom_metadata_map["source-sha256"]
    assert made_of == hashlib.sha256((FOLDER / name).read_bytes()).hexdigest(), "run python -m vision.training.quantise"


def test_blocks_begin_a_pixel_above_and_left_and_are_grey_beyond_the_picture() -> None:
    pictures = np.random.default_rng(0).integers(0, 256, (2, 32, 48, 3), dtype=np.uint8)
    blocks = in_blocks(pictures, 4)
    assert blocks.shape == (2, 9, 13, 48)
    assert (blocks[1, 2, 3].reshape(4, 4, 3) == pictures[1, 7:11, 11:15]).all()
    corner = blocks[0, 0, 0].reshape(4, 4, 3)
    assert (corner[0] == MIDDLE).all()
    assert (corner[1:, 1:] == pictures[0, :3, :3]).all()


def _given(name: str) -> Image:
    """Pictures for a network: tiles for the classifier, else pictures without tiles."""
    if name != CLASSIFIER:
        return (
            np.random.default_rng(1).integers(0, 256, (4, 8, 8, 3), dtype=np.uint8).repeat(8, axis=1).repeat(8, axis=2)
        )
    finder, crops = Finder.load(1), []
    for window in (each.picture for table in (3, 4) for each in table_windows(table, 6)):
        boxes = finder.find(window)
        crops.append(cut_faces(window, boxes.centre, boxes.right, boxes.down))
    return np.concatenate(crops)


@pytest.mark.parametrize("name", [CLASSIFIER, FINDER, DICE])
def test_bytes_answer_nearly_as_floats_do(name: str) -> None:
    pictures = _given(name)
    floats, small = open_model(FOLDER / name, 1).run(pictures), load_model(name, 1).run(pictures)
    for one, other in zip(floats, small, strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).mean() < 0.1 * one.std()

"""How long the eyes take on one core at 1440x1080: a frame without change, one changed zone, a first reading."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.vision.studio import Studio, studio_of
from vision.classifier import Classifier
from vision.sources import Frame
from vision.synthesis.arrangement import random_arrangement
from vision.synthesis.scene import Pose, Scene
from vision.table_reader import TableReader


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield studio_of("parlour", Classifier.load(1))
    cv2.setNumThreads(threads)


@pytest.fixture(scope="module")
def scene(studio: Studio) -> Scene:
    """A busy table: rivers, melds, open hands, a broken wall."""
    return studio.scene(random_arrangement(np.random.default_rng(12)))


def warm(studio: Studio, frame: Frame) -> TableReader:
    reader = studio.reader()
    for _ in range(4):
        reader.read(frame)
    return reader


@pytest.mark.benchmark(group="eyes")
def test_a_frame_without_change(benchmark: BenchmarkFixture, studio: Studio, scene: Scene) -> None:
    frames = [studio.shoot(scene) for _ in range(2)]
    reader = warm(studio, frames[0])
    sighting = benchmark(reader.read, frames[1])
    assert sum(len(river or ()) for river in sighting.rivers) > 20


@pytest.mark.benchmark(group="eyes")
def test_a_frame_with_one_changed_tile(benchmark: BenchmarkFixture, studio: Studio, scene: Scene) -> None:
    place = next(place for place, tile in enumerate(scene.tiles) if tile.pose is Pose.FACE_UP and tile.z == 0)
    tiles = list(scene.tiles)
    tiles.pop(place)
    here, gone = studio.shoot(scene), studio.shoot(replace(scene, tiles=tuple(tiles)))
    reader = warm(studio, here)
    benchmark.pedantic(lambda: (reader.read(gone), reader.read(here)), rounds=10)  # type: ignore[no-untyped-call]


@pytest.mark.benchmark(group="eyes")
def test_a_first_reading(benchmark: BenchmarkFixture, studio: Studio, scene: Scene) -> None:
    frame = studio.shoot(scene)
    benchmark.pedantic(lambda: studio.reader().read(frame), rounds=3)  # type: ignore[no-untyped-call]

"""Time to read a frame of a calibrated table on one core, beside a detector of YOLO11n's size in the same run."""

from dataclasses import replace
from itertools import cycle

import numpy as np
import onnxruntime
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.network_peer import detector
from tests.support.studio import Studio
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.render.arrangement import random_arrangement
from vision.render.scene import Pose, PosedScene
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier

pytestmark = pytest.mark.usefixtures("one_thread")
SIZES = {"1080p": (1920, 1080), "4K": (3840, 2160)}


@pytest.fixture(scope="module", params=SIZES)
def studio(request: pytest.FixtureRequest) -> Studio:
    camera = Camera.looking_down(SIZES[request.param], tilt=4.0, pan=2.0, offset=(6.0, -8.0))
    return Studio("parlour", camera, Classifier.load(1))


@pytest.fixture(scope="module")
def scene(studio: Studio) -> PosedScene:
    """A busy table: rivers, melds, open hands, a broken wall."""
    return studio.scene(random_arrangement(np.random.default_rng(12)))


def warm(studio: Studio, frame: CameraFrame) -> TableReader:
    reader = studio.reader()
    for _ in range(4):
        reader.read(frame)
    return reader


def name(studio: Studio, what: str) -> dict[str, object]:
    return {"peer": f"{studio.camera.size[1]}p, {what}", "ours": True}


def in_turns(
    benchmark: BenchmarkFixture, reader: TableReader, frames: tuple[CameraFrame, CameraFrame], rounds: int
) -> None:
    """Read the next frame in each round, so that each time is that of one reading."""
    turn = cycle(frames)
    benchmark.pedantic(reader.read, setup=lambda: ((next(turn),), {}), rounds=rounds)


@pytest.mark.benchmark(group="eyes")
def test_a_frame_without_change(benchmark: BenchmarkFixture, studio: Studio, scene: PosedScene) -> None:
    benchmark.extra_info.update(name(studio, "nothing moved"))
    frames = [studio.shoot(scene) for _ in range(2)]
    reader = warm(studio, frames[0])
    sighting = benchmark(reader.read, frames[1])
    assert sum(len(river or ()) for river in sighting.rivers) > 20


@pytest.mark.benchmark(group="eyes")
def test_a_frame_with_one_changed_tile(benchmark: BenchmarkFixture, studio: Studio, scene: PosedScene) -> None:
    benchmark.extra_info.update(name(studio, "a discard more or less"))
    place = next(place for place, tile in enumerate(scene.tiles) if tile.pose is Pose.FACE_UP and tile.z == 0)
    tiles = list(scene.tiles)
    tiles.pop(place)
    here, gone = studio.shoot(scene), studio.shoot(replace(scene, tiles=tuple(tiles)))
    reader = warm(studio, here)
    in_turns(benchmark, reader, (gone, here), rounds=20)


@pytest.mark.benchmark(group="eyes")
def test_every_zone_changed(benchmark: BenchmarkFixture, studio: Studio, scene: PosedScene) -> None:
    benchmark.extra_info.update(name(studio, "every zone changed"))
    other = studio.scene(random_arrangement(np.random.default_rng(13)))
    here, there = studio.shoot(scene), studio.shoot(other)
    reader = warm(studio, here)
    in_turns(benchmark, reader, (there, here), rounds=6)


@pytest.mark.benchmark(group="eyes")
@pytest.mark.parametrize("side", [640, 1024])
def test_peer_network(benchmark: BenchmarkFixture, side: int) -> None:
    model, weights = detector()
    benchmark.extra_info.update(peer=f"network of YOLO11n's size at {side}", weights=weights)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    picture = np.random.default_rng(side).random((1, 3, side, side), np.float32)
    benchmark.pedantic(session.run, (None, {"picture": picture}), rounds=3, warmup_rounds=1)

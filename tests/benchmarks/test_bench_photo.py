"""Time to read a photo on one thread (goal: 0.4 s), beside a detector of YOLO11n's size in the same run."""

import time

import numpy as np
import onnxruntime
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.benchmarks.network_peer import detector
from vision.arrays import Image
from vision.camera.model import Camera
from vision.photo.reader import PhotoReader
from vision.render.arrangement import random_arrangement
from vision.render.painter import Painter

pytestmark = pytest.mark.usefixtures("one_thread")
GOAL_S = 0.4
PROFILE = load_profile()


@pytest.fixture(scope="module")
def peer() -> dict[int, float]:
    """Seconds of the reference network per side length of its picture."""
    model, _ = detector()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    taken = {}
    for side in (640, 1024):
        picture = np.random.default_rng(side).random((1, 3, side, side), np.float32)
        session.run(None, {"picture": picture})
        started = time.perf_counter()
        for _ in range(3):
            session.run(None, {"picture": picture})
        taken[side] = (time.perf_counter() - started) / 3
    return taken


def busy_table(width: int) -> Image:
    rng = np.random.default_rng(12)
    camera = Camera.looking_down((width, width * 3 // 4), tilt=8, field=760)
    return Painter(PROFILE, camera).paint(random_arrangement(rng).scene(Layout(PROFILE), rng), rng)


@pytest.mark.benchmark(group="photo")
@pytest.mark.parametrize("width", [640, 1440, 4000])
def test_a_photo_of_a_whole_table(benchmark: BenchmarkFixture, peer: dict[int, float], width: int) -> None:
    picture, reader = busy_table(width), PhotoReader.load(1)
    tiles = benchmark.pedantic(reader.read, args=(picture,), rounds=3, warmup_rounds=1)
    assert benchmark.stats is not None
    taken = benchmark.stats.stats.median
    benchmark.extra_info |= {
        "tiles": len(tiles),
        "goal_s": GOAL_S,
        **{
            f"times the peer at {side} ({seconds * 1000:.0f} ms)": round(taken / seconds, 2)
            for side, seconds in peer.items()
        },
    }
    assert len(tiles) > 20


def test_the_peer_has_the_size_it_claims() -> None:
    _, parameters = detector()
    assert 2.0e6 < parameters < 3.2e6

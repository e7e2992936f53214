"""Time to read one seat's standing tiles on one core: many per second beside the reader of the table."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.calibration import fit_camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.seat_view import clicked_calibration, seat_camera
from vision.seat.reader import SeatReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.seat_trial import Stand, stood

pytestmark = pytest.mark.usefixtures("one_thread")
PROFILE = load_profile()
LAYOUT = Layout(PROFILE)


@pytest.fixture(scope="module")
def reader() -> SeatReader:
    camera = fit_camera(clicked_calibration(seat_camera(LAYOUT, Seat.A), LAYOUT, Seat.A)).camera
    return SeatReader(PROFILE, camera, Classifier.load(1), Seat.A)


@pytest.fixture(scope="module")
def frames() -> list[CameraFrame]:
    """Pictures (1280x480) of a hand, of the same hand again, and of the hand with a drawn tile."""
    painter, rng = Painter(PROFILE, seat_camera(LAYOUT, Seat.A), PARLOUR), np.random.default_rng(3)
    hand = parse_tiles("123m406p789s1155z")
    found = []
    for number, stand in enumerate((Stand(hand), Stand(hand), Stand(hand, Tile.S3))):
        scene = stood(stand, LAYOUT, Seat.A, np.random.default_rng(8))
        found.append(CameraFrame(decode(painter.jpeg(scene, rng), "seat"), number, 0.0))
    return found


@pytest.mark.benchmark(group="seat eyes")
def test_a_seat_without_change(benchmark: BenchmarkFixture, reader: SeatReader, frames: list[CameraFrame]) -> None:
    benchmark.extra_info.update(peer="seat, nothing moved", ours=True)
    for frame in frames[:2] * 2:
        reader.read(frame)
    row = benchmark(reader.read, frames[1])
    assert row is not None
    assert len(row.tiles) == 13


@pytest.mark.benchmark(group="seat eyes")
def test_a_tile_drawn_and_discarded(benchmark: BenchmarkFixture, reader: SeatReader, frames: list[CameraFrame]) -> None:
    benchmark.extra_info.update(peer="seat, a draw or discard", ours=True, items=2)
    benchmark.pedantic(lambda: (reader.read(frames[2]), reader.read(frames[0])), rounds=10)

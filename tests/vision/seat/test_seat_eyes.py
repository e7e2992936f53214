"""Seat cameras: standing tiles read correctly, hidden ones recognised, and a lost camera stops nothing."""

import numpy as np
import pytest

from controller.errors import EyesError
from controller.ports.eyes import SeenRow, Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.calibration import fit_camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.scene import PosedScene
from vision.render.seat_view import clicked_calibration, seat_camera
from vision.seat.eyes import CombinedEyes, SeatCameraEyes
from vision.seat.reader import SeatReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.seat_trial import Stand, stood, try_looks

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)


class SeatStudio:
    """One seat under its camera: hands are posed, photographed and read."""

    def __init__(self, seat: Seat, classifier: Classifier) -> None:
        camera = seat_camera(LAYOUT, seat)
        self.seat, self.painter = seat, Painter(PROFILE, camera, PARLOUR)
        self.fitted = fit_camera(clicked_calibration(camera, LAYOUT, seat)).camera
        self.classifier, self.rng, self.number = classifier, np.random.default_rng(5), 0

    def reader(self) -> SeatReader:
        return SeatReader(PROFILE, self.fitted, self.classifier, self.seat)

    def shoot(self, stand: Stand | None, seed: int = 1) -> CameraFrame:
        scene = PosedScene() if stand is None else stood(stand, LAYOUT, self.seat, np.random.default_rng(seed))
        self.number += 1
        image = decode(self.painter.jpeg(scene, self.rng), "seat")
        return CameraFrame(image, self.number, self.number / 5)


@pytest.fixture(scope="module")
def seat(classifier: Classifier) -> SeatStudio:
    return SeatStudio(Seat.B, classifier)


def told(row: SeenRow | None) -> str:
    assert row is not None
    apart = "" if row.apart is None else f" + {row.apart.tile}"
    return " ".join(str(each.tile) for each in row.tiles) + apart


def standing(text: str, drawn: str = "") -> Stand:
    tiles = parse_tiles(text)
    return Stand(tiles, parse_tile(drawn) if drawn else None, (13 - len(tiles)) // 3)


@pytest.mark.parametrize(
    ("tiles", "drawn"),
    [("123m406p789s1155z", "3s"), ("19m19p19s1234567z", ""), ("2468m0s22z", ""), ("5z", "5z"), ("33m6p8s", "0p")],
)
def test_standing_tiles_are_read_in_order_with_the_drawn_one_apart(seat: SeatStudio, tiles: str, drawn: str) -> None:
    stand = standing(tiles, drawn)
    want = " ".join(map(str, stand.tiles)) + (f" + {drawn}" if drawn else "")
    assert told(seat.reader().read(seat.shoot(stand))) == want


def test_no_tiles_are_no_hand(seat: SeatStudio) -> None:
    assert seat.reader().read(seat.shoot(None)) == SeenRow(())


def test_places_are_those_of_the_table(seat: SeatStudio) -> None:
    row = seat.reader().read(seat.shoot(standing("123m406p789s1155z")))
    assert row is not None
    local = [LAYOUT.local(Seat.B, each.x, each.y) for each in row.tiles]
    steps = np.diff([across for across, _ in local])
    assert np.allclose(steps, PROFILE.tile.width_mm, atol=1.5)
    assert all(abs(distance - PROFILE.hand.distance_mm) < 20.0 for _, distance in local)


def test_ink_that_looks_like_seams_moves_no_tile_from_its_place(classifier: Classifier) -> None:
    seat = SeatStudio(Seat.A, classifier)
    for seed in (1, 3, 4):
        row = seat.reader().read(seat.shoot(standing("357m24588p56778s"), seed))
        assert row is not None
        across = np.array([LAYOUT.local(Seat.A, each.x, each.y)[0] for each in row.tiles])
        places = np.arange(len(across))
        askew = across - np.polyval(np.polyfit(places, across, 1), places)
        assert np.abs(askew).max() < 1.5, (seed, askew.round(1))


def test_a_hand_before_the_tiles_leaves_no_face_wrong_and_sure(seat: SeatStudio) -> None:
    frame = seat.shoot(standing("123m406p789s1155z"))
    frame.image[150:330, 400:640] = (120, 150, 205)
    row = seat.reader().read(frame)
    truth = [str(tile) for tile in parse_tiles("123m406p789s1155z")]
    sure = [] if row is None else [(place, each) for place, each in enumerate(row.tiles) if each.confidence > 0.9]
    assert row is None or len(row.tiles) != 13 or all(str(each.tile) == truth[place] for place, each in sure)


def test_venues_and_cameras_never_trained_on(classifier: Classifier) -> None:
    tally = try_looks(range(900, 902), 3, classifier)
    assert tally.sure_wrong == 0, tally.lines
    assert tally.tiles_right >= 0.97 * tally.tiles, tally.lines


def test_a_frame_of_another_size_is_refused_in_one_line(seat: SeatStudio) -> None:
    with pytest.raises(EyesError, match="640x480"):
        seat.reader().read(CameraFrame(np.zeros((480, 640, 3), np.uint8), 0, 0.0))


class Film:
    """A source that returns the frames put into it."""

    def __init__(self) -> None:
        self.frames: list[CameraFrame] = []
        self.trouble: str | None = None
        self.closed = False

    def next(self, timeout: float) -> CameraFrame | None:
        assert timeout == 0.0, "a seat's camera is never waited for"
        return self.frames.pop(0) if self.frames else None

    def close(self) -> None:
        self.closed = True


class Above:
    """Vision over the table that detects nothing."""

    closed = False

    def look(self, timeout: float) -> Sighting | None:
        del timeout
        return Sighting(1, 0.2, (None,) * 4, (None,) * 4, (None,) * 4, (None,) * 4, None, None)

    def signals(self) -> tuple[TableSignal, ...]:
        return ()

    def close(self) -> None:
        self.closed = True


def test_a_seat_camera_that_is_lost_is_told_and_stops_nothing(seat: SeatStudio) -> None:
    now = [100.0]
    film, above = Film(), Above()
    eyes = CombinedEyes(above, {Seat.B: SeatCameraEyes(Seat.B, film, seat.reader(), lambda: now[0])})
    film.frames.append(seat.shoot(standing("123m406p789s1155z")))
    first = eyes.look(0.0)
    assert first is not None
    assert first.concealed is not None
    assert told(first.concealed[Seat.B]) == "1m 2m 3m 4p 0p 6p 7s 8s 9s 1z 1z 5z 5z"
    assert first.concealed[Seat.A] is None
    film.trouble = "connection refused"
    now[0] += 2.0
    again = eyes.look(0.0)
    assert again is not None
    assert again.concealed == first.concealed, "what stood there a moment ago still does"
    assert eyes.signals() == ()
    now[0] += 2.0
    gone = eyes.look(0.0)
    assert gone is not None
    assert gone.concealed == (None,) * 4
    (signal,) = eyes.signals()
    assert (signal.kind, signal.seat, signal.code) == (SignalKind.FAULT, Seat.B, "camera-lost")
    film.trouble = None
    film.frames.append(seat.shoot(standing("123m406p789s1155z")))
    eyes.look(0.0)
    assert [each.kind for each in eyes.signals()] == [SignalKind.FAULT_CLEARED]
    eyes.close()
    assert film.closed
    assert above.closed

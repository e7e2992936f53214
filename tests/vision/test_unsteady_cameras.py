"""A camera whose pictures fail at times: failed ones are not read, and people are told once."""

import numpy as np
import pytest

from controller.ports.table import SignalKind
from tests.support.lens import LensTrouble
from tests.support.lens_evening import Judge
from tests.support.one_picture import SHEETS_CAMERA
from tests.support.studio import FrameQueue
from tests.vision.image.test_exposure import exposures
from vision.capture.frame import CameraFrame
from vision.eyes import UNSTEADY, CameraEyes, CameraFaults
from vision.image.exposure import TORN

FAULT, OVER = SignalKind.FAULT, SignalKind.FAULT_CLEARED
LASTS, QUIET = 60, 40
"""Number of exposures at five a second, and of later, slower ones without failures."""


@pytest.fixture(scope="module")
def film() -> list[np.ndarray]:
    return exposures(4.0, length=LASTS)


def watch(film: list[np.ndarray], lens: LensTrouble) -> tuple[Judge, set[int], list[tuple[SignalKind, str, float]]]:
    """Result of a film through a lens: the reader, the changed pictures, and the signals with their times."""
    now, judge, queue = 0.0, Judge(SHEETS_CAMERA), FrameQueue()
    eyes = CameraEyes(queue, judge, lambda: now)
    failed, told = set[int](), list[tuple[SignalKind, str, float]]()
    for number in range(LASTS + QUIET):
        now = number / 5 if number < LASTS else LASTS / 5 + 0.8 * (number - LASTS)
        # A still camera repeats its picture; a repeated one counts as new.
        taken = CameraFrame(film[min(number, LASTS - 1)], number, now)
        seen = lens(taken) if number < LASTS else taken
        failed |= {number} if seen is not taken else set()
        queue.frames = [seen]
        eyes.look(0.0)
        told += [(each.kind, each.code, now) for each in eyes.signals()]
    return judge, failed, told


KINDS = {"smear": TORN, "stuck": TORN, "streaks": TORN, "dark": "camera-dark", "bright": "camera-bright"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_fails_again_and_again_is_no_evidence_and_is_told_once(kind: str, film: list[np.ndarray]) -> None:
    """Regression: 0.8 s of every 4 s were read, and nothing was reported."""
    judge, failed, told = watch(film, LensTrouble(kind, since_s=2.0))
    assert len(failed) == 12
    assert set(judge.read_so_far) == set(range(LASTS + QUIET)) - failed
    assert judge.codes == {KINDS[kind]}
    assert [each[:2] for each in told] == [(FAULT, UNSTEADY), (OVER, UNSTEADY)]
    assert told[0][2] < 11.0
    assert told[1][2] < LASTS / 5 + 30.0


def test_what_lasts_is_told_by_its_own_name(film: list[np.ndarray]) -> None:
    _, failed, told = watch(film, LensTrouble("stuck", lasts_s=6.0, every_s=1e9, since_s=2.0))
    assert len(failed) == 30
    assert [each[:2] for each in told] == [(FAULT, TORN), (OVER, TORN)]


@pytest.mark.parametrize("kind", ["none", "flicker"])
def test_what_can_be_read_is_not_refused(kind: str, film: list[np.ndarray]) -> None:
    judge, _, told = watch(film, LensTrouble(kind, since_s=2.0))
    assert len(judge.read_so_far) == LASTS + QUIET
    assert told == []


def test_a_picture_that_flips_again_and_again_is_told_once() -> None:
    """Regression: 20 faults in two rounds of which 0.8 s of every 4 s were upside down."""
    now = 0.0
    faults = CameraFaults(lambda: now)
    told = []
    for number in range(150):
        now = number / 5
        faults.seen(now, ("camera-turned",) if number < 75 and number % 20 < 4 else ())
        told += [(each.kind, each.code, now) for each in faults.drain()]
    assert [each[:2] for each in told] == [(FAULT, "camera-turned"), (OVER, "camera-turned")]
    assert 10.0 < told[1][2] - 12.6 < 10.5

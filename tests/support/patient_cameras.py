"""Cameras that are waited for as tests wait: by the product's limits a starved one is silent, and asked anew."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from tests.support.waiting import PATIENCE_S

_LIMITS: Final = (
    "network.answer.ANSWER_S",
    "network.http.ANSWER_S",
    "network.http.SILENT_S",
    "network.phone.ANSWER_S",
    "network.phone.SILENT_S",
    "newest.SILENT_S",
    "retry.SILENT_S",
)


@contextmanager
def patient_cameras() -> Iterator[None]:
    """No camera is given up on; not for tests of the limits themselves."""
    with pytest.MonkeyPatch.context() as patch:
        for name in _LIMITS:
            patch.setattr(f"vision.capture.{name}", PATIENCE_S)
        yield

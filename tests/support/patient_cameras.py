"""Camera timeouts at the limit of the tests: by the product's limits a starved camera is silent and is asked again."""

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


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Raise all camera timeouts to the limit of the tests; not for tests of the timeouts themselves.

    A test that changes a timeout must use the same ``patch``: two would restore each other's values.
    """
    for name in _LIMITS:
        patch.setattr(f"vision.capture.{name}", PATIENCE_S)


@contextmanager
def patient_cameras() -> Iterator[None]:
    """Be patient within the context."""
    with pytest.MonkeyPatch.context() as patch:
        be_patient(patch)
        yield

"""Helpers of the access tests: a settable clock, a session opened by link, and an expected denial."""

import pytest

from api.access.access import Access
from api.access.refusals import DeniedError
from api.access.roles import Role


class Clock:
    """Clock whose reading, in seconds since the epoch, the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """Return the time that the test set."""
        return self.now


def enter(access: Access, role: Role = Role.STAFF, name: str = "Sato") -> str:
    """Open a link of the role on a tablet and return the session."""
    return access.people.open_link(access.people.link(role, name), "tablet")


def denied(code: str) -> "pytest.RaisesExc[DeniedError]":
    """Expected DeniedError with this code, for ``pytest.raises``."""
    return pytest.RaisesExc(DeniedError, check=lambda error: error.code == code)

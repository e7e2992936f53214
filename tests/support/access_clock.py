"""A clock that tests of access set, who comes in by a link, and what is denied."""

import pytest

from api.access.access import Access
from api.access.refusals import DeniedError
from api.access.roles import Role


class Clock:
    """Seconds since the epoch, as a test sets them."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """Now."""
        return self.now


def enter(access: Access, role: Role = Role.STAFF, name: str = "Sato") -> str:
    """The session of somebody who opened a link on a tablet."""
    return access.people.open_link(access.people.link(role, name), "tablet")


def denied(code: str) -> "pytest.RaisesExc[DeniedError]":
    """What a test expects to be denied with this code."""
    return pytest.RaisesExc(DeniedError, check=lambda error: error.code == code)

"""An access whose clock the tests set."""

import pytest

from api.access.access import Access
from api.access.settings import AccessSettings
from tests.support.access_clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def access(clock: Clock) -> Access:
    return Access(settings=AccessSettings(idle_s=100, session_s=1000, link_s=50, pin_s=10), clock=clock)

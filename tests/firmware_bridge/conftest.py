import pytest

from controller.ports.table import SignalKind
from tests.support.virtual_line import Setup


@pytest.fixture
def line() -> Setup:
    setup = Setup()
    assert setup.kinds(0.5) == [SignalKind.LINK_UP]
    return setup

"""A short chaos test: real processes killed with -9, every event is at the hub exactly once, every page is current."""

import pytest

from tests.support.chaos import run
from tests.support.real_nats import need_nats
from tests.support.real_postgres import postgres_binaries
from tests.support.real_servers import missing


@pytest.mark.long
@pytest.mark.process
def test_nothing_is_lost_or_doubled_whoever_is_killed() -> None:
    need_nats()
    if postgres_binaries() is None:
        missing("postgresql")
    tested = run(tables=2, kills=5, agents=2, seed=3, rate=8.0, gateways=1)
    assert tested.facts > 20
    assert tested.ok, tested

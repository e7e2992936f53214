"""A little of the chaos: real processes killed with -9, and every fact is at the hub, once, in its chain."""

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
    tested = run(tables=2, kills=4, agents=1, seed=3, rate=8.0)
    assert tested.facts > 20
    assert tested.ok, tested

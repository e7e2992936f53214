"""The page on scale: drawn from measurements by a simulation that agrees with queueing theory."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.hops import measured
from tests.support.real_nats import need_nats
from tests.support.real_postgres import postgres_binaries
from tests.support.real_servers import missing

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture(scope="module")
def simulation() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "generate" / "simulate_scale.py"))


def test_the_page_is_what_was_measured(simulation: dict[str, Any]) -> None:
    page = simulation["page"]()
    assert (DOCS / "scale.md").read_text("utf-8") == page, "stale: run `python docs/generate/simulate_scale.py`"


def test_a_server_takes_one_after_the_other(simulation: dict[str, Any]) -> None:
    random = np.random.default_rng(5)
    times, service = np.sort(random.uniform(0.0, 3.0, 200)), random.exponential(0.02, 200)
    free, left = 0.0, []
    for time, length in zip(times, service, strict=True):
        free = max(free, time) + length
        left.append(free)
    assert np.allclose(simulation["served"](times, service), left)


def test_a_batch_is_all_that_waits(simulation: dict[str, Any]) -> None:
    cost = simulation["Batched"](1.0, 0.1, 3)
    left = simulation["in_batches"](np.array([0.0, 0.5, 0.6, 0.7, 0.8, 9.0]), cost)
    assert left == pytest.approx([1.1, 2.4, 2.4, 2.4, 3.5, 10.1])


def test_more_venues_wait_longer_and_what_is_planned_for_is_kept_up_with(simulation: dict[str, Any]) -> None:
    cost = simulation["costs"]()
    most = simulation["most_venues"](cost.hub.full)
    planned, beyond = (simulation["cell"](venues, cost) for venues in (most, 2 * most))
    assert planned.hub_busy <= simulation["BUSY"] < 1.0 < beyond.hub_busy
    assert planned.written_s < 1.5 < beyond.written_s
    viewers = simulation["most_viewers"](cost)
    assert simulation["gateway"](viewers, cost) < 2.0 < simulation["gateway"](2 * viewers, cost)
    assert simulation["audience"]().sum() == pytest.approx(simulation["VIEWERS"], rel=0.001)


@pytest.mark.long
@pytest.mark.process
def test_every_hop_of_a_fact_costs_something() -> None:
    need_nats()
    if postgres_binaries() is None:
        missing("postgresql")
    cost = measured(tables=2, rate=20.0, seconds=2.0, watching=4)
    assert cost.facts == 40
    assert min(cost.agent_ms, cost.broker_ms, cost.hub_ms, cost.database_ms, cost.gateway_ms) > 0.0
    assert cost.viewer_bytes > 50.0

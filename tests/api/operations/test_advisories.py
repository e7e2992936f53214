"""Servers with known security advisories are reported by one line each; the versions in docs have none."""

import asyncio
import re
from pathlib import Path

import pytest
import structlog

from api.hub.broker import connect, version_of
from api.hub.config import BrokerConfig
from api.hub.hub_store import HubStore
from api.operations.advisories import NATS, POSTGRESQL, sound
from tests.support.real_nats import SERVERS, RealNats, need_nats
from tests.support.real_postgres import RealPostgres, real_postgres

__all__ = ["real_postgres"]

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(
    ("server", "version"),
    [
        *((NATS, each) for each in ("2.12.12", "2.12.20", "2.14.3", "2.15.0", "3.0.0")),
        *((POSTGRESQL, each) for each in ("15.18", "15.20", "18.4", "19.0")),
    ],
)
def test_a_version_without_known_advisories_is_not_told_of(server: str, version: str) -> None:
    assert sound(server).advice(version) is None


@pytest.mark.parametrize(
    ("server", "version"),
    [
        *((NATS, each) for each in ("2.9.10", "2.11.99", "2.12.11", "2.13.5", "2.14.2", "dev", "")),
        *((POSTGRESQL, each) for each in ("14.99", "15.17", "17.9", "9.6")),
    ],
)
def test_a_version_with_known_advisories_is_told_with_what_to_install(server: str, version: str) -> None:
    told = sound(server).advice(version) or ""
    assert told.startswith(f"{server} {version} has known security advisories (https://")
    assert told.endswith("or later")
    assert "\n" not in told


@pytest.mark.parametrize("kind", SERVERS)
def test_who_connects_to_a_broker_is_told_once_of_its_advisories(kind: str) -> None:
    """Regression: the program said nothing though Debian's server has had advisories for years."""
    with RealNats(binary=need_nats(kind)) as broker, structlog.testing.capture_logs() as logged:
        client = asyncio.run(_connected(broker))
    told = [line["reason"] for line in logged if line["event"] == "server has known advisories"]
    assert told == [line for line in [sound(NATS).advice(client)] if line]
    assert bool(told) == (kind == "debian")


async def _connected(broker: RealNats) -> str:
    client = await connect(BrokerConfig(nats=broker.address), "told")
    version = version_of(client)
    await client.close()
    return version


def test_the_database_tells_its_version(real_postgres: RealPostgres) -> None:
    store = HubStore(real_postgres.database())
    assert re.fullmatch(r"\d+\.\d+", store.server_version or "")
    assert HubStore("sqlite://").server_version is None
    store.close()


def test_versions_that_docs_name_have_no_known_advisories() -> None:
    """Regression: the docs named 2.11.15 and 2.12.6, which have advisories of three months later."""
    page = (DOCS / "hub.md").read_text(encoding="utf-8")
    for server in (NATS, POSTGRESQL):
        known = sound(server)
        assert f"`{server}` {', '.join(known.versions[:-1])}, {known.versions[-1]} or later" in page
        assert known.known_on in page

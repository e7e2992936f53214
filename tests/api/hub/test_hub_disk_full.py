"""The hub's own disk is full: nothing is lost, it is reported, and work resumes once there is room again."""

import subprocess
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pg8000.native
import pytest
from structlog.testing import capture_logs

from api.hub.hub_store import HubStore
from tests.support.hubs import hub_running, rows, until, uplink
from tests.support.longer import others_long
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import RealNats, real_nats
from tests.support.real_postgres import USER, RealPostgres, real_postgres
from tests.support.small_disk import small_disk

__all__ = ["real_nats", "real_postgres", "small_disk"]
pytestmark = pytest.mark.process


def of_postgres(server: RealPostgres, disk: Path) -> str:
    """Make a database whose tables are on the small disk."""
    for folder in (disk.parent, *disk.parent.parents):
        # The server's user needs access to the disk's folder.
        with suppress(OSError):
            folder.chmod(folder.stat().st_mode | 0o011)
    space, name = disk / "space", f"full{uuid4().hex[:6]}"
    space.mkdir(mode=0o777)
    space.chmod(0o777)
    subprocess.run(["chown", "postgres", str(space)], check=True)
    with pg8000.native.Connection(USER, host="127.0.0.1", port=server.port, database="postgres") as connection:
        connection.run(f"CREATE TABLESPACE {name} LOCATION '{space}'")
    address = server.database()
    with pg8000.native.Connection(
        USER, host="127.0.0.1", port=server.port, database=address.rpartition("/")[2]
    ) as connection:
        # New tables only: the initial content of a database takes seven MB.
        connection.run(f"ALTER DATABASE {address.rpartition('/')[2]} SET default_tablespace = {name}")
    return address


@pytest.mark.parametrize("kind", others_long(["sqlite", "postgres"], "sqlite"))
def test_a_full_disk_of_the_hub_loses_nothing_and_is_gone_on_from(
    kind: str, small_disk: Path, tmp_path: Path, real_nats: RealNats, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        address = f"sqlite:///{small_disk / 'hub.sqlite'}"
    else:
        address = of_postgres(request.getfixturevalue("real_postgres"), small_disk)
    store, ballast, venue = HubStore(address), small_disk / "ballast", f"v{uuid4().hex[:8]}"
    outlet, events = JournalOutlet(tmp_path / "journal.sqlite"), kept_events()
    outlet.add(events[:20])
    with (
        capture_logs() as logged,
        uplink(real_nats.address, venue, t=outlet),
        hub_running(real_nats.address, store) as hub,
    ):
        until(lambda: hub.written == outlet.number)
        with suppress(OSError), ballast.open("wb", buffering=0) as full:
            while full.write(bytes(4096)):
                pass
        outlet.add(events[20:])
        until(lambda: any(line["event"] == "database away" for line in logged))
        assert outlet.number == len(events), "the table plays on"
        assert hub.written < len(events)
        ballast.unlink()
        until(lambda: hub.written == outlet.number)
    told = [line["error"] for line in logged if line["event"] == "database away"]
    assert any("full" in each or "space" in each.lower() for each in told), told
    assert rows(store, venue) == list(outlet.records())
    assert (hub.doubled, store.breaks()) == (0, [])
    store.close()
    outlet.close()

"""How many records a second the hub writes: ``python -m tests.support.hub_ingest --records 20000 [--tables 50]``.

The broker's stream is filled first, real records of recorded evenings; then the hub's own command drains it into a real
PostgreSQL, and the time from its first row to its last is taken.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import cycle

from nats.js.api import Header

from api.hub.broker import connect
from api.hub.config import PASSWORD, USER, BrokerConfig
from api.hub.hub_store import HubStore
from api.hub.subjects import JOURNAL_HEADER, RecordName, TableAddress
from controller.journal.chain import Record, record_to_line, seal
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.outlets import kept_events
from tests.support.real_postgres import RealPostgres, postgres_binaries


async def fill(address: str, tables: int, records: int) -> None:
    """Publish that many records, spread over the tables."""
    client = await connect(BrokerConfig(nats=address), "agent")
    jetstream = client.jetstream(publish_async_max_pending=500)
    evening = cycle(kept_events())
    last: dict[str, Record] = {}
    journals: dict[str, str] = {}
    for number in range(records):
        table = f"t{number % tables}"
        record = seal(next(evening), 1.0 * number, last.get(table))
        last[table] = record
        journal = journals.setdefault(table, record.hash)
        name = str(RecordName(journal, record.sequence, record.hash))
        headers = {Header.MSG_ID.value: name, JOURNAL_HEADER: journal}
        await jetstream.publish_async(TableAddress(VENUE, table).staff, record_to_line(record), headers=headers)
    await jetstream.publish_async_completed()
    await client.close()


def main(arguments: Sequence[str]) -> int:
    """Fill, drain, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=20000)
    parser.add_argument("--tables", type=int, default=50)
    asked = parser.parse_args(arguments)
    binaries = postgres_binaries()
    assert binaries is not None, "needs the Debian package postgresql"
    postgres, broker = RealPostgres(binaries), GuardedNats()
    try:
        postgres.start()
        broker.start()
        database = postgres.database()
        broker.prepare()
        began = time.monotonic()
        asyncio.run(fill(broker.address_of(f"agent-{VENUE}"), asked.tables, asked.records))
        filled = asked.records / (time.monotonic() - began)
        store = HubStore(database)
        store.prepare()
        words = ["hub", "--nats", broker.address, "--database", database]
        named = {**os.environ, USER: "hub", PASSWORD: "pw-hub", "JANTAKU_LOG_LEVEL": "error"}
        hub = subprocess.Popen([sys.executable, "-m", "api", *words], env=named)
        first = (0, 0.0)
        held = 0
        while held < asked.records:
            time.sleep(0.05)
            held = sum(standing.held for standing in store.standings())
            if held and not first[0]:
                first = held, time.monotonic()
        took = time.monotonic() - first[1]
        hub.kill()
        hub.wait()
        rate = (asked.records - first[0]) / took
        sys.stdout.write(f"{asked.records} records of {asked.tables} tables: ")
        sys.stdout.write(f"{rate:.0f} a second into the database, {filled:.0f} a second into the broker\n")
    finally:
        broker.close()
        postgres.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

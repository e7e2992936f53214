"""Draws docs/scale.md from the measurements in docs/scale.json, by simulation; run from the repository's root:
python -m tests.support.hops --out docs/scale.json && python docs/generate/simulate_scale.py

Records of all tables arrive at random and pass broker, hub with its database, and gateways. Broker and hub process all
waiting records at once: a batch has a fixed cost and a cost per record, both as measured (one by one, and of a full
stream). A gateway processes one message after the other. Everything is determined by the seeds.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

PAGE: Final = Path(__file__).parents[1].joinpath("scale.md")
MEASURED: Final = Path(__file__).parents[1].joinpath("scale.json")
VENUES: Final = 1000
TABLES: Final = 20
VIEWERS: Final = 1_000_000
FACTS_S: Final = 1.3
"""Records per second of a table in play: 44,676 of 16 tables in 30 minutes at 1.18 times speed (docs/venue.md)."""
BUSY: Final = 0.7
"""Planned share of a server's time; the rest is reserved for bursts."""
SKEW: Final = 1.0
"""Exponent of viewers over the venue's rank n, which fall as 1/n: a final draws many, most halls few."""
EVENING_S: Final = 5 * 3600
_SEED: Final = 20
_SECONDS: Final = 30.0
_BATCH: Final = 500
"""Largest batch of a hub (``api/hub/ingest.py``); as many records are in transit to a busy broker."""
_IN_STEP: Final = 0.1
"""Share of records that arrive in the same tenth of a second of a minute: halls that begin rounds in step."""
Times = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Batched:
    """A server that processes batches of at most ``most``: seconds per batch, and per record in it."""

    batch: float
    fact: float
    most: int

    @property
    def full(self) -> float:
        """Seconds per record if batches are full."""
        return self.fact + self.batch / self.most


@dataclass(frozen=True, slots=True)
class Costs:
    """Cost of a record at each hop in seconds; ``viewer``: cost of one message to one viewer; bytes of a record."""

    broker: Batched
    hub: Batched
    database: float
    gateway: float
    viewer: float
    broker_in: float
    broker_out: float
    stored: float
    row: float
    wal: float
    viewer_bytes: float
    viewer_kib: float


def costs() -> Costs:
    """Costs from the runs at the lowest rate, where each record arrives alone, and from the drained stream."""
    data: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    runs, full = data["runs"], data["full"]
    alone, watched = (min(_of(runs, watching), key=lambda run: run["facts_s"]) for watching in (False, True))
    busy, seen = (max(_of(runs, watching), key=lambda run: run["facts_s"]) for watching in (False, True))
    # The drained stream is the staff's; the public one is stored as well, and passed on to a gateway.
    broker = (2 * (full["filled_cpu"] + full["broker_cpu"])) / 1000
    hub = 1 / full["a_second"]
    return Costs(
        Batched(max(0.0, alone["broker_ms"] / 1000 - broker), broker, _BATCH),
        Batched(max(0.0, (alone["hub_ms"] + alone["database_ms"]) / 1000 - hub), hub, _BATCH),
        full["database_cpu"] / 1000,
        busy["gateway_ms"] / 1000,
        max(0.0, (seen["gateway_ms"] - busy["gateway_ms"]) / seen["viewer_messages"]) / 1000,
        *(busy[f"{name}_bytes"] for name in ("broker_in", "broker_out", "stored", "row", "wal")),
        watched["viewer_bytes"],
        watched["gateway_kib"],
    )


def _of(runs: list[dict[str, Any]], watching: bool) -> list[dict[str, Any]]:
    return [run for run in runs if bool(run["viewers"]) == watching]


def arrivals(rate: float, random: np.random.Generator) -> Times:
    """Arrival times of records within half a minute, some of them in step."""
    count = random.poisson(rate * _SECONDS)
    times = random.uniform(0.0, _SECONDS, count)
    in_step = random.random(count) < _IN_STEP * _SECONDS / 60
    times[in_step] = _SECONDS / 3 + random.uniform(0.0, 0.1, int(in_step.sum()))
    return np.sort(times)


def served(times: Times, service: Times) -> Times:
    """Departure times from a server that works in order of arrival."""
    worked = np.cumsum(service)
    return worked + np.maximum.accumulate(times - (worked - service))


def in_batches(times: Times, cost: Batched) -> Times:
    """Departure times from a server that takes all waiting records, up to its limit, as a batch."""
    left = np.empty_like(times)
    first, free = 0, 0.0
    while first < times.size:
        begins = max(free, float(times[first]))
        after = min(int(np.searchsorted(times, begins, "right")), first + cost.most)
        free = begins + cost.batch + cost.fact * (after - first)
        left[first:after] = free
        first = after
    return left


@dataclass(frozen=True, slots=True)
class Passed:
    """Delays of a record until it is stored at the broker and written at the hub, and the hub's load."""

    broker_s: float
    written_s: float
    hub_busy: float


def cell(venues: int, cost: Costs) -> Passed:
    """Simulate ``venues`` venues at one broker, one hub and one database; delays of the 99th percentile in seconds."""
    told = arrivals(venues * TABLES * FACTS_S, np.random.default_rng(_SEED))
    stored = in_batches(told, cost.broker)
    written = in_batches(stored, cost.hub)
    return Passed(_late(stored - told), _late(written - told), venues * TABLES * FACTS_S * cost.hub.full)


def gateway(viewers: int, cost: Costs) -> float:
    """99th percentile of the seconds until the last viewer of a gateway has a record."""
    random = np.random.default_rng(_SEED)
    told = arrivals(TABLES * FACTS_S, random)
    # Viewers are spread evenly over the venue's tables.
    each = cost.gateway + cost.viewer * viewers / TABLES
    return _late(served(told, np.full(told.size, each)) - told)


def _late(waits: Times) -> float:
    return float(np.percentile(waits, 99))


def most_venues(cost: float) -> int:
    """Number of venues whose records one server can process at the planned load."""
    return math.floor(BUSY / (TABLES * FACTS_S * cost))


def most_viewers(cost: Costs) -> int:
    """Number of viewers of one venue's gateway at the planned load."""
    return math.floor((BUSY / (TABLES * FACTS_S) - cost.gateway) * TABLES / cost.viewer)


def audience() -> npt.NDArray[np.int64]:
    """Number of viewers of each venue."""
    share = 1.0 / np.arange(1, VENUES + 1) ** SKEW
    return np.round(VIEWERS * share / share.sum()).astype(np.int64)


def page() -> str:
    """Return the whole page."""
    data = json.loads(MEASURED.read_text(encoding="utf-8"))
    cost = costs()
    facts = VENUES * TABLES * FACTS_S
    of_broker, of_hub, of_database = (most_venues(each) for each in (cost.broker.full, cost.hub.full, cost.database))
    cells = math.ceil(VENUES / of_hub)
    watching, most = audience(), most_viewers(cost)
    gateways = int(np.ceil(watching / most).sum())
    alone, busy = sorted(_of(data["runs"], False), key=lambda run: run["facts_s"])
    full = data["full"]
    lines = [
        _HEAD,
        "## What a hop costs / 一件あたりの費用\n",
        f"Measured by `python -m tests.support.hops` on {data['cores']} cores that other work kept busy (load "
        f"{data['load']:.0f}), {alone['tables']} tables; milliseconds of one core for one fact. A full stream was "
        "filled before and is drained by one hub.\n",
        _table(
            ("hop", f"{alone['facts_s']:.0f} facts a second", f"{busy['facts_s']:.0f} facts a second", "a full stream"),
            [
                *(
                    (told, f"{alone[f'{name}_ms']:.3f}", f"{busy[f'{name}_ms']:.3f}", at_most)
                    for told, name, at_most in (
                        ("agent: publishes, signs", "agent", ""),
                        ("broker: stores two streams, forwards", "broker", _ms(cost.broker.fact)),
                        ("hub: checks, writes", "hub", f"{full['hub_cpu']:.3f}"),
                        ("database", "database", _ms(cost.database)),
                        ("gateway: checks the signature, shows", "gateway", ""),
                    )
                ),
                ("gateway: to one viewer", "", _ms(cost.viewer), ""),
            ],
        ),
        f"\nOf a full stream a hub wrote {full['a_second']:,.0f} facts a second, its database on the same cores, in "
        f"{full['hub_mib']:.0f} MiB. Single facts cost more: each is a separate batch.",
        f"\nBytes of one fact: {cost.broker_in:,.0f} into the broker, {cost.broker_out:,.0f} out of it with a gateway, "
        f"{cost.stored:,.0f} in its streams, {cost.row:,.0f} in the database and {cost.wal:,.0f} in its write-ahead "
        f"log, {cost.viewer_bytes:,.0f} to each viewer. A viewer takes {cost.viewer_kib:.0f} KiB of a gateway.\n",
        "## 1,000 venues, a million viewers / 千会場、百万人\n",
        f"{VENUES * TABLES:,} tables produce {facts:,.0f} facts a second. The plan uses {BUSY:.0%} of each server:\n",
        _table(
            ("part", "venues for one server", "for 1,000 venues"),
            [
                ("broker, one core", f"{of_broker:,}", f"{math.ceil(VENUES / of_broker)}"),
                ("hub, including the wait for its database", f"{of_hub:,}", f"{cells}"),
                ("database, one core", f"{of_database:,}", f"{math.ceil(VENUES / of_database)} cores"),
                ("gateway", f"1 venue, {most:,} viewers", f"{gateways:,}"),
            ],
        ),
        f"\nViewers are spread as 1, 1/2, 1/3 …: {watching[0]:,} look at the first venue, {watching[VENUES // 2]:,} at "
        f"the 500th. {int((watching <= most).sum())} venues need one gateway, the first "
        f"{math.ceil(watching[0] / most)}. They get {FACTS_S * VIEWERS * cost.viewer_bytes * 8 / 1e9:.1f} Gbit a "
        f"second. An evening of five hours is {facts * EVENING_S / 1e6:,.0f} million facts, "
        f"{facts * EVENING_S * cost.row / 1e9:,.0f} GB of rows, and "
        f"{facts * cost.wal / 1e6:.0f} MB a second of write-ahead log.\n",
        "## Where it breaks first / 最初に詰まる所\n",
        "One broker, one database and one hub with more and more venues; milliseconds within which 99 of 100 "
        "facts arrive, a tenth of all tables in step:\n",
        _table(
            ("venues", "at the broker", "written by the hub", "hub busy"),
            [_row(venues, cell(venues, cost)) for venues in _steps(of_hub)],
        ),
        f"\n**The hub breaks first**, at {math.floor(1 / (TABLES * FACTS_S * cost.hub.full))} venues: one thread takes "
        "a batch, writes it and waits for the database. No fact is lost then: facts wait in the broker, and before it "
        "in each venue's journal. Pages of viewers do not pass the hub and stay live. A broker would follow at "
        f"{math.floor(1 / (TABLES * FACTS_S * cost.broker.full))} venues on one core.\n",
        "One gateway of a venue of 20 tables: time until the last viewer has a fact, for 99 of 100 facts:\n",
        _table(
            ("viewers", "milliseconds"),
            [(f"{viewers:,}", f"{1000 * gateway(viewers, cost):,.0f}") for viewers in _viewer_steps(most)],
        ),
        _ADDS.format(
            cells=cells, each=math.ceil(VENUES / cells), gateways=gateways, more=of_hub, hubs=math.ceil(VENUES / of_hub)
        ),
    ]
    return "\n".join(lines)


def _steps(most: int) -> list[int]:
    return sorted({max(1, round(most * share)) for share in (0.25, 0.5, 1.0, 1.3, 1.5, 2.0)})


def _viewer_steps(most: int) -> list[int]:
    return [round(most * share) for share in (0.25, 0.5, 1.0, 1.3, 1.6)]


def _row(venues: int, passed: Passed) -> tuple[str, ...]:
    late = (f"{1000 * each:,.0f}" for each in (passed.broker_s, passed.written_s))
    return (f"{venues:,}", *late, f"{passed.hub_busy:.0%}")


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.3f}"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_HEAD: Final = """# Scale / 規模

技術者向け。多くの会場に必要な台数と限界。 / For technicians: machines for many venues, and the limits.

Generated by `python docs/generate/simulate_scale.py` from `docs/scale.json`, which
`python -m tests.support.hops --out docs/scale.json` measures. How many brokers, hubs and gateways do 1,000 venues of
20 tables and a million viewers need, and which part reaches its limit first?

20卓の会場が1,000、観戦者が100万人のとき、ブローカー、ハブ、ゲートウェイがいくつ必要で、どこから詰まるかを示します。
一件あたりの費用を測り、その値でシミュレーションしたものです。

Assumptions: a table in play produces 1.3 facts a second ([measured](venue.md#負荷--load)), and each is one public
message. Facts arrive at random, a tenth of them in step. Servers are as fast as the measured cores, and a broker has
one core to itself. All tables of a venue are viewed equally. Not modelled: lines between machines, disks slower than
the cores, a broker's cluster, people who come and go. This is a plan, not a test at that size.
"""
_ADDS: Final = """
## What to add then / 増やし方

- **Hub behind** (`waiting` of `jantaku.*.*.held` grows, `hub --check` falls behind): add a broker with its own hub and
  database for some of the venues. Venues share nothing, so {cells} such cells of {each} venues are enough for 1,000.
  More hubs at one broker share its stream, but each locks the rows of the journals that it writes, and facts of all
  tables are spread over all hubs. Whether more hubs help was not measured
- **A venue with many viewers**: add gateways of that venue behind a load balancer; each is one more subscriber at the
  broker. All 1,000 venues need {gateways:,} in the spread above
- **A gateway serves one venue or all**: all venues are too many for one at this size. So there are at least 1,000
  gateways, most of them idle except for some 100 MiB of memory each. A gateway for some venues would need a change to
  the program
- **Disk**: use a database for each cell. The hub's broker keeps every record, without a limit for one venue
  ([hub.md](hub.md#accounts)); a venue's own broker keeps them for 30 days

日本語：ハブが遅れるときは、会場をいくつかに分け、それぞれにブローカー、ハブ、データベースを 1 組ずつ用意します
（会場どうしで共有するものはありません）。同じブローカーにハブを増やした場合は、同じ記録の行を取り合うため、効果は
測っていません。観戦者の多い会場では、その会場のゲートウェイを増やします。ゲートウェイは 1 会場か全会場しか
受け持てないため、この規模では会場の数だけ必要です。
"""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

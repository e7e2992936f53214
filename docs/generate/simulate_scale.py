"""Draws docs/scale.md from what was measured in docs/scale.json, by simulation; run from the repository's root:
python -m tests.support.hops --out docs/scale.json && python docs/generate/simulate_scale.py

Facts of all tables arrive at random and pass broker, hub with its database, and gateways; each is a queue of one server
that takes them in turn, with the measured time of service. Everything follows from the seeds.
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
"""Facts a second of a table in play: 44,676 of 16 tables in 30 minutes at 1.18 times their speed (docs/venue.md)."""
BUSY: Final = 0.7
"""Share of a server's time that is planned for; the rest is for what comes at once."""
SKEW: Final = 1.0
"""Viewers of the venue in place n are as 1 to n: a final draws many, most halls few."""
EVENING_S: Final = 5 * 3600
_SEED: Final = 20
_SECONDS: Final = 30.0
_IN_STEP: Final = 0.1
"""Share of facts that come in the same tenth of a second of a minute: halls that begin their rounds in step."""
Times = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Costs:
    """What a fact costs each hop, in seconds of a core, as measured; ``viewer``: one message to one viewer."""

    agent: float
    broker: float
    hub: float
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

    @property
    def written(self) -> float:
        """Until a hub has written a fact: it waits for its database."""
        return self.hub + self.database


def costs(rate: float | None = None) -> Costs:
    """From the runs of one rate, the highest by default: there a hub's batches are full."""
    runs: list[dict[str, Any]] = json.loads(MEASURED.read_text(encoding="utf-8"))["runs"]
    asked = max(run["facts_s"] for run in runs) if rate is None else rate
    near = sorted(runs, key=lambda run: abs(run["facts_s"] - asked))[:2]
    bare, watched = sorted(near, key=lambda run: run["viewers"])
    to_viewers = (watched["gateway_ms"] - bare["gateway_ms"]) / watched["viewer_messages"]
    return Costs(
        *(bare[f"{name}_ms"] / 1000 for name in ("agent", "broker", "hub", "database", "gateway")),
        to_viewers / 1000,
        *(bare[f"{name}_bytes"] for name in ("broker_in", "broker_out", "stored", "row", "wal")),
        watched["viewer_bytes"],
        watched["gateway_kib"],
    )


def arrivals(rate: float, random: np.random.Generator) -> Times:
    """Times of facts within half a minute, some of them in step."""
    count = random.poisson(rate * _SECONDS)
    times = random.uniform(0.0, _SECONDS, count)
    in_step = random.random(count) < _IN_STEP * _SECONDS / 60
    times[in_step] = _SECONDS / 3 + random.uniform(0.0, 0.1, int(in_step.sum()))
    return np.sort(times)


def served(times: Times, service: Times) -> Times:
    """When each leaves a server that takes them in turn."""
    worked = np.cumsum(service)
    return worked + np.maximum.accumulate(times - (worked - service))


def through(times: Times, cost: float, servers: int, random: np.random.Generator) -> Times:
    """When each has passed: of so many servers each takes its share; times of service vary as much as they are long."""
    left = np.empty_like(times)
    for server in range(servers):
        mine = times[server::servers]
        left[server::servers] = served(mine, random.exponential(cost, mine.size))
    return left


@dataclass(frozen=True, slots=True)
class Passed:
    """How long after it was told a fact is stored at the broker, written at the hub, with a venue's viewers."""

    broker_s: float
    written_s: float
    hub_busy: float


def cell(venues: int, hubs: int, cost: Costs) -> Passed:
    """So many venues at one broker and one database; seconds that 99 of 100 facts take."""
    random = np.random.default_rng(_SEED)
    told = arrivals(venues * TABLES * FACTS_S, random)
    stored = through(told, cost.broker, 1, random)
    written = through(np.sort(stored), cost.written, hubs, random)
    busy = venues * TABLES * FACTS_S * cost.written / hubs
    return Passed(_late(stored - told), _late(written - told), busy)


def gateway(viewers: int, cost: Costs) -> float:
    """Seconds until the last viewer of a gateway has a fact, 99 of 100 facts of a venue's tables."""
    random = np.random.default_rng(_SEED)
    told = arrivals(TABLES * FACTS_S, random)
    # Viewers look at the venue's tables alike.
    each = cost.gateway + cost.viewer * viewers / TABLES
    return _late(served(told, np.full(told.size, each)) - told)


def _late(waits: Times) -> float:
    return float(np.percentile(waits, 99))


def most_venues(cost: float) -> int:
    """Venues whose facts one server takes, as it is planned for."""
    return math.floor(BUSY / (TABLES * FACTS_S * cost))


def most_viewers(cost: Costs) -> int:
    """Viewers of one gateway of a venue, as it is planned for."""
    return math.floor((BUSY / (TABLES * FACTS_S) - cost.gateway) * TABLES / cost.viewer)


def audience() -> npt.NDArray[np.int64]:
    """Viewers of each venue."""
    share = 1.0 / np.arange(1, VENUES + 1) ** SKEW
    return np.round(VIEWERS * share / share.sum()).astype(np.int64)


def page() -> str:
    """The whole page."""
    data = json.loads(MEASURED.read_text(encoding="utf-8"))
    cost, quiet = costs(), costs(0.0)
    facts = VENUES * TABLES * FACTS_S
    of_broker, of_hub, of_database = (most_venues(each) for each in (cost.broker, cost.written, cost.database))
    cells = math.ceil(VENUES / of_hub)
    watching, most = audience(), most_viewers(cost)
    gateways = int(np.ceil(watching / most).sum())
    lines = [
        _HEAD,
        "## What a hop costs / 一件あたりの費用\n",
        f"Measured by `python -m tests.support.hops` on {data['cores']} cores, load {data['load']:.0f}: "
        f"{data['runs'][0]['tables']} tables; milliseconds of one core for one fact.\n",
        _table(
            ("hop", f"{_rates(data)[-1]:.0f} facts a second", f"{_rates(data)[0]:.0f} facts a second"),
            [
                ("agent: publishes, signs", _ms(cost.agent), _ms(quiet.agent)),
                ("broker: stores two streams, hands on", _ms(cost.broker), _ms(quiet.broker)),
                ("hub: checks, writes", _ms(cost.hub), _ms(quiet.hub)),
                ("database", _ms(cost.database), _ms(quiet.database)),
                ("gateway: checks the signature, shows", _ms(cost.gateway), _ms(quiet.gateway)),
                ("gateway: to one viewer", _ms(cost.viewer), _ms(quiet.viewer)),
            ],
        ),
        f"\nBytes of one fact: {cost.broker_in:,.0f} into the broker, {cost.broker_out:,.0f} out of it with a gateway, "
        f"{cost.stored:,.0f} in its streams, {cost.row:,.0f} in the database and {cost.wal:,.0f} in the log before it, "
        f"{cost.viewer_bytes:,.0f} to each viewer. A viewer takes {cost.viewer_kib:.0f} KiB of a gateway.\n",
        "## 1,000 venues, a million viewers / 千会場、百万人\n",
        f"{VENUES * TABLES:,} tables tell {facts:,.0f} facts a second. Planned is {BUSY:.0%} of each server:\n",
        _table(
            ("part", "venues that one takes", "for 1,000 venues"),
            [
                ("broker, one core", f"{of_broker:,}", f"{math.ceil(VENUES / of_broker)}"),
                ("hub with its database, which it waits for", f"{of_hub:,}", f"{cells}"),
                ("database, one core", f"{of_database:,}", f"{math.ceil(VENUES / of_database)} cores"),
                ("gateway", f"1 venue, {most:,} viewers", f"{gateways:,}"),
            ],
        ),
        f"\nViewers are spread as 1, 1/2, 1/3 …: {watching[0]:,} look at the first venue, {watching[VENUES // 2]:,} at "
        f"the 500th. {int((watching <= most).sum())} venues need one gateway, the first "
        f"{math.ceil(watching[0] / most)}. They get {FACTS_S * VIEWERS * cost.viewer_bytes * 8 / 1e9:.1f} Gbit a "
        f"second. An evening of five hours is {facts * EVENING_S / 1e6:,.0f} million facts, "
        f"{facts * EVENING_S * cost.row / 1e9:,.0f} GB of rows, and "
        f"{facts * cost.wal / 1e6:.0f} MB a second of log before them.\n",
        "## Where it breaks first / 最初に詰まる所\n",
        "One broker, one database and one hub with more and more venues; milliseconds that 99 of 100 facts take, a "
        "tenth of all tables in step:\n",
        _table(
            ("venues", "at the broker", "written by the hub", "hub busy"),
            [_row(venues, cell(venues, 1, cost)) for venues in _steps(of_hub)],
        ),
        f"\n**The hub breaks first**, at {math.floor(1 / (TABLES * FACTS_S * cost.written))} venues: one thread takes "
        "a batch, writes it and waits for the database. Facts are not lost then; they wait in the broker, and further "
        "back in each venue's journal. Pages of viewers do not pass the hub and stay live. A broker would follow at "
        f"{math.floor(1 / (TABLES * FACTS_S * cost.broker))} venues on one core.\n",
        "One gateway of a venue of 20 tables, until the last of its viewers has a fact, 99 of 100 facts:\n",
        _table(
            ("viewers", "milliseconds"),
            [(f"{viewers:,}", f"{1000 * gateway(viewers, cost):,.0f}") for viewers in _viewer_steps(most)],
        ),
        _ADDS.format(
            cells=cells, each=math.ceil(VENUES / cells), gateways=gateways, more=of_hub, hubs=math.ceil(VENUES / of_hub)
        ),
    ]
    return "\n".join(lines)


def _rates(data: dict[str, Any]) -> list[float]:
    return sorted(run["facts_s"] for run in data["runs"] if not run["viewers"])


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

Drawn by `python docs/generate/simulate_scale.py` from `docs/scale.json`, which
`python -m tests.support.hops --out docs/scale.json` measures. How many brokers, hubs and gateways do 1,000 venues of 20
tables and a million viewers take, and what breaks first?

日本語：20 卓の会場が 1,000、観戦者が 100 万人のとき、ブローカー、ハブ、ゲートウェイがいくつ必要か、どこから詰まるかを、
このマシンで測った一件あたりの費用と、それを使ったシミュレーションで示します。

Assumed: a table in play tells 1.3 facts a second ([measured](venue.md#load)), and each is one public message; facts
come at random, a tenth of them in step; servers are as fast as the measured cores, times of service vary as much as
they are long; viewers look at the tables of a venue alike. Not in it: lines between machines, disks that are slower
than the cores, a broker's cluster, people who come and go. It is a plan, and no test at that size.
"""
_ADDS: Final = """
## What to add then / 増やし方

- **Hub behind** (`waiting` of `jantaku.*.*.held` grows, `hub --check` falls behind): another broker with a hub and a
  database of its own for some of the venues. Nothing is shared among venues, so {cells} such cells of {each} venues do
  for 1,000. More hubs at one broker share its stream, but each locks the rows of the journals that it writes, and facts
  of all tables are spread over all hubs: whether that helps was not measured
- **A venue with many viewers**: more gateways of that venue, behind whatever spreads connections; each is one more
  listener at the broker. All 1,000 venues take {gateways:,} in the spread above
- **A gateway takes one venue or all**: all is too much for one at this size, so that there are at least 1,000, most of
  them idle but for some 100 MiB of memory each. One for some venues would need a change to the program
- **Disk**: a database for each cell; streams of the broker can forget what the hub has (`keep_days` of a venue's own)

日本語：ハブが遅れるときは、会場をいくつかに分け、それぞれにブローカー、ハブ、データベースを 1 組ずつ用意します
（会場どうしで共有するものはありません）。同じブローカーにハブを増やした場合は、同じ記録の行を取り合うため、効果は
測っていません。観戦者の多い会場では、その会場のゲートウェイを増やします。ゲートウェイは 1 会場か全会場しか
受け持てないため、この規模では会場の数だけ必要です。
"""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""Prometheus metrics of the service: tables, requests, process; each application has its own registry.

Labels are only ids of tables, seats, sources, troubles, audiences, routes, methods and statuses, never content of
requests, facts or pictures.
"""

from collections import Counter as Counting
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric

from api.health.troubles import TableTrouble
from api.journals.machine_past import MachinePast, WorkPast
from api.service.meters import BOUNDS_S, Timing
from api.service.table_service import TableService
from controller.views.gate import Audience

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"})
_COUNTS: Final[Mapping[str, tuple[str, Callable[[TableService], float]]]] = {
    "facts": ("Facts written to the journal.", lambda table: table.meters.facts),
    "sightings": ("Readings of a picture of the table.", lambda table: table.meters.sightings),
    "signals": ("What board and cameras told.", lambda table: table.meters.signals),
    "link_losses": ("Times that the line to the board was lost.", lambda table: table.meters.link_losses),
    "camera_losses": ("Times that a camera was lost.", lambda table: table.meters.camera_losses),
    "loop_restarts": ("Loops that ended with an error and were begun again.", lambda table: table.upkeep.restarts),
    "events_refused": ("Proposed facts that could not stand.", lambda table: table.refused),
    "store_failures": ("Attempts to write facts that failed.", lambda table: table.meters.store_failures),
}
_TIMINGS: Final[Mapping[str, tuple[str, Callable[[TableService], Timing]]]] = {
    "reading_seconds": ("Seconds from a picture to its reading.", lambda table: table.meters.reading),
    "store_seconds": ("Seconds until facts were on the disk.", lambda table: table.meters.storing),
}
_WORKS: Final[Mapping[str, tuple[str, Callable[[WorkPast], float]]]] = {
    "machine_work_seconds": ("Middle of the newest day.", lambda work: work.days[-1].middle_s),
    "machine_work_usual_seconds": ("What a work used to take.", lambda work: work.wear.usual_s),
    "machine_work_change": ("Share by which a work takes longer.", lambda work: work.wear.change),
    "machine_maintenance_due": ("Whether a work is worn.", lambda work: float(bool(work.wear.kind.value))),
}
_MACHINE: Final[Mapping[str, tuple[str, Callable[[MachinePast], float]]]] = {
    "machine_jams": ("Times that the machine stood still.", lambda past: sum(map(Counting.total, past.jams.values()))),
    "machine_presses": ("Presses by people and by the board.", lambda past: past.presses.total()),
}


class ServiceMetrics:
    """Metrics of one application and its tables, computed on request."""

    def __init__(
        self, tables: Mapping[str, TableService], closed: Callable[[], Sequence[TableTrouble]] = tuple
    ) -> None:
        """``tables``: may gain and lose tables later; ``closed``: returns why other tables could not be opened."""
        self._tables, self._closed = tables, closed
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        Info("jantaku", "What runs.", registry=self._registry).info({"version": version("jantaku")})
        named = ("method", "route", "status")
        self._requests = Counter("jantaku_http_requests", "Requests answered.", named, registry=self._registry)
        self._seconds = Histogram(
            *("jantaku_http_request_seconds", "Seconds until a request was answered.", ("route",)),
            buckets=BOUNDS_S,
            registry=self._registry,
        )
        self._registry.register(self)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; a live connection counts when it begins, without its duration."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, str(status)).inc()
        if known != "WEBSOCKET":
            self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the tables; called by the registry."""
        tables = dict(self._tables)
        for name, (said, count) in _COUNTS.items():
            counter = CounterMetricFamily(f"jantaku_{name}", said, labels=["table"])
            for table, service in tables.items():
                counter.add_metric([table], count(service))
            yield counter
        for name, (said, timing) in _TIMINGS.items():
            histogram = HistogramMetricFamily(f"jantaku_{name}", said, labels=["table"])
            for table, service in tables.items():
                timed = timing(service)
                histogram.add_metric([table], _classes(timed), timed.sum_s)
            yield histogram
        closed = [each for each in self._closed() if each.table not in tables]
        yield _gauge(
            "ready",
            "Whether the table is watched and what happens there is recorded.",
            {
                **{(name,): float(table.ready) for name, table in tables.items()},
                **{(each.table,): 0.0 for each in closed},
            },
        )
        yield from _sources(tables, closed)
        yield _gauge(
            "evidence_waiting",
            "What waits for a journal that cannot be written.",
            {(name,): table.waiting for name, table in tables.items()},
        )
        yield from _machines(tables)
        late = {(name,): table.late_lag_s for name, table in tables.items()}
        yield _gauge("late_feed_lag_seconds", "By how much the late feed is behind what may be shown.", late)
        yield from _feeds(tables)


def _gauge(name: str, said: str, values: Mapping[Any, float], *more: str) -> GaugeMetricFamily:
    gauge = GaugeMetricFamily(f"jantaku_{name}", said, labels=["table", *more])
    for labels, value in values.items():
        gauge.add_metric(labels, value)
    return gauge


def _sources(tables: Mapping[str, TableService], closed: Sequence[TableTrouble]) -> Iterator[Metric]:
    """Yield the state of each source of a table, and since when it is in trouble."""
    wrong = {name: table.troubles() for name, table in tables.items()} | {each.table: (each,) for each in closed}
    fitted = {name: table.sources.fitted for name, table in tables.items()}
    fitted |= {each.table: frozenset({each.source}) for each in closed}
    down = {name: {each.source for each in troubles if each.kind.stops} for name, troubles in wrong.items()}
    up = {
        (name, source.value): float(source not in down[name]) for name, sources in fitted.items() for source in sources
    }
    yield _gauge("source_up", "Whether a source of the table gives or takes what it should.", up, "source")
    since = {
        (name, each.source.value, each.code, "" if each.seat is None else each.seat.name): each.since
        for name, troubles in wrong.items()
        for each in troubles
    }
    said = "Since when something is wrong with a source, seconds since the epoch."
    yield _gauge("trouble_since_seconds", said, since, "source", "code", "seat")


def _machines(tables: Mapping[str, TableService]) -> Iterator[Metric]:
    """Yield durations of the machine's operations, whether maintenance is due, and counts of stops and presses."""
    pasts = {name: past for name, table in tables.items() if (past := table.health.known()) is not None}
    works = {(name, work.value): each for name, past in pasts.items() for work, each in past.works().items()}
    for name, (said, value) in _WORKS.items():
        yield _gauge(name, said, {key: value(each) for key, each in works.items()}, "work")
    for name, (said, count) in _MACHINE.items():
        counter = CounterMetricFamily(f"jantaku_{name}", said, labels=["table"])
        for table, past in pasts.items():
            counter.add_metric([table], count(past))
        yield counter


def _feeds(tables: Mapping[str, TableService]) -> Iterator[Metric]:
    """Yield the number of clients of each feed, the lag of the slowest, and the number dropped as too slow."""
    feeds = {(table, who.value): service.feed(who) for table, service in tables.items() for who in Audience}
    late = {(table, "late"): service.late_feed() for table, service in tables.items()}
    feeds.update({key: feed for key, feed in late.items() if feed is not None})
    crowds = {key: feed.crowd() for key, feed in feeds.items()}
    for name, said, values in (
        ("feed_clients", "Who follows a feed.", {key: crowd.clients for key, crowd in crowds.items()}),
        ("feed_queue", "Messages that wait for the slowest.", {key: each.deepest for key, each in crowds.items()}),
    ):
        yield _gauge(name, said, values, "audience")
    dropped = CounterMetricFamily("jantaku_feed_dropped", "Those who were too slow.", labels=["table", "audience"])
    for key, crowd in crowds.items():
        dropped.add_metric(key, crowd.dropped)
    yield dropped


def _classes(timed: Timing) -> list[tuple[str, float]]:
    """Return the cumulative counts of a histogram for each bound."""
    total, classes = 0, []
    for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), tuple(timed.counts), strict=True):
        total += count
        classes.append((bound, float(total)))
    return classes

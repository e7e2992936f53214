"""Sixteen tables on one process: CPU cost of their links, delays of reports and answers, and reconnection.

The boards run in a separate process, so that only the host's side is counted. Each table reports twice a second, far
more than in a game, and answers a command five times a second.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from controller.ports.table import SignalKind
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.table import SerialTable, open_table
from firmware_bridge.wire.messages import Ping
from hardware.simulator.board.pty import BoardOnPty

TABLES = 16
SECONDS = 10.0
# Limits of a run: half a core for a venue, and the link's own guarantees.
CPU_SHARE = 0.5
REPORT_P99_S = 0.04
ANSWER_P99_S = 0.05
REPLUG_S = 2.0
REPLUGS = 40
BOARDS = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from hardware.simulator.board import Board
from hardware.simulator.board.pty import BoardOnPty
with ExitStack() as plugged:
    boards = [
        plugged.enter_context(
            BoardOnPty(Path(sys.argv[1]) / f"table-{n}", Board(time.monotonic(), uptime=lambda _: time.monotonic()))
        )
        for n in range(int(sys.argv[2]))
    ]
    print("plugged", flush=True)
    while True:
        for board in boards:
            board.mixing()
            time.sleep(0.5 / len(boards))
"""


@dataclass(slots=True)
class Figures:
    """Delays of one run in seconds."""

    reports: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    unknown: int = 0


@pytest.fixture
def links(tmp_path: Path) -> Iterator[list[Path]]:
    command = [sys.executable, "-c", BOARDS, str(tmp_path), str(TABLES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as boards:
        assert boards.stdout is not None
        assert boards.stdout.readline() == "plugged\n"
        yield [tmp_path / f"table-{number}" for number in range(TABLES)]
        boards.kill()


def attend(table: SerialTable, figures: Figures, until: float, commands: bool) -> None:
    """Do the service's work for one table."""
    began = ask_at = time.monotonic()
    while time.monotonic() < until:
        for signal in table.poll(0.2):
            # Reports that waited while tables were opened one by one do not measure the line.
            if signal.kind is SignalKind.MIXING and signal.at > began:
                figures.reports.append(time.monotonic() - signal.at)
        if commands and time.monotonic() >= ask_at:
            ask_at = time.monotonic() + 0.2
            asked = time.monotonic()
            done = table.command(Ping())
            figures.answers.append(time.monotonic() - asked)
            figures.unknown += done.outcome is not CommandOutcome.DONE


def host(links: list[Path], seconds: float, commands: bool) -> tuple[Figures, float]:
    """Attend all tables for ``seconds``; return the figures and the share of one core used."""
    tables = [open_table(str(link), board_time=True) for link in links]
    for table in tables:
        assert SignalKind.LINK_UP in {signal.kind for signal in table.poll(10.0)}
    figures = Figures()
    began, spent = time.monotonic(), time.process_time()
    until = began + seconds
    threads = [threading.Thread(target=attend, args=(table, figures, until, commands)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    share = (time.process_time() - spent) / (time.monotonic() - began)
    for table in tables:
        table.close()
    return figures, share


def percentiles(delays: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile."""
    cuts = quantiles(delays, n=100)
    return cuts[49], cuts[98]


@pytest.mark.benchmark(group="link")
def test_sixteen_tables_on_one_process(benchmark: BenchmarkFixture, links: list[Path]) -> None:
    quiet = host(links, SECONDS / 2, commands=False)[1]
    figures, share = benchmark.pedantic(host, args=(links, SECONDS, True), rounds=1)
    report, answer = percentiles(figures.reports), percentiles(figures.answers)
    benchmark.extra_info |= {
        "tables": TABLES,
        "reports": len(figures.reports),
        "commands": len(figures.answers),
        "cpu_share": round(share, 3),
        "cpu_share_without_commands": round(quiet, 3),
        "cpu_limit": CPU_SHARE,
        "report_ms_p50_p99": [round(1000 * each, 1) for each in report],
        "answer_ms_p50_p99": [round(1000 * each, 1) for each in answer],
        "limits_ms_p99": [1000 * REPORT_P99_S, 1000 * ANSWER_P99_S],
    }
    assert figures.unknown == 0
    assert len(figures.reports) > TABLES * SECONDS
    assert share < CPU_SHARE
    assert report[1] < REPORT_P99_S
    assert answer[1] < ANSWER_P99_S


@pytest.mark.benchmark(group="link")
def test_a_plug_put_back_in(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    random = Random(7)
    with BoardOnPty(tmp_path / "table") as board:
        table = open_table(str(board.link))

        def until(kind: SignalKind, seconds: float) -> None:
            """Attend the table until it says so."""
            limit = time.monotonic() + seconds
            while kind not in {signal.kind for signal in table.poll(max(0.0, limit - time.monotonic()))}:
                assert time.monotonic() < limit, kind

        def away() -> None:
            """The cable is out for a while, and back."""
            board.unplug()
            until(SignalKind.LINK_LOST, 5.0)
            back = time.monotonic() + random.uniform(0.0, 1.5)
            while time.monotonic() < back:
                table.poll(back - time.monotonic())
            board.plug()

        until(SignalKind.LINK_UP, 5.0)
        took: list[float] = []

        def found() -> None:
            """In sync again."""
            began = time.monotonic()
            until(SignalKind.LINK_UP, 5.0)
            took.append(time.monotonic() - began)

        benchmark.pedantic(found, setup=away, rounds=REPLUGS)
        table.close()
    benchmark.extra_info |= {"replugs": REPLUGS, "longest_s": round(max(took), 3), "limit_s": REPLUG_S}
    assert max(took) < REPLUG_S

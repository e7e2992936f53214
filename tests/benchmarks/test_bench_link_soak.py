"""The link under stress: presses through a bad line on the emulated firmware, damaged frames, and delays."""

from pathlib import Path
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from firmware_bridge.session.events import LinkPhase
from firmware_bridge.wire.messages import EventReport
from hardware.simulator.board.emulated import EmulatedBoard
from tests.firmware.bench import Bench
from tests.firmware.conftest import Built, built
from tests.firmware.mutated import mutated_frames
from tests.support.soak import Soak
from tests.support.virtual_port import VirtualClock, VirtualPort

__all__ = ["built"]

SEED = 2026


@pytest.mark.benchmark(group="link: presses on the emulated firmware")
@pytest.mark.parametrize(("faults", "presses"), [(0.0, 300), (0.01, 1000), (0.05, 300)])
def test_presses_through_a_bad_line(benchmark: BenchmarkFixture, built: Built, faults: float, presses: int) -> None:
    def run() -> Soak:
        with EmulatedBoard(built.harness, built.program, seed=SEED) as board:
            soak = Soak(board, SEED, faults)
            soak.run(presses)
        return soak

    soak = benchmark.pedantic(run, rounds=1)
    tally, ordered = soak.tally, sorted(soak.latencies)
    benchmark.extra_info |= {
        "seed": SEED,
        "presses": tally.commands,
        "double": tally.double,
        "lost": tally.lost,
        "unknown": tally.outcomes["unknown"],
        "unsettled": tally.unsettled,
        "ack_p99_ms": round(ordered[len(ordered) * 99 // 100] * 1000, 2),
    }
    assert tally.wrong == 0


@pytest.mark.benchmark(group="link: damaged frames")
def test_five_million_damaged_frames(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    damaged, same, false_accepts = benchmark.pedantic(mutated_frames, (tmp_path, 5_000_000, SEED), rounds=1)
    benchmark.extra_info |= {"damaged": damaged, "only_zeros_hit": same, "false_accepts": false_accepts}
    assert false_accepts == 0


@pytest.mark.benchmark(group="link: how soon")
def test_from_the_edge_of_a_sensor_to_its_event(benchmark: BenchmarkFixture, built: Built) -> None:
    def run() -> list[float]:
        random, delays = Random(SEED), []
        with EmulatedBoard(built.harness, built.program) as board:
            bench = Bench(board)
            bench.hello()
            for number in range(100):
                bench.run(0.1 + random.random() / 50)
                bench.heard.clear()
                began = bench.now
                bench.hold("SET_A") if number % 2 == 0 else bench.hold("READY")
                bench.run(0.06)
                delays.append(
                    next(at for at, frame in bench.heard if frame.type == EventReport.TYPE and newest(frame)) - began
                )
                bench.hold()
        return delays

    seen = [0]

    def newest(frame: object) -> bool:
        sequence = int.from_bytes(getattr(frame, "payload", b"")[:2], "little")
        fresh = sequence > seen[0]
        seen[0] = max(seen[0], sequence)
        return fresh

    delays = sorted(benchmark.pedantic(run, rounds=1))
    benchmark.extra_info |= {"p50_ms": round(delays[50] * 1000, 1), "worst_ms": round(delays[-1] * 1000, 1)}
    assert delays[-1] <= 0.040


@pytest.mark.benchmark(group="link: how soon")
def test_in_sync_again_after_a_replug(benchmark: BenchmarkFixture, built: Built) -> None:
    def run() -> list[float]:
        random, delays = Random(SEED), []
        with EmulatedBoard(built.harness, built.program) as board:
            clock = VirtualClock()
            port = VirtualPort(board, clock)
            link = port.link()
            for _ in range(30):
                while not link.session.up:
                    link.step(0.5)
                port.plugged = False
                until = clock() + random.uniform(0.2, 20.0)
                while clock() < until:
                    link.step(until - clock())
                assert link.phase is LinkPhase.OFFLINE
                port.plugged = True
                began = clock()
                while not link.session.up:
                    link.step(0.01)
                delays.append(clock() - began)
        return delays

    delays = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info |= {"worst_s": round(max(delays), 3)}
    assert max(delays) <= 2.0

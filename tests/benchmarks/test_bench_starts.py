"""Whole commands: how fast ``jantaku score`` starts and answers, and what the first call of the batch costs."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from controller.rulebooks.catalogue import rulebook_ids
from tests.support.winning_hands import random_win, request_of

_REQUESTS: Final = 40_000
_TIMES: Final = 5
_SCORE: Final = (str(Path(sys.executable).with_name("jantaku")), "score", "--json")
_BATCH: Final = (*_SCORE[:-1], "--batch")
_FIRST_CALL: Final = """
import time
start = time.perf_counter()
from controller.rulebooks.catalogue import rulebook
from controller.scoring.batch.batch import best_readings
from controller.scoring.batch.records import HAND_BYTES
best_readings(bytes(HAND_BYTES), rulebook("mleague"))
print(time.perf_counter() - start)
"""


@pytest.fixture(scope="module")
def lines() -> bytes:
    """Requests about random wins, all different, under all books in turn."""
    random, books = Random(11), rulebook_ids()
    requests = [request_of(random_win(random, (0, 0, 0)), books[place % len(books)]) for place in range(_REQUESTS)]
    return "".join(f"{json.dumps(request)}\n" for request in requests).encode()


def _answers(lines: bytes, command: tuple[str, ...] = _SCORE) -> list[bytes]:
    done = subprocess.run(command, input=lines, capture_output=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.benchmark(group="jantaku score --json")
def test_the_start(benchmark: BenchmarkFixture, lines: bytes) -> None:
    one = lines[: lines.index(b"\n") + 1]
    benchmark.extra_info.update(peer="start, one request (limit: 0.5 s)", ours=True)
    assert len(benchmark(_answers, one)) == 1


@pytest.mark.benchmark(group="jantaku score --json")
@pytest.mark.parametrize("command", [_SCORE, _BATCH], ids=["pipe", "batch"])
def test_requests_in_a_row(benchmark: BenchmarkFixture, lines: bytes, command: tuple[str, ...]) -> None:
    answers = benchmark.pedantic(_answers, (lines * _TIMES, command), rounds=3)
    assert len(answers) == _REQUESTS * _TIMES
    taken = benchmark.stats.stats.min  # type: ignore[union-attr]  # it has just run
    told = {"requests a second (goal of --batch 40,000)": f"{_REQUESTS * _TIMES / taken:,.0f}"}
    benchmark.extra_info.update(peer=f"start and 200,000 requests, {command[-1]}", ours=True, **told)


def _first_call(cache: Path) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        (sys.executable, "-c", _FIRST_CALL), env=environment, capture_output=True, check=True, text=True
    )
    return float(done.stdout)


@pytest.mark.benchmark(group="first call of the batch")
def test_first_call_ever_compiles(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    first: list[float] = []

    def start() -> float:
        cache = tmp_path / str(time.monotonic_ns())
        first.append(_first_call(cache))
        return _first_call(cache)

    second = benchmark.pedantic(start, rounds=1)
    benchmark.extra_info.update(
        peer="first and second process",
        ours=True,
        **{"first ever, compiling": f"{first[0]:.1f} s", "next process, from its cache": f"{second:.2f} s"},
    )
    assert second < first[0]

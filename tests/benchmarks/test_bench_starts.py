"""Whole commands: time until ``jantaku score`` starts and answers."""

import json
import subprocess
import sys
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


@pytest.fixture(scope="module")
def lines() -> bytes:
    """Requests about different random wins, under all books in turn."""
    random, books = Random(11), rulebook_ids()
    requests = [request_of(random_win(random, (0, 0, 0)), books[place % len(books)]) for place in range(_REQUESTS)]
    return "".join(f"{json.dumps(request)}\n" for request in requests).encode()


def _answers(lines: bytes) -> list[bytes]:
    done = subprocess.run(_SCORE, input=lines, capture_output=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.benchmark(group="jantaku score --json")
def test_the_start(benchmark: BenchmarkFixture, lines: bytes) -> None:
    one = lines[: lines.index(b"\n") + 1]
    benchmark.extra_info.update(peer="start, one request (limit: 0.5 s)", ours=True)
    assert len(benchmark(_answers, one)) == 1


@pytest.mark.benchmark(group="jantaku score --json")
def test_requests_in_a_row(benchmark: BenchmarkFixture, lines: bytes) -> None:
    answers = benchmark.pedantic(_answers, (lines * _TIMES,), rounds=3)
    assert len(answers) == _REQUESTS * _TIMES
    taken = benchmark.stats.stats.min  # type: ignore[union-attr]  # it has just run
    told = {"requests a second": f"{_REQUESTS * _TIMES / taken:,.0f}"}
    benchmark.extra_info.update(peer="start and 200,000 requests", ours=True, **told)

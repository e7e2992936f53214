"""Whole commands: how fast ``jantaku score`` starts and answers, and what the first call of the batch costs."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from controller.riichi.notation import format_tiles
from controller.riichi.seat import Wind
from controller.rulebooks.catalogue import rulebook_ids
from controller.scoring.win import Win
from tests.support.winning_hands import random_win

_REQUESTS: Final = 40_000
_SCORE: Final = (str(Path(sys.executable).with_name("jantaku")), "score", "--json")
_FIRST_CALL: Final = """
import time
start = time.perf_counter()
from controller.rulebooks.catalogue import rulebook
from controller.scoring.batch import score_hands
from controller.scoring.batch.records import no_hands
from controller.scoring.batch.shanten import shanten_of
import numpy
score_hands(no_hands(1), rulebook("mleague"))
shanten_of(numpy.zeros((0, 34), numpy.uint8))
print(time.perf_counter() - start)
"""


def request_of(win: Win, book: str) -> dict[str, Any]:
    """The request of ``jantaku score`` for a win."""
    melds = [
        {"kind": meld.kind.value, "tiles": format_tiles(meld.tiles)}
        | ({"called": str(meld.called)} if meld.called is not None else {})
        | ({"from": meld.source.name.lower()} if meld.source is not None else {})
        for meld in win.melds
    ]
    return {
        "rulebook": book,
        "hand": format_tiles(win.hand),
        "win": str(win.tile),
        "by": win.by.value,
        "melds": melds,
        "seat_wind": win.seat_wind.letter,
        "prevailing_wind": Wind(win.prevailing_wind).letter,
        "riichi": win.riichi.value,
        "ippatsu": win.ippatsu,
        "last_tile": win.last_tile,
        "replacement": win.replacement,
        "robbed_kong": win.robbed_kong,
        "first_turn": win.first_turn,
        "dora_indicators": format_tiles(win.dora_indicators),
        "ura_indicators": format_tiles(win.ura_indicators),
        "counters": win.counters,
        "riichi_sticks": win.riichi_sticks,
        "winner": int(win.winner),
        "dealer": int(win.dealer),
    } | ({"loser": int(win.loser)} if win.loser is not None else {})


@pytest.fixture(scope="module")
def lines() -> bytes:
    """Requests about random wins, all different, under all books in turn."""
    random, books = Random(11), rulebook_ids()
    requests = [request_of(random_win(random), books[place % len(books)]) for place in range(_REQUESTS)]
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
def test_requests_through_the_pipe(benchmark: BenchmarkFixture, lines: bytes) -> None:
    answers = benchmark.pedantic(_answers, (lines,), rounds=3)
    assert len(answers) == _REQUESTS
    taken = benchmark.stats.stats.min  # type: ignore[union-attr]
    benchmark.extra_info.update(
        peer="start and 40,000 requests", ours=True, **{"requests a second (goal 10,000)": f"{_REQUESTS / taken:,.0f}"}
    )


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

"""The scorer, one win per call, beside the fastest calls of other libraries: the same 2,000 wins, one core."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from mahjong.shanten import Shanten
from pytest_benchmark.fixture import BenchmarkFixture

from controller.riichi.shanten import shanten
from controller.riichi.tile import COPIES, KINDS
from controller.rulebooks.catalogue import rulebook
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win
from tests.benchmarks import riichienv_peer
from tests.support import mahjong_peer
from tests.support.winning_hands import random_win

_WINS: Final = 2_000
_YAKUMAN: Final = 100
_COMPARED: Final = 100_000
_HANDS: Final = 20_000
_BOOK: Final = rulebook("mleague")


@pytest.fixture(scope="module")
def wins() -> list[Win]:
    """Winning hands: half of them closed, half with calls; one in twenty is a yakuman."""
    random = Random(20)
    closed: list[Win] = []
    called: list[Win] = []
    yakuman: list[Win] = []
    while len(closed) + len(called) + len(yakuman) < _WINS:
        win = random_win(random)
        score = score_win(win, _BOOK)
        if not isinstance(score, Score):
            continue
        is_open = any(meld.is_open for meld in win.melds)
        into, most = (called, _WINS // 2) if is_open else (closed, _WINS // 2 - _YAKUMAN)
        into, most = (yakuman, _YAKUMAN) if score.yakuman else (into, most)
        if len(into) < most:
            into.append(win)
    mixed = [*closed, *called, *yakuman]
    random.shuffle(mixed)
    return mixed


def _each(calls: list[Callable[[], Any]]) -> list[Any]:
    return [call() for call in calls]


def _marked(benchmark: BenchmarkFixture, peer: str, items: int, ours: bool = False, **more: object) -> None:
    benchmark.extra_info.update(peer=peer, items=items, ours=ours, **more)


@pytest.mark.benchmark(group="one win a call")
def test_one_win_a_call(benchmark: BenchmarkFixture, wins: list[Win]) -> None:
    _marked(benchmark, "jantaku", _WINS, ours=True)
    scores = benchmark(lambda: [score_win(win, _BOOK) for win in wins])
    assert all(isinstance(score, Score) for score in scores)


@pytest.mark.benchmark(group="one win a call")
def test_one_win_a_call_of_mahjong(benchmark: BenchmarkFixture, wins: list[Win]) -> None:
    _marked(benchmark, "mahjong 2.1 (goal: 4 x)", _WINS)
    assert all(answer.han for answer in benchmark(_each, [mahjong_peer.question(win) for win in wins]))


@pytest.mark.benchmark(group="one win a call")
def test_one_win_a_call_of_riichienv(benchmark: BenchmarkFixture, wins: list[Win]) -> None:
    _marked(benchmark, "riichienv", _WINS)
    benchmark(_each, [riichienv_peer.question(win) for win in wins])


@pytest.fixture(scope="module")
def hands() -> list[list[int]]:
    """Hands of 13 and 14 tiles numbered 0-135: a third each of all suits, of one suit with honours, of orphans."""
    random, found = Random(5), []
    for place in range(_HANDS):
        suit = random.randrange(3) * 9
        kinds = (range(KINDS), [*range(suit, suit + 9), *range(27, 34)], (0, 8, 9, 17, 18, 26, *range(27, 34)))
        tiles = [kind * COPIES + copy for kind in kinds[place % 3] for copy in range(COPIES)]
        found.append(random.sample(tiles, 13 + place % 2))
    return found


@pytest.mark.benchmark(group="shanten of one hand")
def test_shanten(benchmark: BenchmarkFixture, hands: list[list[int]]) -> None:
    counts = [_counts(tiles) for tiles in hands]
    _marked(benchmark, "jantaku", _HANDS, ours=True)
    assert min(benchmark(lambda: [shanten(row) for row in counts])) >= -1


@pytest.mark.benchmark(group="shanten of one hand")
def test_shanten_of_riichienv(benchmark: BenchmarkFixture, hands: list[list[int]]) -> None:
    _marked(benchmark, "riichienv", _HANDS)
    benchmark(lambda: [riichienv_peer.shanten(tiles) for tiles in hands])


def _counts(tiles: list[int]) -> list[int]:
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile // COPIES] += 1
    return counts


@pytest.mark.benchmark(group="equal to peers")
def test_100000_random_wins_are_worth_what_mahjong_says(benchmark: BenchmarkFixture) -> None:
    random = Random(2022)

    def comparisons() -> list[str]:
        return [mahjong_peer.compared(random_win(random)) for _ in range(_COMPARED)]

    kinds = benchmark.pedantic(comparisons, rounds=1)
    _marked(benchmark, "wins against mahjong 2.1: all equal", _COMPARED)
    benchmark.extra_info.update({kind: kinds.count(kind) for kind in sorted(set(kinds))})
    assert len(kinds) == _COMPARED


@pytest.mark.benchmark(group="equal to peers")
def test_100000_hands_are_as_far_from_tenpai_as_peers_say(benchmark: BenchmarkFixture, hands: list[list[int]]) -> None:
    many = [*hands]
    random = Random(9)
    while len(many) < _COMPARED:
        many.append(random.sample(range(KINDS * COPIES), random.choice((1, 2, 4, 5, 7, 8, 10, 11, 13, 14))))

    def differences() -> list[int]:
        rows = [_counts(tiles) for tiles in many]
        return [
            place
            for place, (row, tiles) in enumerate(zip(rows, many, strict=True))
            if len({shanten(row), Shanten.calculate_shanten(row), riichienv_peer.shanten(tiles)}) > 1
        ]

    found = benchmark.pedantic(differences, rounds=1)
    _marked(benchmark, "shanten: jantaku, mahjong, riichienv", _COMPARED, differences=len(found))
    assert not found

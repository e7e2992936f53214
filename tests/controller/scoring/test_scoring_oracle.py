"""The scorer against the independent library `mahjong` 2.1, on random wins."""

from random import Random
from typing import Final

import pytest

from tests.support.mahjong_peer import MAHJONG_SOUL, TENHOU, Setting, compared
from tests.support.winning_hands import random_win

_WINS_A_SEED: Final = 750


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 2008, 2022, 2025])
def test_random_wins_are_worth_what_an_independent_library_says(seed: int) -> None:
    random = Random(seed)
    kinds = [compared(random_win(random)) for _ in range(_WINS_A_SEED)]
    assert kinds.count("ordinary") > _WINS_A_SEED // 2
    assert kinds.count("yakuman") > 20
    assert kinds.count("no-yaku") > 20
    assert 0 < kinds.count("intended difference") < _WINS_A_SEED // 20


@pytest.mark.slow
@pytest.mark.parametrize("setting", [TENHOU, MAHJONG_SOUL], ids=["tenhou", "mahjong-soul"])
def test_wins_under_the_books_of_published_records_are_worth_what_it_says(setting: Setting) -> None:
    random = Random(4)
    kinds = [compared(random_win(random), setting) for _ in range(2 * _WINS_A_SEED)]
    assert kinds.count("ordinary") > _WINS_A_SEED
    assert kinds.count("yakuman") > 40
    assert kinds.count("no-yaku") > 40

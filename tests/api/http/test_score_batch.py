"""Lines answered in bulk: the same bytes as line by line, with the compiled scorer and without it."""

import json
import sys
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from api.cli.score import LineScorer
from api.http.schemas.score_batch import batch_answers
from api.http.schemas.scores import answer_line
from controller.rulebooks.catalogue import published, rulebook, rulebook_ids
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from tests.api.http.test_fuzz_score_lines import BAD, GOOD, lines_near
from tests.support.command_line import jantaku
from tests.support.winning_hands import random_win, request_of

# The batch scorer compiles itself at its first call.
pytestmark = pytest.mark.slow

_WINS = 400


def _each(lines: list[bytes], first: int = 1) -> list[bytes]:
    texts = [(number, line.decode("utf-8", "replace").strip()) for number, line in enumerate(lines, first)]
    return [answer_line(text, number).encode() for number, text in texts if text]


def _line(request: dict[str, Any]) -> bytes:
    return json.dumps(request).encode()


@pytest.mark.parametrize("book", rulebook_ids())
def test_random_wins_get_the_same_bytes(book: str) -> None:
    random = Random(book)
    reds = rulebook(book).scoring.red_fives.value
    lines = [_line(request_of(random_win(random, reds), book)) for _ in range(_WINS)]
    assert batch_answers(lines, 1, published()) == _each(lines)


def test_rare_fields_get_the_same_bytes() -> None:
    random, lines = Random(4), []
    rare: tuple[dict[str, Any], ...] = (
        {"liable": 1},
        {"liable": {"DAISANGEN": 1, "DAISUUSHII": 2}},
        {"tile_shown_apart": False},
        {"robbed_kong": True, "robbed_concealed_kong": True},
        {"winner": None},
        {"seat_wind": None, "loser": None},
        {"dora_indicators": "1m2m3m4m5m6m"},
        {"hand": " 123m"},
        {"ura_indicators": None, "melds": None},
    )
    for _ in range(1000):
        book = random.choice(rulebook_ids())
        request = request_of(random_win(random, rulebook(book).scoring.red_fives.value), book)
        lines.append(_line(request | random.choice(rare)))
    assert batch_answers(lines, 1, published()) == _each(lines)


def test_anything_else_gets_the_same_bytes() -> None:
    mutated = lines_near(Random(9))
    lines = [next(mutated).encode("utf-8", "replace").replace(b"\n", b" ") for _ in range(1500)]
    lines += [line for bad in BAD.values() for line in (bad, b"", b"  ", GOOD)]
    assert batch_answers(lines, 7, published()) == _each(lines, 7)


def test_house_rules_are_answered_by_their_own() -> None:
    book = rulebook("mleague")
    house = replace(
        book, id="club", scoring=replace(book.scoring, counter_value=Rule(1500, clause("ハウスルール3", "house 3")))
    )
    books = {**published(), "club": house}
    random = Random(6)
    lines = [_line(request_of(random_win(random), "club")) for _ in range(100)]
    assert batch_answers(lines, 1, books) == [answer_line(line.decode(), 1, books).encode() for line in lines]


@pytest.mark.parametrize("there", [True, False], ids=["with numba", "without numba"])
def test_bulk_goes_to_the_compiled_scorer_where_there_is_one(there: bool) -> None:
    random = Random(8)
    lines = [_line(request_of(random_win(random, (0, 0, 0)), "npm-2008")) for _ in range(100)]
    missing = {} if there else {"numba": None, "llvmlite": None, "api.http.schemas.score_batch": None}
    with patch.dict(sys.modules, missing):
        scorer = LineScorer(published(), worth_loading=50)
        answers = [scorer.answers(lines[:60]), scorer.answers(lines[60:])]
    assert answers == [_each(lines[:60]), _each(lines[60:], 61)]


def test_the_command_answers_as_the_pipe_does() -> None:
    lines = b"\n".join([GOOD, BAD["half a line"], b"", GOOD]).decode()
    batch, pipe = (jantaku("score", option, given=lines) for option in ("--batch", "--json"))
    assert batch == pipe
    assert batch.returncode == 2

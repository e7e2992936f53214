"""Yaku of house rules only: golden hands of tests/vectors, through the answer that callers get."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from api.http.schemas.scores import answer, win_of
from api.rulebooks.words import worth, worth_text
from controller.rulebooks.catalogue import published
from controller.rulebooks.usual import YAKU_IDS
from controller.scoring.scorer import score_win
from controller.text import Text
from tests.support.houses import BOOKS, VENUE, house

_READ: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "vectors" / "scoring_local.toml").read_text("utf-8")
)
VECTORS: Final = [pytest.param(vector, id=vector["name"]) for vector in _READ["vector"]]
BASE: Final = {"winner": 1, "dealer": 0, "prevailing_wind": "E"}
LOCAL: Final = frozenset(tomllib.loads(_READ["house"])["scoring"]["yaku"])
BOOK: Final = house(_READ["house"])


def request_of(vector: dict[str, Any]) -> dict[str, Any]:
    request: dict[str, Any] = BASE | vector["request"]
    return request if request.get("by") == "tsumo" else {"loser": 2} | request


@pytest.mark.parametrize("vector", VECTORS)
def test_a_hand_has_the_local_yaku_that_its_house_lists(vector: dict[str, Any]) -> None:
    assert vector["source"]
    reply = answer(request_of(vector) | {"rulebook": VENUE}, {VENUE: BOOK})
    assert {line["id"]: line["han"] for line in reply.get("yaku", ())} == vector["yaku"], reply
    for line in reply.get("yaku", ()):
        assert line["clause"].startswith("house") == (line["id"] in LOCAL)


@pytest.mark.parametrize("vector", VECTORS)
def test_no_published_book_has_them(vector: dict[str, Any]) -> None:
    for book in BOOKS:
        reply = answer(request_of(vector) | {"rulebook": book})
        assert not {line["id"] for line in reply.get("yaku", ())} & LOCAL


def test_every_row_that_no_book_has_is_staged() -> None:
    listed = {rule.id for book in published().values() for rule in book.scoring.yaku.value}
    assert YAKU_IDS - listed <= LOCAL | {"KOKUSHI_JUUSANMEN", "SUUANKOU_TANKI", "JUNSEI_CHUUREN", "RENHOU"}
    assert {name for vector in _READ["vector"] for name in vector["yaku"]} >= LOCAL


def test_four_pungs_in_a_row_worth_han_stand_in_the_place_of_three() -> None:
    text = "scoring.yaku = { SUURENKOU = { closed = 6, open = 6 }, SANRENKOU = { closed = 2, open = 2 } }"
    win = win_of(BASE | {"loser": 2, "hand": "333444555s1z", "win": "1z", "melds": [{"kind": "pon", "tiles": "666s"}]})
    score = score_win(win, house(text))
    assert {line.id: line.han for line in getattr(score, "yaku", ())} == {
        "SUURENKOU": 6,
        "TOITOI": 2,
        "SANANKOU": 2,
        "HONITSU": 2,
    }


def test_a_book_without_open_riichi_counts_it_as_riichi() -> None:
    request = BASE | {"loser": 2, "hand": "123m456p789s11p24s", "win": "3s"}
    for book in BOOKS:
        for shown, plain in (("open", "riichi"), ("double_open", "double")):
            told = answer(request | {"rulebook": book, "riichi": shown})
            assert told == answer(request | {"rulebook": book, "riichi": plain})


def test_only_a_ron_has_a_discarder_in_riichi() -> None:
    request = BASE | {"by": "tsumo", "hand": "123m456p789s11p24s", "win": "3s", "loser_in_riichi": True}
    assert "loser_in_riichi with tsumo" in answer(request | {"rulebook": "npm-2008"})["detail"]


def test_a_yaku_of_open_hands_alone_is_told_as_such() -> None:
    rule = next(each for each in BOOK.scoring.yaku.value if each.id == "SHIIAROUTAI")
    assert worth(rule) == Text("鳴きのみ1", "open only 1")
    assert worth_text(rule) == Text("鳴いた時に限り1翻", "1 han, open only")

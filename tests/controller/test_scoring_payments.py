"""Golden wins of settlement_wins.toml: who pays which part of a win, line by line."""

from typing import Any, Final

import pytest

from api.scoring_wire import answer
from controller.errors import HandError
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.scoring.win import Win, WinBy
from tests.controller.golden import has_clause, house, vectors

SILENT: Final = {"dealer": 0, "prevailing_wind": "E"}


@pytest.mark.parametrize(("vector", "name"), vectors("settlement_wins"))
def test_golden_payment(vector: dict[str, Any], name: str) -> None:
    book = house(rulebook(name), vector.get("house", {}))
    reply = answer(SILENT | vector["request"] | {"rulebook": book.id}, {book.id: book})
    assert vector["source"]
    assert reply["ok"], reply
    lines, expected = reply["payment_lines"], vector["expect"]
    assert [line["id"] for line in lines] == expected["lines"]
    assert reply["payments"] == expected.get("payments", reply["payments"])
    assert sum(reply["payments"]) == expected.get("taken", 0)
    assert has_clause(vector["clause"][name], [line["clause"] for line in lines if line["id"] == vector["line"]])
    assert [sum(column) for column in zip(*(line["amounts"] for line in lines), strict=True)] == reply["payments"]


def test_the_winner_is_never_liable() -> None:
    with pytest.raises(HandError, match="liable is the winner"):
        Win(
            hand=parse_tiles("234m567m678p22p24s"),
            tile=parse_tile("3s"),
            by=WinBy.TSUMO,
            winner=Seat.B,
            liable_for=(("DAISANGEN", Seat.B),),
        )


def test_an_unknown_yakuman_or_seat_under_liability_is_answered_with_one_line() -> None:
    request = SILENT | {"rulebook": "tomioka", "hand": "234m567m678p22p24s", "win": "3s", "winner": 1}
    assert "liable" in answer(request | {"liable": {"DAISANGEN": 4}})["detail"]
    assert "DAISHARIN" in answer(request | {"liable": {"DAISHARIN": 0}})["detail"]

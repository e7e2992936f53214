"""Seats liable for a win; the golden payments are in settlement_wins.toml."""

from typing import Final

import pytest

from api.http.schemas.scores import answer
from controller.errors import HandError
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.scoring.win import Win, WinBy

SILENT: Final = {"dealer": 0, "prevailing_wind": "E"}


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
    assert "DAISHARINN" in answer(request | {"liable": {"DAISHARINN": 0}})["detail"]

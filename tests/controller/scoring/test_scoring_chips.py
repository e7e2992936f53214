"""Chips of a house: each payer's chips for what the answer counts, with unchanged points.

The commonest custom is ten for a yakuman by ron and five from each by tsumo, one each for ura-dora and red fives
(mahjongcollege.com, chips; leonkkblog.com, chips).
"""

from typing import Any, Final

import pytest

from api.http.schemas.scores import answer
from tests.support.houses import BOOKS, VENUE, house

CHIPS: Final = house(
    "scoring.red_fives = [1, 1, 1]\nscoring.chips = [{ kind = 'ippatsu', tsumo = 1, ron = 1 }, "
    "{ kind = 'ura_dora', tsumo = 1, ron = 1 }, { kind = 'red_five', tsumo = 1, ron = 1, closed_only = true }, "
    "{ kind = 'yakuman', tsumo = 5, ron = 10 }]"
)
NONE: Final = house("scoring.red_fives = [1, 1, 1]")
BASE: Final = {"rulebook": VENUE, "winner": 1, "dealer": 0}
RIICHI: Final = {"hand": "123m406p789s11p24s", "win": "3s", "riichi": "riichi"}
OPEN: Final = {"hand": "406p789s11z24s", "win": "3s", "melds": [{"kind": "pon", "tiles": "777z"}]}
BIG: Final = {"hand": "555666777z22m34m", "win": "2m"}


@pytest.mark.parametrize(
    ("request_", "number", "payments"),
    [
        (RIICHI | {"loser": 2}, 1, [0, 1, -1, 0]),
        (RIICHI | {"loser": 2, "ippatsu": True, "ura_indicators": "9p"}, 4, [0, 4, -4, 0]),
        (RIICHI | {"by": "tsumo", "ippatsu": True}, 2, [-2, 6, -2, -2]),
        (OPEN | {"loser": 0}, 0, [0, 0, 0, 0]),
        (BIG | {"loser": 3}, 10, [0, 10, 0, -10]),
        (BIG | {"by": "tsumo"}, 5, [-5, 15, -5, -5]),
    ],
)
def test_chips_are_counted_beside_the_points(request_: dict[str, Any], number: int, payments: list[int]) -> None:
    told = answer(BASE | request_, {VENUE: CHIPS})
    assert told.pop("chips") == {"number": number, "payments": payments}
    assert told == answer(BASE | request_, {VENUE: NONE})


def test_no_published_book_has_chips() -> None:
    assert not any(book.scoring.chips.value for book in BOOKS.values())

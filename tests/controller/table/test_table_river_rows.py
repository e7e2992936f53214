"""Rows of discards of careful players: a last tile slightly off its row still ends it."""

from dataclasses import replace

import pytest

from controller.riichi.seat import SEATS
from tests.support.bench import dealt, faults, lap

_ROW = [(-81.0, -53.0), (-78.0, -30.0), (-82.0, -9.0), (-83.0, 14.0), (-80.0, 36.0), (-86.0, 57.0)]
"""Positions (x, y mm) of the last seat's first row in a game with careful laying; the sixth is 5 mm off."""


@pytest.mark.parametrize(
    ("seventh", "told"),
    [((-105.0, -50.0), False), ((-83.0, 79.0), True)],
    ids=["a sideways tile that begins the next row", "a seventh tile of the row"],
)
def test_a_row_ends_where_the_next_tile_lies_at_its_beginning(*, seventh: tuple[float, float], told: bool) -> None:
    table = dealt()
    for kind in ("5z", "1m", "9m", "1p", "9p", "1s", "9s"):
        lap(table, *[kind] * 4)
    key_words = []
    for _ in range(60):
        table.frame += 1
        seen = table.sighting()
        river = seen.rivers[SEATS[3]]
        assert river is not None
        laid = tuple(
            replace(each, seen=replace(each.seen, x=x, y=y))
            for each, (x, y) in zip(river, [*_ROW, seventh], strict=True)
        )
        key_words += table.give(replace(seen, rivers=(*seen.rivers[:3], laid)))
    assert bool(faults(key_words, "river-row-length")) is told

"""Copies of each tile in a set: four of a kind, among them the set's red fives."""

from collections.abc import Iterable, Sequence

from controller.riichi.notation import count_kinds
from controller.riichi.tile import COPIES, RED_FIVES, Tile


def beyond_set(tiles: Iterable[Tile], red_fives: tuple[int, int, int]) -> dict[Tile, int]:
    """Return the tiles with more copies than in the set, with their number; plain fives count for the whole kind."""
    held = [*tiles]
    many = {Tile(kind): count for kind, count in enumerate(count_kinds(held)) if count > COPIES}
    for red, most in zip(RED_FIVES, red_fives, strict=True):
        if (count := held.count(red)) > most:
            many[red] = count
    return many


def with_due_reds(rows: Sequence[Sequence[Tile]], red_fives: tuple[int, int, int]) -> tuple[tuple[Tile, ...], ...]:
    """Return the rows with fives turned red that cannot be plain; earlier rows first, which never overpays."""
    painted = [list(row) for row in rows]
    for red, number in zip(RED_FIVES, red_fives, strict=True):
        places = [
            (row, place) for row, tiles in enumerate(painted) for place, tile in enumerate(tiles) if tile == red.plain
        ]
        known = sum(tiles.count(red) for tiles in painted)
        due = min(len(places) - (COPIES - number), number - known)
        for row, place in places[: max(0, due)]:
            painted[row][place] = red
    return tuple(tuple(row) for row in painted)

"""Dora from indicators."""

from collections.abc import Iterable

from controller.riichi.tile import Tile


def dora_tiles(indicators: Iterable[Tile]) -> tuple[Tile, ...]:
    """The dora of each indicator, in order; a red five indicates the six (npm art. 9 i)."""
    return tuple(tile.dora for tile in indicators)


def count_dora(tiles: Iterable[Tile], indicators: Iterable[Tile]) -> int:
    """Number of dora among the tiles: each tile once for each indicator that points at its kind."""
    pointed = [tile.dora.kind for tile in indicators]
    return sum(pointed.count(tile.kind) for tile in tiles)

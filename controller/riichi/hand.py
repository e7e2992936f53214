"""A hand: concealed tiles and melds that can exist together."""

from dataclasses import dataclass, field
from typing import Self

from controller.errors import HandError
from controller.riichi.copies import beyond_set
from controller.riichi.meld import Meld
from controller.riichi.notation import count_kinds, format_tiles, sort_tiles
from controller.riichi.tile import COPIES, RED_FIVES, Tile
from controller.riichi.waits import waits
from controller.text import Text


@dataclass(frozen=True, slots=True)
class Hand:
    """Concealed tiles, in display order, and melds, oldest first. Creation raises HandError if invalid.

    13 tiles, or 14 before a discard, a kong counted as three. ``red_fives``: number of red fives of man, pin, sou in
    the set.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    red_fives: tuple[int, int, int] = field(default=(1, 1, 1), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check the number of tiles, the copies of each kind and the red fives."""
        size = 13 - 3 * len(self.melds)
        if len(self.concealed) not in (size, size + 1):
            raise HandError(
                Text(
                    f"手の中の牌が{len(self.concealed)}枚あります。{size}枚か{size + 1}枚にしてください。",
                    f"{self}: {len(self.concealed)} concealed tiles: expected {size} or {size + 1}",
                )
            )
        for tile, count in beyond_set(self.tiles, self.red_fives).items():
            most = self.red_fives[RED_FIVES.index(tile)] if tile.is_red else COPIES
            raise HandError(
                Text(
                    f"{tile}が{count}枚あります。{most}枚までです。",
                    f"{self}: {count} tiles of {tile}: expected {most} at most",
                )
            )
        object.__setattr__(self, "concealed", sort_tiles(self.concealed))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, those of melds last."""
        return self.concealed + tuple(tile for meld in self.melds for tile in meld.tiles)

    def counts(self) -> list[int]:
        """Return the number of concealed tiles of each of the 34 kinds."""
        return count_kinds(self.concealed)

    def waits(self, drop_held: bool = False) -> tuple[int, ...]:
        """Return the kinds that complete a hand of 13; see ``waits.waits``. Raises HandError with a 14th tile."""
        return waits(self.counts(), self.melds, drop_held)

    def draw(self, tile: Tile) -> Self:
        """Return the hand with a drawn tile; raises HandError if it has 14."""
        return self._with((*self.concealed, tile))

    def discard(self, tile: Tile) -> Self:
        """Return the hand without a tile; raises HandError if that is not concealed, or the hand has only 13."""
        if tile not in self.concealed:
            raise HandError(Text(f"{tile}は手の中にありません。", f"{self}: {tile} is not among the concealed tiles"))
        place = self.concealed.index(tile)
        return self._with(self.concealed[:place] + self.concealed[place + 1 :])

    def _with(self, concealed: tuple[Tile, ...]) -> Self:
        return type(self)(concealed, self.melds, self.red_fives)

    def __str__(self) -> str:
        """Return the notation of the concealed tiles, then of each meld after a space."""
        return " ".join([format_tiles(self.concealed), *(format_tiles(meld.tiles) for meld in self.melds)])

"""Melds: called chow, pung and kong, with the tile that was claimed and from whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from controller.errors import HandError
from controller.riichi.notation import format_tiles
from controller.riichi.seat import From
from controller.riichi.tile import Tile
from controller.text import Text


class MeldKind(Enum):
    """Kind of a meld; the value is its name in the API."""

    CHII = "chii"
    PON = "pon"
    KAN_OPEN = "kan_open"
    KAN_ADDED = "kan_added"
    KAN_CONCEALED = "kan_concealed"

    @property
    def is_kong(self) -> bool:
        """True if the meld has four tiles."""
        return self in (MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED)


def is_sequence(kinds: Sequence[int]) -> bool:
    """True if three kinds (0-33), in any order, are consecutive in one suit."""
    low, *_, high = ordered = sorted(kinds)
    return ordered == [low, low + 1, low + 2] and high < Tile.EAST and low // 9 == high // 9


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table; ``called`` and ``source``: None for a concealed kong only. Creation may raise HandError."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: From | None = None

    def __post_init__(self) -> None:
        """Check size, shape, claimed tile and source."""
        size = 4 if self.kind.is_kong else 3
        if len(self.tiles) != size:
            raise HandError(
                Text(
                    f"副露の牌が{len(self.tiles)}枚あります。{size}枚にしてください。",
                    f"{self._name}: expected {size} tiles, got {len(self.tiles)}",
                )
            )
        kinds = [tile.kind for tile in self.tiles]
        if self.kind is MeldKind.CHII:
            if not is_sequence(kinds):
                raise HandError(
                    Text(
                        "チーは同じ種類の続いた3枚にしてください。",
                        f"{self._name}: expected three tiles in sequence of one suit",
                    )
                )
        elif len(set(kinds)) > 1:
            raise HandError(Text("ポンとカンは同じ牌でそろえてください。", f"{self._name}: expected tiles of one kind"))
        if self.kind is MeldKind.KAN_CONCEALED:
            if self.called is not None or self.source is not None:
                raise HandError(
                    Text("暗槓は誰からも鳴きません。", f"{self._name}: a concealed kong is called from nobody")
                )
            return
        if self.called is not None and self.called not in self.tiles:
            raise HandError(
                Text(
                    f"鳴いた牌{self.called}が副露の中にありません。",
                    f"{self._name}: called tile {self.called} is not in the meld",
                )
            )
        if self.kind is MeldKind.CHII and self.source not in (None, From.LEFT):
            raise HandError(Text("チーは上家からだけ鳴けます。", f"{self._name}: a chow is called from the left only"))

    @property
    def _name(self) -> str:
        return f"{self.kind.value} {format_tiles(self.tiles)}"

    @property
    def is_open(self) -> bool:
        """True if the meld opens the hand; a concealed kong does not."""
        return self.kind is not MeldKind.KAN_CONCEALED

    @property
    def first_kind(self) -> int:
        """Lowest kind (0-33) of the meld."""
        return min(tile.kind for tile in self.tiles)

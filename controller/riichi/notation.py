"""Text notation of tiles: ``123m406p77s5z``; ``0`` is a red five, ``?`` an unknown tile."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from controller.errors import NotationError
from controller.memo import Memo
from controller.riichi.tile import KINDS, Suit, Tile
from controller.text import Text

_OFFSET: Final = {"m": 0, "p": 9, "s": 18, "z": 27}
_TOP: Final = {"m": 9, "p": 9, "s": 9, "z": 7}


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a notation in the order written; raises NotationError for an unknown tile or invalid text."""
    return _FEW[text] if len(text) <= _SHORT else _all(text)


def _all(text: str) -> tuple[Tile, ...]:
    blocks = _BLOCK.findall(text)
    if sum(map(len, blocks)) == len(text):
        found = [_BLOCKS[block] for block in blocks]
        if all(found):
            return tuple(chain.from_iterable(found))
    tiles = parse_seen(text)
    known = tuple(tile for tile in tiles if tile is not None)
    if len(known) != len(tiles):
        raise NotationError(
            Text(
                f"「{text}」に不明な牌があります。すべての牌を入力してください。",
                f"unknown tile '?' in {text!r}: every tile must be known here",
            )
        )
    return known


def parse_seen(text: str) -> tuple[Tile | None, ...]:
    """Return the tiles of a notation in which ``?`` stands for an unknown tile (None); raises NotationError."""
    tiles: list[Tile | None] = []
    pending: list[int] = []
    for place, char in enumerate(text, 1):
        if "0" <= char <= "9":
            pending.append(int(char))
        elif char in _OFFSET:
            if not pending:
                raise NotationError(
                    Text(
                        f"「{text}」の{place}文字目「{char}」の前に数字がありません。",
                        f"suit {char!r} without a number at character {place} of {text!r}",
                    )
                )
            tiles.extend(_tile(rank, char, text) for rank in pending)
            pending.clear()
        elif char == "?" and not pending:
            tiles.append(None)
        else:
            raise NotationError(
                Text(
                    f"「{text}」の{place}文字目「{char}」は使えません。数字と m/p/s/z で入力してください。",
                    f"unexpected {char!r} at character {place} of {text!r}: expected 0-9, m, p, s, z or ?",
                )
            )
    if pending:
        raise NotationError(
            Text(
                f"「{text}」の最後に m/p/s/z のどれかを付けてください。",
                f"{text!r} ends without a suit letter: expected m, p, s or z",
            )
        )
    return tuple(tiles)


def parse_tile(text: str) -> Tile:
    """Return the one tile of a notation such as ``0p``; raises NotationError."""
    if text in _SINGLE:
        return _SINGLE[text]
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(
            Text(
                f"「{text}」は{len(tiles)}枚です。1枚にしてください。",
                f"{text!r} holds {len(tiles)} tiles: expected one",
            )
        )
    return tiles[0]


def format_tiles(tiles: Iterable[Tile | None]) -> str:
    """Return the shortest notation that keeps the order; ``parse_seen`` is its inverse."""
    out: list[str] = []
    suit: Suit | None = None
    for tile in tiles:
        if suit is not None and (tile is None or tile.suit is not suit):
            out.append(suit.value)
        suit = None if tile is None else tile.suit
        out.append("?" if tile is None else str(tile)[0])
    if suit is not None:
        out.append(suit.value)
    return "".join(out)


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return tiles in display order: man, pin, sou, honours; a red five before plain fives."""
    return tuple(sorted(tiles, key=lambda tile: (tile.kind, not tile.is_red)))


def count_kinds(tiles: Sequence[Tile]) -> list[int]:
    """Return the number of tiles of each of the 34 kinds, red fives counted as fives."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile.kind] += 1
    return counts


def _tile(rank: int, suit: str, text: str) -> Tile:
    if rank == 0 and suit != "z":
        return Tile(KINDS + _OFFSET[suit] // 9)
    if not 1 <= rank <= _TOP[suit]:
        raise NotationError(
            Text(f"「{text}」の{rank}{suit}という牌はありません。", f"no tile {rank}{suit} in {text!r}")
        )
    return Tile(_OFFSET[suit] + rank - 1)


def _block(block: str) -> tuple[Tile, ...]:
    """Return the tiles of digits followed by one suit letter; () if one does not exist."""
    named = [_SINGLE.get(rank + block[-1]) for rank in block[:-1]]
    return tuple([tile for tile in named if tile is not None]) if None not in named else ()


_SHORT: Final = 6
"""Length up to which a notation is cached: melds and indicators occur repeatedly."""
_FEW: Final = Memo(_all, 1 << 14)
# Nearly all hands consist of the same few blocks.
_BLOCKS: Final = Memo(_block, 1 << 14)
# At most as many digits as a hand has tiles; longer blocks are read tile by tile.
_BLOCK: Final = re.compile("[0-9]{1,14}[mpsz]")
_SINGLE: Final = {str(tile): tile for tile in Tile}

"""A win being entered tile by tile: what can be added now, what is impossible, and what is missing."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from controller.riichi.meld import Meld, MeldKind, is_sequence
from controller.riichi.notation import count_kinds
from controller.riichi.tile import COPIES, RED_FIVES, Tile
from controller.riichi.waits import waits
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.possible import IMPOSSIBLE, copies_in_set, signs_of
from controller.scoring.win import MOST_INDICATORS, Riichi
from controller.text import Text

_HAND: Final = 13
_MELDS: Final = 4
_GROUPS: Final = {"tile": 1, "pair": 2, "pung": 3, "chow": 3}
_MELD_SHAPES: Final = {
    MeldKind.CHII: ("chow", 3),
    MeldKind.PON: ("pung", 3),
    MeldKind.KAN_OPEN: ("pung", 4),
    MeldKind.KAN_ADDED: ("pung", 4),
    MeldKind.KAN_CONCEALED: ("pung", 4),
}
_FLAG_BITS: Final = MappingProxyType(
    {
        "ippatsu": flag.IPPATSU,
        "last_tile": flag.LAST_TILE,
        "replacement": flag.REPLACEMENT,
        "robbed_kong": flag.ROBBED_KONG,
        "first_turn": flag.FIRST_TURN,
    }
)
_RIICHI_BITS: Final = {
    Riichi.NONE: 0,
    Riichi.RIICHI: flag.RIICHI,
    Riichi.DOUBLE: flag.DOUBLE_RIICHI,
    Riichi.OPEN: flag.RIICHI | flag.OPEN_RIICHI,
    Riichi.DOUBLE_OPEN: flag.DOUBLE_RIICHI | flag.OPEN_RIICHI,
}


@dataclass(frozen=True, slots=True)
class WinDraft:
    """A partly entered win. ``tile``: the winning tile, None while missing; ``seat_wind`` 0-3 from East."""

    hand: tuple[Tile, ...] = ()
    tile: Tile | None = None
    melds: tuple[Meld, ...] = ()
    tsumo: bool = False
    riichi: Riichi = Riichi.NONE
    flags: frozenset[str] = frozenset()
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    seat_wind: int = 0

    @property
    def missing(self) -> int:
        """Number of missing concealed tiles besides the winning one; negative if there are too many."""
        return _HAND - 3 * len(self.melds) - len(self.hand)

    @property
    def room_for_melds(self) -> bool:
        """True if one more meld can be added."""
        return len(self.melds) < _MELDS and self.missing >= 3

    @property
    def tiles(self) -> Iterator[Tile]:
        """All tiles entered so far."""
        yield from self.hand
        yield from () if self.tile is None else (self.tile,)
        for meld in self.melds:
            yield from meld.tiles
        yield from self.dora
        yield from self.ura


Taps = Mapping[str, Mapping[Tile, tuple[Tile, ...]]]


@dataclass(frozen=True, slots=True)
class Palette:
    """Tiles that one tap may add. ``left``: copies of each face that can still be added.

    ``hand``: by ``tile``, ``pair``, ``pung``, ``chow`` and face the tiles added by a tap; ``melds``: likewise by kind
    of meld; ``indicator``: True if another indicator can be added. ``waits``: kinds that complete a hand of 13.
    ``barred``: circumstances, and values of riichi, that are impossible now, with the reason. ``wrong``: errors in what
    is entered.
    """

    left: Mapping[Tile, int]
    hand: Taps
    melds: Taps
    indicator: bool
    waits: tuple[Tile, ...]
    barred: Mapping[str, Text]
    wrong: tuple[Text, ...]


def palette_of(draft: WinDraft, book: Rulebook) -> Palette:
    """Return what may be added to the draft, under the rulebook's red fives."""
    left = _left(draft, book)
    room = draft.missing + (draft.tile is None)
    # The winning tile is entered separately.
    sizes = {name: room if name == "tile" else draft.missing for name in _GROUPS}
    hand = {name: _fitting(name, size, left) if size <= sizes[name] else {} for name, size in _GROUPS.items()}
    open_to = draft.room_for_melds
    melds = {kind.value: _fitting(shape, size, left) if open_to else {} for kind, (shape, size) in _MELD_SHAPES.items()}
    return Palette(
        left=left,
        hand=hand,
        melds=melds,
        indicator=len(draft.dora) < MOST_INDICATORS,
        waits=_waits(draft),
        barred=dict(_barred(draft)),
        wrong=tuple(_wrong(draft, left)),
    )


def _left(draft: WinDraft, book: Rulebook) -> dict[Tile, int]:
    used, most = Counter(draft.tiles), copies_in_set(book.scoring.red_fives.value)
    left = {tile: most[tile] - used[tile] for tile in Tile}
    if draft.tile is not None and "robbed_kong" in draft.flags:
        # The others of that kind are in the kong.
        left |= {tile: min(left[tile], 0) for tile in Tile if tile.kind == draft.tile.kind}
    return left


def _fitting(name: str, size: int, left: Mapping[Tile, int]) -> dict[Tile, tuple[Tile, ...]]:
    found = {}
    for face in Tile:
        if name == "chow":
            kinds = [face.kind, face.kind + 1, face.kind + 2]
            if kinds[2] >= Tile.EAST or not is_sequence(kinds) or face.is_red:
                continue
            tiles = _taken([Tile(kind) for kind in kinds], left)
        elif face.is_red and size > 1:
            continue
        else:
            tiles = _taken([face] * size, left)
        if tiles:
            found[face] = tiles
    return found


def _taken(faces: list[Tile], left: Mapping[Tile, int]) -> tuple[Tile, ...]:
    """Return these faces, with a red five if no plain one is left; () if there are not enough."""
    rest, taken = dict(left), []
    for face in faces:
        red = next((red for red in RED_FIVES if red.kind == face.kind), face)
        tile = face if rest[face] > 0 else red
        if rest[tile] <= 0:
            return ()
        rest[tile] -= 1
        taken.append(tile)
    return tuple(taken)


def _waits(draft: WinDraft) -> tuple[Tile, ...]:
    if draft.missing != 0:
        return ()
    held = count_kinds((*draft.hand, *(tile for meld in draft.melds for tile in meld.tiles)))
    # A kind of which the hand holds all four is no wait.
    return tuple(Tile(kind) for kind in waits(count_kinds(draft.hand), draft.melds) if held[kind] < COPIES)


def _bits(draft: WinDraft) -> int:
    bits = draft.seat_wind << flag.SEAT_WIND | _RIICHI_BITS[draft.riichi]
    bits |= flag.TSUMO if draft.tsumo else 0
    if draft.melds:
        bits |= flag.CALLED | (flag.OPEN if any(meld.is_open for meld in draft.melds) else 0)
    for name in draft.flags:
        bits |= _FLAG_BITS[name]
    return bits | _signs(draft)


def _signs(draft: WinDraft) -> int:
    """Return the signs of the tiles entered; a kong counts as possible while there is room for a meld."""
    kinds = [tile.kind for tile in draft.tiles]
    copies = 0 if draft.tile is None else kinds.count(draft.tile.kind)
    kong = draft.room_for_melds or any(meld.kind.is_kong for meld in draft.melds)
    return signs_of(copies, kong, len(draft.dora), len(draft.ura))


def _barred(draft: WinDraft) -> Iterator[tuple[str, Text]]:
    """Yield the circumstances that would cause a new contradiction, with the reason."""
    bits = _bits(draft)
    bare = bits & ~_RIICHI_BITS[draft.riichi]
    others = {name: bits | bit for name, bit in _FLAG_BITS.items() if name not in draft.flags}
    others |= {riichi.value: bare | bit for riichi, bit in _RIICHI_BITS.items() if riichi is not draft.riichi}
    for name, changed in others.items():
        if (message := IMPOSSIBLE[changed]) and message is not IMPOSSIBLE[bits]:
            yield name, message


def _wrong(draft: WinDraft, left: Mapping[Tile, int]) -> Iterator[Text]:
    if draft.missing < 0:
        many = -draft.missing
        yield Text(f"手牌が{many}枚多くなっています。", f"{many} concealed tile{'s' if many > 1 else ''} too many.")
    for tile, rest in left.items():
        if rest < 0:
            yield Text(f"{tile} が多すぎます。", f"Too many of {tile}.")
    if message := IMPOSSIBLE[_bits(draft)]:
        yield message

"""How a batch of hands and its scores lie in memory: one record a hand, in two numpy arrays."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.hand import circumstances as flag
from controller.scoring.score import Limit
from controller.scoring.win import MOST_INDICATORS, Riichi, Win, WinBy

NO_TILE: Final = 255
NOBODY: Final = -1
MELD_KINDS: Final = (None, *MeldKind)
LIMITS: Final = (None, *Limit)
STATUS: Final = ("ok", "not-complete", "no-yaku", "kong-not-robbable", "impossible")
OK, NOT_COMPLETE, NO_YAKU, KONG_NOT_ROBBABLE, IMPOSSIBLE = range(len(STATUS))
# Flags that a record gives; the others of ``circumstances`` follow from its melds and seats.
GIVEN_FLAGS: Final = flag.CALLED - 1

# A claimed win. Tiles are faces 0-36 as in Tile; rows of tiles and melds begin at their left, NO_TILE fills the rest.
HAND: Final = np.dtype(
    [
        ("hand", np.uint8, (13,)),  # concealed tiles without the winning one
        ("tile", np.uint8),  # the winning tile
        ("meld_kinds", np.uint8, (4,)),  # places in MELD_KINDS, 0 for no meld
        ("meld_tiles", np.uint8, (4, 4)),
        ("dora", np.uint8, (MOST_INDICATORS,)),  # indicators
        ("ura", np.uint8, (MOST_INDICATORS,)),
        ("winner", np.int8),  # seats 0-3; NOBODY for no loser (tsumo) and for nobody liable
        ("dealer", np.int8),
        ("loser", np.int8),
        ("liable", np.int8),
        ("prevailing_wind", np.int8),  # 0-3
        ("flags", np.uint16),  # TSUMO to MIXED_IN of ``circumstances``
        ("counters", np.int32),
        ("riichi_sticks", np.int32),
    ]
)
# What it is worth, each field as in Score; all 0 where ``status`` (a place in STATUS) is not OK.
SCORE: Final = np.dtype(
    [
        ("yaku", np.uint64),  # bits as in YAKU_BITS
        ("payments", np.int32, (4,)),
        ("basic_points", np.int32),
        ("points", np.int32),
        ("han", np.int16),
        ("fu", np.int16),
        ("status", np.uint8),  # ``impossible``: what Win refuses at birth
        ("yakuman", np.uint8),
        ("limit", np.uint8),  # place in LIMITS
        ("dora", np.uint8),
        ("ura", np.uint8),
        ("red", np.uint8),
    ],
    align=True,
)
Records = NDArray[np.void]
LiableFor = Mapping[int, tuple[tuple[str, Seat], ...]]


def no_hands(size: int) -> Records:
    """So many records of HAND to be filled in: no tiles, nobody loses or is liable, all else 0."""
    hands = np.zeros(size, HAND)
    for name in ("hand", "tile", "meld_tiles", "dora", "ura"):
        hands[name] = NO_TILE
    hands["loser"] = hands["liable"] = NOBODY
    return hands


def hands_of(wins: Sequence[Win]) -> Records:
    """The records of wins; a win with two liable seats keeps only ``liable``: see ``liable_for``."""
    hands = no_hands(len(wins))
    for hand, win in zip(hands, wins, strict=True):
        hand["hand"][: len(win.hand)] = win.hand
        hand["tile"] = win.tile
        for place, meld in enumerate(win.melds):
            hand["meld_kinds"][place] = MELD_KINDS.index(meld.kind)
            hand["meld_tiles"][place, : len(meld.tiles)] = meld.tiles
        hand["dora"][: len(win.dora_indicators)] = win.dora_indicators
        hand["ura"][: len(win.ura_indicators)] = win.ura_indicators
        hand["winner"], hand["dealer"] = win.winner, win.dealer
        hand["loser"] = NOBODY if win.loser is None else win.loser
        hand["liable"] = NOBODY if win.liable is None else win.liable
        hand["prevailing_wind"] = win.prevailing_wind
        hand["flags"] = win.flags & GIVEN_FLAGS
        hand["counters"], hand["riichi_sticks"] = win.counters, win.riichi_sticks
    return hands


def liable_for(wins: Sequence[Win]) -> LiableFor:
    """By row, the liable seats of each win that names them yakuman by yakuman."""
    return {row: win.liable_for for row, win in enumerate(wins) if win.liable_for}


def win_of(hand: np.void, by_yakuman: tuple[tuple[str, Seat], ...] = ()) -> Win:
    """The win of one record of HAND; raises HandError where it cannot be."""
    flags = int(hand["flags"])
    riichi = Riichi.RIICHI if flags & flag.RIICHI else Riichi.NONE
    winner, dealer = _seat(hand, "winner"), _seat(hand, "dealer")
    if winner is None or dealer is None or flags & ~GIVEN_FLAGS or (flags & flag.RIICHI and flags & flag.DOUBLE_RIICHI):
        raise HandError(f"record with winner {winner}, dealer {dealer}, flags {flags:#x}: expected others")
    return Win(
        hand=_tiles(hand["hand"]),
        tile=Tile(int(hand["tile"])),
        by=WinBy.TSUMO if flags & flag.TSUMO else WinBy.RON,
        melds=tuple(
            [
                Meld(kind, _tiles(tiles))
                for code, tiles in zip(hand["meld_kinds"], hand["meld_tiles"], strict=True)
                if (kind := MELD_KINDS[code]) is not None
            ]
        ),
        prevailing_wind=Wind(int(hand["prevailing_wind"])),
        winner=winner,
        dealer=dealer,
        loser=_seat(hand, "loser"),
        riichi=Riichi.DOUBLE if flags & flag.DOUBLE_RIICHI else riichi,
        ippatsu=bool(flags & flag.IPPATSU),
        last_tile=bool(flags & flag.LAST_TILE),
        replacement=bool(flags & flag.REPLACEMENT),
        robbed_kong=bool(flags & flag.ROBBED_KONG),
        robbed_concealed_kong=bool(flags & flag.ROBBED_CONCEALED_KONG),
        first_turn=bool(flags & flag.FIRST_TURN),
        dora_indicators=_tiles(hand["dora"]),
        ura_indicators=_tiles(hand["ura"]),
        counters=int(hand["counters"]),
        riichi_sticks=int(hand["riichi_sticks"]),
        liable=_seat(hand, "liable"),
        liable_for=by_yakuman,
        tile_shown_apart=not flags & flag.MIXED_IN,
    )


def _seat(hand: np.void, name: str) -> Seat | None:
    return None if hand[name] == NOBODY else Seat(int(hand[name]))


def _tiles(faces: NDArray[np.uint8]) -> tuple[Tile, ...]:
    return tuple([Tile(int(face)) for face in faces if face != NO_TILE])

"""Possible wins: consistency of tiles and circumstances, and the number of each tile in a set.

Scorer, palette, claims, photos and records share these rules. They cover only what follows from definitions and tiles:
irregularities that a referee may permit at a table are possible.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from controller.memo import Memo
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.scoring.hand import circumstances as flag
from controller.text import Text, rows

# Signs: facts from the tiles and seats of a win, as bits above the flags of its circumstances.
(
    OWN_KONG,  # the winner has a kong
    NORTH_ASIDE,  # the winner has set aside a north, in a game of three
    KIND_ELSEWHERE,  # another tile of the winning kind in hand, melds or indicators
    INDICATOR_OF_KONG,  # more than one dora indicator
    MORE_URA,  # more ura-dora indicators than dora indicators
    LATER_LOSER,  # the discarder's first turn comes after the winner's
) = (1 << place for place in range(flag.FLAG_BITS, flag.FLAG_BITS + 6))


class Misfit(NamedTuple):
    """Impossible combination: a win with all bits of ``held`` and none of ``lacked`` (flags and signs)."""

    held: int
    lacked: int
    text: Text


def _misfits(table: str) -> tuple[Misfit, ...]:
    return tuple(
        Misfit(_bits(row["held"]), _bits(row.get("lacked", ())), Text(row["ja"], row["en"]))
        for row in rows("misfits.toml")[table]
    )


def _bits(names: Iterable[str]) -> int:
    """Return the union of flags and signs given by name."""
    return reduce(or_, (globals()[name] if name in globals() else getattr(flag, name) for name in names), 0)


CONTRADICTIONS: Final = _misfits("contradictions")
"""Rejected when a win is created."""
IMPLIED: Final = _misfits("implied")
"""Rejected when a win is scored, not when it is created: a stored event may contain it."""


def _first(among: Sequence[Misfit], flags: int) -> Text | None:
    return next((each.text for each in among if flags & each.held == each.held and not flags & each.lacked), None)


CONTRADICTION: Final[Memo[int, Text | None]] = Memo(lambda flags: _first(CONTRADICTIONS, flags))
"""Contradiction among the flags of a win, None if they are consistent."""
IMPOSSIBLE: Final[Memo[int, Text | None]] = Memo(lambda flags: _first((*CONTRADICTIONS, *IMPLIED), flags))
"""Contradiction among flags and signs, None if they are consistent."""


def signs_of(copies: int, kong: bool, dora: int, ura: int) -> int:
    """Return signs by the tiles: copies of the winning kind, whether the winner has a kong, numbers of indicators.

    No dora indicator means that they were not stated.
    """
    signs = 0
    if kong:
        signs |= OWN_KONG
    if copies > 1:
        signs |= KIND_ELSEWHERE
    if dora > 1:
        signs |= INDICATOR_OF_KONG
    if ura > dora > 0:
        signs |= MORE_URA
    return signs


def copies_in_set(red_fives: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the number of copies of each face in a set with these red fives."""
    most = [COPIES] * KINDS + [*red_fives]
    for red in RED_FIVES:
        most[red.kind] -= most[red]
    return tuple(most)


def too_many(face: Tile, red_fives: tuple[int, int, int]) -> Text:
    """Return the message that there are more tiles of a face than in the set."""
    most = copies_in_set(red_fives)[face]
    return Text(f"{face} が多すぎます（{most}枚まで）。", f"Too many of {face}: expected at most {most}")


def beyond_kongs(dora: int, kongs: int) -> Text | None:
    """Return the message that more dora indicators are stated than so many kongs turn, None if not."""
    most = kongs + 1
    if dora <= most:
        return None
    return Text(f"カンの数から、ドラ表示牌は{most}枚までです。", f"With so many kongs: at most {most} indicators.")

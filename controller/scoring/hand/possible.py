"""Whether a win can be: what its tiles and circumstances imply of each other, and what a set of tiles holds.

One judgement for scorer, palette, claims, photos and records. Only what words and tiles mean by themselves is
here: what a referee may let pass at a table can be.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from controller.memo import Memo
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.scoring.hand import circumstances as flag
from controller.text import Text, rows

# Signs: what tiles and seats of a win say, above the flags of its circumstances.
(
    OWN_KONG,  # a kong of the winner's
    NORTH_ASIDE,  # a north of the winner's, among three
    KIND_ELSEWHERE,  # another tile of the winning kind in hand, melds and indicators
    INDICATOR_OF_KONG,  # more than one dora indicator
    MORE_URA,  # more ura indicators than dora indicators
    LATER_LOSER,  # the discarder's first turn comes after the winner's
) = (1 << place for place in range(flag.FLAG_BITS, flag.FLAG_BITS + 6))


class Misfit(NamedTuple):
    """A win that has all of ``held`` and none of ``lacked``, flags and signs, cannot be."""

    held: int
    lacked: int
    text: Text


def _misfits(table: str) -> tuple[Misfit, ...]:
    return tuple(
        Misfit(_bits(row["held"]), _bits(row.get("lacked", ())), Text(row["ja"], row["en"]))
        for row in rows("misfits.toml")[table]
    )


def _bits(names: Iterable[str]) -> int:
    """Flags and signs by their names."""
    return reduce(or_, (globals()[name] if name in globals() else getattr(flag, name) for name in names), 0)


CONTRADICTIONS: Final = _misfits("contradictions")
"""Refused at birth of a win."""
IMPLIED: Final = _misfits("implied")
"""Refused where a win is scored: a stored fact may hold it."""


def _first(among: Sequence[Misfit], flags: int) -> Text | None:
    return next((each.text for each in among if flags & each.held == each.held and not flags & each.lacked), None)


CONTRADICTION: Final[Memo[int, Text | None]] = Memo(lambda flags: _first(CONTRADICTIONS, flags))
"""What is wrong with the flags of a win by themselves, None where they fit together."""
IMPOSSIBLE: Final[Memo[int, Text | None]] = Memo(lambda flags: _first((*CONTRADICTIONS, *IMPLIED), flags))
"""What is wrong with flags and signs together."""


def signs_of(copies: int, kong: bool, dora: int, ura: int) -> int:
    """Facts by the tiles: copies of the winning kind, whether the winner has a kong, numbers of indicators.

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
    """Copies of each face in a set with so many red fives."""
    most = [COPIES] * KINDS + [*red_fives]
    for red in RED_FIVES:
        most[red.kind] -= most[red]
    return tuple(most)


def too_many(face: Tile, red_fives: tuple[int, int, int]) -> Text:
    """That there are more of a face than the set has."""
    most = copies_in_set(red_fives)[face]
    return Text(f"{face} が多すぎます（{most}枚まで）。", f"Too many of {face}: expected at most {most}")


def beyond_kongs(dora: int, kongs: int) -> Text | None:
    """Whether more dora indicators are stated than so many kongs turn, None if not."""
    most = kongs + 1
    if dora <= most:
        return None
    return Text(f"カンの数から、ドラ表示牌は{most}枚までです。", f"With so many kongs: at most {most} indicators.")

"""Complete readings of a hand: every way to see its groups and pair, and every place the winning tile can sit."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import lshift, mul
from typing import Final

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.tile import KINDS, ORPHANS

IN_PAIR: Final = -1
PUNG, CHOW = range(2)
PlacedGroup = tuple[int, int]
_DIGITS: Final = range(0, 27, 3)


class GroupShape(Enum):
    """Shape of a group; the value is its glossary name."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


class Form(Enum):
    """The three forms of a complete hand."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"


class Wait(Enum):
    """How the winning tile completes a reading; THIRTEEN waits on every orphan, ORPHAN on the one that is missing."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"
    THIRTEEN = "thirteen"
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True)
class Group:
    """A group by its lowest kind (0-33); ``concealed`` = not called, also where a ron completes it."""

    shape: GroupShape
    first: int
    concealed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One complete reading. ``groups``: those of the hand by kind, then the melds in order; empty unless STANDARD.

    ``pairs``: kinds, one (the doubled orphan for THIRTEEN_ORPHANS) or seven. ``won``: the winning tile's place, an
    index into ``groups`` or IN_PAIR (always IN_PAIR for the other two forms).
    """

    form: Form
    groups: tuple[Group, ...]
    pairs: tuple[int, ...]
    won: int
    wait: Wait

    @property
    def pair(self) -> int:
        """Kind of the pair; of seven pairs the lowest."""
        return self.pairs[0]

    @property
    def won_group(self) -> Group | None:
        """The group that the winning tile completes; None when it sits in a pair."""
        return None if self.won == IN_PAIR else self.groups[self.won]


def readings(counts: Sequence[int], melds: Sequence[Meld], winning_kind: int) -> tuple[Reading, ...]:
    """All readings of a hand, () if it is not complete. Raises HandError on a wrong number of tiles or an absent win.

    ``counts``: 34 numbers, the concealed tiles with the winning one (14 less 3 per meld); ``winning_kind``: 0-33.
    """
    if len(counts) != KINDS or sum(counts) != 14 - 3 * len(melds):
        raise HandError(f"{sum(counts)} concealed tiles beside {len(melds)} melds: expected {14 - 3 * len(melds)}")
    if not 0 <= winning_kind < KINDS or not counts[winning_kind]:
        raise HandError(f"winning kind {winning_kind} is not among the concealed tiles")
    cells = bytes(counts)
    found: list[Reading] = []
    honours = split_suit(cells[27:], 27)
    if honours and (sou := split_suit(cells[18:27], 18)) and (pin := split_suit(cells[9:18], 9)):
        called = tuple([meld_group(meld) for meld in melds])
        for man_groups, man_pair in split_suit(cells[:9], 0):
            for pin_groups, pin_pair in pin:
                for sou_groups, sou_pair in sou:
                    for honour_groups, honour_pair in honours:
                        groups = man_groups + pin_groups + sou_groups + honour_groups
                        _place(found, groups, called, man_pair + pin_pair + sou_pair + honour_pair, winning_kind)
    if not melds:
        if cells.count(2) == 7:
            pairs = tuple([kind for kind in range(KINDS) if cells[kind]])
            found.append(Reading(Form.SEVEN_PAIRS, (), pairs, IN_PAIR, Wait.TANKI))
        elif cells[0] and cells[33] and all(cells[kind] for kind in _ORPHANS):
            # Fourteen tiles with all thirteen orphans: the last is a fourteenth orphan or spoils the form.
            doubled = tuple([kind for kind in _ORPHANS if cells[kind] == 2])
            if doubled:
                wait = Wait.THIRTEEN if doubled[0] == winning_kind else Wait.ORPHAN
                found.append(Reading(Form.THIRTEEN_ORPHANS, (), doubled, IN_PAIR, wait))
    return tuple(found)


def meld_group(meld: Meld) -> Group:
    """The group that a meld forms."""
    if meld.kind is MeldKind.CHII:
        return _CALLED[GroupShape.CHOW][meld.first_kind]
    if meld.kind is MeldKind.PON:
        return _CALLED[GroupShape.PUNG][meld.first_kind]
    return (_CALLED if meld.is_open else _CONCEALED)[GroupShape.KONG][meld.first_kind]


@lru_cache(maxsize=1 << 16)
def split_suit(cells: bytes, start: int) -> tuple[tuple[tuple[Group, ...], tuple[int, ...]], ...]:
    """Every split of one suit (counts of its 9 or 7 kinds, first kind ``start``) into groups and at most one pair."""
    return tuple(
        [
            (
                tuple([_CONCEALED_BY_CODE[code][start + place] for place, code in groups]),
                () if pair < 0 else (start + pair,),
            )
            for groups, pair in split_cells(cells, start < 27)
        ]
    )


def split_cells(cells: bytes, chows: bool) -> list[tuple[Sequence[PlacedGroup], int]]:
    """Every split of a suit's counts into groups (lowest place, PUNG or CHOW) and the place of its pair, -1 for none.

    ``chows``: whether the suit forms chows. Groups come by place, pungs first; each set of groups once.
    """
    left = sum(cells) % 3
    if left == 1:
        return []
    octal = sum(map(lshift, cells, _DIGITS))
    if left == 0:
        return [(groups, -1) for groups in _groups(octal, chows)]
    # A group adds a multiple of three to the sum of the places, so the pair alone leaves the remainder.
    remainder = sum(map(mul, cells, range(9))) * 2 % 3
    return [
        (groups, place)
        for place, count in enumerate(cells)
        if count >= 2 and (place % 3 == remainder or not chows)
        for groups in _groups(octal - (2 << 3 * place), chows)
    ]


@lru_cache(maxsize=1 << 16)
def _groups(octal: int, chows: bool) -> list[tuple[PlacedGroup, ...]]:
    """Splits of counts, an octal digit for each place, into groups only."""
    if not octal:
        return [()]
    digit = ((octal & -octal).bit_length() - 1) // 3 * 3
    found: list[tuple[PlacedGroup, ...]] = []
    pung = (digit // 3, PUNG)
    if octal >> digit & 7 >= 3:
        found = [(pung, *others) for others in _groups(octal - (3 << digit), chows)]
    if chows and octal & 0o70 << digit and octal & 0o700 << digit:
        chow = (digit // 3, CHOW)
        # A pung of the same kind was tried above; after a chow here only chows may follow, or a set would come twice.
        found += [
            (chow, *others) for others in _groups(octal - (0o111 << digit), chows) if not others or others[0] != pung
        ]
    return found


def _place(
    found: list[Reading], groups: tuple[Group, ...], called: tuple[Group, ...], pair: tuple[int, ...], winning_kind: int
) -> None:
    """Add the readings of one split: the winning tile in the pair and in each different group of the hand."""
    if len(pair) != 1:
        # A pair in each of the four suits: the suits are whole, the hand is not.
        return
    every = groups + called
    if pair[0] == winning_kind:
        found.append(Reading(Form.STANDARD, every, pair, IN_PAIR, Wait.TANKI))
    before: Group | None = None
    for index, group in enumerate(groups):
        step = winning_kind - group.first
        if 0 <= step < 3 and group is not before:
            if group.shape is GroupShape.CHOW:
                found.append(Reading(Form.STANDARD, every, pair, index, _CHOW_WAITS[group.first % 9][step]))
            elif step == 0:
                found.append(Reading(Form.STANDARD, every, pair, index, Wait.SHANPON))
        before = group


def _chow_waits(rank: int) -> tuple[Wait, Wait, Wait]:
    return (
        Wait.PENCHAN if rank == 6 else Wait.RYANMEN,
        Wait.KANCHAN,
        Wait.PENCHAN if rank == 0 else Wait.RYANMEN,
    )


_ORPHANS: Final = tuple(sorted(ORPHANS))
_CHOW_WAITS: Final = tuple(_chow_waits(rank) for rank in range(7))
# Groups are shared, never made anew: comparing them is comparing addresses, and a hand costs no births.
_CONCEALED: Final = {shape: tuple(Group(shape, kind, True) for kind in range(KINDS)) for shape in GroupShape}
_CALLED: Final = {shape: tuple(Group(shape, kind, False) for kind in range(KINDS)) for shape in GroupShape}
_CONCEALED_BY_CODE: Final = (_CONCEALED[GroupShape.PUNG], _CONCEALED[GroupShape.CHOW])

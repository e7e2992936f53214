"""Complete readings of a hand: every way to see its groups and pair, and every place the winning tile can sit."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.tile import KINDS, ORPHANS

IN_PAIR: Final = -1


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


@lru_cache(maxsize=1 << 17)
def split_suit(cells: bytes, start: int) -> tuple[tuple[tuple[Group, ...], tuple[int, ...]], ...]:
    """Every split of one suit (counts of its 9 or 7 kinds, first kind ``start``) into groups and at most one pair."""
    left = sum(cells) % 3
    if left == 0:
        return tuple([(groups, ()) for groups in _groups(list(cells), start, 0)])
    if left == 1:
        return ()
    splits: list[tuple[tuple[Group, ...], tuple[int, ...]]] = []
    for place, count in enumerate(cells):
        if count >= 2:
            rest = list(cells)
            rest[place] -= 2
            splits += [(groups, (start + place,)) for groups in _groups(rest, start, 0)]
    return tuple(splits)


def _groups(cells: list[int], start: int, place: int) -> list[tuple[Group, ...]]:
    """Splits of the cells from ``place`` on into pungs and chows, each set of groups once."""
    while place < len(cells) and not cells[place]:
        place += 1
    if place == len(cells):
        return [()]
    found: list[tuple[Group, ...]] = []
    if cells[place] >= 3:
        rest = cells.copy()
        rest[place] -= 3
        pung = _CONCEALED[GroupShape.PUNG][start + place]
        found += [(pung, *others) for others in _groups(rest, start, place)]
    if start < 27 and place < 7 and cells[place + 1] and cells[place + 2]:
        rest = cells.copy()
        for step in range(3):
            rest[place + step] -= 1
        chow = _CONCEALED[GroupShape.CHOW][start + place]
        # A pung of the same kind was tried above; after a chow here only chows may follow, or a set would come twice.
        found += [
            (chow, *others)
            for others in _groups(rest, start, place)
            if not others or others[0] is not _CONCEALED[GroupShape.PUNG][start + place]
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

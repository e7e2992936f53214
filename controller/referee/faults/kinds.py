"""Every kind of fault by its code; other codes are unknown to this system."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.referee.faults.catalogue import CHAPTERS
from controller.referee.faults.kind import FaultKind

SETTING_UP, PLAYING, ENDING = CHAPTERS["setting_up"], CHAPTERS["playing"], CHAPTERS["ending"]
MANNERS, DEVICES = CHAPTERS["manners"], CHAPTERS["devices"]
# Upheld, it voids rounds until the due dealer has dealt.
WRONG_DEALER: Final = "dealer-wrong"
FAULT_KINDS: Final[Mapping[str, FaultKind]] = MappingProxyType(
    {kind.code: kind for kind in (*SETTING_UP, *PLAYING, *ENDING, *MANNERS, *DEVICES)}
)
_AS_LISTED: Final = tuple(FAULT_KINDS.values())
_OF_MACHINE: Final = frozenset(kind.code for kind in DEVICES)
_LIKELY: Final[Mapping[str, tuple[tuple[FaultKind, ...], ...]]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("waiting_for_set", "mixing", "walls_up", "dice", "broken", "dealt"), (SETTING_UP, PLAYING, ENDING)
        ),
        "play": (PLAYING, ENDING, SETTING_UP),
        **dict.fromkeys(("result", "settlement"), (ENDING, PLAYING, SETTING_UP)),
    }
)
"""Chapters of the catalogue by phase, the most probable first: a fault is usually noticed in its phase."""


def is_of_machine(code: str) -> bool:
    """True if the code is trouble of table, board or camera, not an act of a player."""
    return code in _OF_MACHINE


def is_trouble(code: str) -> bool:
    """True if the fault is resolved by other acts than a ruling, and no ruling is made on it."""
    kind = FAULT_KINDS.get(code)
    return kind is not None and bool(kind.acts)


def likely_in(phase: str) -> tuple[FaultKind, ...]:
    """Return every kind, the most probable in a phase of a table first; in catalogue order for any other word."""
    chapters = _LIKELY.get(phase)
    return _AS_LISTED if chapters is None else (*(kind for chapter in chapters for kind in chapter), *MANNERS, *DEVICES)

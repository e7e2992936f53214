"""Identifiers of the code that must not be shown to people, derived from the code, and those that a text shows."""

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

from controller.journal.events import EVENTS, Decision, DrawKind, Severity
from controller.journal.state import Phase
from controller.ports.referee import ClaimKind
from controller.ports.table import GoalStep, SignalKind, Verb
from controller.referee.faults.kinds import FAULT_KINDS
from controller.rulebooks.catalogue import published
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.table.enter.refusals import Why
from hardware.profiles.load import profile_ids

ENUMS: Final[tuple[type[Enum], ...]] = (
    Decision,
    ClaimKind,
    DrawKind,
    Phase,
    Severity,
    Penalty,
    AfterChombo,
    BesideWin,
    GoalStep,
    SignalKind,
    Verb,
)
NUMBERED: Final = re.compile(r"(?<![A-Za-z0-9#/.:_-])[FQ][1-9]\d*(?![A-Za-z0-9:])")
"""Faults and questions by number."""
SNAKE: Final = re.compile(r"(?<![A-Za-z0-9/._-])[a-z]+(?:_[a-z0-9]+)+(?![A-Za-z0-9/.-])")
SETTING: Final = re.compile(r"\b[a-z_]+ = [a-z_]+\b")
"""A key of a configuration file with its value."""


@lru_cache
def ids() -> frozenset[str]:
    """Names of events, codes of faults and refusals, values of enums, except ordinary words."""
    words = {kind.__name__ for kind in EVENTS if not kind.__name__[1:].islower()}
    words |= {code for code in (*FAULT_KINDS, *(why.refusal.code for why in Why)) if "-" in code}
    words |= {str(each.value) for kind in ENUMS for each in kind if "_" in str(each.value) or "-" in str(each.value)}
    return frozenset(words)


@lru_cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![A-Za-z0-9_/.-])(?:{'|'.join(sorted(map(re.escape, ids()), key=len, reverse=True))})(?![A-Za-z0-9_-])"
    )


@lru_cache
def _values() -> re.Pattern[str]:
    words = {str(each.value) for kind in ENUMS for each in kind if str(each.value).isalpha()}
    return re.compile(rf"(?<![A-Za-z0-9_/.-])(?:{'|'.join(sorted(words, key=len, reverse=True))})(?![A-Za-z0-9_（-])")


@lru_cache
def _named() -> re.Pattern[str]:
    names = sorted((*published(), *profile_ids()), key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z0-9_/.-])(?:{'|'.join(names)})(?!\.?[A-Za-z0-9_/-])")


def shown_names(text: str) -> list[str]:
    """Ids of rulebooks and table families in a page's text: commands use ids, pages use names."""
    return _named().findall(text)


def shown_values(text: str) -> list[str]:
    """Values of enums in a Japanese text; in English they are ordinary words."""
    return _values().findall(text) if re.search("[぀-ヿ一-鿿]", text) else []


def shown_ids(text: str) -> Iterator[str]:
    """Yield every identifier in a text for people."""
    for pattern in (_pattern(), NUMBERED, SNAKE, SETTING):
        yield from pattern.findall(text)

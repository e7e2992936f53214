"""One field of a rulebook: a value with the clause it comes from, or with the reason of a default."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from controller.errors import RulebookError


class Citing(Enum):
    """What the numbers of a book's clauses count: ``art. 4-1`` is 第4条①, 第4章第1条 or 第4項①."""

    ARTICLES = "articles"
    CHAPTERS = "chapters"
    ITEMS = "items"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """A value with its ``clause``; ``unstated`` holds the default's reason where the text is silent or doubtful.

    ``stated_for``: amounts for which the text does speak, so that only answers beyond them rest on the default.
    """

    value: T
    clause: str = ""
    unstated: str = ""
    stated_for: range = range(0)

    def __post_init__(self) -> None:
        """Refuse a value with neither clause nor reason; raises RulebookError."""
        if not self.clause and not self.unstated:
            raise RulebookError(f"rule with value {self.value!r} has neither a clause nor a reason")

    @property
    def cite(self) -> str:
        """The clause, or ``unstated: reason`` where there is none."""
        return self.clause or f"unstated: {self.unstated}"


# The reason of a value that nobody has read in the book's own text; the book names where that text is.
UNVERIFIED: Final = "unverified: the text was not read whole"
# The same where others tell the text otherwise, without an edition.
CONTESTED: Final = (
    "unverified: the text was not read whole, and a club's table of it, without an edition, says otherwise"
)


def unstated(value: T, reason: str) -> Rule[T]:
    """A default with its reason, for a field on which the text says nothing."""
    return Rule(value, "", reason)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook; every field of a child is a Rule."""

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Name and rule of each field, in order."""
        for field in fields(self):
            yield field.name, getattr(self, field.name)


S = TypeVar("S", bound=Chapter)


def inherited(section: S, clause: str) -> S:
    """The same section in a book that builds on another: each stated clause is cited through the book's ``clause``."""
    changed = {
        name: replace(rule, clause=f"{clause}: {rule.clause}") for name, rule in section.rules() if not rule.unstated
    }
    return replace(section, **changed)


def silent(section: S, reason: str) -> S:
    """The same section in a book that says nothing of it: each value a default, with its reason."""
    return replace(section, **{name: unstated(rule.value, reason) for name, rule in section.rules()})

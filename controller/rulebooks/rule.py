"""One field of a rulebook: a value with its clause, or with the reason of a default."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Generic, TypeVar

from controller.errors import RulebookError
from controller.rulebooks.clause import SILENT, Clause
from controller.text import Text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """A value with its ``clause``; ``unstated``: the default's reason if the text is silent or doubtful.

    ``stated_for``: amounts for which the text does state the value, so that only answers beyond them rest on the
    default.
    """

    value: T
    clause: Clause | None = None
    unstated: Text | None = None
    stated_for: range = range(0)

    def __post_init__(self) -> None:
        """Raise RulebookError for a value with neither clause nor reason."""
        if self.clause is None and self.unstated is None:
            raise RulebookError(f"rule with value {self.value!r} has neither a clause nor a reason")

    @property
    def cite(self) -> str:
        """The article, or ``unstated: reason`` if there is none."""
        if self.clause is not None:
            return self.clause.cite
        return f"{SILENT}{self.cited.en}"

    @property
    def cited(self) -> Text:
        """The clause, or the reason if there is none, as text for people."""
        cited = self.unstated if self.clause is None else self.clause.note
        assert cited is not None
        return cited


# Reason of a value that was not verified in the rulebook's text; the rulebook gives the text's place.
UNVERIFIED: Final = Text("未確認：原文を通読していない", "unverified: the text was not read whole")
# The same if sources disagree on the text, without an edition.
CONTESTED: Final = Text(
    "未確認：原文の通読なし、版の記載がない他の一覧表とは異なる",
    "unverified: the text was not read whole, and a club's table of it, without an edition, says otherwise",
)


def unstated(value: T, reason: Text) -> Rule[T]:
    """Return a default with its reason, for a field on which the text is silent."""
    return Rule(value, None, reason)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook; every field of a subclass is a Rule."""

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Yield name and rule of each field, in order."""
        for field in fields(self):
            yield field.name, getattr(self, field.name)


S = TypeVar("S", bound=Chapter)


def inherited(section: S, clause: Clause) -> S:
    """Return the chapter as inherited by a rulebook: each stated clause is cited through the rulebook's ``clause``."""
    changed = {
        name: replace(rule, clause=clause.of(rule.clause))
        for name, rule in section.rules()
        if rule.clause is not None and rule.unstated is None
    }
    return replace(section, **changed)


def silent(section: S, reason: Text) -> S:
    """Return the chapter for a rulebook that is silent on it: each value is a default with this reason."""
    return replace(section, **{name: unstated(rule.value, reason) for name, rule in section.rules()})

"""Verdicts: whether an act is valid under a book, with grounds, clauses and the defaults that they depend on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import YakuRule
from controller.text import Text

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Ground:
    """One ground of a verdict: ``code`` of the fault, "" for none; ``clause``: the clause or the default's reason.

    ``unstated``: name of the rulebook field whose default it depends on, "" if the text says it.
    """

    code: str
    text: Text
    clause: str
    unstated: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an act is valid. ``grounds``: every reason against it, or the reasons for it if it is valid.

    ``unstated``: names of rulebook fields on whose defaults the answer depends. Texts may reveal concealed hands: for
    referees only.
    """

    allowed: bool
    grounds: tuple[Ground, ...]
    unstated: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the faults that the act would be; () if the act is valid."""
        return tuple(ground.code for ground in self.grounds if ground.code)


def ground(rule: Rule[Any], field: str, text: Text, code: str = "") -> Ground:
    """Return a ground under one rule, whose bare name is ``field``."""
    return Ground(code, text, rule.cite, field if rule.unstated else "")


def yaku_rule(book: Rulebook, name: str) -> Rule[YakuRule | None]:
    """Return a yaku of a book with its clause; None under the clause of all yaku if the book does not list it."""
    found = next((each for each in book.scoring.yaku.value if each.id == name), None)
    if found is None:
        return Rule(None, book.scoring.yaku.clause, book.scoring.yaku.unstated)
    return Rule(found, found.clause, found.unstated)


def verdict(against: Iterable[Ground], granted: Iterable[Ground]) -> Verdict:
    """Return a refusal on the grounds ``against``, or if there are none, permission on the grounds ``granted``."""
    refused = tuple(against)
    grounds = refused or tuple(granted)
    return Verdict(not refused, grounds, tuple(dict.fromkeys(each.unstated for each in grounds if each.unstated)))


@dataclass(frozen=True, slots=True)
class Condition(Generic[C]):
    """A condition that a book sets on an act.

    ``touches``: whether it applies to the case; ``broken``: whether the case breaks it. ``against`` and ``granted``:
    texts for each outcome; ``field``: the bare name of ``rule``.
    """

    code: str
    field: str
    rule: Callable[[Rulebook], Rule[Any]]
    touches: Callable[[C, Rulebook], bool]
    broken: Callable[[C, Rulebook], bool]
    against: Text
    granted: Text

    def ground(self, book: Rulebook, *, broken: bool) -> Ground:
        """Return the ground that this condition gives under a book."""
        if broken:
            return ground(self.rule(book), self.field, self.against, self.code)
        return ground(self.rule(book), self.field, self.granted)


def judge(case: C, book: Rulebook, conditions: Iterable[Condition[C]], plain: Ground) -> Verdict:
    """Return the verdict on all conditions at once; ``plain``: the ground of an act to which none applies."""
    touched = [condition for condition in conditions if condition.touches(case, book)]
    against = [each.ground(book, broken=True) for each in touched if each.broken(case, book)]
    return verdict(against, [each.ground(book, broken=False) for each in touched] or [plain])

"""Doubtful fields on which an answer rests: fields of which another permitted value would change the answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from controller.errors import JantakuError
from controller.rulebooks.catalogue import published
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.table import Remedy, RemedyKind

T = TypeVar("T")

_STEPS: Final = (1, -1, 600, 10_000)
_SHAKEN: Final[Mapping[str, Callable[[Any, Rule[Any]], Any]]] = MappingProxyType(
    {
        # A smaller step would change answers that involve no rounding.
        "scoring.rounding": lambda *_: 10,
        "scoring.fu": lambda rows, _: tuple(row._replace(fu=row.fu + 2) for row in rows),
        "scoring.limits": lambda steps, rule: tuple(
            step._replace(basic_points=step.basic_points + 100 * (step.han not in rule.stated_for)) for step in steps
        ),
        "settlement.floating_bonus_points": lambda rows, _: tuple(tuple(2 * each for each in row) for row in rows),
        "settlement.rank_points_by_floating": lambda _, __: ((50, 10, -10, -50),) * 5,
    }
)
"""Alternative value for a field that contains a whole table."""
_ANOTHER_GAME: Final = "flow.players"
# Changing one of these would be another way of counting, not another reading of this rulebook.
_COUNTING: Final = frozenset({"scoring.yaku", "scoring.fu", "scoring.han_table"})


def rests_on(book: Rulebook, answer: Callable[[Rulebook], object], *chapters: str) -> tuple[str, ...]:
    """Return the bare names of the doubtful fields that an answer rests on, in rulebook order.

    ``chapters``: prefixes of the fields to test, none for all. ``answer`` is computed under the rulebook and under
    rulebooks with other values; an error counts as its answer.
    """
    asked = [
        name
        for name, rule in book.rules()
        if rule.unstated and name != _ANOTHER_GAME and (not chapters or name.startswith(chapters))
    ]
    if not asked:
        return ()
    told = _tried(answer, book)
    found: set[str] = set()
    for name in asked:
        deciding = [each for each in otherwise(book, name) if _tried(answer, each.book) != told]
        # Fields that must change together with a deciding field are equally in doubt.
        found |= min((each.changed for each in deciding), key=len, default=frozenset())
    return tuple([name.partition(".")[2] for name in asked if name in found])


def in_order(book: Rulebook, fields: Iterable[str]) -> tuple[str, ...]:
    """Return bare names, each once, in rulebook order."""
    wanted = set(fields)
    return tuple([bare for name, _ in book.rules() if (bare := name.partition(".")[2]) in wanted])


def in_doubt(book: Rulebook, fields: Iterable[str]) -> tuple[str, ...]:
    """Return the bare names of the doubtful fields; a field that shares another field's rule has that field's name."""
    names = {id(rule): name for name, rule in book.rules()}
    rules = [rule for name, rule in book.rules() if name in set(fields) and rule.unstated]
    return tuple([names[id(rule)].partition(".")[2] for rule in rules])


@dataclass(frozen=True, slots=True)
class Resting(Generic[T]):
    """An answer with the function that recomputes it; ``what``: part compared, ``chapters``: prefixes of fields."""

    book: Rulebook
    ask: Callable[[Rulebook], T]
    what: Callable[[T], object]
    chapters: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the fields on which the answer rests, computed on demand."""
        return rests_on(self.book, lambda book: self.what(self.ask(book)), *self.chapters)


class Otherwise(NamedTuple):
    """The rulebook with another value of a field; ``changed``: that field, and a field that must change with it."""

    changed: frozenset[str]
    book: Rulebook


# By rulebook and field: the rulebook with each other value of that field.
_OTHERWISE: Final[WeakKeyDictionary[Rulebook, dict[str, tuple[Otherwise, ...]]]] = WeakKeyDictionary()


def otherwise(book: Rulebook, field: str) -> tuple[Otherwise, ...]:
    """Return the rulebook with each other permitted value of a field."""
    known = _OTHERWISE.setdefault(book, {})
    if field not in known:
        chapter, name = field.split(".")
        values = other_values(field, getattr(getattr(book, chapter), name))
        known[field] = tuple([other for value in values if (other := _lawful(book, field, value)) is not None])
    return known[field]


def other_values(field: str, rule: Rule[Any]) -> Iterator[Any]:
    """Yield plausible other values of a field: of other rulebooks, others of its type, larger and smaller ones."""
    value = rule.value
    seen = list(_printed()[field])
    if isinstance(value, bool):
        seen.append(not value)
    elif isinstance(value, int):
        seen += [value * 2, value // 2, *(value + step for step in _STEPS)]
    elif isinstance(value, Enum):
        seen += list(type(value))
    elif isinstance(value, Remedy):
        seen += [Remedy(kind, "別", "other") for kind in RemedyKind]
    elif value is None:
        seen += [1, 13]
    if field in _SHAKEN:
        # Another rulebook's value may differ from this one in parts that the text states.
        seen = [_SHAKEN[field](value, rule)]
    told: list[Any] = []
    for one in seen:
        stated = isinstance(one, int) and one in rule.stated_for
        if one != value and not stated and one not in told:
            told.append(one)
            yield one


@cache
def _printed() -> Mapping[str, Sequence[Any]]:
    """Return the values of each field in all published rulebooks."""
    found: dict[str, list[Any]] = {}
    for book in published().values():
        for name, rule in book.rules():
            values = found.setdefault(name, [])
            if rule.value not in values:
                values.append(rule.value)
    return found


def with_values(book: Rulebook, values: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook with other values by dotted name, clauses unchanged; raises ContradictionError."""
    chapters: dict[str, Any] = {}
    for path, value in values.items():
        chapter, field = path.split(".")
        section = chapters.get(chapter, getattr(book, chapter))
        chapters[chapter] = replace(section, **{field: replace(getattr(section, field), value=value)})
    return replace(book, **chapters)


def _lawful(book: Rulebook, field: str, value: object) -> Otherwise | None:
    """Return the rulebook with that value, and if needed with another value of one field that it contradicts."""
    try:
        return Otherwise(frozenset({field}), with_values(book, {field: value}))
    except ContradictionError as error:
        beside = {name for each in error.found for name in each.fields} - {field, *_COUNTING}
    except TypeError:
        return None
    for name in sorted(beside):
        for own in _printed()[name]:
            with suppress(ContradictionError, TypeError):
                return Otherwise(frozenset({field, name}), with_values(book, {field: value, name: own}))
    return None


def _tried(answer: Callable[[Rulebook], object], book: Rulebook) -> object:
    try:
        return answer(book)
    except JantakuError as error:
        return type(error)

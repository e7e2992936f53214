"""Comparison of two rulebooks for a referee's briefing: differences in words, in the order of play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypedDict

from api.rulebooks.fields import RulebookField, differences
from api.rulebooks.words import YAKU_NAMES, worth_text
from controller.rulebooks.names.chombo import chombo_cost
from controller.rulebooks.names.fields import PART_NAMES, Part, words
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.schema.table import Remedy
from controller.scoring.hand.yaku import YAKU as KNOWN_YAKU
from controller.text import NamedJson, Text, TextJson

_YAKU: Final = "scoring.yaku."
_FU: Final = "scoring.fu."
# Groups of fields that are described by one sentence.
_TOGETHER: Final[Mapping[tuple[str, ...], Callable[[Rulebook], Text]]] = MappingProxyType(
    {("penalties.chombo_cost", "penalties.chombo_points"): chombo_cost}
)
_BETWEEN: Final = Text("：", ": ")
_NOTHING: Final = Text("", "")


class Side(NamedTuple):
    """One book's side of a difference: sentence, clause, and ``doubt``: why the value is a default.

    ``cited``: the clause as each language cites it. ``doubt`` is empty if the text states the rule.
    """

    told: Text
    clause: str
    cited: Text
    doubt: Text


class Difference(NamedTuple):
    """A difference, with its part of play; ``fields``: dotted names of its fields."""

    part: Part
    fields: tuple[str, ...]
    first: Side
    second: Side


class BookHeadJson(NamedJson):
    """A rulebook with its edition."""

    edition: str


class SideJson(TextJson):
    """One book's side of a difference."""

    clause: str
    cited: TextJson
    unstated: TextJson


class DifferenceJson(TypedDict):
    """A difference, with the dotted names of its fields."""

    fields: tuple[str, ...]
    first: SideJson
    second: SideJson


class BriefingPartJson(NamedJson):
    """A part of play with its differences."""

    differences: list[DifferenceJson]


class BriefingJson(TypedDict):
    """Differences between two books."""

    first: BookHeadJson
    second: BookHeadJson
    differences: int
    parts: list[BriefingPartJson]


def briefing(first: Rulebook, second: Rulebook) -> tuple[Difference, ...]:
    """Return every difference between two books, in the order of play."""
    found = {path: (one, other) for path, one, other in differences(first, second)}
    together: dict[tuple[str, ...], Callable[[Rulebook], Text]] = {
        tuple(path for path in paths if path in found): told for paths, told in _TOGETHER.items()
    }
    # If only one of the two books counts fu, one sentence replaces one line per row of the table.
    if bool(first.scoring.fu.value) != bool(second.scoring.fu.value):
        together[tuple(path for path in found if _field(path) == _FU[:-1])] = _whether_fu
    told = [
        Difference(_part(paths[0]), paths, *(_together(paths, book, tell) for book in (first, second)))
        for paths, tell in together.items()
        if paths
    ]
    among = {path for paths in together for path in paths}
    told += [_difference(path, (first, second), fields) for path, fields in found.items() if path not in among]
    order = [*words().fields]
    return tuple(sorted(told, key=lambda row: order.index(_field(row.fields[0]))))


def by_part(rows: Sequence[Difference]) -> Iterator[tuple[Part, list[Difference]]]:
    """Yield each part that has differences, in order, with them."""
    order = list(Part)
    for part, among in groupby(sorted(rows, key=lambda row: order.index(row.part)), key=lambda row: row.part):
        yield part, list(among)


def as_json(first: Rulebook, second: Rulebook) -> BriefingJson:
    """Return the briefing as JSON, part by part."""
    rows = briefing(first, second)
    return {
        "first": _head(first),
        "second": _head(second),
        "differences": len(rows),
        "parts": [
            {
                "id": part.value,
                **PART_NAMES[part].to_json(),
                "differences": [
                    {"fields": row.fields, "first": _plain(row.first), "second": _plain(row.second)} for row in among
                ],
            }
            for part, among in by_part(rows)
        ],
    }


def _head(book: Rulebook) -> BookHeadJson:
    return {"id": book.id, "ja": book.ja, "en": book.en, "edition": book.edition}


def _plain(side: Side) -> SideJson:
    return {
        **side.told.to_json(),
        "clause": side.clause,
        "cited": side.cited.to_json(),
        "unstated": side.doubt.to_json(),
    }


def _field(path: str) -> str:
    """Return the field of a path; each yaku and fu row is a field."""
    return ".".join(path.split(".")[:2])


def _part(path: str) -> Part:
    return words().fields[_field(path)].part


def _difference(path: str, books: tuple[Rulebook, Rulebook], fields: tuple[RulebookField, RulebookField]) -> Difference:
    first, second = (_side(path, field, book) for field, book in zip(fields, books, strict=True))
    # Remedies of the same kind can differ in their details.
    if first.told == second.told:
        first, second = (_side(path, field, book, whole=True) for field, book in zip(fields, books, strict=True))
    return Difference(_part(path), (path,), first, second)


def _side(path: str, field: RulebookField, book: Rulebook, *, whole: bool = False) -> Side:
    rule = field.rule
    if not path.startswith((_YAKU, _FU)):
        assert rule is not None
        remedy = isinstance(rule.value, Remedy) and not whole
        worth = VALUE_NAMES[rule.value.kind] if remedy else field.words
        return _cited(words().fields[path].phrase.of(rule.value, worth), [rule])
    line = words().lines["yaku" if path.startswith(_YAKU) else "fu"]
    if rule is None and (plain := _plain_form(path, book)):
        return plain
    worth = worth_text(rule.value) if rule and isinstance(rule.value, YakuRule) else field.words
    said = line.of(rule and rule.value, worth)
    told = Text(*(f"{name}{mark}{each}" for name, mark, each in zip(field.title, _BETWEEN, said, strict=True)))
    return _cited(told, [rule] if rule else [])


def _plain_form(path: str, book: Rulebook) -> Side | None:
    """Return how a book counts a special form that it does not list: as the yaku that the form would replace."""
    listed = {each.id: each for each in book.scoring.yaku.value}
    form = next((yaku for yaku in KNOWN_YAKU if path == f"{_YAKU}{yaku.id}"), None)
    base = next((listed[each] for each in form.replaces if each in listed), None) if form else None
    if form is None or base is None:
        return None
    name, worth = YAKU_NAMES[base.id], worth_text(base)
    told = Text(
        f"{form.ja}：{name.ja}として数える（{worth.ja}）", f"{form.en}: counts as {name.en.lower()} ({worth.en})"
    )
    if base.yakuman == 1:
        told = Text(
            f"{form.ja}：シングル役満（ダブル役満にしない）", f"{form.en}: a single yakuman, as {name.en.lower()}"
        )
    return _cited(told, [Rule(base, base.clause, base.unstated)])


def _whether_fu(book: Rulebook) -> Text:
    return words().fields[_FU[:-1]].phrase.of(book.scoring.fu.value, _NOTHING)


def _together(paths: Sequence[str], book: Rulebook, told: Callable[[Rulebook], Text]) -> Side:
    rules = dict(book.rules())
    return _cited(told(book), [rules[field] for field in dict.fromkeys(map(_field, paths))])


def _cited(told: Text, rules: Sequence[Rule[Any]]) -> Side:
    clauses = list(dict.fromkeys(rule.clause for rule in rules if rule.clause is not None))
    doubts = list(dict.fromkeys(rule.unstated for rule in rules if rule.unstated is not None))
    article = ", ".join(clause.cite for clause in clauses)
    return Side(told, article, _joined([clause.note for clause in clauses]), _joined(doubts))


def _joined(texts: Sequence[Text]) -> Text:
    return Text("、".join(text.ja for text in texts), ", ".join(text.en for text in texts))

"""Two rulebooks beside each other as a referee tells players: what differs, in words, in the order of play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from api.rulebooks.fields import RulebookField, differences
from api.rulebooks.words import worth_told
from controller.rulebooks.names.briefing.game import DRAWS, END, EVENT, FLOW, SETTLEMENT
from controller.rulebooks.names.briefing.penalties import PENALTIES
from controller.rulebooks.names.briefing.phrase import PART_NAMES, Part, Phrase
from controller.rulebooks.names.briefing.play import CALLS, KONGS, RIICHI, WINNING
from controller.rulebooks.names.briefing.scoring import FU, SCORING, YAKU
from controller.rulebooks.names.briefing.table import SEATING, SET_UP, TURNS
from controller.rulebooks.names.reasons import reason_name
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.schema.table import Remedy
from controller.text import Text

# The sentence of every field, in the order of play.
PHRASES: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        field: phrase
        for part in (
            *(SEATING, SET_UP, TURNS, CALLS, RIICHI, KONGS, WINNING, SCORING),
            *(DRAWS, FLOW, END, SETTLEMENT, PENALTIES, EVENT),
        )
        for field, phrase in part.items()
    }
)
_YAKU: Final = "scoring.yaku."
_FU: Final = "scoring.fu."
_ORDER: Final = {field: place for place, field in enumerate(PHRASES)}
_BETWEEN: Final = Text("：", ": ")
_NOTHING: Final = Text("", "")


class Side(NamedTuple):
    """What one book says: a sentence, its clause, and why it is a default where the text does not print it."""

    told: Text
    clause: str
    doubt: Text


class Difference(NamedTuple):
    """One difference, in a part of play; ``fields``: the dotted names that it tells."""

    part: Part
    fields: tuple[str, ...]
    first: Side
    second: Side


def briefing(first: Rulebook, second: Rulebook) -> tuple[Difference, ...]:
    """Every difference between two books, in the order of play."""
    found = list(differences(first, second))
    # Where only one of the two counts fu, that is one sentence and not one for each line of the table.
    whole = bool(first.scoring.fu.value) != bool(second.scoring.fu.value)
    tables = tuple(path for path, _, _ in found if whole and _field(path) == _FU[:-1])
    told = [_told(path, one, other) for path, one, other in found if path not in tables]
    if tables:
        told.append(Difference(Part.SCORING, tables, _whether_fu(first), _whether_fu(second)))
    return tuple(sorted(told, key=lambda row: _ORDER[_field(row.fields[0])]))


def by_part(rows: Sequence[Difference]) -> Iterator[tuple[Part, list[Difference]]]:
    """The differences of each part that has any, in order."""
    order = list(Part)
    for part, among in groupby(sorted(rows, key=lambda row: order.index(row.part)), key=lambda row: row.part):
        yield part, list(among)


def as_json(first: Rulebook, second: Rulebook) -> dict[str, Any]:
    """The briefing as plain values, part by part."""
    rows = briefing(first, second)
    return {
        "first": _head(first),
        "second": _head(second),
        "differences": len(rows),
        "parts": [
            {
                "id": part.value,
                **asdict(PART_NAMES[part]),
                "differences": [
                    {"fields": row.fields, "first": _plain(row.first), "second": _plain(row.second)} for row in among
                ],
            }
            for part, among in by_part(rows)
        ],
    }


def _head(book: Rulebook) -> dict[str, str]:
    return {"id": book.id, "ja": book.ja, "en": book.en, "edition": book.edition}


def _plain(side: Side) -> dict[str, Any]:
    return {**asdict(side.told), "clause": side.clause, "unstated": asdict(side.doubt)}


def _field(path: str) -> str:
    """The field that a path is of: yaku and fu lines are told one by one."""
    return ".".join(path.split(".")[:2])


def _told(path: str, one: RulebookField, other: RulebookField) -> Difference:
    part = PHRASES[_field(path)].part
    brief = Difference(part, (path,), _side(path, one), _side(path, other))
    # Two remedies of one kind differ in how it is done.
    if brief.first.told == brief.second.told:
        return Difference(part, (path,), _side(path, one, whole=True), _side(path, other, whole=True))
    return brief


def _side(path: str, field: RulebookField, *, whole: bool = False) -> Side:
    rule = field.rule
    if not path.startswith((_YAKU, _FU)):
        assert rule is not None
        remedy = isinstance(rule.value, Remedy) and not whole
        words = VALUE_NAMES[rule.value.kind] if remedy else field.words
        return _cited(PHRASES[path].of(rule.value, words), rule)
    line = YAKU if path.startswith(_YAKU) else FU
    words = worth_told(rule.value) if rule and isinstance(rule.value, YakuRule) else field.words
    said = line.of(rule and rule.value, words)
    told = Text(*(f"{name}{mark}{worth}" for name, mark, worth in zip(field.title, _BETWEEN, said, strict=True)))
    return _cited(told, rule) if rule else Side(told, "", _NOTHING)


def _whether_fu(book: Rulebook) -> Side:
    rule = book.scoring.fu
    return _cited(PHRASES[_FU[:-1]].of(rule.value, _NOTHING), rule)


def _cited(told: Text, rule: Rule[Any]) -> Side:
    return Side(told, rule.clause, reason_name(rule.unstated) if rule.unstated else _NOTHING)

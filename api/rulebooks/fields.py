"""Fields of a rulebook by dotted name: title, value as JSON and in words, and clause."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from api.rulebooks.words import YAKU_NAMES, words_of, worth
from controller.rulebooks.clause import SILENT, Clause
from controller.rulebooks.names.fields import title_of
from controller.rulebooks.names.score_lines import FU_NAMES
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

_NOTHING: Final = Text("", "")


class RulebookField(NamedTuple):
    """A field of a rulebook; ``rule`` is None if the book has no such row.

    ``cited``: the clause as each language cites it; ``doubt``: reason of a default value; both "" if there is none.
    """

    title: Text
    value: Any
    words: Text
    clause: str
    rule: Rule[Any] | None
    cited: Text = _NOTHING
    doubt: Text = _NOTHING

    def __str__(self) -> str:
        cited, doubt = _both(self.cited), _both(self.doubt)
        return _both(self.words) + (f"  [{cited}]" if cited else "") + (f"  (†{doubt})" if doubt else "")

    def to_json(self) -> dict[str, Any]:
        """Return the value with its words and clause as JSON."""
        cited = self.cited if self.cited.en else self.doubt
        return {"value": self.value, **asdict(self.words), "clause": self.clause, "cited": asdict(cited)}


def rulebook_fields(book: Rulebook) -> dict[str, RulebookField]:
    """Return every field of a book by its dotted name, with one field per yaku and fu row."""
    found: dict[str, RulebookField] = {}
    line: Rule[Any]
    for path, rule in book.rules():
        if path == "scoring.yaku":
            for yaku in rule.value:
                value = {"closed": yaku.closed, "open": yaku.open, "yakuman": yaku.yakuman}
                value |= {"limit": yaku.limit} if yaku.limit else {}
                cite = yaku.clause.cite + (f" ({SILENT}{yaku.unstated.en})" if yaku.unstated else "")
                line = Rule(yaku, yaku.clause, yaku.unstated)
                found[f"{path}.{yaku.id}"] = RulebookField(
                    YAKU_NAMES[yaku.id], value, worth(yaku), cite, line, *_ground(line)
                )
        elif path == "scoring.fu" and rule.value:
            for fu in rule.value:
                line = Rule(fu.fu, fu.clause)
                found[f"{path}.{fu.id}"] = RulebookField(
                    FU_NAMES[fu.id], fu.fu, words_of(fu.fu), fu.clause.cite, line, *_ground(line)
                )
        else:
            found[path] = RulebookField(
                title_of(path), plain(rule.value), words_of(rule.value), rule.cite, rule, *_ground(rule)
            )
    return found


def _ground(rule: Rule[Any]) -> tuple[Text, Text]:
    """Return the citation and the reason of a default, in words."""
    return rule.clause.note if rule.clause else _NOTHING, rule.unstated or _NOTHING


def _both(text: Text) -> str:
    return "  ".join(dict.fromkeys(text))


def differences(first: Rulebook, second: Rulebook) -> Iterator[tuple[str, RulebookField, RulebookField]]:
    """Yield name and both fields wherever two books have different values."""
    left, right = rulebook_fields(first), rulebook_fields(second)
    for path in dict.fromkeys((*left, *right)):
        one, other = left.get(path), right.get(path)
        title = one.title if one else right[path].title
        nothing = RulebookField(title, None, Text("なし", "not in this book"), "", None)
        one, other = one or nothing, other or nothing
        if one.value != other.value:
            yield path, one, other


def plain(value: Any) -> Any:
    """Convert a rule or its value to plain JSON values: enums by value, ranges by first and last, others by field."""
    if isinstance(value, Enum | Clause):
        return value.value if isinstance(value, Enum) else value.cite
    if isinstance(value, range):
        return [value[0], value[-1]]
    if is_dataclass(value):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        value = {name: held for name, held in named.items() if held != range(0)}
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(part) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(part) for part in value), key=str)
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value

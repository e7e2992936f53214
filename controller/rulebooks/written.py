"""A rulebook written out in full, each value with its clause, so that a journal can store the exact rulebook in use.

JSON with sorted keys: equal rulebooks have equal texts. A text stays readable by later releases: a field added since is
taken from the rulebook's base, or from the usual one; a field or value unknown to this release is rejected.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from enum import Enum
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from controller.errors import RulebookError
from controller.rulebooks.cited import clauses_of
from controller.rulebooks.clause import SILENT, Clause
from controller.rulebooks.rule import Chapter, Rule
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

_TEXTS: Final = ("id", "ja", "en", "edition", "source")


def book_text(book: Rulebook) -> str:
    """Return the rulebook as text."""
    chapters = {name: {field: _rule(rule) for field, rule in chapter.rules()} for name, chapter in book.chapters()}
    return json.dumps(
        {**{name: getattr(book, name) for name in _TEXTS}, **chapters},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )


def digest(text: str) -> str:
    """Return a key that differs between different texts."""
    return hashlib.sha256(text.encode()).hexdigest()


def book_of_text(text: str, books: Mapping[str, Rulebook], usual: str) -> Rulebook:
    """Return the rulebook of a text; raises RulebookError. ``books`` and its id ``usual`` supply missing fields."""
    try:
        body: dict[str, Any] = json.loads(text)
        base = books.get(body["id"], books[usual])
        if book_text(base) == text:
            # Return the known object itself, for which many derived values are cached.
            return base
        told = dict(base.chapters())
        for name, given in body.items():
            if name not in _TEXTS:
                told[name] = _chapter(name, told[name], given, clauses_of(base))
        return replace(base, **{name: str(body[name]) for name in _TEXTS}, **told)  # type: ignore[arg-type]  # fields by name
    except (KeyError, TypeError, ValueError, AttributeError, msgspec.ValidationError) as error:
        raise RulebookError(f"kept rulebook: cannot be read: {error}") from None


def _rule(rule: Rule[Any]) -> dict[str, Any]:
    told = {"value": _plain(rule.value), "clause": _plain(rule.clause), "unstated": _plain(rule.unstated)}
    amounts = rule.stated_for
    if amounts:
        told["stated_for"] = [amounts.start, amounts.stop, amounts.step]
    return {name: value for name, value in told.items() if name == "value" or value}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Clause | Text):
        return asdict(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _chapter(name: str, chapter: Chapter, given: Mapping[str, Mapping[str, Any]], known: Mapping[str, Text]) -> Chapter:
    kinds = get_type_hints(type(chapter))
    rules: dict[str, Rule[Any]] = {}
    for field in fields(chapter):
        if field.name in given:
            told, (kind,) = given[field.name], get_args(kinds[field.name])
            rules[field.name] = Rule(
                msgspec.convert(_of_today(kind, told["value"], known), kind),
                msgspec.convert(_of_today(Clause, told.get("clause"), known), Clause | None),
                msgspec.convert(_of_today(Text, told.get("unstated"), known), Text | None),
                range(*told.get("stated_for", (0,))),
            )
    strange = sorted(set(given) - set(rules))
    if strange:
        raise ValueError(f"{name}.{strange[0]}: a field of a later release")
    return replace(chapter, **rules)


def _of_today(kind: Any, told: Any, known: Mapping[str, Text]) -> Any:
    """Return the text's values; clauses of old texts, in English only, get their Japanese citation."""
    if hasattr(kind, "_fields") and isinstance(told, list):
        parts = get_type_hints(kind).values()
        return [_of_today(part, each, known) for part, each in zip(parts, told, strict=False)]
    if get_origin(kind) is tuple and isinstance(told, list):
        return [_of_today(get_args(kind)[0], each, known) for each in told]
    if not isinstance(told, str) or not {Clause, Text} & {kind, *get_args(kind)}:
        return told
    cite = told if kind is Clause else f"{SILENT}{told}"
    note = known.get(cite, Text(told, told))
    if kind is Clause:
        return {"article": "" if told.startswith(SILENT) else told, "note": asdict(note)}
    return asdict(note) if told else None

"""Reader of a rulebook from TOML, published or house rules: lower rulebooks, and fields with clause or reason.

A field is a bare value, or a table of ``value``, ``clause``, ``unstated`` (the reason of a default, or a doubt) and
``stated_for``; without ``value`` it keeps the value of the lower rulebooks. A clause or a reason is a text, or the name
of a text in ``notes``. The lower rulebooks of a file are, in this order: the usual values (``usual.toml``); its
``base``, whose clauses are cited through the clause ``through`` if there is one; and for each chapter in ``silent`` the
rulebook named by ``like``, all of whose values then become defaults, with the reason given there.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final, get_args

from controller.errors import RulebookError
from controller.rulebooks.clause import Clause, silence
from controller.rulebooks.files.lines import FIELDS_OF_LINES, changed_lines, cited_anew, own_lines_last
from controller.rulebooks.files.toml import KeyPath, ValueRefusal, hints_of, one_of, value_of_type
from controller.rulebooks.rule import Chapter, Rule, inherited, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.chapters import Chapters
from controller.rulebooks.schema.table import Remedy
from controller.rulebooks.usual import NOTES, REMEDIES, USUAL
from controller.text import Text

TEXTS: Final = ("base", "id", "ja", "en", "edition", "source")
_BELOW: Final = ("notes", "through", "like", "silent")
_FIELD: Final = ("value", "clause", "unstated", "stated_for")
Rules = dict[str, dict[str, Rule[Any]]]
Refuse = Callable[[KeyPath, str], None]


def published_book(name: str, document: Mapping[str, Any], books: Mapping[str, Rulebook]) -> Rulebook:
    """Return the published rulebook of a document; raises RulebookError."""

    def fail(path: KeyPath, reason: str) -> None:
        raise RulebookError(f"{name}: {'.'.join(path)}: {reason}")

    return book_of(document, document, books, None, fail)


def book_of(
    document: Mapping[str, Any],
    named: Mapping[str, str],
    books: Mapping[str, Rulebook],
    uncited: Clause | None,
    refuse: Refuse,
) -> Rulebook:
    """Return the rulebook of a document based on some of ``books``; raises ContradictionError.

    ``named``: its id, ja, en and edition. ``refuse`` is called with place and text of each error. ``uncited``: the
    clause of a value that names none; None: such a value is an error.
    """
    reader = _BookReader(document.get("notes", {}), uncited, refuse)
    rules = reader.below(document, books)
    for key, given in document.items():
        if key in (*TEXTS, *_BELOW):
            continue
        if key not in rules:
            refuse((key,), f"unknown chapter: {one_of((*TEXTS, *rules), key)}")
        elif not isinstance(given, dict):
            refuse((key,), "expected a table of fields")
        else:
            reader.change(key, rules[key], given)
    # The chapter of a key is known only at run time: a type checker cannot follow.
    chapters: dict[str, Any] = {key: _chapter(key, rules[key], refuse) for key in rules}
    return Rulebook(
        id=named["id"],
        ja=named["ja"],
        en=named["en"],
        edition=named["edition"],
        source=document.get("source", ""),
        base=document.get("base", ""),
        **chapters,
    )


def _chapter(key: str, rules: Mapping[str, Rule[Any]], refuse: Refuse) -> Chapter:
    kinds = kinds_of(key)
    for name in kinds:
        if name not in rules:
            refuse((key, name), "no value: expected one, as no book below it has one")
    chapter: Chapter = hints_of(Chapters)[key](**{name: rules.get(name) for name in kinds})
    return chapter


@cache
def _usual() -> Mapping[str, Mapping[str, Rule[Any]]]:
    rules: Rules = {field.name: {} for field in fields(Chapters)}

    def fail(path: KeyPath, reason: str) -> None:
        raise ValueRefusal(reason, path)

    reader = _BookReader({}, None, fail)
    for key, section in rules.items():
        reader.change(key, section, USUAL.get(key, {}))
    return rules


@cache
def kinds_of(chapter: str) -> Mapping[str, Any]:
    """Return the value type of each field of a chapter."""
    section = hints_of(Chapters)[chapter]
    return {field.name: get_args(hints_of(section)[field.name])[0] for field in fields(section)}


class _BookReader:
    """Reads the rows of one file, with its own notes and those common to all rulebooks."""

    def __init__(self, notes: object, uncited: Clause | None, refuse: Refuse) -> None:
        if not isinstance(notes, dict):
            refuse(("notes",), "expected a table of texts by name")
            notes = {}
        own = {name: {"ja": note, "en": name} if isinstance(note, str) else note for name, note in notes.items()}
        self._notes = {**NOTES, **own}
        self._uncited = uncited
        self._refuse = refuse

    def below(self, document: Mapping[str, Any], books: Mapping[str, Rulebook]) -> Rules:
        """Return the rules of the rulebooks that the file builds on."""
        rules = {key: dict(section) for key, section in _usual().items()}
        base = books.get(document.get("base", ""))
        try:
            if base is not None:
                chapters = dict(base.chapters())
                if "through" in document:
                    through = self._cite(Clause, document["through"])
                    chapters = {key: inherited(chapter, through) for key, chapter in chapters.items()}
                rules = {key: dict(chapter.rules()) for key, chapter in chapters.items()}
            for key, reason in document.get("silent", {}).items():
                rules[key] = self._silent(key, books[document["like"]], self._cite(Text, reason))
        except (ValueRefusal, KeyError, TypeError, AttributeError):
            self._refuse(("silent",), "expected chapters of the book named by like, each with a note")
        return rules

    def change(self, chapter: str, rules: dict[str, Rule[Any]], given: Mapping[str, Any]) -> None:
        """Replace the lower rules of a chapter by those that a file gives."""
        kinds = kinds_of(chapter)
        for name, value in given.items():
            try:
                if name not in kinds:
                    raise ValueRefusal(f"unknown field: {one_of(kinds, name)}")
                rules[name] = self._field(name, kinds[name], rules.get(name), value)
            except ValueRefusal as refused:
                self._refuse((chapter, name, *refused.path), refused.reason)

    def _silent(self, key: str, like: Rulebook, reason: Text) -> dict[str, Rule[Any]]:
        """Return another rulebook's chapter for a chapter on which this one is silent: all values are defaults."""
        nowhere = silence(*reason)
        return {
            name: unstated(cited_anew(rule.value, nowhere) if name in FIELDS_OF_LINES else rule.value, reason)
            for name, rule in dict(like.chapters())[key].rules()
        }

    def _field(self, name: str, kind: Any, before: Rule[Any] | None, given: Any) -> Rule[Any]:
        if name in FIELDS_OF_LINES and isinstance(given, dict) and "value" not in given:
            return self._lines(name, before, given)
        if not isinstance(given, dict) or not any(key in _FIELD for key in given):
            given = {"value": given}
        for key in given:
            if key not in _FIELD:
                raise ValueRefusal("unknown key: expected value and clause, or unstated", (key,))
        if "value" in given:
            return self._cited(given, self._value(kind, given["value"]), None)
        if before is None:
            raise ValueRefusal("no value: expected one, as no book below it has one")
        return self._cited(given, before.value, None)

    def _lines(self, name: str, before: Rule[Any] | None, given: Mapping[str, Any]) -> Rule[Any]:
        """Return lines (yaku, fu or manners) given by id; other keys: the field's citation, ``lines``: their clause.

        With ``lines`` all of them become the file's own: first those with the same value as below, then the others.
        """
        rows = {key: row for key, row in given.items() if key not in (*_FIELD, "lines")}
        old = before.value if before is not None else None
        if "lines" not in given:
            return self._cited(given, changed_lines(name, old, rows, self._uncited, self._cite), before)
        clause = self._at("lines", Clause, given["lines"])
        elsewhere = cited_anew(old or (), clause)
        lines = changed_lines(name, elsewhere if old is not None else None, rows, clause, self._cite)
        return self._cited(given, own_lines_last(elsewhere, lines, rows), before)

    def _cited(self, given: Mapping[str, Any], value: Any, before: Rule[Any] | None) -> Rule[Any]:
        """Return the value with the row's citation; without one, with the earlier citation."""
        reason = self._at("unstated", Text, given["unstated"]) if "unstated" in given else None
        stated = self._at("clause", Clause, given["clause"]) if "clause" in given else None
        if stated is None and reason is None:
            if before is not None:
                return Rule(value, before.clause, before.unstated, before.stated_for)
            stated = self._uncited
        if stated is None and reason is None:
            raise ValueRefusal("no clause: expected one, or unstated with the reason")
        return Rule(value, stated, reason, self._amounts(given))

    def _amounts(self, given: Mapping[str, Any]) -> range:
        return range(*value_of_type(tuple[int, int], given["stated_for"])) if "stated_for" in given else range(0)

    def _at(self, key: str, kind: Any, given: object) -> Any:
        try:
            return self._cite(kind, given)
        except ValueRefusal as refused:
            raise ValueRefusal(refused.reason, (key, *refused.path)) from None

    def _cite(self, kind: Any, given: object) -> Any:
        """Return a clause or a reason."""
        return value_of_type(kind, self._notes.get(given, given) if isinstance(given, str) else given)

    def _value(self, kind: Any, given: Any) -> Any:
        if kind is Remedy and isinstance(given, str):
            if given not in REMEDIES:
                raise ValueRefusal(f"{one_of(REMEDIES, given)}, or a table of kind, ja, en")
            return REMEDIES[given]
        return value_of_type(kind, given)

"""House rules: a TOML file that names a base and overrides fields; refused with file, line and reason."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from controller.errors import RulebookError
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.clause import Clause, clause
from controller.rulebooks.rule import Chapter, Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.shared import YAKU_IDS
from controller.rulebooks.toml import ValueRefusal, line_of, lines_of, one_of, shortened, value_of_type

DEFAULT_CLAUSE: Final = clause("ハウスルール", "house rule")
LARGEST: Final = 1 << 16
_TEXTS: Final = ("base", "id", "ja", "en", "edition")
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Why a file is refused, and where; ``field`` is dotted, empty where it is not about one."""

    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.field}: {self.reason}" if self.field else f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a file says: the rulebook, None where there are problems, and its base, None where that is unknown."""

    rulebook: Rulebook | None
    base: Rulebook | None
    problems: tuple[Problem, ...]


def load_house(path: Path, books: Mapping[str, Rulebook]) -> Rulebook:
    """The rulebook of a file built on one of ``books``; raises RulebookError with file, line and first reason."""
    house = read_house(path, books)
    if house.rulebook is None:
        first, more = house.problems[0], len(house.problems) - 1
        raise RulebookError(f"{path}: {first}" + (f" (and {more} more)" if more else ""))
    return house.rulebook


def read_house(path: Path, books: Mapping[str, Rulebook]) -> HouseRules:
    """Parse a file of house rules, with all its problems; raises RulebookError for a file that is unreadable."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise RulebookError(f"{path}: {error.strerror or error}: expected a TOML file of house rules") from None
    if len(raw) > LARGEST:
        raise RulebookError(f"{path}: longer than {LARGEST} bytes: expected a TOML file of house rules")
    try:
        return house_rules(raw.decode("utf-8"), path.stem, books)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return HouseRules(None, None, (Problem(line, "", "not UTF-8"),))


def house_rules(text: str, name: str, books: Mapping[str, Rulebook]) -> HouseRules:
    """What a text of house rules says; ``name`` is the id where the text gives none."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return HouseRules(None, None, (syntax_problem(str(error), text),))
    except RecursionError:
        return HouseRules(None, None, (Problem(1, "", "nested too deep"),))
    reading = _Reading(lines_of(text))
    book = reading.rulebook(document, name, books)
    problems = tuple(sorted(reading.problems))
    return HouseRules(None if problems else book, reading.base, problems)


def syntax_problem(message: str, text: str) -> Problem:
    """What tomllib says of a text that is no TOML, with the line."""
    place = _PLACE.search(message)
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    return Problem(line, "", f"not TOML: {_PLACE.sub('', message)}")


class _Reading:
    """One pass over a document; gathers problems and goes on."""

    def __init__(self, lines: dict[tuple[str, ...], int]) -> None:
        self.lines = lines
        self.problems: list[Problem] = []
        self.base: Rulebook | None = None

    def refuse(self, path: tuple[str, ...], reason: str) -> None:
        self.problems.append(Problem(line_of(self.lines, path), ".".join(path), reason))

    def rulebook(self, document: Mapping[str, Any], name: str, books: Mapping[str, Rulebook]) -> Rulebook | None:
        texts = {key: self._text(document, key) for key in _TEXTS}
        base = self.base = books.get(texts["base"])
        if base is None and not self.problems:
            given = f"unknown rulebook {shortened(texts['base'])!r}" if texts["base"] else "absent"
            self.refuse(("base",), f"{given}: expected one of {', '.join(books)}")
        if base is None:
            return None
        identity = texts["id"] or name
        if not _ID.fullmatch(identity):
            self.refuse(("id",), f"{shortened(identity)!r} is no id: expected small letters and digits joined by -")
        elif identity in books:
            self.refuse(("id",), f"{identity!r} is the id of another rulebook: expected one of its own")
        sections = dict(base.chapters())
        for key, given in document.items():
            if key in _TEXTS:
                continue
            if key not in sections:
                self.refuse((key,), f"unknown chapter: {one_of((*_TEXTS, *sections), key)}")
            elif not isinstance(given, dict):
                self.refuse((key,), "expected a table of fields")
            else:
                sections[key] = self._section(key, sections[key], given)
        try:
            return Rulebook(
                id=identity,
                base=base.id,
                ja=texts["ja"] or f"{base.ja}（ハウスルール）",
                en=texts["en"] or f"{base.en}, house rules",
                edition=texts["edition"] or f"house rules on {base.id}",
                **sections,  # type: ignore[arg-type]  # each was read as what its field takes
            )
        except ContradictionError as error:
            for found in error.found:
                own = [field for field in found.fields if (*field.split("."),) in self.lines]
                path = (*(own or found.fields)[0].split("."),)
                others = [field for field in found.fields if field != ".".join(path)]
                beside = f" (beside {', '.join(others)})" if others else ""
                self.refuse(path, f"{found.reason}{beside}")
            return None

    def _text(self, document: Mapping[str, Any], key: str) -> str:
        given = document.get(key, "")
        if isinstance(given, str) and "\n" not in given:
            return given
        self.refuse((key,), "expected a text of one line")
        return ""

    def _section(self, chapter: str, section: Chapter, given: Mapping[str, Any]) -> Chapter:
        kinds = get_type_hints(type(section))
        known = [field.name for field in fields(section)]
        changed: dict[str, Rule[Any]] = {}
        for name, value in given.items():
            path = (chapter, name)
            if name not in known:
                self.refuse(path, f"unknown field: {one_of(known, name)}")
                continue
            (kind,) = get_args(kinds[name])
            before: Rule[Any] = getattr(section, name)
            try:
                if name in _BY_ID and isinstance(value, dict) and "value" not in value:
                    changed[name] = replace(before, value=_BY_ID[name](before.value, value))
                else:
                    inner, stated = _with_clause(value)
                    changed[name] = Rule(value_of_type(kind, inner), stated)
            except ValueRefusal as refused:
                self.refuse((*path, *refused.path), refused.reason)
        return replace(section, **changed)


def _with_clause(value: object) -> tuple[object, Clause]:
    if not isinstance(value, dict) or "value" not in value:
        return value, DEFAULT_CLAUSE
    for name in value:
        if name not in ("value", "clause"):
            raise ValueRefusal("unknown key: expected value and clause", (name,))
    if "clause" not in value:
        return value["value"], DEFAULT_CLAUSE
    try:
        return value["value"], value_of_type(Clause, value["clause"])
    except ValueRefusal as refused:
        raise ValueRefusal(refused.reason, ("clause", *refused.path)) from None


def _changed_yaku(before: tuple[YakuRule, ...], given: Mapping[str, Any]) -> tuple[YakuRule, ...]:
    """Yaku with those of ``given`` changed, added, or removed if nothing is left of their value."""
    rules = {rule.id: rule for rule in before}
    for name, change in given.items():
        if name not in YAKU_IDS:
            raise ValueRefusal(f"unknown yaku: {one_of(YAKU_IDS, name)}", (name,))
        old = rules.get(name, YakuRule(name, 0, 0, 0, DEFAULT_CLAUSE))
        if not isinstance(change, dict):
            raise ValueRefusal("expected a table of closed, open, yakuman, limit, clause", (name,))
        parts: dict[str, Any] = {"clause": DEFAULT_CLAUSE, "unstated": None, "open_unstated": None}
        for key, value in change.items():
            if key not in _YAKU_KEYS:
                raise ValueRefusal(f"unknown key: expected one of {', '.join(_YAKU_KEYS)}", (name, key))
            try:
                parts[key] = value_of_type(_YAKU_KEYS[key], value)
            except ValueRefusal as refused:
                raise ValueRefusal(refused.reason, (name, key)) from None
        rules[name] = old._replace(**parts)
    return tuple(rule for rule in rules.values() if rule.closed or rule.open or rule.yakuman or rule.limit)


def _changed_fu(before: tuple[Any, ...], given: Mapping[str, Any]) -> tuple[Any, ...]:
    """Fu lines with those of ``given`` changed."""
    rules = {rule.id: rule for rule in before}
    for name, change in given.items():
        if name not in rules:
            asked = one_of(rules, name) if rules else "the base counts no fu"
            raise ValueRefusal(f"unknown fu line: {asked}", (name,))
        try:
            value, stated = _with_clause(change)
            rules[name] = rules[name]._replace(fu=value_of_type(int, value), clause=stated)
        except ValueRefusal as refused:
            raise ValueRefusal(refused.reason, (name, *refused.path)) from None
    return tuple(rules.values())


_YAKU_KEYS: Final[Mapping[str, type]] = {"closed": int, "open": int, "yakuman": int, "limit": str, "clause": Clause}
_BY_ID: Final = {"yaku": _changed_yaku, "fu": _changed_fu}

"""House rules: a TOML file that names a base and overrides fields; errors have file, line and reason."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.errors import RulebookError
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.clause import clause
from controller.rulebooks.files.reading import TEXTS, book_of
from controller.rulebooks.files.toml import line_of, lines_of, shortened
from controller.rulebooks.rulebook import Rulebook

HOUSE_CLAUSE: Final = clause("ハウスルール", "house rule")
LARGEST: Final = 1 << 16
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Why a file is rejected, and where; ``field`` is dotted, empty if the problem concerns no field."""

    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.field}: {self.reason}" if self.field else f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Contents of a file: the rulebook, None if there are problems, and its base, None if that is unknown."""

    rulebook: Rulebook | None
    base: Rulebook | None
    problems: tuple[Problem, ...]


def load_house(path: Path, books: Mapping[str, Rulebook]) -> Rulebook:
    """Return a file's rulebook, based on one of ``books``; raises RulebookError with file, line and first reason."""
    house = read_house(path, books)
    if house.rulebook is None:
        first, more = house.problems[0], len(house.problems) - 1
        raise RulebookError(f"{path}: {first}" + (f" (and {more} more)" if more else ""))
    return house.rulebook


def read_house(path: Path, books: Mapping[str, Rulebook]) -> HouseRules:
    """Parse a file of house rules and collect all its problems; raises RulebookError for an unreadable file."""
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
    """Parse a text of house rules; ``name`` is the id if the text gives none."""
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
    """Return the problem for a text that is not TOML, from tomllib's message, with the line."""
    place = _PLACE.search(message)
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    return Problem(line, "", f"not TOML: {_PLACE.sub('', message)}")


class _Reading:
    """One pass over a document that collects problems and continues."""

    def __init__(self, lines: dict[tuple[str, ...], int]) -> None:
        self.lines = lines
        self.problems: list[Problem] = []
        self.base: Rulebook | None = None

    def refuse(self, path: tuple[str, ...], reason: str) -> None:
        self.problems.append(Problem(line_of(self.lines, path), ".".join(path), reason))

    def rulebook(self, document: Mapping[str, Any], name: str, books: Mapping[str, Rulebook]) -> Rulebook | None:
        texts = {key: self._text(document, key) for key in TEXTS}
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
        named = {
            "id": identity,
            "ja": texts["ja"] or f"{base.ja}（ハウスルール）",
            "en": texts["en"] or f"{base.en}, house rules",
            "edition": texts["edition"] or f"house rules on {base.id}",
        }
        try:
            return book_of(document, named, books, HOUSE_CLAUSE, self.refuse)
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

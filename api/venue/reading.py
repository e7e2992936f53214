"""Strict reader of the venue file: reports every mistake with its line."""

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_origin

import msgspec

from api.venue.environment import Environment
from api.venue.keys import key_words, plain_type
from api.venue.schema import TableSettings, VenueSettings
from controller.errors import JantakuError, VenueError
from controller.rulebooks.files.toml import KeyPath, line_of, lines_of, shortened
from controller.rulebooks.house import LARGEST, Problem, syntax_problem

_DEFAULTS: Final = "defaults"
_TABLE: Final = "table"
_FEW: Final = 8
Section = TypeVar("Section", bound=msgspec.Struct)
Checks = Mapping[str, Callable[[Any], object]]


@dataclass(frozen=True, slots=True)
class ReadVenue:
    """Result of reading. ``settings``: the valid part, None if the text is not TOML; ``lines``: line of each key;
    ``secrets``: values taken from the environment.
    """

    settings: VenueSettings | None
    problems: tuple[Problem, ...]
    lines: Mapping[KeyPath, int]
    secrets: frozenset[str] = frozenset()


def read_text(path: Path) -> str:
    """Return the text of the file; raises VenueError with a one-line message if it cannot be read."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise VenueError(f"{path}: {error.strerror or error}: expected a TOML file of a venue") from None
    if len(raw) > LARGEST:
        raise VenueError(f"{path}: longer than {LARGEST} bytes: expected a TOML file of a venue")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise VenueError(f"{path}: line {line}: not UTF-8") from None


def read_venue(text: str, variables: Mapping[str, str], checks: Checks) -> ReadVenue:
    """Read a text with all its mistakes. ``checks``: by key of a table, functions that raise JantakuError."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return ReadVenue(None, (syntax_problem(str(error), text),), {})
    except RecursionError:
        return ReadVenue(None, (Problem(1, "", "nested too deep"),), {})
    reading = _VenueReading(lines_of(text), Environment(variables), checks)
    settings = reading.venue(document)
    return ReadVenue(
        settings,
        tuple(sorted(reading.problems)),
        reading.lines,
        frozenset(reading.environment.taken),
    )


def unknown(name: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown name: the closest known name, or the list of known names."""
    every = sorted(known)
    near = get_close_matches(name, every, 1, 0.6)
    if near:
        return f"did you mean {near[0]}?"
    return f"expected one of {', '.join(every)}" if len(every) <= _FEW else "see docs/venue.md for those there are"


class _VenueReading:
    """One pass over a document, which collects problems instead of stopping at the first."""

    def __init__(self, lines: dict[KeyPath, int], environment: Environment, checks: Checks) -> None:
        self.lines, self.environment, self.checks = lines, environment, checks
        self.problems: list[Problem] = []

    def refuse(self, path: KeyPath, reason: str) -> None:
        self.problems.append(Problem(line_of(self.lines, path), ".".join(path), reason))

    def venue(self, document: Mapping[str, Any]) -> VenueSettings:
        """Return the settings of the whole file; tables with mistakes are left out."""
        defaults = self.keys(document.get(_DEFAULTS, {}), TableSettings, (_DEFAULTS,))
        tables: dict[str, TableSettings] = {}
        rest = {key: value for key, value in document.items() if key not in (_DEFAULTS, _TABLE)}
        values = self.keys(rest, VenueSettings, ())
        sections = document.get(_TABLE, {})
        if not isinstance(sections, dict) or not (sections or self.problems):
            self.refuse((_TABLE,), "no table: expected at least one section [table.ID]")
            sections = {}
        for name, given in sections.items():
            if not isinstance(given, dict):
                self.refuse((_TABLE, name), "expected a section of keys")
                continue
            before = len(self.problems)
            found = self.section({**defaults, **self.own(given, name)}, TableSettings, (_TABLE, name))
            if found is not None and len(self.problems) == before:
                tables[name] = found
        return VenueSettings(**{**values, _TABLE: tables})

    def own(self, given: object, name: str) -> dict[str, Any]:
        return self.keys(given, TableSettings, (_TABLE, name))

    def section(self, values: dict[str, Any], kind: type[Section], path: KeyPath) -> Section | None:
        """Return a section of valid values; None if a required key is missing."""
        fields = msgspec.structs.fields(kind)
        missing = [field for field in fields if field.required and field.name not in values]
        for field in missing:
            if (*path, field.name) not in self.lines:
                self.refuse(path, f"no {field.name}: expected {key_words(kind, field.name).expects}")
        return None if missing else kind(**values)

    def keys(self, given: object, kind: type[msgspec.Struct], path: KeyPath) -> dict[str, Any]:
        """Return the valid values of a section, by key."""
        if not isinstance(given, dict):
            self.refuse(path, "expected a section of keys")
            return {}
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        known = (*fields, _DEFAULTS) if kind is VenueSettings else tuple(fields)
        values: dict[str, Any] = {}
        for name, value in given.items():
            if name not in fields:
                self.refuse((*path, name), f"unknown key: {unknown(name, known)}")
            else:
                self.put(values, kind, fields[name], value, (*path, name))
                if kind is TableSettings and name in values and name in self.checks:
                    self.check(values, name, (*path, name))
        return values

    def check(self, values: dict[str, Any], name: str, path: KeyPath) -> None:
        """Remove a value that its check refuses."""
        try:
            self.checks[name](values[name])
        except JantakuError as error:
            del values[name]
            self.refuse(path, str(error))

    def put(
        self,
        values: dict[str, Any],
        kind: type[msgspec.Struct],
        field: msgspec.structs.FieldInfo,
        value: object,
        path: KeyPath,
    ) -> None:
        plain, expects = plain_type(field), key_words(kind, field.name).expects
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            found = self.section(self.keys(value, plain, path), plain, path)
            if found is not None:
                values[field.name] = found
        elif get_origin(plain) is dict:
            values[field.name] = self.each(value, plain, expects, path)
        else:
            self.convert(values, field, expects, value, path)

    def each(self, given: object, plain: Any, expects: str, path: KeyPath) -> dict[str, Any]:
        """Return the sections of one kind, by name."""
        if not isinstance(given, dict):
            self.refuse(path, f"expected {expects}")
            return {}
        names, kind = get_args(plain)
        found = {}
        for name, value in given.items():
            if get_args(names) and name not in get_args(names):
                self.refuse((*path, name), f"unknown key: {unknown(name, get_args(names))}")
            elif (section := self.section(self.keys(value, kind, (*path, name)), kind, (*path, name))) is not None:
                found[name] = section
        return found

    def convert(
        self,
        values: dict[str, Any],
        field: msgspec.structs.FieldInfo,
        expects: str,
        raw: object,
        path: KeyPath,
    ) -> None:
        try:
            value = self.filled(raw)
            # A value from the environment is a string even if a number or a boolean is expected.
            strict = not (isinstance(raw, str) and Environment.named_in(raw))
            values[field.name] = msgspec.convert(value, field.type, strict=strict)
        except KeyError as error:
            name = shortened(str(error.args[0]))
            self.refuse(path, f"environment variable {name or '(no name)'} is not set: expected its value there")
        except msgspec.ValidationError:
            self.refuse(path, f"{_as_written(raw)}: expected {expects}")

    def filled(self, raw: Any) -> Any:
        if isinstance(raw, str):
            return self.environment.filled(raw)
        return [self.filled(each) for each in raw] if isinstance(raw, list) else raw


def _as_written(raw: object) -> str:
    """Return a value as written in the file, so that a value from the environment appears as its variable's name."""
    try:
        return shortened(json.dumps(raw, ensure_ascii=False))
    except TypeError:
        return shortened(str(raw))

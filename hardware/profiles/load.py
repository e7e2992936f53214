"""Load a table profile from TOML; it may extend another profile, and unknown or missing keys are errors."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, get_type_hints

import msgspec

from controller.errors import ProfileError
from controller.ports.table import Verb
from hardware.profiles.schema import GoalPlace, TableProfile

DEFAULT_PROFILE: Final = "wall-only"
_SECTIONS: Final[Mapping[str, type]] = MappingProxyType(
    {name: kind for name, kind in get_type_hints(TableProfile).items() if isinstance(kind, type) and is_dataclass(kind)}
)
_EXTENDS: Final = "extends"
_FILE: Final = ".toml"
_GOALS: Final = "goals"
_MOST: Final = 64
"""Shipped profiles that stay cached; chosen: more than are shipped."""


def load_profile(profile_id: str = DEFAULT_PROFILE) -> TableProfile:
    """Return the profile of an id (cached) or ``.toml`` path (read anew); raises ProfileError naming file and key."""
    if profile_id.endswith(_FILE):
        return parse_profile(Path(profile_id).stem, profile_data(profile_id))
    return _shipped(profile_id)


@lru_cache(maxsize=_MOST)
def _shipped(profile_id: str) -> TableProfile:
    return parse_profile(profile_id, profile_data(profile_id))


def profile_data(profile_id: str) -> dict[str, Any]:
    """Return the TOML data of a profile, by id or path, merged over the profile it ``extends``; raises ProfileError."""
    return _extended(profile_id, ())


def profile_ids() -> tuple[str, ...]:
    """Return the sorted ids of the profiles that ship with the project."""
    folder = resources.files("hardware.profiles") / "tables"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def _over(base: Any, data: Any) -> Any:
    """Merge ``data`` over ``base`` recursively, down to the values; an empty table stays empty (``[goals]``)."""
    if not data or not isinstance(data, dict) or not isinstance(base, dict) or "value" in data:
        return data
    return base | {key: _over(base.get(key), entry) for key, entry in data.items()}


def _extended(profile_id: str, below: tuple[str, ...]) -> dict[str, Any]:
    if profile_id in below:
        raise ProfileError(f"{profile_id}: {_EXTENDS}: in a circle over {', '.join(below)}")
    data = _own(profile_id)
    base = data.pop(_EXTENDS, None)
    if base is None:
        return data
    if not isinstance(base, str):
        raise ProfileError(f"{profile_id}: {_EXTENDS}: expected a profile's id or file, got {base!r}")
    if base.endswith(_FILE):
        base = str(Path(profile_id).parent / base)
    over: dict[str, Any] = _extended(base, (*below, profile_id))
    # A file without values of its own is equal to the profile that it extends.
    return _over(over, data) if data else over


def _own(profile_id: str) -> dict[str, Any]:
    """Return the content of the profile's own file."""
    file = resources.files("hardware.profiles") / "tables" / f"{profile_id}{_FILE}"
    if profile_id.endswith(_FILE):
        file = Path(profile_id)
    elif not file.is_file():
        raise ProfileError(f"no table profile {profile_id!r}: known are {', '.join(profile_ids())}, or a {_FILE} file")
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ProfileError(f"{profile_id}: {error.strerror}") from None
    except ValueError as error:
        raise ProfileError(f"{profile_id}: {error}") from None


def parse_profile(profile_id: str, data: dict[str, Any]) -> TableProfile:
    """Return the profile of parsed TOML ``{section: {key: {value, source}}}``; raises ProfileError."""
    _same_keys(profile_id, set(data), {*_SECTIONS, _GOALS})
    sources: dict[str, str] = {}
    values = {name: _section(profile_id, name, kind, data[name], sources) for name, kind in _SECTIONS.items()}
    verbs = {verb.value: verb for verb in Verb}
    if unknown := sorted(set(data[_GOALS]) - set(verbs)):
        raise ProfileError(f"{profile_id}: [goals]: unknown {', '.join(unknown)}; expected {', '.join(verbs)}")
    goals = {
        verb: _section(profile_id, f"{_GOALS}.{name}", GoalPlace, data[_GOALS][name], sources)
        for name, verb in verbs.items()
        if name in data[_GOALS]
    }
    profile = TableProfile(id=profile_id, sources=MappingProxyType(sources), goals=MappingProxyType(goals), **values)
    _check_wiring(profile)
    return profile


def _section(profile_id: str, name: str, kind: type, table: Any, sources: dict[str, str]) -> Any:
    if not isinstance(table, dict):
        raise ProfileError(f"{profile_id}: {name}: expected a table, got {table!r}")
    hints = get_type_hints(kind)
    _same_keys(f"{profile_id}: [{name}]", set(table), {field.name for field in fields(kind)})
    values = {}
    for key, entry in table.items():
        where = f"{profile_id}: {name}.{key}"
        if not isinstance(entry, dict) or set(entry) != {"value", "source"} or not entry["source"]:
            raise ProfileError(f"{where}: expected {{ value, source }}, got {entry!r}")
        sources[f"{name}.{key}"] = entry["source"]
        values[key] = _value(hints[key], entry["value"], where)
    return kind(**values)


def _value(kind: Any, given: Any, where: str) -> Any:
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        known = f"; expected one of {', '.join(_values(kind))}" if isinstance(kind, EnumType) else ""
        raise ProfileError(f"{where}: {error}{known}") from None


def _values(kind: Iterable[Any]) -> list[str]:
    return [str(member.value) for member in kind]


def _check_wiring(profile: TableProfile) -> None:
    """Raise ProfileError if a chord or goal presses an unwired button, or a fault lamp has no meaning."""
    lamps = [name for name in profile.lamps.inputs if name.startswith("FAULT_")]
    if len(lamps) != len(profile.lamps.faults):
        raise ProfileError(f"{profile.id}: lamps.faults: expected {len(lamps)}, one for each of {', '.join(lamps)}")
    wired = set(profile.buttons.outputs)
    pressed = {"chords.lift": profile.chords.lift, "chords.first_dealer": profile.chords.first_dealer}
    pressed |= {f"goals.{verb.value}.press": goal.press for verb, goal in profile.goals.items()}
    for where, names in pressed.items():
        if missing := sorted(set(names) - wired):
            raise ProfileError(f"{profile.id}: {where}: {', '.join(missing)} not among buttons.outputs")


def _same_keys(where: str, found: set[str], expected: set[str]) -> None:
    if unknown := sorted(found - expected):
        raise ProfileError(f"{where}: unknown {', '.join(unknown)}; expected {', '.join(sorted(expected))}")
    if missing := sorted(expected - found):
        raise ProfileError(f"{where}: missing {', '.join(missing)}")

"""Load a table profile from TOML; unknown or missing keys are refused, and values of another type."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, get_args, get_origin, get_type_hints

from controller.errors import ProfileError
from controller.ports.table import Verb
from hardware.profiles.machine import Building, Buttons, Chords, Dealing, GoalPlace, Lamps, Sticks

DEFAULT_PROFILE: Final = "wall-only"


@dataclass(frozen=True, slots=True)
class TableSize:
    """Names of the family, outer edge of the table and its square field, mm."""

    name: str
    name_ja: str
    outer_mm: float
    field_mm: float
    centre_mm: float


@dataclass(frozen=True, slots=True)
class TileSize:
    """Outer size of a tile, mm."""

    height_mm: float
    width_mm: float
    thickness_mm: float


@dataclass(frozen=True, slots=True)
class WallPlace:
    """Stacks of the wall of seats A-D, and the distance of its middle line from the centre, mm."""

    stacks: tuple[int, int, int, int]
    distance_mm: float


@dataclass(frozen=True, slots=True)
class RiverPlace:
    """Rows of the river: the first row's inner edge, left end and pitch, mm."""

    columns: int
    distance_mm: float
    row_pitch_mm: float
    across_mm: float


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where concealed and revealed hands lie, mm."""

    distance_mm: float
    depth_mm: float
    across_mm: float
    drawn_gap_mm: float


@dataclass(frozen=True, slots=True)
class MeldPlace:
    """The right corner: right edge, near edge of the first meld, pitch of the next ones, mm."""

    right_mm: float
    distance_mm: float
    row_pitch_mm: float


@dataclass(frozen=True, slots=True)
class Dice:
    """Number and edge of the dice in the centre, and whether they are thrown by hand."""

    count: int
    edge_mm: float
    thrown: bool


@dataclass(frozen=True, slots=True)
class Cycle:
    """Durations of the machine's cycle, seconds; ``left_open_s``: a centre open for longer was forgotten."""

    hatch_open_s: float
    hatch_close_s: float
    mixing_s: float
    walls_up_s: float
    dice_s: float
    left_open_s: float


@dataclass(frozen=True, slots=True)
class TableProfile:
    """One family of tables; ``sources`` by dotted key."""

    id: str
    table: TableSize
    tile: TileSize
    wall: WallPlace
    river: RiverPlace
    hand: HandPlace
    meld: MeldPlace
    dice: Dice
    cycle: Cycle
    building: Building
    dealing: Dealing
    buttons: Buttons
    chords: Chords
    lamps: Lamps
    sticks: Sticks
    goals: Mapping[Verb, GoalPlace]
    sources: Mapping[str, str]


_SECTIONS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "table": TableSize,
        "tile": TileSize,
        "wall": WallPlace,
        "river": RiverPlace,
        "hand": HandPlace,
        "meld": MeldPlace,
        "dice": Dice,
        "cycle": Cycle,
        "building": Building,
        "dealing": Dealing,
        "buttons": Buttons,
        "chords": Chords,
        "lamps": Lamps,
        "sticks": Sticks,
    }
)


@cache
def load_profile(profile_id: str = DEFAULT_PROFILE) -> TableProfile:
    """The profile of that id; raises ProfileError naming file, key and what was expected."""
    folder = resources.files("hardware.profiles") / "tables"
    file = folder / f"{profile_id}.toml"
    if not file.is_file():
        raise ProfileError(f"no table profile {profile_id!r}: known are {', '.join(profile_ids())}")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return parse_profile(profile_id, data)


def profile_ids() -> tuple[str, ...]:
    """Ids of the profiles that ship with the project, sorted."""
    folder = resources.files("hardware.profiles") / "tables"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def parse_profile(profile_id: str, data: dict[str, Any]) -> TableProfile:
    """Profile of parsed TOML ``{section: {key: {value, source}}}``; raises ProfileError."""
    _same_keys(profile_id, set(data), {*_SECTIONS, "goals"})
    sources: dict[str, str] = {}
    values = {name: _section(profile_id, name, kind, data[name], sources) for name, kind in _SECTIONS.items()}
    verbs = {verb.value: verb for verb in Verb}
    if unknown := sorted(set(data["goals"]) - set(verbs)):
        raise ProfileError(f"{profile_id}: [goals]: unknown {', '.join(unknown)}; expected {', '.join(verbs)}")
    goals = {
        verbs[name]: _section(profile_id, f"goals.{name}", GoalPlace, table, sources)
        for name, table in data["goals"].items()
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
    if get_origin(kind) is tuple:
        kinds = get_args(kind)
        if not isinstance(given, list):
            raise ProfileError(f"{where}: expected a list, got {given!r}")
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(given)
        if len(kinds) != len(given):
            raise ProfileError(f"{where}: expected {len(kinds)} values, got {len(given)}")
        return tuple(_value(one, each, where) for one, each in zip(kinds, given, strict=True))
    if issubclass(kind, Enum):
        known = {member.value: member for member in kind}
        if given not in known:
            raise ProfileError(f"{where}: expected one of {', '.join(known)}, got {given!r}")
        return known[given]
    if type(given) is not kind and not (kind is float and type(given) is int):
        raise ProfileError(f"{where}: expected {kind.__name__}, got {given!r}")
    return kind(given)


def _check_wiring(profile: TableProfile) -> None:
    """Buttons that a chord or a goal presses are wired, and each fault lamp has a meaning; raises ProfileError."""
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

"""Load a table profile from TOML; unknown or missing keys are refused."""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Final

from controller.errors import ProfileError

DEFAULT_PROFILE: Final = "wall-only"


@dataclass(frozen=True, slots=True)
class TableSize:
    """Names and square field of the table, mm."""

    name: str
    name_ja: str
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
    """Number and edge of the dice in the centre."""

    count: int
    edge_mm: float


@dataclass(frozen=True, slots=True)
class Cycle:
    """Durations of the machine's cycle, seconds."""

    hatch_open_s: float
    mixing_s: float
    walls_up_s: float
    dice_s: float


@dataclass(frozen=True, slots=True)
class TableProfile:
    """One family of tables."""

    id: str
    table: TableSize
    tile: TileSize
    wall: WallPlace
    river: RiverPlace
    hand: HandPlace
    meld: MeldPlace
    dice: Dice
    cycle: Cycle
    sources: dict[str, str]


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
    sections = {field.name: field.type for field in fields(TableProfile) if field.name not in ("id", "sources")}
    _same_keys(profile_id, set(data), set(sections))
    sources: dict[str, str] = {}
    values: dict[str, Any] = {}
    for name, kind in sections.items():
        assert isinstance(kind, type)
        table = data[name]
        _same_keys(f"{profile_id}: [{name}]", set(table), {field.name for field in fields(kind)})
        for key, entry in table.items():
            if not isinstance(entry, dict) or set(entry) != {"value", "source"}:
                raise ProfileError(f"{profile_id}: {name}.{key}: expected {{ value, source }}, got {entry!r}")
            sources[f"{name}.{key}"] = entry["source"]
        values[name] = kind(**{key: _frozen(entry["value"]) for key, entry in table.items()})
    return TableProfile(id=profile_id, sources=sources, **values)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _same_keys(where: str, found: set[str], expected: set[str]) -> None:
    if unknown := sorted(found - expected):
        raise ProfileError(f"{where}: unknown {', '.join(unknown)}; expected {', '.join(sorted(expected))}")
    if missing := sorted(expected - found):
        raise ProfileError(f"{where}: missing {', '.join(missing)}")

"""Writes observations and timings of a table into its profile file, with the source "measured"."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Final

import tomlkit
from tomlkit.exceptions import TOMLKitError

from controller.errors import ProfileError
from controller.machine.stopwatch import MachineWork
from hardware.profiles.load import load_profile, parse_profile, profile_data
from hardware.profiles.schema import TableProfile

_FAULT: Final = "FAULT_"
CYCLES: Final = 3
"""Timings of an operation before its median is used; chosen: a median needs three."""
_KEYS: Final[Mapping[MachineWork, str]] = MappingProxyType(
    {
        MachineWork.OPEN: "cycle.hatch_open_s",
        MachineWork.CLOSE: "cycle.hatch_close_s",
        MachineWork.WALLS: "cycle.walls_up_s",
        MachineWork.DICE: "cycle.dice_s",
    }
)


def duration_key(work: MachineWork, ahead: bool) -> str:
    """Return the profile key for the duration of an operation; ``ahead``: the table builds a set ahead."""
    if work is MachineWork.BUILD:
        return "building.build_s" if ahead else "cycle.mixing_s"
    return _KEYS[work]


def own_profile(path: str) -> TableProfile:
    """Return the profile of a user's file; raises ProfileError for the id of a shipped one."""
    if not path.endswith(".toml"):
        load_profile(path)
        raise ProfileError(f'{path}: expected a .toml file of your own; it may begin with: extends = "{path}"')
    return load_profile(path)


@dataclass(frozen=True, slots=True)
class WiresSeen:
    """Observations of a board while somebody worked at its table: inputs that moved, lamps and durations.

    ``lamps``: ``lamp_share`` and ``lamp_window_ms`` for multiplexed lamps, empty for lamps that are lit steadily.
    ``times``: durations in seconds by profile key.
    """

    moved: Collection[str]
    lamps: Mapping[str, int]
    times: Mapping[str, Sequence[float]]


def write_own(path: Path, base: str, names: tuple[str, str], seen: WiresSeen, day: str) -> TableProfile:
    """Write a table's profile file that extends ``base``, or update the file if ``base`` is its own name.

    ``names``: Japanese and English. Inputs that did not move are left out, except fault lamps, which are marked as
    assumed. Raises ProfileError if a new file exists already, and for impossible values.
    """
    own = base == path.name
    if path.exists() and not own:
        raise ProfileError(f"{path.name} is there already: choose it as the family to go on with it, or take it away")
    known = load_profile(str(path) if own else str(path.parent / base) if base.endswith(".toml") else base)
    values: dict[str, tuple[object, str]] = {}
    if not own:
        values |= {"table.name_ja": (names[0], f"set up {day}"), "table.name": (names[1], f"set up {day}")}
    if seen.moved:
        values["lamps.inputs"] = _inputs(known, seen.moved, day)
    for key, value in seen.lamps.items():
        values[f"wiring.{key}"] = value, f"measured {day}: a panel that drives its lamps in turns"
    _put(path, values, "" if own else base)
    ripe = {key: seconds for key, seconds in seen.times.items() if len(seconds) >= CYCLES}
    if ripe:
        write_measured(path, ripe, day)
    return load_profile(str(path))


def _inputs(known: TableProfile, moved: Collection[str], day: str) -> tuple[list[str], str]:
    """Return the inputs that moved plus all fault lamps, in the order of the base profile, and their source."""
    wired = [name for name in known.lamps.inputs if name in moved or name.startswith(_FAULT)]
    wired += [name for name in moved if name not in wired and not name.startswith(_FAULT)]
    told = [f"measured {day}: moved at the setup page"]
    if unlit := [name for name in wired if name not in moved]:
        told.append(f"assumed: {', '.join(unlit)}, not seen lit")
    if left := [name for name in known.lamps.inputs if name not in wired]:
        told.append(f"did not move: {', '.join(left)}")
    return wired, "; ".join(told)


def write_measured(path: Path, times: Mapping[str, Sequence[float]], day: str) -> dict[str, float]:
    """Write the median of each key's times (s) into the file, all or none; return the medians.

    Comments and other keys stay. Raises ProfileError and leaves the file unchanged.
    """
    middles = {key: round(median(seconds), 2) for key, seconds in times.items()}
    _put(path, {key: (middles[key], _spread(seconds, day)) for key, seconds in times.items()})
    return middles


def _spread(seconds: Sequence[float], day: str) -> str:
    return f"measured {day}: middle of {len(seconds)}, {min(seconds):.2f}-{max(seconds):.2f} s"


def _put(path: Path, values: Mapping[str, tuple[object, str]], base: str = "") -> None:
    """Write values with their sources, all or none, into an existing file or a new one that extends ``base``."""
    made = path.with_suffix(".new.toml")
    try:
        written = tomlkit.parse(f'extends = "{base}"\n' if base else path.read_text(encoding="utf-8"))
        for key, (value, source) in values.items():
            section, name = key.split(".")
            entry = tomlkit.inline_table()
            entry["value"] = value
            entry["source"] = source
            table = written.setdefault(section, tomlkit.table())
            table[name] = entry
        made.write_text(tomlkit.dumps(written), encoding="utf-8")
        parse_profile(path.stem, profile_data(str(made)))
        made.replace(path)
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}") from None
    except (TOMLKitError, TypeError) as error:
        raise ProfileError(f"{path}: the values cannot be written into it: {error}") from None
    finally:
        made.unlink(missing_ok=True)

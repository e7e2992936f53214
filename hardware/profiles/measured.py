"""What was timed at a table, written into the table's own profile file: values with the source "measured"."""

from collections.abc import Mapping, Sequence
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

CYCLES: Final = 3
"""How often a work is timed before its time counts; chosen: a middle value needs three."""
_KEYS: Final[Mapping[MachineWork, str]] = MappingProxyType(
    {
        MachineWork.OPEN: "cycle.hatch_open_s",
        MachineWork.CLOSE: "cycle.hatch_close_s",
        MachineWork.WALLS: "cycle.walls_up_s",
        MachineWork.DICE: "cycle.dice_s",
    }
)


def duration_key(work: MachineWork, ahead: bool) -> str:
    """The profile's value that a work's time belongs to; ``ahead``: the table builds a set ahead."""
    if work is MachineWork.BUILD:
        return "building.build_s" if ahead else "cycle.mixing_s"
    return _KEYS[work]


def own_profile(path: str) -> TableProfile:
    """The profile in a file of one's own; raises ProfileError for one that ships with the project."""
    if not path.endswith(".toml"):
        load_profile(path)
        raise ProfileError(f'{path}: expected a .toml file of your own; it may begin with: extends = "{path}"')
    return load_profile(path)


def write_measured(path: Path, times: Mapping[str, Sequence[float]], day: str) -> dict[str, float]:
    """Write the middle of each key's times, seconds, into the file, all or none; gives what was written.

    Comments and what else stands there stay. Raises ProfileError; then the file is as it was.
    """
    middles = {key: round(median(seconds), 2) for key, seconds in times.items()}
    made = path.with_suffix(".new.toml")
    try:
        written = tomlkit.parse(path.read_text(encoding="utf-8"))
        for key, seconds in middles.items():
            section, name = key.split(".")
            entry = tomlkit.inline_table()
            entry["value"] = seconds
            entry["source"] = (
                f"measured {day}: middle of {len(times[key])}, {min(times[key]):.2f}-{max(times[key]):.2f} s"
            )
            table = written.setdefault(section, tomlkit.table())
            table[name] = entry
        made.write_text(tomlkit.dumps(written), encoding="utf-8")
        parse_profile(path.stem, profile_data(str(made)))
        made.replace(path)
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}") from None
    except (TOMLKitError, TypeError) as error:
        raise ProfileError(f"{path}: the times cannot be written into it: {error}") from None
    finally:
        made.unlink(missing_ok=True)
    return middles

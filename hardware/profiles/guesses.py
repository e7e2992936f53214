"""Assumed values of a profile that were never measured at the table, and how to measure each during commissioning."""

from collections.abc import Mapping
from fnmatch import fnmatch
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from controller.ports.table import Verb
from controller.text import Text
from hardware.profiles.schema import TableProfile

_ASSUMED: Final = "assumed"
_SCAN: Final = Text("jantaku table scan --profile FILE で三周期を計る", "jantaku table scan --profile FILE times it")
_WIRES: Final = Text(
    "jantaku table scan でボタンとランプを一つずつ動かす", "jantaku table scan names the wire of each button and lamp"
)
_RULER: Final = Text("物差しで測る", "measure it with a ruler")
_PANEL: Final = Text("盤面と取扱説明書を見る", "look at the panel and its manual")
_PRESS: Final = Text("jantaku table goal で一度試す", "try it once with jantaku table goal")
_LIMIT: Final = Text("計った時間に余裕を加える", "allow more than what was timed")
# How to measure by key pattern; the first match counts. Keys without a match are names or choices, which cannot be
# measured.
_HOW: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "cycle.left_open_s": _LIMIT,
        "building.slow_s": _LIMIT,
        "goals.*.within_s": _LIMIT,
        "cycle.*_s": _SCAN,
        "building.build_s": _SCAN,
        "lamps.inputs": _WIRES,
        "buttons.outputs": _WIRES,
        "wiring.*": _WIRES,
        "*.*_mm": _RULER,
        "wall.stacks": _PANEL,
        "goals.*.press": _PRESS,
        "goals.*.ms": _PRESS,
        "chords.*": _PRESS,
        "buttons.*": _PANEL,
        "lamps.*": _PANEL,
        "dice.*": _PANEL,
        "building.*": _PANEL,
        "dealing.*": _PANEL,
        "sticks.*": _PANEL,
    }
)


class ProfileGuess(NamedTuple):
    """An assumed value: its dotted key, the value in TOML types, its source, how to measure it."""

    key: str
    value: Any
    source: str
    how: Text


def guesses(profile: TableProfile) -> tuple[ProfileGuess, ...]:
    """Return the assumed values that commissioning should measure, grouped by method."""
    found = [
        ProfileGuess(key, _value(profile, key), source, how)
        for key, source in profile.sources.items()
        if _ASSUMED in source and (how := _how(key)) is not None
    ]
    # Limits are derived from timed values, so they come last.
    ways = [*dict.fromkeys(how for how in _HOW.values() if how is not _LIMIT), _LIMIT]
    return tuple(sorted(found, key=lambda guess: ways.index(guess.how)))


def _how(key: str) -> Text | None:
    return next((how for pattern, how in _HOW.items() if fnmatch(key, pattern)), None)


def _value(profile: TableProfile, key: str) -> Any:
    found: Any = profile
    for part in key.split("."):
        found = found[Verb(part)] if isinstance(found, Mapping) else getattr(found, part)
    return msgspec.to_builtins(found)

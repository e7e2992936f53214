"""Every kind of fault by chapter, as listed in ``faults.toml``, with search words and cures of device trouble."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from controller.journal.events import Severity
from controller.ports.referee import ClaimKind
from controller.referee.faults.kind import FaultKind, Lawful
from controller.rulebooks.files.reading import kinds_of
from controller.rulebooks.files.toml import hints_of, value_of_type
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.schema.manners import Manner
from controller.text import Text

SPOKEN_OF: Final = "table.manners"
"""The rulebook field about manners."""
_FILE: Final = resources.files("controller.referee.faults").joinpath("faults.toml")
_ROWS: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(_FILE.read_text("utf-8"))


class DeviceCure(NamedTuple):
    """What to do about device trouble, and the source of that advice."""

    text: Text
    source: str


def _kind(code: str, row: Mapping[str, Any]) -> FaultKind:
    hints = hints_of(FaultKind)
    parts = {key: value_of_type(hints[key], row[key]) for key in row.keys() & hints.keys() if key != "lawful"}
    return FaultKind(
        **{
            # Device trouble ends with the device's all-clear, or once a person states that it is taken care of.
            **({} if "severity" in row else {"severity": Severity.SERVICE, "acts": (ClaimKind.CORRECT_FAULT,)}),
            **parts,
            "code": code,
            "name": Text(row["ja"], row["en"]),
            "lawful": _lawful(row["lawful"]) if "lawful" in row else None,
        }
    )


def _lawful(row: Mapping[str, Any]) -> Lawful:
    besides = {name: _value(name, value) for name, value in row.get("besides", {}).items()}
    return Lawful(row["field"], _value(row["field"], row["value"]), tuple(besides.items()))


def _value(field: str, given: object) -> object:
    """Return a value converted to the type of a rulebook field."""
    chapter, _, name = field.partition(".")
    return value_of_type(kinds_of(chapter)[name], given)


def _manner(manner: Manner) -> FaultKind:
    """Return the kind of a manner that a rulebook may mention; the book sets the penalty."""
    name = {"ja": VALUE_NAMES[manner].ja, "en": VALUE_NAMES[manner].en, "severity": "note"}
    more = _ROWS["manners"].get(manner.value, {})
    return _kind(manner.value, {**name, "shown_by": "K", "field": SPOKEN_OF, **more})


CHAPTERS: Final[Mapping[str, tuple[FaultKind, ...]]] = MappingProxyType(
    {
        chapter: tuple(_kind(code, row) for code, row in _ROWS[chapter].items())
        for chapter in ("setting_up", "playing", "ending", "devices")
    }
    | {"manners": tuple(map(_manner, Manner))}
)
SPOKEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        code: row["spoken"].format_map(_ROWS["words"])
        for chapter in CHAPTERS
        for code, row in _ROWS[chapter].items()
        if "spoken" in row
    }
)
"""Search words by code, separated by spaces; codes without any are found by their names."""
DEVICE_CURES: Final[Mapping[str, DeviceCure]] = MappingProxyType(
    {
        code: DeviceCure(Text(**row["cure"]), row.get("source", "assumed"))
        for chapter in ("playing", "devices")
        for code, row in _ROWS[chapter].items()
        if "cure" in row
    }
)

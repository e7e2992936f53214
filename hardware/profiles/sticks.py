"""Point sticks that are counted by what is inside them, as data; every make with its source."""

import tomllib
from enum import Enum
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from controller.errors import ProfileError

SEATS_COUNT: Final = 4


class StickPart(Enum):
    """What is inside a stick."""

    RESISTOR = "resistor"
    CAPACITOR = "capacitor"


class StickMake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A make of sticks. For each compartment of a drawer: its lowest stick, that one's part and the reference it is
    measured against, ohms or farads. ``tolerance``: of a stick's part, as a share.
    """

    by: StickPart
    compartments: tuple[int, ...]
    part: tuple[float, ...]
    reference: tuple[float, ...]
    tolerance: float
    source: str


@cache
def stick_makes() -> dict[str, StickMake]:
    """Every make that is known, by its id."""
    text = (resources.files("hardware.profiles") / "stick_makes.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, StickMake])


def stick_make(name: str) -> StickMake:
    """The make of that id; raises ProfileError."""
    found = stick_makes().get(name)
    if found is None:
        raise ProfileError(f"sticks.make: unknown {name!r}; expected one of {', '.join(stick_makes())}")
    return found

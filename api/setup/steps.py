"""The steps of the setup page, in order, its lines, and the parts of a table that may be left out."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from api.worded import worded
from controller.text import Text


class ItemStand(StrEnum):
    """State of a step, and of a line of the green list."""

    WELL = "well"
    OPEN = "todo"
    ADVICE = "advice"
    WRONG = "wrong"
    OUT = "out"


class SetupPart(StrEnum):
    """What a table may do without; the file then says nothing of it."""

    BOARD = "board"
    CAMERA = "camera"
    TILES = "tiles"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step: ``part`` whose leaving out skips it, None for one that every table needs; ``simulated``: also of one that
    the simulator plays."""

    id: str
    title: Text
    what: Text
    part: SetupPart | None = None
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class ItemWords:
    """A line of the last step: its step, its name, and what to do while it is not well; ``first``: before it was tried.

    ``optional``: a table can be played without it; it stays advice.
    """

    id: str
    step: str
    name: Text
    cure: Text
    first: Text | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class SetupWords:
    """The whole file."""

    step: tuple[SetupStep, ...]
    item: tuple[ItemWords, ...]


_WORDS: Final = worded("steps.toml", SetupWords)
STEPS: Final = _WORDS.step
ITEMS: Final = MappingProxyType({each.id: each for each in _WORDS.item})

"""Steps of the setup page in order, lines of its checklist, and the parts of a table that may be left out."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from api.worded import worded
from controller.text import Text


class ItemState(StrEnum):
    """State of a step or of a line of the checklist."""

    WELL = "well"
    OPEN = "todo"
    ADVICE = "advice"
    WRONG = "wrong"
    OUT = "out"


class SetupPart(StrEnum):
    """Part that a table may do without; its keys are then absent from the venue file."""

    BOARD = "board"
    CAMERA = "camera"
    TILES = "tiles"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step of the page. ``part``: the step is skipped if this part is left out, None for a step that every table
    needs. ``simulated``: the step also applies to a table that the simulator plays.
    """

    id: str
    title: Text
    what: Text
    part: SetupPart | None = None
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class ItemWords:
    """A line of the checklist: its step, its name, and what to do while it is not done.

    ``first``: what to do as long as it was not tried; None: as ``cure``. ``optional``: a table can be played without
    it, so it is at most advice.
    """

    id: str
    step: str
    name: Text
    cure: Text
    first: Text | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class SetupWords:
    """Content of ``steps.toml``."""

    step: tuple[SetupStep, ...]
    item: tuple[ItemWords, ...]


_WORDS: Final = worded("steps.toml", SetupWords)
STEPS: Final = _WORDS.step
ITEMS: Final = MappingProxyType({each.id: each for each in _WORDS.item})

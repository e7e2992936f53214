"""What is told of a photo, as JSON; what opens pictures is not loaded for it."""

from typing import NotRequired, TypedDict

from controller.text import TextTold

HandMeldTold = TypedDict(
    "HandMeldTold", {"kind": str, "tiles": str, "called": NotRequired[str], "from": NotRequired[str | None]}
)


class HandTold(TypedDict):
    """A hand as a request of ``/scores`` has it."""

    hand: str
    win: str
    melds: NotRequired[list[HandMeldTold]]


class StructureTold(TypedDict):
    """Which parts of a hand are guesses."""

    clear: bool
    win_told: str
    closed: HandTold | None


class PhotoTileTold(TypedDict):
    """A tile of a photo, in its pixels."""

    tile: str | None
    x: float
    y: float
    angle: int
    width: int
    height: int
    confidence: float
    face: str


class DoubtfulTold(PhotoTileTold):
    """A thing that is rather no tile."""

    reason: TextTold


class PhotoTold(TypedDict):
    """What a photo shows."""

    size: list[int]
    tiles: list[PhotoTileTold]
    doubtful: list[DoubtfulTold]
    unnamed: int
    check_below: float
    lost: list[TextTold]
    hand: HandTold | None
    structure: StructureTold | None
    why: str
    milliseconds: int


class CloseTold(TypedDict):
    """Two faces that look alike in a set."""

    faces: list[str]
    likeness: float


class LearntTold(TypedDict):
    """A set of tiles that was learnt: its name, how many faces, the closest pairs."""

    set: str
    faces: int
    close: list[CloseTold]

"""JSON views of a photo, in a module that does not import the image libraries."""

from typing import NotRequired, TypedDict

from controller.text import TextTold

HandMeldTold = TypedDict(
    "HandMeldTold", {"kind": str, "tiles": str, "called": NotRequired[str], "from": NotRequired[str | None]}
)


class HandTold(TypedDict):
    """A hand as in a request of ``/scores``."""

    hand: str
    win: str
    melds: NotRequired[list[HandMeldTold]]


class StructureTold(TypedDict):
    """Which parts of a hand are guesses."""

    clear: bool
    win_told: str
    closed: HandTold | None


class PhotoTileTold(TypedDict):
    """A tile of a photo; pose in pixels of the photo."""

    tile: str | None
    x: float
    y: float
    angle: int
    width: int
    height: int
    confidence: float
    face: str


class DoubtfulTold(PhotoTileTold):
    """An object that is probably no tile."""

    reason: TextTold


class PhotoTold(TypedDict):
    """Result of reading a photo."""

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
    """Two similar faces of a tile set."""

    faces: list[str]
    likeness: float


class LearntTold(TypedDict):
    """A learnt tile set: name, number of faces, most similar pairs."""

    set: str
    faces: int
    close: list[CloseTold]

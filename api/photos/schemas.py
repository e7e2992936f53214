"""JSON views of a photo, in a module that does not import the image libraries."""

from typing import NotRequired, TypedDict

from controller.text import TextJson

HandMeldJson = TypedDict(
    "HandMeldJson", {"kind": str, "tiles": str, "called": NotRequired[str], "from": NotRequired[str | None]}
)


class HandJson(TypedDict):
    """A hand as in a request of ``/scores``."""

    hand: str
    win: str
    melds: NotRequired[list[HandMeldJson]]


class StructureJson(TypedDict):
    """Which parts of a hand are guesses."""

    clear: bool
    win_told: str
    closed: HandJson | None


class PhotoTileJson(TypedDict):
    """A tile of a photo; pose in pixels of the photo."""

    tile: str | None
    x: float
    y: float
    angle: int
    width: int
    height: int
    confidence: float
    face: str


class DoubtfulJson(PhotoTileJson):
    """An object that is probably no tile."""

    reason: TextJson


class PhotoJson(TypedDict):
    """Result of reading a photo."""

    size: list[int]
    tiles: list[PhotoTileJson]
    doubtful: list[DoubtfulJson]
    unnamed: int
    check_below: float
    lost: list[TextJson]
    hand: HandJson | None
    structure: StructureJson | None
    why: str
    milliseconds: int


class CloseJson(TypedDict):
    """Two similar faces of a tile set."""

    faces: list[str]
    likeness: float


class LearntJson(TypedDict):
    """A learnt tile set: name, number of faces, most similar pairs."""

    set: str
    faces: int
    close: list[CloseJson]

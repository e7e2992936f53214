"""JSON and text of detected tiles, of objects that are probably no tiles, and of quality losses of a picture."""

from collections.abc import Sequence
from typing import Final

from api.photos.schemas import DoubtfulJson, PhotoTileJson
from controller.text import Text, TextJson
from vision.arrays import Image
from vision.capture.frame import lost
from vision.photo.reader import PhotoTile

_RATHER_NONE: Final = Text("牌ではなさそう", "rather no tile")
"""Reason why an object that resembles a tile is reported as doubtful."""
_NOTHING: Final = Text("牌らしいものは見えません", "nothing that looks like a tile is seen")
_UNNAMED: Final = Text(
    "ほかに似たものが{}個見えましたが、牌らしいものがないため詳しく調べていません",
    "{} more such things were not looked at more closely, since none that was is a tile",
)
_DOUBTFUL_SHOWN: Final = 8
"""Most doubtful objects that are printed, the most probable tiles first; JSON has all."""


def tile_json(tile: PhotoTile) -> PhotoTileJson:
    """Return a tile of a picture as JSON."""
    return {
        "tile": None if tile.tile is None else str(tile.tile),
        "x": round(tile.x, 1),
        "y": round(tile.y, 1),
        "angle": round(tile.angle) % 360,
        "width": round(tile.width),
        "height": round(tile.height),
        "confidence": round(tile.confidence, 3),
        "face": tile.face,
    }


def doubtful_json(tile: PhotoTile) -> DoubtfulJson:
    """Return an object that is probably no tile as JSON; ``confidence`` is the probability that it is one."""
    return {**tile_json(tile), "reason": _RATHER_NONE.to_json()}


def doubtful_lines(tiles: Sequence[PhotoTile], doubtful: Sequence[PhotoTile], unnamed: int = 0) -> list[str]:
    """Return lines on the objects that are probably no tiles, most probable first, or that nothing was detected.

    ``unnamed``: see ``PhotoReading``.
    """
    left = [f"  {_UNNAMED.ja.format(unnamed)} / {_UNNAMED.en.format(unnamed)}"] if unnamed else []
    if not doubtful:
        return left if tiles or unnamed else [f"  {_NOTHING.ja} / {_NOTHING.en}"]
    likeliest = sorted(doubtful, key=lambda tile: -tile.confidence)[:_DOUBTFUL_SHOWN]
    named = ", ".join(f"{each.name} {100 * each.confidence:.0f}% ({each.x:.0f},{each.y:.0f})" for each in likeliest)
    more = f" +{len(doubtful) - len(likeliest)}" if len(doubtful) > len(likeliest) else ""
    return [f"  {_RATHER_NONE.ja} / {_RATHER_NONE.en}: {named}{more}", *left]


def lost_json(data: bytes, picture: Image) -> list[TextJson]:
    """Return the quality losses of a picture, in both languages."""
    return [said.to_json() for said in lost(data, picture)]

"""A tile of a picture as JSON, what is rather none, and what the picture has lost."""

from collections.abc import Sequence
from typing import Final

from api.photos.told import DoubtfulTold, PhotoTileTold
from controller.text import Text, TextTold
from vision.arrays import Image
from vision.capture.frame import lost
from vision.photo.reader import PhotoTile

_RATHER_NONE: Final = Text("牌ではなさそう", "rather no tile")
"""Why a thing that looks like a tile is reported as doubtful."""
_NOTHING: Final = Text("牌らしいものは見えません", "nothing that looks like a tile is seen")
_UNNAMED: Final = Text(
    "ほかに似たものが{}個見えましたが、牌らしいものがないため詳しく調べていません",
    "{} more such things were not looked at more closely, since none that was is a tile",
)
_DOUBTFUL_SHOWN: Final = 8
"""Doubtful things that are printed, the likeliest; JSON has all."""


def tile_json(tile: PhotoTile) -> PhotoTileTold:
    """A tile of a picture."""
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


def doubtful_json(tile: PhotoTile) -> DoubtfulTold:
    """A thing that is rather no tile; ``confidence`` is the chance that it is one."""
    return {**tile_json(tile), "reason": _RATHER_NONE.told()}


def doubtful_lines(tiles: Sequence[PhotoTile], doubtful: Sequence[PhotoTile], unnamed: int = 0) -> list[str]:
    """What was seen and is rather no tile, the likeliest first, for people; or that nothing was seen.

    ``unnamed``: see ``PhotoReading``.
    """
    left = [f"  {_UNNAMED.ja.format(unnamed)} / {_UNNAMED.en.format(unnamed)}"] if unnamed else []
    if not doubtful:
        return left if tiles or unnamed else [f"  {_NOTHING.ja} / {_NOTHING.en}"]
    likeliest = sorted(doubtful, key=lambda tile: -tile.confidence)[:_DOUBTFUL_SHOWN]
    named = ", ".join(f"{each.name} {100 * each.confidence:.0f}% ({each.x:.0f},{each.y:.0f})" for each in likeliest)
    more = f" +{len(doubtful) - len(likeliest)}" if len(doubtful) > len(likeliest) else ""
    return [f"  {_RATHER_NONE.ja} / {_RATHER_NONE.en}: {named}{more}", *left]


def lost_json(data: bytes, picture: Image) -> list[TextTold]:
    """What a picture does not have any more, in both languages."""
    return [said.told() for said in lost(data, picture)]

"""A tile of a picture as JSON, and what the picture has lost."""

from typing import Any

from vision.arrays import Image
from vision.capture.frame import lost
from vision.photo.reader import PhotoTile


def tile_json(tile: PhotoTile) -> dict[str, Any]:
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


def lost_json(data: bytes, picture: Image) -> list[dict[str, str]]:
    """What a picture does not have any more, in both languages."""
    return [{"ja": said.ja, "en": said.en} for said in lost(data, picture)]

"""``jantaku read``."""

import json
import sys
import time
from pathlib import Path
from typing import Any

from controller.errors import EyesError
from vision.photo import PhotoTile, read_photo
from vision.sources import decode


def run(images: list[Path], as_json: bool) -> int:
    """Print the tiles of each picture, one object or one line a picture; 2 when a file is no picture."""
    status = 0
    for image in images:
        try:
            print(_read(image, as_json), flush=True)
        except (OSError, EyesError) as error:
            print(f"jantaku read: {image}: {error}", file=sys.stderr)
            status = 2
    return status


def _read(path: Path, as_json: bool) -> str:
    picture = decode(path.read_bytes(), path.name)
    started = time.perf_counter()
    tiles = read_photo(picture)
    milliseconds = round(1000 * (time.perf_counter() - started))
    if not as_json:
        return f"{path}: " + " ".join(str(tile.tile or "back") for tile in tiles)
    height, width = picture.shape[:2]
    found = [_tile(tile) for tile in tiles]
    reading = {"image": str(path), "size": [width, height], "tiles": found, "dice": [], "milliseconds": milliseconds}
    return json.dumps(reading)


def _tile(tile: PhotoTile) -> dict[str, Any]:
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

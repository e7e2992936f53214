"""Faces as textures: SVG drawings rasterised once, transparent where the tile's body shows."""

from functools import cache
from importlib import resources
from typing import Any, Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.tile import Tile
from vision.render.appearance import Colour, FaceStyle

Picture = NDArray[np.uint8]
Texture = tuple[Picture, ...]

TEXTURE_SIZE: Final = (192, 256)
"""Width and height px: 3:4 like the drawings, more than twice a face's px in any camera of the demonstration."""
SETS: Final = ("brush", "serif", "kaisei")
"""The project's sets of drawings, each a folder of SVG files."""
FRAMED_WHITE: Final = "5z-framed"
_SMALLEST: Final = 20
"""Smallest width of a halving, px: smaller faces are rendered from it without flicker."""
_STROKE: Final = 9
"""Size of the neighbourhood in which the middle of a stroke is searched, px (of 192 x 256); chosen."""
_FAINTEST: Final = 0.25
"""Smallest reference darkness (0-1) of a stroke's middle; chosen: less would raise the blur around it to ink."""


@cache
def face_texture(style: FaceStyle, tile: Tile) -> Texture:
    """Return premultiplied BGRA pictures of a face, each half the size of the previous; the first is 192 by 256."""
    name = FRAMED_WHITE if tile is Tile.WHITE and style.framed_white else str(tile)
    picture = _weighted(_rasterise(_coloured(_drawing(style.drawings, name), style)), style.weight)
    return halvings(_marked(picture, tile, style) if style.index else picture)


def halvings(picture: Picture) -> Texture:
    """Return the picture and its halvings down to some 20 px, for small rendering without flicker."""
    levels = [picture]
    while min(levels[-1].shape[:2]) >= 2 * _SMALLEST:
        height, width = levels[-1].shape[:2]
        levels.append(_pixels(cv2.resize(levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)))
    return tuple(levels)


def _drawing(folder: str, name: str) -> str:
    file = resources.files("vision.render") / "faces" / folder / f"{name}.svg"
    if not file.is_file():
        raise EyesError(f"no drawing {folder}/{name}.svg: sets are {', '.join(SETS)}")
    return file.read_text(encoding="utf-8")


def _coloured(svg: str, style: FaceStyle) -> str:
    sheet = "".join(
        f".{role}{{color:{_hex(colour)}}}"
        for role, colour in zip("abcd", (style.ink, style.red, style.second, style.third), strict=True)
    )
    head, _, tail = svg.partition("<style>")
    return f"{head}<style>{sheet}.l{{fill:none;stroke:currentColor}}</style>{tail.partition('</style>')[2]}"


def _hex(colour: Colour) -> str:
    blue, green, red = (max(0, min(255, round(part))) for part in colour)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _rasterise(svg: str) -> Picture:
    width, height = TEXTURE_SIZE
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True))
    raw = _pixels(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED))
    alpha = raw[..., 3:].astype(np.uint16)
    return np.concatenate([(raw[..., :3] * alpha // 255).astype(np.uint8), raw[..., 3:]], axis=2)


def _weighted(picture: Picture, weight: float) -> Picture:
    """Make lines heavier (``weight`` up to 1) or finer (down to -1) by moving their edges outwards or inwards."""
    if not weight:
        return picture
    alpha = picture[..., 3]
    soft = cv2.GaussianBlur(alpha, (0, 0), 2.0).astype(np.float32) / 255.0
    # After blurring, thin lines are fainter than broad ones; relative to their middle they become thinner but do not
    # vanish.
    ridge = cv2.dilate(soft, np.ones((_STROKE, _STROKE), np.uint8)) if weight < 0 else np.ones_like(soft)
    edge = np.clip((soft / np.maximum(ridge, _FAINTEST) - (0.5 - 0.42 * weight)) * 5.0 + 0.5, 0.0, 1.0)
    # A wider line needs the colour of the nearest ink at its new pixels: spread the colour, then cut it with the new
    # edge.
    flat = picture[..., :3].astype(np.float32) / np.maximum(alpha[..., None].astype(np.float32) / 255.0, 1e-3)
    inked = (alpha > 127)[..., None]
    spread = cv2.GaussianBlur(np.where(inked, flat, 0.0), (0, 0), 3.0)
    share = cv2.GaussianBlur(inked[..., 0].astype(np.float32), (0, 0), 3.0)[..., None]
    colour = np.where(inked, flat, spread / np.maximum(share, 1e-4))
    return np.concatenate([colour * edge[..., None], edge[..., None] * 255.0], axis=2).clip(0, 255).astype(np.uint8)


def _marked(picture: Picture, tile: Tile, style: FaceStyle) -> Picture:
    """Draw a Latin index into the corner, as some sets print for readers without the characters."""
    mark = "ESWNPFC"[tile.rank - 1] if tile.is_honour else str(tile.rank)
    width, height = TEXTURE_SIZE
    cv2.putText(picture, mark, (round(width * 0.05), round(height * 0.15)), 0, 1.1, (*style.red, 255), 4, cv2.LINE_AA)
    return picture


def _pixels(value: Any) -> Picture:
    return np.asarray(value, dtype=np.uint8)

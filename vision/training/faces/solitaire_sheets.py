"""Faces on the sheets of solitaire games, as Debian packages them (kdegames-mahjongg-data-kf5, gnome-mahjongg)."""

import gzip
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from vision.training.faces.layers import BONUS, Faces, Layer, lift

_GRID: Final = (143.67, 185.6, 241.0)
"""Width, height and top of the cells of a sheet of nine columns that is 1600 pixels wide."""
_ROWS: Final = ("123456789m", "123456789s", "123456789p")
_STEP, _FACE = 96, (14, 93, 5, 116)
"""Width px of a cell of a sheet of one row; left, right, top and bottom px of the face in it; read off the sheets."""


def load(folder: Path) -> list[Faces]:
    """Sets of every known sheet under ``folder``; empty when there is none."""
    grids = [file for name in ("default", "traditional") for file in sorted(folder.rglob(f"tilesets/{name}.svgz"))]
    rows = [file for name in ("smooth.png", "postmodern.svg") for file in sorted(folder.rglob(f"themes/{name}"))]
    return [_grid(_drawn(gzip.decompress(file.read_bytes()).decode(), 1600)) for file in grids] + [
        _row(_picture(file)) for file in rows
    ]


def _picture(file: Path) -> NDArray[np.uint8]:
    if file.suffix == ".svg":
        drawn = _drawn(file.read_text(encoding="utf-8"), 43 * _STEP)
        return np.asarray(cv2.resize(drawn, (43 * _STEP, 264)), np.uint8)
    read = cv2.imread(str(file))
    assert read is not None
    return read.astype(np.uint8)


def _drawn(svg: str, width: int) -> NDArray[np.uint8]:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, background="#ffffff")
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def _grid(sheet: NDArray[np.uint8]) -> Faces:
    wide, tall, top = _GRID
    faces: dict[int, list[Layer]] = {}

    def add(number: int, column: int, row: int) -> None:
        x, y = round(column * wide), round(top + row * tall)
        cell = sheet[y + 4 : y + int(tall) - 4, x + 4 : x + int(wide) - 4]
        faces.setdefault(number, []).append(lift(cell.astype(np.float32)))

    for row, tiles in enumerate(_ROWS):
        for column, tile in enumerate(parse_tiles(tiles)):
            add(int(tile), column, row)
    for column in range(4):
        add(BONUS, column, 3)
        add(BONUS, column + 3, 4)
    for column, tile in enumerate((Tile.NORTH, Tile.SOUTH, Tile.EAST, Tile.WEST), 4):
        add(int(tile), column, 3)
    for column, tile in enumerate((Tile.WHITE, Tile.GREEN, Tile.RED)):
        add(int(tile), column, 4)
    return faces


def _row(sheet: NDArray[np.uint8]) -> Faces:
    left, right, top, bottom = _FACE
    order = (Tile.NORTH, Tile.WEST, Tile.SOUTH, Tile.EAST, Tile.RED, Tile.GREEN)
    tiles = [*parse_tiles("123456789p"), *order, *parse_tiles("123456789m123456789s")]
    faces: dict[int, list[Layer]] = {}
    for column, tile in enumerate(tiles):
        # The one of bamboos is no bird here, as it is on every set that is played with.
        if tile is not Tile.S1:
            cell = sheet[top:bottom, column * _STEP + left : column * _STEP + right]
            faces[int(tile)] = [lift(cell.astype(np.float32))]
    return faces

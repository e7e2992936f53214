"""Cuboids with colours and textures for each object on a table: tile, die, point stick, wind plate."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.schema import TableProfile, TileSize
from vision.render.appearance import Colour, FaceStyle, VenueLook
from vision.render.background import console_picture
from vision.render.cuboid import FRONT, Cuboid
from vision.render.faces.artwork import Texture, face_texture, halvings
from vision.render.scene import CentrePart, Pose, PosedCentre, PosedDie, PosedPlate, PosedStick, PosedTile

Posed = PosedTile | PosedDie | PosedStick | PosedPlate | PosedCentre
Axes = NDArray[np.float64]

STICK_MM: Final = (66.0, 6.5, 3.0)
"""Length, width and thickness of a point stick, mm; chosen: a short one."""
PLATE_MM: Final = (50.0, 26.0, 5.0)
"""Length, width and thickness of the wind plate, mm; chosen."""
CENTRE_MM: Final = 8.0
"""Thickness of the plate of a raised centre, mm; chosen."""
_SHAFT: Final = 0.7
"""Width of the shaft that carries the plate, relative to the plate; chosen."""
_HOLE: Final[Colour] = (14, 12, 12)
"""Colour (BGR) of the opening below the plate; chosen: almost no light enters."""
_UP: Final = np.array([0.0, 0.0, 1.0])
"""Unit vector away from the table."""
_DIE: Final[Colour] = (236, 240, 240)
"""Colour (BGR) of a die; chosen: white with a trace of warmth."""
_PALE: Final = 150.0
"""Mean grey level of a die's body below which its pips are white; chosen: as on red, blue and black dice."""
_WHITE: Final[Colour] = (238, 240, 240)
"""Colour (BGR) of the pips of dark dice; chosen."""
_RED: Final[Colour] = (40, 28, 190)
"""Colour (BGR) of the red dots on dice and sticks; chosen."""
_BLACK: Final[Colour] = (28, 26, 26)
"""Colour (BGR) of all other dots; chosen."""
PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Positions of the pips on a die, in steps right and down from the centre of its face."""
_ROUND: Final = {1: (2, 5, 3, 4), 2: (1, 6, 3, 4), 3: (1, 6, 2, 5), 4: (1, 6, 2, 5), 5: (1, 6, 3, 4), 6: (2, 5, 3, 4)}
"""Side faces of a die (+u, -u, +v, -v) for each top face; opposite faces add up to seven."""
_DOTS: Final[dict[int, tuple[Colour, tuple[tuple[float, float], ...]]]] = {
    100: (_BLACK, tuple((along, across) for along in (-0.06, -0.02, 0.02, 0.06) for across in (-0.22, 0.22))),
    500: ((60, 120, 30), tuple((along, across) for along in (-0.06, -0.02, 0.02, 0.06) for across in (-0.22, 0.22))),
    1000: (_RED, ((0.0, 0.0),)),
    5000: (_RED, ((-0.06, -0.2), (-0.06, 0.2), (0.0, 0.0), (0.06, -0.2), (0.06, 0.2))),
    10000: (_RED, ((-0.1, 0.0), (-0.05, -0.2), (-0.05, 0.2), (0.0, 0.0), (0.05, -0.2), (0.05, 0.2), (0.1, 0.0))),
}
"""Dots of the point sticks: colour, and positions (along, across) as shares of length and width."""


def cuboid_of(posed: Posed, profile: TableProfile, look: VenueLook) -> Cuboid:
    """Return the cuboid of a tile, die, stick, plate or part of a raised centre."""
    if isinstance(posed, PosedCentre):
        return _centre(posed, profile, look.console)
    if isinstance(posed, PosedTile):
        return _tile(posed, profile, look)
    if isinstance(posed, PosedDie):
        edge = profile.dice.edge_mm
        sides = (*_ROUND[posed.pips], posed.pips)
        body = posed.body or _DIE
        dark = sum(body) / 3 < _PALE
        inks = {face: die_texture(pips, dark=dark) for face, pips in enumerate(sides)}
        return _lying(posed, posed.z, ((edge, edge, edge), edge * 0.13), body, inks)
    if isinstance(posed, PosedStick):
        return _lying(posed, 0.0, (STICK_MM, 1.0), (232, 238, 240), {FRONT: stick_texture(posed.points)})
    return _lying(posed, 0.0, (PLATE_MM, 1.5), (50, 46, 170), {FRONT: plate_texture(posed.wind)})


def tile_axes(angle: float, pose: Pose) -> Axes:
    """Return the unit vectors right, down and out of the face, as rows in the table frame."""
    turn = np.radians(angle)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    down = np.array([-np.sin(turn), np.cos(turn), 0.0])
    if pose is Pose.FACE_UP:
        return np.array([right, down, _UP])
    if pose is Pose.FACE_DOWN:
        return np.array([-right, down, -_UP])
    return np.array([right, -_UP, down])


def face_corners(posed: PosedTile, profile: TableProfile, *, back: bool = False) -> NDArray[np.float64]:
    """Return the corners [4, 3] mm of its face or back: top left, top right, bottom right, bottom left as seen."""
    size, axes = profile.tile, tile_axes(posed.angle, posed.pose)
    if back:
        axes = axes * np.array([[-1.0], [1.0], [-1.0]])
    u, v, n = axes * np.array([[size.width_mm], [size.height_mm], [size.thickness_mm]]) / 2
    middle = _middle(posed, profile) + n
    return np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])


def tile_footprint(posed: PosedTile, size: TileSize) -> NDArray[np.float64]:
    """Return the corners [4, 2] mm of the table area under a tile: top left, top right, bottom right, bottom left."""
    deep = size.thickness_mm if posed.pose is Pose.STANDING else size.height_mm
    turn = np.radians(posed.angle)
    across = np.array([np.cos(turn), np.sin(turn)]) * size.width_mm / 2
    along = np.array([-np.sin(turn), np.cos(turn)]) * deep / 2
    middle = np.array([posed.x, posed.y])
    return np.array(
        [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    )


def _middle(posed: PosedTile, profile: TableProfile) -> NDArray[np.float64]:
    standing = posed.pose is Pose.STANDING
    tall = profile.tile.height_mm if standing else profile.tile.thickness_mm
    return np.array([posed.x, posed.y, posed.z + tall / 2])


def _tile(posed: PosedTile, profile: TableProfile, look: VenueLook) -> Cuboid:
    size = profile.tile
    return Cuboid(
        centre=_middle(posed, profile),
        axes=tile_axes(posed.angle, posed.pose),
        edges=(size.width_mm, size.height_mm, size.thickness_mm),
        bevel=look.bevel_mm,
        body=look.body,
        back=look.back,
        back_share=look.back_share,
        inks={} if posed.tile is None else {FRONT: face_texture(look.faces, posed.tile)},
    )


def _centre(posed: PosedCentre, profile: TableProfile, console: Colour) -> Cuboid:
    wide, under = profile.table.centre_mm, max(posed.raised - CENTRE_MM, 1.0)
    if posed.part is CentrePart.PLATE:
        return _lying(
            posed, under, ((wide, wide, CENTRE_MM), 3.0), console, {FRONT: halvings(console_picture(wide, console))}
        )
    if posed.part is CentrePart.SHAFT:
        return _lying(posed, 0.0, ((wide * _SHAFT, wide * _SHAFT, under), 1.0), console, {})
    return _lying(posed, 0.0, ((wide + 3.0, wide + 3.0, 0.2), 0.1), _HOLE, {})


def _lying(
    posed: PosedDie | PosedStick | PosedPlate | PosedCentre,
    z: float,
    form: tuple[tuple[float, float, float], float],
    body: Colour,
    inks: dict[int, Texture],
) -> Cuboid:
    edges, bevel = form
    middle = np.array([posed.x, posed.y, z + edges[2] / 2])
    return Cuboid(middle, tile_axes(posed.angle, Pose.FACE_UP), edges, bevel, body, body, 0.0, inks)


@cache
def die_texture(pips: int, *, dark: bool = False) -> Texture:
    """Return one side of a die: the single pip is large and red; on a ``dark`` die all pips are white."""
    size, step = 128, 32
    dots = [(size // 2 + x * step, size // 2 + y * step) for x, y in PIPS[pips]]
    ink = _WHITE if dark else _RED if pips == 1 else _BLACK
    return _dotted((size, size), dots, 24 if pips == 1 else 13, ink)


@cache
def stick_texture(points: int) -> Texture:
    """Return the top of a point stick; sticks of other values are blank."""
    length, width = 660, 65
    colour, places = _DOTS.get(points, (_BLACK, ()))
    dots = [(round(length * (0.5 + along)), round(width * (0.5 + across))) for along, across in places]
    return _dotted((length, width), dots, 20 if points == 1000 else 9, colour)


@cache
def plate_texture(wind: Tile) -> Texture:
    """Return the top of the wind plate: the character in light ink in its middle."""
    light = (235, 235, 235)
    face = face_texture(FaceStyle(ink=light, second=light, third=light, red=light), wind)[1]
    plate = np.zeros((208, 400, 4), np.uint8)
    height, width = face.shape[:2]
    plate[(208 - height) // 2 : (208 + height) // 2, (400 - width) // 2 : (400 + width) // 2] = face
    return halvings(plate)


def _dotted(size: tuple[int, int], dots: list[tuple[int, int]], radius: int, colour: Colour) -> Texture:
    picture = np.zeros((size[1], size[0], 4), np.uint8)
    for dot in dots:
        cv2.circle(picture, dot, radius, (*colour, 255), -1, cv2.LINE_AA)
    return halvings(picture)

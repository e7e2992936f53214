"""The pose of a camera over a table of which nothing is known but the tiles that lie on it."""

from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Final

import numpy as np

from controller.errors import EyesError
from controller.text import Text
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.camera.model import Camera, rotation_vector
from vision.camera.table_centre import Lie, PlacedTile, TableCentre, find_centre
from vision.camera.tile_plane import Outlines, PlaneFit, fit_tiles

_TILTED: Final = 8.0
"""Degrees of tilt from which the near side is the one below the camera; chosen: under it, the picture's lower edge
decides."""
_LEAST_SHARE: Final = 0.25
"""Share of the outlines that one plane must explain; chosen: printed tiles beside a table are up to half."""
_LEAST_FITTING: Final = 4
"""Outlines that it must explain; chosen: fewer tell nothing of perspective."""
_FITS: Final = 0.5
"""How well an outline must be explained to count."""


@dataclass(frozen=True, slots=True)
class TablePose:
    """A camera in the frame of the table, seat A being the near one, and how sure it is.

    ``placed``: each outline on the table, None where it is beyond the horizon; ``tiles``: how many were explained.
    ``focal_spread``, ``height_spread``: standard deviations in parts of focal length and height; ``tilt_spread``
    degrees; ``centre_spread`` mm, large where the tiles do not tell the middle.
    """

    camera: Camera
    placed: tuple[PlacedTile | None, ...]
    tiles: int
    focal_spread: float
    tilt_spread: float
    height_spread: float
    centre_spread: float


def pose_from_tiles(size: tuple[int, int], seen: Outlines, layout: Layout, focal: float | None = None) -> TablePose:
    """The camera that saw these tiles in a picture of ``size``; raises EyesError where they do not tell it.

    ``focal``: the focal length in px where it is known. Tiles are as large as the layout's.
    """
    plane = fit_tiles(size, seen, layout.profile.tile, focal)
    good = 0 if plane is None else int((plane.fits > _FITS).sum())
    share = 0.0 if plane is None else float(seen.weight[plane.fits > _FITS].sum()) / float(np.nansum(seen.weight))
    if plane is None or good < _LEAST_FITTING or share < _LEAST_SHARE:
        raise EyesError(
            Text(
                f"写真の牌{len(seen)}枚のうち、卓にあるのは{good}枚しか分かりません。もっと写るように撮ってください。",
                f"{len(seen)} tiles in the picture, {good} of them on one plane: expected {_LEAST_FITTING} and more"
                " that lie on a table; else give a calibration",
            )
        )
    known = [tile for tile in _placed(plane.camera, plane, seen, layout) if tile is not None]
    centre = find_centre(layout, known)
    camera = _moved(plane.camera, centre, _quarters(plane.camera))
    return TablePose(camera, _placed(camera, plane, seen, layout), good, *plane.spread, centre.spread)


def _placed(camera: Camera, plane: PlaneFit, seen: Outlines, layout: Layout) -> tuple[PlacedTile | None, ...]:
    """The outlines on the table under the camera, each as well as it is explained."""
    tile, standing = layout.profile.tile, plane.standing
    heights = np.where(standing, tile.height_mm / 2, tile.thickness_mm)

    def level(px: Floats) -> Floats:
        return camera.to_plane(px, heights)

    places = level(seen.centre)
    right = level(seen.centre + seen.right / 2) - level(seen.centre - seen.right / 2)
    down = level(seen.centre + seen.down / 2) - level(seen.centre - seen.down / 2)
    # The top of a back points along its longer edge, either way.
    longer = np.linalg.norm(right, axis=1) > np.linalg.norm(down, axis=1)
    turn = np.where(seen.turn >= 0, seen.turn, longer)
    tops = np.stack([-down, right, down, -right])[turn, np.arange(len(seen))]
    angles = np.degrees(np.arctan2(tops[:, 0], -tops[:, 1]))
    # Who looks at a standing tile's face sees its right edge at his right; who sees its back sits across.
    upright = np.degrees(np.arctan2(right[:, 1], right[:, 0])) + 180.0 * seen.back
    angles = np.where(standing, upright, angles) % 360.0
    good = np.isfinite(places).all(axis=1) & np.isfinite(angles)
    found: list[PlacedTile | None] = []
    for i, (x, y) in enumerate(places.tolist()):
        lie = Lie.STANDING if standing[i] else Lie.BACK if seen.back[i] else Lie.FACE
        halves = not standing[i] and bool(seen.halves[i] or seen.turn[i] < 0)
        placed = PlacedTile(lie, x, y, float(angles[i]), halves, float(plane.fits[i]))
        found.append(placed if good[i] else None)
    return tuple(found)


def _quarters(camera: Camera) -> int:
    """Quarter turns by which the plane's axes are turned until seat A is the near one."""
    towards = -camera.matrix.T @ np.array([0.0, -1.0, 0.0])
    if camera.tilt > _TILTED:
        # Away from where the optical axis meets the table, towards the camera.
        towards = -camera.matrix[2]
    return round(float(np.degrees(np.arctan2(towards[1], towards[0])) - 90.0) / 90.0) % 4


def _moved(camera: Camera, centre: TableCentre, quarters: int) -> Camera:
    """The camera in a frame with its origin in the centre and its axes that many quarter turns on."""
    turn = quarters * pi / 2
    matrix = camera.matrix @ np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
    x, y, z = np.array(camera.translation) + camera.matrix @ np.array([centre.x, centre.y, 0.0])
    return replace(camera, rotation=rotation_vector(matrix), translation=(float(x), float(y), float(z)))

"""Finds the pose of an uncalibrated camera over a table from the tiles on it alone."""

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
"""Degrees of tilt from which the table's near side is the one towards the camera; chosen: below it, the picture's lower
edge decides."""
_LEAST_SHARE: Final = 0.25
"""Share of the outlines that one plane must explain; chosen: printed tiles beside a table are up to half."""
_LEAST_FITTING: Final = 4
"""Number of outlines that the plane must explain; chosen: fewer do not determine perspective."""
_FITS: Final = 0.5
"""Least fit, 0-1, of an outline that counts as explained."""


@dataclass(frozen=True, slots=True)
class TablePose:
    """A camera in the frame of the table, with seat A as the near seat, and its uncertainty.

    ``placed``: each outline on the table, None beyond the horizon; ``tiles``: number of explained outlines. Standard
    deviations: ``focal_spread`` and ``height_spread`` relative to focal length and height; ``tilt_spread`` degrees;
    ``centre_spread`` mm, large if the tiles do not determine the table's centre.
    """

    camera: Camera
    placed: tuple[PlacedTile | None, ...]
    tiles: int
    focal_spread: float
    tilt_spread: float
    height_spread: float
    centre_spread: float


def pose_from_tiles(size: tuple[int, int], seen: Outlines, layout: Layout, focal: float | None = None) -> TablePose:
    """Return the camera's pose from the tiles in a picture of ``size``; raises EyesError if too few fit one plane.

    ``focal``: focal length, px, if known. Tiles are assumed to have the layout's size.
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
    """Return the outlines placed on the table under the camera, each weighted by its fit; None beyond the horizon."""
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
    # A visible face has the tile's right edge on the right; a visible back belongs to the player across: half a turn.
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
    """Return the number of quarter turns of the plane's axes that make seat A the near seat."""
    towards = -camera.matrix.T @ np.array([0.0, -1.0, 0.0])
    if camera.tilt > _TILTED:
        # Away from where the optical axis meets the table, towards the camera.
        towards = -camera.matrix[2]
    return round(float(np.degrees(np.arctan2(towards[1], towards[0])) - 90.0) / 90.0) % 4


def _moved(camera: Camera, centre: TableCentre, quarters: int) -> Camera:
    """Return the camera in a frame with its origin at the centre and its axes turned by ``quarters`` quarter turns."""
    turn = quarters * pi / 2
    matrix = camera.matrix @ np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
    x, y, z = np.array(camera.translation) + camera.matrix @ np.array([centre.x, centre.y, 0.0])
    return replace(camera, rotation=rotation_vector(matrix), translation=(float(x), float(y), float(z)))

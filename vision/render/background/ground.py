"""The bare table: felt, printed lines, centre console, rail and floor, as a camera sees them."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.table import TableProfile
from vision.camera.model import Camera
from vision.render.appearance import Colour, Look
from vision.render.faces.artwork import Picture
from vision.render.solid import Patch

DOME_MM: Final = 41.0
RAIL_MM: Final = 42.0
_MARGIN_MM: Final = 260.0
_PLAN_PX: Final = 2200
_WEAVE_PX: Final = 384
_CONSOLE: Final[Colour] = (44, 40, 38)


def paint_ground(profile: TableProfile, camera: Camera, look: Look) -> Picture:
    """The empty table, BGR [h, w, 3], before lamps and lens."""
    widest = _PLAN_PX / (profile.table.field_mm + 2 * _MARGIN_MM)
    resolution = float(np.clip(1.2 * _pixels_per_mm(camera), 0.6, widest))
    plan = _plan(profile, look, resolution)
    middle = (plan.shape[1] - 1) / 2, (plan.shape[0] - 1) / 2
    if not camera.bends:
        to_plan = np.array([[resolution, 0, middle[0]], [0, resolution, middle[1]], [0, 0, 1.0]])
        move = camera.homography() @ np.linalg.inv(to_plan)
        return _picture(
            cv2.warpPerspective(plan, move, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )
    width, height = camera.size
    px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    spots = (camera.to_plane(px) * resolution + middle).reshape(height, width, 2).astype(np.float32)
    across, along = cv2.split(np.nan_to_num(spots, nan=-1.0))
    return _picture(cv2.remap(plan, across, along, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def paint_dome(camera: Camera, look: Look) -> Patch | None:
    """The glass over the dice: a faint veil, a bright rim and the mirrored lamps."""
    ring = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    rim = camera.project(np.column_stack([circle * DOME_MM, np.full(48, 1.0)]))
    crown = camera.project(np.column_stack([circle * DOME_MM * 0.72, np.full(48, 22.0)]))
    if not np.isfinite(rim).all():
        return None
    hull = cv2.convexHull(np.concatenate([rim, crown]).astype(np.float32))[:, 0]
    x0, y0 = np.floor(hull.min(axis=0)).astype(int) - 2
    x1, y1 = np.ceil(hull.max(axis=0)).astype(int) + 3
    if x1 <= 0 or y1 <= 0 or x0 >= camera.size[0] or y0 >= camera.size[1]:
        return None

    def on_patch(points: NDArray[Any]) -> NDArray[np.int32]:
        return np.asarray(np.round((points - (x0, y0)) * 16), dtype=np.int32)

    veil = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(veil, on_patch(hull), 16, cv2.LINE_AA, 4)
    cv2.polylines(veil, [on_patch(rim)], True, 90, 2, cv2.LINE_AA, 4)
    glints = np.zeros_like(veil)
    scale = float(np.ptp(rim[:, 0])) / (2 * DOME_MM)
    for lamp in look.lamps:
        towards = np.array(lamp.towards) / np.linalg.norm(lamp.towards)
        spot = camera.project([[*(towards[:2] * DOME_MM * 0.5), 20.0]])[0]
        place = on_patch(spot[None])[0]
        axes = (round(16 * 4.5 * scale), round(16 * 2.4 * scale))
        turn = float(np.degrees(np.arctan2(towards[1], towards[0]))) + 90
        cv2.ellipse(glints, (int(place[0]), int(place[1])), axes, turn, 0, 360, 190, -1, cv2.LINE_AA, 4)
    glints = cv2.GaussianBlur(glints, (0, 0), max(0.5, 0.8 * scale))
    amount = np.maximum(veil, glints)
    paint = cv2.cvtColor((amount * 0.96).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    keep = cv2.cvtColor(255 - amount, cv2.COLOR_GRAY2BGR)
    return Patch(int(x0), int(y0), _picture(paint), _picture(keep))


def _plan(profile: TableProfile, look: Look, resolution: float) -> Picture:
    """The table straight from above, ``resolution`` px for each mm, its centre in the middle."""
    field = profile.table.field_mm
    side = round((field + 2 * _MARGIN_MM) * resolution)
    rng = np.random.default_rng(look.seed)
    plan = np.empty((side, side, 3), np.uint8)
    plan[:] = look.floor
    middle = (side - 1) / 2

    def square(half_mm: float, colour: Colour, radius_mm: float = 0.0, line_mm: float = 0.0) -> None:
        half, radius = half_mm * resolution, radius_mm * resolution
        outline = np.round((_rounded_square(half, radius) + middle) * 16).astype(np.int32)
        if line_mm:
            cv2.polylines(plan, [outline], True, colour, max(1, round(line_mm * resolution)), cv2.LINE_AA, 4)
        else:
            cv2.fillConvexPoly(plan, outline, colour, cv2.LINE_AA, 4)

    square(field / 2 + RAIL_MM, look.rail, 30)
    square(field / 2 + RAIL_MM * 0.5, _scaled(look.rail, 1.25), 16, 2)
    square(field / 2 + 2, _scaled(look.rail, 0.6), 6)
    square(field / 2, look.felt, 6)
    _grain(plan, rng, look, resolution)
    if look.lines:
        square(profile.river.distance_mm + 118, _scaled(look.felt, 1.35), 4, 1.2)
    console = profile.table.centre_mm / 2
    square(console + 1.5, _scaled(look.felt, 0.55), 12)
    square(console, _CONSOLE, 11)
    square(console - 3, _scaled(_CONSOLE, 1.35), 9, 0.8)
    _console(plan, middle, console, resolution)
    return plan


def _console(plan: Picture, middle: float, half_mm: float, resolution: float) -> None:
    def at(x: float, y: float) -> tuple[int, int]:
        return round((middle + x * resolution) * 16), round((middle + y * resolution) * 16)

    def dot(x: float, y: float, radius: float, colour: Colour) -> None:
        cv2.circle(plan, at(x, y), round(radius * resolution * 16), colour, -1, cv2.LINE_AA, 4)

    dot(0, 0, DOME_MM + 2.5, _scaled(_CONSOLE, 0.6))
    dot(0, 0, DOME_MM, (70, 62, 52))
    dot(0, 0, DOME_MM - 3, (92, 82, 66))
    corner = half_mm - 9
    for x, y in ((corner, corner), (-corner, corner), (corner, -corner), (-corner, -corner)):
        dot(x, y, 5.5, _scaled(_CONSOLE, 0.5))
        dot(x, y, 4.4, (40, 60, 190) if x == y else (150, 120, 60))
        dot(x - 1.2, y - 1.4, 1.2, (225, 225, 235))


def _grain(plan: Picture, rng: np.random.Generator, look: Look, resolution: float) -> None:
    """Weave and wear of the felt, the same in all channels."""
    side = plan.shape[0]
    spread = max(0.5, 0.35 * resolution)
    weave = rng.standard_normal((_WEAVE_PX, _WEAVE_PX), dtype=np.float32)
    fine = np.asarray(cv2.GaussianBlur(weave, (0, 0), spread)) * (2 * np.pi**0.5 * spread)
    fine = np.tile(fine, (side // _WEAVE_PX + 1,) * 2)[:side, :side]
    spots = rng.standard_normal((24, 24), dtype=np.float32)
    wear = np.asarray(cv2.resize(spots, (side, side), interpolation=cv2.INTER_CUBIC))
    grey = 1.0 + (fine * look.felt_grain + wear * look.felt_grain * 0.8) / 100.0
    cv2.multiply(plan, cv2.merge([grey] * 3), dst=plan, dtype=cv2.CV_8U)


def _rounded_square(half: float, radius: float) -> NDArray[np.float64]:
    corners = []
    for start, (sx, sy) in ((180, (-1, -1)), (270, (1, -1)), (0, (1, 1)), (90, (-1, 1))):
        turn = np.radians(np.linspace(start, start + 90, 7))
        arc = np.column_stack([np.cos(turn), np.sin(turn)]) * radius + np.array([sx, sy]) * (half - radius)
        corners.append(arc)
    return np.concatenate(corners)


def _pixels_per_mm(camera: Camera) -> float:
    spots = camera.project([[-50.0, 0, 0], [50.0, 0, 0], [0, -50.0, 0], [0, 50.0, 0]])
    across, along = np.linalg.norm(spots[1] - spots[0]), np.linalg.norm(spots[3] - spots[2])
    found = float(max(across, along)) / 100.0
    return found if np.isfinite(found) else 1.0


def _scaled(colour: Colour, factor: float) -> Colour:
    blue, green, red = (min(255.0, part * factor) for part in colour)
    return blue, green, red


def _picture(value: Any) -> Picture:
    return np.asarray(value, dtype=np.uint8)

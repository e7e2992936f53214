"""The empty table in a picture: that of a profile, or a random one for training pictures."""

from functools import cached_property
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.render.appearance import Colour, VenueLook
from vision.render.cuboid import Patch
from vision.render.faces.artwork import Picture

DOME_MM: Final = 41.0
"""Radius of the glass over the dice, mm; chosen to fill most of the profiles' console of 116 mm."""
RAIL_MM: Final = 42.0
"""Width of the rail around the felt, mm; chosen within the 70 mm between field and outer edge of the profiles."""
_MARGIN_MM: Final = 260.0
"""Width of the floor on each side of the felt, mm; chosen: with the field of 720 mm it fills the usual camera's view of
800 x 1067 mm."""
_PLAN_PX: Final = 2200
"""Longest side of the plan in px: limits it to 15 MB at any camera resolution."""
_WEAVE_PX: Final = 384
"""Side in px of the piece of weave repeated over the felt; chosen."""
_ROWS, _COLUMNS = 3, 6
"""Rows and columns of the cells that are printed for discards."""
_CONSOLE_PX: Final = 512
"""Side in px of the console's texture; chosen: about four px per mm."""
Rng = np.random.Generator
Grey = NDArray[np.float32]
_SIDE: Final = 512
"""Side of a surface in px: a power of two, like almost all noise grids that are stretched to it."""
_PER_MM: Final = 2.0
"""Px of a surface per mm of the table, so that it repeats every 256 mm."""
_FAR: Final = 1e5
"""Distance in mm assigned to everything above the horizon: farther than any rail or clutter."""


def paint_ground(profile: TableProfile, camera: Camera, look: VenueLook) -> Picture:
    """Return the empty table, BGR [h, w, 3], before lighting and lens effects."""
    widest = _PLAN_PX / (profile.table.field_mm + 2 * _MARGIN_MM)
    resolution = float(np.clip(1.2 * _pixels_per_mm(camera), 0.6, widest))
    plan = _plan(profile, look, resolution)
    middle = (plan.shape[1] - 1) / 2, (plan.shape[0] - 1) / 2
    if not camera.distorts:
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


def console_picture(side_mm: float, colour: Colour) -> Picture:
    """Return a console of a colour from straight above, premultiplied BGRA."""
    resolution = _CONSOLE_PX / side_mm
    plan = np.empty((_CONSOLE_PX, _CONSOLE_PX, 3), np.uint8)
    plan[:] = colour
    middle = (_CONSOLE_PX - 1) / 2
    line = np.round((_rounded_square((side_mm / 2 - 3) * resolution, 9 * resolution) + middle) * 16).astype(np.int32)
    cv2.polylines(plan, [line], True, _scaled(colour, 1.35), max(1, round(0.8 * resolution)), cv2.LINE_AA, 4)
    _console(plan, middle, side_mm / 2, resolution, colour)
    return _picture(cv2.cvtColor(plan, cv2.COLOR_BGR2BGRA))


def paint_dome(camera: Camera, look: VenueLook, raised: float = 0.0) -> Patch | None:
    """Return the glass over the dice, ``raised`` mm above the felt: a faint veil, a bright rim and lamp reflections."""
    ring = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    rim = camera.project(np.column_stack([circle * DOME_MM, np.full(48, raised + 1.0)]))
    crown = camera.project(np.column_stack([circle * DOME_MM * 0.72, np.full(48, raised + 22.0)]))
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
        spot = camera.project([[*(towards[:2] * DOME_MM * 0.5), raised + 20.0]])[0]
        place = on_patch(spot[None])[0]
        axes = (round(16 * 4.5 * scale), round(16 * 2.4 * scale))
        turn = float(np.degrees(np.arctan2(towards[1], towards[0]))) + 90
        cv2.ellipse(glints, (int(place[0]), int(place[1])), axes, turn, 0, 360, 190, -1, cv2.LINE_AA, 4)
    glints = cv2.GaussianBlur(glints, (0, 0), max(0.5, 0.8 * scale))
    amount = np.maximum(veil, glints)
    paint = cv2.cvtColor((amount * 0.96).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    keep = cv2.cvtColor(255 - amount, cv2.COLOR_GRAY2BGR)
    return Patch(int(x0), int(y0), _picture(paint), _picture(keep))


def _plan(profile: TableProfile, look: VenueLook, resolution: float) -> Picture:
    """Return the table from straight above with ``resolution`` px per mm and its centre in the middle."""
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
    if look.printed:
        _print(plan, profile, look, resolution)
    console = profile.table.centre_mm / 2
    square(console + 1.5, _scaled(look.felt, 0.55), 12)
    square(console, look.console, 11)
    square(console - 3, _scaled(look.console, 1.35), 9, 0.8)
    _console(plan, middle, console, resolution, look.console)
    return plan


def _print(plan: Picture, profile: TableProfile, look: VenueLook, resolution: float) -> None:
    """Print before each seat a cell for each of 18 discards, a compass point and letters, as on mats that are sold."""
    ink, thick = _scaled(look.felt, 1.7), max(1, round(1.2 * resolution))
    middle, size = (plan.shape[1] - 1) / 2, profile.tile
    near, left = profile.river.distance_mm - size.height_mm / 2, -_COLUMNS * size.width_mm / 2

    def at(x: float, y: float) -> tuple[int, int]:
        return round(middle + x * resolution), round(middle + y * resolution)

    for letter in "ESWN":
        for row in range(_ROWS):
            for column in range(_COLUMNS):
                x, y = left + column * size.width_mm, near + row * size.height_mm
                cv2.rectangle(plan, at(x, y), at(x + size.width_mm, y + size.height_mm), ink, thick)
        cv2.circle(plan, at(-150.0, near), round(22 * resolution), ink, thick)
        for text, place in ((letter, (-158.0, near + 9.0)), ("MAHJONG", (110.0, 250.0))):
            cv2.putText(plan, text, at(*place), cv2.FONT_HERSHEY_DUPLEX, resolution, ink, thick)
        plan[:] = np.rot90(plan).copy()


def _console(plan: Picture, middle: float, half_mm: float, resolution: float, colour: Colour) -> None:
    def at(x: float, y: float) -> tuple[int, int]:
        return round((middle + x * resolution) * 16), round((middle + y * resolution) * 16)

    def dot(x: float, y: float, radius: float, shade: Colour) -> None:
        cv2.circle(plan, at(x, y), round(radius * resolution * 16), shade, -1, cv2.LINE_AA, 4)

    dot(0, 0, DOME_MM + 2.5, _scaled(colour, 0.6))
    dot(0, 0, DOME_MM, (70, 62, 52))
    dot(0, 0, DOME_MM - 3, (92, 82, 66))
    corner = half_mm - 9
    for x, y in ((corner, corner), (-corner, corner), (corner, -corner), (-corner, -corner)):
        dot(x, y, 5.5, _scaled(colour, 0.5))
        dot(x, y, 4.4, (40, 60, 190) if x == y else (150, 120, 60))
        dot(x - 1.2, y - 1.4, 1.2, (225, 225, 235))


def _grain(plan: Picture, rng: np.random.Generator, look: VenueLook, resolution: float) -> None:
    """Apply weave and wear of the felt, equally in all channels."""
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


class Surroundings:
    """Random backgrounds for training pictures; their surfaces are drawn once from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    @cached_property
    def _surfaces(self) -> tuple[Grey, ...]:
        rng = np.random.default_rng(self._seed)
        return tuple(make(rng) for make in (_felt, _wood, _mesh, _speckled, _plain) for _ in range(3))

    def ground(self, camera: Camera, rng: Rng) -> Picture:
        """Return a random table without tiles as the camera sees it, BGR [h, w, 3]."""
        x, y = _spots(camera)
        surface = self._surfaces[int(rng.integers(len(self._surfaces)))]
        turn, half = rng.uniform(0, 2 * np.pi), float(rng.uniform(330, 460))
        across, along = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        shift = rng.uniform(-half * 0.4, half * 0.4, 2)
        across, along = (across + shift[0]).astype(np.float32), (along + shift[1]).astype(np.float32)
        grain = cv2.remap(surface, across * _PER_MM, along * _PER_MM, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        picture = _tinted(np.asarray(grain, np.float32), _table_colour(rng))
        edge = np.maximum(np.abs(across), np.abs(along))
        if rng.random() < 0.3:
            line = np.abs(edge - rng.uniform(60, half * 0.9)) < rng.uniform(0.5, 3)
            picture[line] = _any_colour(rng)
        self._around(picture, edge - half, rng)
        for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.4 else 0):
            _flat_thing(picture, camera, rng)
        return picture

    def _around(self, picture: Picture, outside_mm: Grey, rng: Rng) -> None:
        """Draw rail and room beyond the edge of the table."""
        if not (outside_mm > 0).any():
            return
        room = _room(picture.shape[1], picture.shape[0], rng)
        rail = float(rng.uniform(15, 70))
        wooden = self._surfaces[int(rng.integers(3, 6))]
        height, width = picture.shape[:2]
        colour = _any_colour(rng) if rng.random() < 0.5 else (30.0, 30.0, 34.0)
        frame = _tinted(np.tile(wooden, (height // _SIDE + 1, width // _SIDE + 1))[:height, :width], colour)
        on_rail = (outside_mm > 0) & (outside_mm <= rail)
        picture[on_rail] = frame[on_rail]
        beyond = outside_mm > rail
        picture[beyond] = room[beyond]


def _spots(camera: Camera) -> tuple[Grey, Grey]:
    """Return table x and y, mm, of every pixel [h, w]; ``_FAR`` above the horizon."""
    width, height = camera.size
    columns, rows = np.meshgrid(np.arange(0, width + 2, 2), np.arange(0, height + 2, 2))
    spots = camera.to_plane(np.column_stack([columns.ravel(), rows.ravel()]))
    spots = np.clip(np.nan_to_num(spots, nan=_FAR), -_FAR, _FAR).reshape(*columns.shape, 2).astype(np.float32)
    # Every second pixel is computed and the rest interpolated, because the mapping is nearly linear between them.
    step = np.array([[0.5, 0, 0], [0, 0.5, 0]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    x, y = (cv2.warpAffine(one, step, (width, height), flags=flags) for one in cv2.split(spots))
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def _table_colour(rng: Rng) -> Colour:
    kind = rng.random()
    if kind < 0.45:  # Greens, teals and blues of mahjong cloth.
        return _hsv(rng.uniform(45, 115), rng.uniform(90, 230), rng.uniform(50, 190))
    if kind < 0.6:
        return _hsv(rng.uniform(8, 22), rng.uniform(60, 160), rng.uniform(90, 220))
    if kind < 0.75:
        return _hsv(0, rng.uniform(0, 30), rng.uniform(30, 235))
    return _any_colour(rng)


def _any_colour(rng: Rng) -> Colour:
    return _hsv(rng.uniform(0, 180), rng.uniform(0, 220), rng.uniform(20, 240))


def _hsv(hue: float, saturation: float, value: float) -> Colour:
    pixel = np.array([[[hue, saturation, value]]], np.float32).astype(np.uint8)
    blue, green, red = (float(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def _tinted(grey: Grey, colour: Colour) -> Picture:
    layers = [np.clip(grey * part, 0, 255).astype(np.uint8) for part in colour]
    return np.ascontiguousarray(np.asarray(cv2.merge(layers), dtype=np.uint8))


def _room(width: int, height: int, rng: Rng) -> Picture:
    room = np.empty((height, width, 3), np.uint8)
    room[:] = _any_colour(rng)
    for _ in range(int(rng.integers(4, 40))):
        x, y = int(rng.integers(-30, width)), int(rng.integers(-30, height))
        wide, tall = int(rng.integers(4, 60)), int(rng.integers(20, 200))
        cv2.rectangle(room, (x, y), (x + wide, y + tall), _any_colour(rng), -1)
        if rng.random() < 0.5:
            ink = _any_colour(rng)
            for row in range(y + 4, y + tall - 4, int(rng.integers(5, 14))):
                cv2.line(room, (x + 3, row), (x + wide - 3, row), ink, int(rng.integers(1, 4)))
    return np.asarray(cv2.GaussianBlur(room, (0, 0), float(rng.uniform(0.5, 3))), dtype=np.uint8)


def _flat_thing(picture: Picture, camera: Camera, rng: Rng) -> None:
    """Draw a sheet, a coaster, a chip or a telephone on the table."""
    middle = camera.to_plane([[rng.uniform(0, camera.size[0]), rng.uniform(0, camera.size[1])]])[0]
    if not np.isfinite(middle).all() or np.abs(middle).max() > 600:
        return
    turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(8, 70, 2)
    if rng.random() < 0.4:
        ring = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        outline = np.column_stack([np.cos(ring), np.sin(ring)]) * min(size)
    else:
        outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size
    spun = outline @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    px = camera.project(np.column_stack([spun + middle, np.zeros(len(spun))]))
    if not np.isfinite(px).all() or np.abs(px).max() > 4000:
        return
    points = np.round(px * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, points, _any_colour(rng), cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        inner = np.round(((px - px.mean(axis=0)) * rng.uniform(0.4, 0.9) + px.mean(axis=0)) * 16).astype(np.int32)
        cv2.polylines(picture, [inner], True, _any_colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA, 4)


def _noise(rng: Rng, width: int, height: int) -> Grey:
    """Return Gaussian noise of a grid of cells, enlarged to a seamless square of side ``_SIDE``."""
    small = rng.standard_normal((height, width), dtype=np.float32)
    wrapped = np.pad(small, 2, mode="wrap")
    wide = cv2.resize(wrapped, None, fx=_SIDE / width, fy=_SIDE / height, interpolation=cv2.INTER_CUBIC)
    x, y = 2 * _SIDE // width, 2 * _SIDE // height
    return np.asarray(wide, np.float32)[y : y + _SIDE, x : x + _SIDE]


def _felt(rng: Rng) -> Grey:
    return np.asarray(1 + _noise(rng, 256, 256) * rng.uniform(0.01, 0.05) + _noise(rng, 8, 8) * 0.03, np.float32)


def _wood(rng: Rng) -> Grey:
    rings = _noise(rng, 4, 64) * 0.07 + _noise(rng, 8, 256) * 0.04
    return np.asarray(1 + rings + _noise(rng, 128, 256) * 0.015, np.float32)


def _mesh(rng: Rng) -> Grey:
    y, x = np.mgrid[0:_SIDE, 0:_SIDE]
    count = int(rng.choice([64, 86, 128]))
    weave = np.sin(2 * np.pi * x * count / _SIDE) * np.sin(2 * np.pi * y * count / _SIDE)
    return np.asarray(1 + weave * rng.uniform(0.03, 0.12) + _noise(rng, 16, 16) * 0.02, np.float32)


def _speckled(rng: Rng) -> Grey:
    specks = np.maximum(_noise(rng, 128, 128) - 1.4, 0)
    return np.asarray(1 + specks * rng.uniform(-0.3, 0.3) + _noise(rng, 6, 6) * 0.04, np.float32)


def _plain(rng: Rng) -> Grey:
    return np.asarray(1 + _noise(rng, 4, 4) * rng.uniform(0.01, 0.06), np.float32)


def paint_fingers(picture: Picture, rng: Rng) -> NDArray[np.bool_]:
    """Draw fingers reaching into the picture from an edge; return their mask [h, w]."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    start = rng.uniform(0, 1, 2) * (width, height)
    side = int(rng.integers(4))
    start[side % 2] = (0, 0, width, height)[side]
    aim = rng.uniform(0.25, 0.75, 2) * (width, height)
    way = (aim - start) / max(1.0, float(np.hypot(*(aim - start))))
    thick = float(rng.uniform(0.05, 0.11)) * width
    palm = start + way * rng.uniform(0.1, 0.3) * width
    cv2.line(mask, _whole(start - way * width * 0.2), _whole(palm), 255, round(thick * 3))
    for finger in range(4):
        spread = np.radians((finger - 1.5) * rng.uniform(8, 16))
        turn = np.array([[np.cos(spread), -np.sin(spread)], [np.sin(spread), np.cos(spread)]])
        tip = palm + turn @ way * width * float(rng.uniform(0.12, 0.26))
        cv2.line(mask, _whole(palm), _whole(tip), 255, max(2, round(thick)))
    soft: Any = cv2.GaussianBlur(mask, (0, 0), max(1.0, thick * 0.25)).astype(np.float32) / 255
    where = mask > 127
    tone = np.array(_hsv(rng.uniform(5, 15), rng.uniform(60, 150), rng.uniform(90, 235)))
    picture[where] = (tone * (0.55 + 0.45 * soft[where][:, None])).astype(np.uint8)
    return np.asarray(where)


def _whole(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))

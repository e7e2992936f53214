"""What is felt and what lies on it: the colour of the bare felt, learnt from each frame where tiles hardly ever lie.

Lamps light no table evenly: how bright the felt is where is learnt as well, as a bowl over the table.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.view import PX_PER_MM, View

_LEVELS: Final = 64
_LEVEL: Final = 256 // _LEVELS
_PLACES: Final = np.array([[_LEVELS**2, _LEVELS, 1]], np.float32)
"""What turns the levels of three channels into a place in a table of all colours."""
_APART: Final = 15.0
"""Grey levels by which something else differs from felt in any light."""
_DARKEST: Final = 0.2
_BRIGHTEST: Final = 1.25
_STEADY: Final = 3.0
_SPECK_PX: Final = 3
_LINE_PX: Final = 9
"""What is thinner is no tile: printed lines."""
_THIN_PX: Final = 5
"""Felt no wider than this less one is no felt: seams, edges of tiles, strokes of ink."""
_ISLAND_MM2: Final = (45.0, 400.0)
"""What tiles enclose is never felt below the first size, and always above the second."""
_ISLAND_FILLED: Final = 0.6
"""Share of its frame that felt between tiles fills at least; strokes of ink do not."""
_ISLAND_LIGHT: Final = (0.4, 1.2)
_ISLAND_TINT: Final = 0.12
_FAINT: Final = 6.0
"""Grey levels by which broad things differ from felt in any light."""
_SOFT_PX: Final = 3
_BROAD_PX: Final = 7
_OUTER: Final = 2
_PATCH: Final = 2
_CORNER_MM: Final = (105.0, 125.0, 145.0, 165.0)
_BOWL_MM: Final = 360.0
_BOWL_ROUNDS: Final = 4
_BOWL_CUT: Final = 0.12
_BOWL_PULL: Final = 0.3
_BOWL_NODES: Final = 9
_BOWL_STEADY: Final = 0.03
_TINT: Final = 0.15
_UNIT: Final = 100.0
Points = list[tuple[float, float, float]]


@dataclass(frozen=True)
class Cloth:
    """Felt of one colour (BGR), in shadow or light; ``bowl``: logarithm of its brightness over the table, a quadric."""

    felt: tuple[float, float, float]
    bowl: tuple[float, ...] = (0.0,) * 6
    _levels: dict[int, tuple[View, Image]] = field(default_factory=dict, compare=False, repr=False)

    def covered(self, view: View, piece: Image) -> Image:
        """Mask [rows, columns] of a view's BGR piece: 1 where something other than felt is seen, else 0."""
        even = self._even(view, piece)
        covered = self._without_ink(even, 1 - self._other(even))
        solid = cv2.morphologyEx(covered, cv2.MORPH_OPEN, np.ones((_LINE_PX, _LINE_PX), np.uint8))
        return np.asarray(solid, dtype=np.uint8)

    def other(self, view: View, piece: Image) -> Image:
        """As ``covered``, but by colour alone: ink as dark as felt in shadow is 0, lines are 1."""
        return self._other(self._even(view, piece))

    def broad(self, view: View, piece: Image) -> Image:
        """As ``covered``, of broad things only: of those even what is hardly of another colour than the felt."""
        half = cv2.resize(self._even(view, piece), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        soft = cv2.blur(half, (_SOFT_PX, _SOFT_PX))
        faint = (self._each_apart(np.asarray(soft, np.uint8)) > _FAINT).astype(np.uint8)
        solid = cv2.morphologyEx(faint, cv2.MORPH_OPEN, np.ones((_BROAD_PX, _BROAD_PX), np.uint8))
        return np.asarray(cv2.resize(solid, view.shape[::-1], interpolation=cv2.INTER_NEAREST), dtype=np.uint8)

    def apart(self, view: View, piece: Image, columns: slice) -> Floats:
        """How much the columns' mean differs from felt in any light, for each row of a view's piece, grey levels."""
        light = means.of_rows(self._level(view)[:, columns]) / _UNIT
        return _apart(means.of_rows(piece[:, columns]) * light, np.array(self.felt))

    def apart_across(self, view: View, piece: Image, rows: slice) -> Floats:
        """As ``apart``, for each column by the mean of some rows."""
        light = means.of_columns(self._level(view)[rows]) / _UNIT
        return _apart(means.of_columns(piece[rows]) * light, np.array(self.felt))

    def each_apart(self, view: View, piece: Image) -> Floats:
        """How much each pixel [rows, columns] of a view's piece differs from felt in any light, grey levels."""
        return self._each_apart(self._even(view, piece))

    def _each_apart(self, even: Image) -> Floats:
        return _apart(even.reshape(-1, 3).astype(np.float64), np.array(self.felt)).reshape(even.shape[:2])

    def _even(self, view: View, piece: Image) -> Image:
        return np.asarray(cv2.multiply(piece, self._level(view), scale=1 / _UNIT), dtype=np.uint8)

    def _other(self, even: Image) -> Image:
        place = cv2.transform((even // _LEVEL).astype(np.float32), _PLACES).astype(np.int32)
        return np.asarray(cv2.medianBlur(self._table.take(place), _SPECK_PX), dtype=np.uint8)

    def _level(self, view: View) -> Image:
        """What makes the light over a view even, in hundredths."""
        known = self._levels.get(id(view))
        if known is None:
            bowl = bowl_terms(view.nodes(_BOWL_NODES)) @ np.array(self.bowl)
            even = np.clip(_UNIT * np.exp(-bowl), 1, 255).reshape(_BOWL_NODES, _BOWL_NODES).astype(np.float32)
            wide = np.asarray(cv2.resize(even, view.shape[::-1], interpolation=cv2.INTER_LINEAR)).astype(np.uint8)
            # The view is kept with it: the number of one that is gone may come again.
            known = self._levels[id(view)] = view, np.asarray(cv2.merge([wide] * 3), dtype=np.uint8)
        return known[1]

    def _without_ink(self, view: Image, felt: Image) -> Image:
        """What is covered, ink of the felt's own colour too: it lies in islands that tiles enclose."""
        kernel = np.ones((_THIN_PX, _THIN_PX), np.uint8)
        wide = cv2.erode(felt, kernel)
        # What hangs together with the view's edge is felt; only islands are worth looking at one by one.
        ringed = cv2.copyMakeBorder(wide, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
        cv2.floodFill(ringed, None, (0, 0), _OUTER, flags=4)
        kept = (ringed[1:-1, 1:-1] == _OUTER).astype(np.uint8)
        islands = (ringed[1:-1, 1:-1] == 1).astype(np.uint8)
        left, top, wide_px, tall_px = cv2.boundingRect(islands)
        if wide_px:
            part = slice(top, top + tall_px), slice(left, left + wide_px)
            kept[part] |= self._felt_islands(view[part], islands[part])
        grown = np.asarray(cv2.dilate(kept, kernel), dtype=np.uint8)
        return np.asarray(1 - (grown & felt), dtype=np.uint8)

    def _felt_islands(self, view: Image, islands: Image) -> Image:
        """Those islands that are felt between tiles: large, or of its light and colour and solid."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(islands, connectivity=4)
        kept = np.zeros(count, np.uint8)
        for island in range(1, count):
            left, top, wide, tall, pixels = stats[island]
            size = pixels / PX_PER_MM**2
            part = slice(top, top + tall), slice(left, left + wide)
            here = labels[part] == island
            solid = size >= _ISLAND_MM2[0] and here.mean() >= _ISLAND_FILLED
            kept[island] = size >= _ISLAND_MM2[1] or (solid and self._is_felt(view[part][here].mean(axis=0)))
        return np.asarray(kept[labels], dtype=np.uint8)

    def _is_felt(self, colour: Floats) -> bool:
        felt = np.array(self.felt)
        light = float(colour @ felt / max(float(felt @ felt), 1.0))
        tint = float(np.linalg.norm(colour - light * felt) / max(float(np.linalg.norm(light * felt)), 1.0))
        return _ISLAND_LIGHT[0] < light < _ISLAND_LIGHT[1] and tint < _ISLAND_TINT

    def like(self, other: "Cloth") -> bool:
        """Whether two felts are the same but for noise."""
        colour = max(abs(a - b) for a, b in zip(self.felt, other.felt, strict=True))
        return colour < _STEADY and max(abs(a - b) for a, b in zip(self.bowl, other.bowl, strict=True)) < _BOWL_STEADY

    @cached_property
    def _table(self) -> Image:
        level = (np.arange(_LEVELS) + 0.5) * _LEVEL
        felt = np.array(self.felt)
        colours = np.stack(np.meshgrid(level, level, level, indexing="ij"), axis=-1).reshape(-1, 3)
        return np.asarray(_apart(colours, felt) > _APART, dtype=np.uint8)


class ClothFinder:
    """Samples the felt where it mostly lies bare: ``points`` mm in the camera's frame, by default ``bare_points``."""

    def __init__(self, layout: Layout, camera: Camera, points: Points | None = None) -> None:
        points = bare_points(layout) if points is None else points
        places = camera.project(points)
        width, height = camera.size
        inside = (places > _PATCH).all(axis=1) & (places < (width - _PATCH - 1, height - _PATCH - 1)).all(axis=1)
        self._places = np.round(places[inside]).astype(int)
        self._terms = bowl_terms(np.array(points)[inside, :2])
        self._last: Cloth | None = None

    def find(self, image: Image) -> Cloth:
        """Felt of a frame; the same object as before while colour and light stay."""
        offsets = range(-_PATCH, _PATCH + 1)
        columns, rows = self._places.T
        samples: Floats = np.mean(
            [image[rows + down, columns + right] for down in offsets for right in offsets], axis=0, dtype=np.float64
        )
        middle = np.median(samples, axis=0)
        lights = samples @ middle / max(float(middle @ middle), 1.0)
        tints = np.linalg.norm(samples - lights[:, None] * middle, axis=1) / np.maximum(lights, 0.05)
        near = (tints < _TINT * np.linalg.norm(middle)) & (np.abs(np.log(np.maximum(lights, 0.05))) < 0.5)
        bowl = self._bowl(np.log(np.maximum(lights, 0.05)), near)
        even = samples[near] / np.exp(self._terms[near] @ bowl)[:, None] if near.any() else samples
        blue, green, red = (float(value) for value in np.median(even, axis=0))
        cloth = Cloth((blue, green, red), tuple(float(value) for value in bowl))
        if self._last is None or not self._last.like(cloth):
            self._last = cloth
        return self._last

    def _bowl(self, lights: Floats, near: np.ndarray) -> Floats:
        """The quadric of the samples' brightness, those in shadow left out."""
        bowl = np.zeros(self._terms.shape[1])
        kept = near
        for _ in range(_BOWL_ROUNDS):
            if kept.sum() < 2 * len(bowl):
                return np.zeros(len(bowl))
            terms = self._terms[kept]
            pull = np.diag([0.0, *[_BOWL_PULL] * (len(bowl) - 1)])
            bowl = np.linalg.solve(terms.T @ terms + pull, terms.T @ lights[kept])
            off = lights - self._terms @ bowl
            # Shadows only darken: what is darker than the fit by far is left out first.
            kept = near & (off > -_BOWL_CUT) & (off < 2 * _BOWL_CUT)
        return np.asarray(bowl)


def bare_points(layout: Layout) -> Points:
    """Places in the corners inside the walls, between walls and hands, and behind the hands, mm in the table frame."""
    profile = layout.profile
    outer = profile.wall.distance_mm + profile.tile.height_mm
    inner = profile.hand.distance_mm - profile.tile.height_mm
    points = [
        (spot.x, spot.y, 0.0)
        for seat in SEATS
        for distance in (outer, (outer + inner) / 2, inner, profile.hand.distance_mm + profile.hand.depth_mm / 2)
        for across in np.linspace(-160.0, 160.0, 9)
        for spot in (layout.place(seat, float(across), distance),)
    ]
    # In the corners inside the walls lie neither rivers nor indicators.
    points += [
        (spot.x, spot.y, 0.0)
        for seat in SEATS
        for distance in _CORNER_MM
        for across in _CORNER_MM
        for spot in (layout.place(seat, across, distance),)
    ]
    return points


def _apart(colours: Floats, felt: Floats) -> Floats:
    """How much colours [N, 3] differ from felt in shadow or light: the same colour times a number."""
    light = np.clip(colours @ felt / max(float(felt @ felt), 1.0), _DARKEST, _BRIGHTEST)
    return np.asarray(np.abs(colours - light[:, None] * felt).max(axis=1))


def bowl_terms(spots: Floats) -> Floats:
    """Terms [N, 6] of a quadric over table points [N, 2] mm."""
    x, y = (spots / _BOWL_MM).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)

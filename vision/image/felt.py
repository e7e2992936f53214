"""Separates bare felt from objects on it, by the felt's colour, measured in each frame where tiles hardly ever are.

Lamps never light a table evenly, so the brightness of the felt over the table is fitted as well, as a quadric.
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
from vision.image.view import PX_PER_MM, RectifiedView

_LEVELS: Final = 64
"""Levels per channel in the lookup table of colours; chosen: a level is 4 grey levels, well below ``_DIFFERENT``."""
_LEVEL: Final = 256 // _LEVELS
"""Grey levels in one level of that table."""
_PLACES: Final = np.array([[_LEVELS**2, _LEVELS, 1]], np.float32)
"""Weights that turn the levels of blue, green and red into an index of that table."""
_DIFFERENT: Final = 15.0
"""Grey levels by which a colour must differ from felt of any brightness to be something else; chosen."""
_DARKEST: Final = 0.2
"""Brightness of felt in the deepest shadow, in parts of lit felt; chosen: below it colours cannot be distinguished."""
_BRIGHTEST: Final = 1.25
"""Brightness of felt under a lamp, in parts of usual felt; chosen: white tiles on pale felt are brighter still."""
_SAME_COLOUR: Final = 3.0
"""Grey levels per channel below which the felt of two frames counts as the same; chosen above camera noise."""
_SPECK_PX: Final = 3
"""Size of the median filter that removes single noisy pixels, pixels of 0.5 mm: the smallest possible."""
_LINE_PX: Final = 9
"""Pixels of 0.5 mm: a thinner object is no tile but a printed line; a tile is at least 16 mm thick."""
_THIN_PX: Final = 5
"""Pixels: a region narrower than this is no felt, but a seam, an edge of a tile or a stroke of ink."""
_ISLAND_MM2: Final = (45.0, 400.0)
"""A region enclosed by tiles is never felt below the first area, mm2, and always above the second (a face has 590)."""
_ISLAND_FILLED: Final = 0.6
"""Least share of its bounding box that felt between tiles fills; strokes of ink fill less."""
_ISLAND_LIGHT: Final = (0.4, 1.2)
"""Range of the brightness of felt between tiles, relative to other felt; chosen: in shadow, never much brighter."""
_ISLAND_TINT: Final = 0.12
"""Largest difference in colour of felt between tiles, in parts of its brightness; chosen: most ink differs by more."""
_FAINT: Final = 6.0
"""Grey levels by which broad objects differ from felt of any brightness; chosen for plates of nearly felt colour."""
_SOFT_PX: Final = 3
"""Size of the averaging for broad objects, pixels of 1 mm, so that ``_FAINT`` is above the remaining noise."""
_BROAD_PX: Final = 7
"""Least width of a broad object, pixels of 1 mm; chosen: a plate measures far more each way, a line of ink less."""
_OUTER: Final = 2
"""Label of felt that reaches the view's edge; any value but the mask's 0 and 1."""
_PATCH: Final = 2
"""Pixels of the frame each way from a sampled position: 5 x 5 pixels average the noise of one to a fifth."""
_CORNER_MM: Final = (105.0, 125.0, 145.0, 165.0)
"""mm from the centre, in both directions, of the samples in the corners inside the walls, beside every river."""
_LIGHTING_MM: Final = 360.0
"""mm from the centre that count as 1 in the quadric: about half a table's field, so that its terms are of one size."""
_LIGHTING_ROUNDS: Final = 4
"""Fits of the quadric, each without the outliers of the last; chosen: the inliers settle by then."""
_LIGHTING_CUT: Final = 0.12
"""Logarithm of brightness by which an inlier may be below the fit, and twice that above; chosen: shadows are lower."""
_LIGHTING_PULL: Final = 0.3
"""Ridge on the quadric's terms, in samples; chosen: it flattens a fit to a dozen, and hardly affects a hundred."""
_LIGHTING_NODES: Final = 9
"""Number of nodes along each side of a view at which the quadric is evaluated; between them it is almost linear."""
_SAME_LIGHTING: Final = 0.03
"""Difference in a term of the quadric below which light counts as unchanged: 3 % of brightness."""
_TINT: Final = 0.15
"""Difference in colour, relative to the median's brightness, from which a sample is no felt; chosen."""
_DARKEST_SAMPLE: Final = 0.05
"""Brightness, in parts of the median's, that darker samples are raised to, so that its logarithm is finite."""
_LIGHT_RANGE: Final = 0.5
"""Largest difference of a felt sample's logarithm of brightness from the median: a factor of 1.6 each way."""
_UNIT: Final = 100.0
"""Fixed point of a lighting map: 100 is brightness 1, so that a byte holds 0.01-2.55."""
Points = list[tuple[float, float, float]]
"""x, y, z mm in the camera's frame of the table."""


@dataclass(frozen=True)
class Felt:
    """Bare felt: ``colour`` BGR in even light; ``lighting``: terms [6] of log brightness over the table."""

    colour: tuple[float, float, float]
    lighting: tuple[float, ...] = (0.0,) * 6
    _maps: dict[int, tuple[RectifiedView, Image]] = field(default_factory=dict, compare=False, repr=False)

    def covered(self, view: RectifiedView, piece: Image) -> Image:
        """Return a mask [rows, columns] of a view's BGR piece: 1 where something other than felt is visible, else 0."""
        even = self._evenly_lit(view, piece)
        covered = self._without_ink(even, 1 - self.unlike(even))
        solid = cv2.morphologyEx(covered, cv2.MORPH_OPEN, np.ones((_LINE_PX, _LINE_PX), np.uint8))
        return np.asarray(solid, dtype=np.uint8)

    def covered_by_colour(self, view: RectifiedView, piece: Image) -> Image:
        """As ``covered``, but by colour alone: ink as dark as shadowed felt gives 0, printed lines give 1."""
        return self.unlike(self._evenly_lit(view, piece))

    def covered_broadly(self, view: RectifiedView, piece: Image) -> Image:
        """As ``covered``, but only broad objects, including those of nearly felt colour."""
        half = cv2.resize(self._evenly_lit(view, piece), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        soft = cv2.blur(half, (_SOFT_PX, _SOFT_PX))
        faint = (self._pixel_differences(np.asarray(soft, np.uint8)) > _FAINT).astype(np.uint8)
        solid = cv2.morphologyEx(faint, cv2.MORPH_OPEN, np.ones((_BROAD_PX, _BROAD_PX), np.uint8))
        return np.asarray(cv2.resize(solid, view.shape[::-1], interpolation=cv2.INTER_NEAREST), dtype=np.uint8)

    def differences(self, view: RectifiedView, piece: Image, rows: slice) -> Floats:
        """Return how much each pixel of some rows of a view's piece differs from felt in any light, grey levels."""
        return self._pixel_differences(self._evenly_lit(view, piece)[rows])

    def same_as(self, other: "Felt") -> bool:
        """True if two felts differ by noise only."""
        colour = max(abs(a - b) for a, b in zip(self.colour, other.colour, strict=True))
        lighting = max(abs(a - b) for a, b in zip(self.lighting, other.lighting, strict=True))
        return colour < _SAME_COLOUR and lighting < _SAME_LIGHTING

    def _pixel_differences(self, even: Image) -> Floats:
        return differences(even.reshape(-1, 3), np.array(self.colour)).reshape(even.shape[:2])

    def _evenly_lit(self, view: RectifiedView, piece: Image) -> Image:
        return np.asarray(cv2.multiply(piece, self._lighting_map(view), scale=1 / _UNIT), dtype=np.uint8)

    def unlike(self, even: Image) -> Image:
        """Return a mask of an evenly lit piece: 1 where the colour is not that of felt of any brightness."""
        return np.asarray(cv2.medianBlur(self.unlike_each(even), _SPECK_PX), dtype=np.uint8)

    def unlike_each(self, even: Image) -> Image:
        """As ``unlike``, but each pixel [rows, columns, 3] by itself, without filtering noise."""
        index = cv2.transform((even // _LEVEL).astype(np.float32), _PLACES).astype(np.int32)
        return np.asarray(self._unlike_table.take(index), dtype=np.uint8)

    @cached_property
    def _unlike_table(self) -> Image:
        """For each colour of ``_LEVELS`` levels per channel: 1 where it is not that of felt of any brightness."""
        level = (np.arange(_LEVELS) + 0.5) * _LEVEL
        colours = np.stack(np.meshgrid(level, level, level, indexing="ij"), axis=-1).reshape(-1, 3)
        return np.asarray(differences(colours, np.array(self.colour)) > _DIFFERENT, dtype=np.uint8)

    def _lighting_map(self, view: RectifiedView) -> Image:
        """Return the factors [rows, columns, 3], in hundredths, that even out the light over a view."""
        known = self._maps.get(id(view))
        if known is None:
            lighting = lighting_terms(view.nodes(_LIGHTING_NODES)) @ np.array(self.lighting)
            factors = np.clip(_UNIT * np.exp(-lighting), 1, 255)
            even = factors.reshape(_LIGHTING_NODES, _LIGHTING_NODES).astype(np.float32)
            wide = np.asarray(cv2.resize(even, view.shape[::-1], interpolation=cv2.INTER_LINEAR)).astype(np.uint8)
            # Hold the view: once freed, its id could be reused.
            known = self._maps[id(view)] = view, np.asarray(cv2.merge([wide] * 3), dtype=np.uint8)
        return known[1]

    def _without_ink(self, even: Image, bare: Image) -> Image:
        """Return a mask of covered pixels, including ink of felt colour, which forms islands enclosed by tiles.

        ``bare``: mask, 1 where the colour is that of felt.
        """
        kernel = np.ones((_THIN_PX, _THIN_PX), np.uint8)
        wide = cv2.erode(bare, kernel)
        # Regions connected with the view's edge are felt; only islands are checked one by one.
        ringed = cv2.copyMakeBorder(wide, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
        cv2.floodFill(ringed, None, (0, 0), _OUTER, flags=4)
        kept = (ringed[1:-1, 1:-1] == _OUTER).astype(np.uint8)
        islands = (ringed[1:-1, 1:-1] == 1).astype(np.uint8)
        left, top, wide_px, tall_px = cv2.boundingRect(islands)
        if wide_px:
            part = slice(top, top + tall_px), slice(left, left + wide_px)
            kept[part] |= self._felt_islands(even[part], islands[part])
        grown = np.asarray(cv2.dilate(kept, kernel), dtype=np.uint8)
        return np.asarray(1 - (grown & bare), dtype=np.uint8)

    def _felt_islands(self, even: Image, islands: Image) -> Image:
        """Return a mask of the islands that are felt between tiles: large, or solid and of its light and colour."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(islands, connectivity=4)
        kept = np.zeros(count, np.uint8)
        for island in range(1, count):
            left, top, wide, tall, pixels = stats[island]
            size = pixels / PX_PER_MM**2
            part = slice(top, top + tall), slice(left, left + wide)
            here = labels[part] == island
            solid = size >= _ISLAND_MM2[0] and here.mean() >= _ISLAND_FILLED
            kept[island] = size >= _ISLAND_MM2[1] or (solid and self._is_felt(even[part][here].mean(axis=0)))
        return np.asarray(kept[labels], dtype=np.uint8)

    def _is_felt(self, colour: Floats) -> bool:
        """True if the mean colour of an island is that of felt, in the light between tiles."""
        felt = np.array(self.colour)
        light = float(colour @ felt / max(float(felt @ felt), 1.0))
        tint = float(np.linalg.norm(colour - light * felt) / max(float(np.linalg.norm(light * felt)), 1.0))
        return _ISLAND_LIGHT[0] < light < _ISLAND_LIGHT[1] and tint < _ISLAND_TINT


class FeltFinder:
    """Measures the felt of frames at ``points`` mm that are mostly bare, by default ``bare_points`` of the layout."""

    def __init__(self, layout: Layout, camera: Camera, points: Points | None = None) -> None:
        points = bare_points(layout) if points is None else points
        places = camera.project(points)
        width, height = camera.size
        inside = (places > _PATCH).all(axis=1) & (places < (width - _PATCH - 1, height - _PATCH - 1)).all(axis=1)
        patch = np.mgrid[-_PATCH : _PATCH + 1, -_PATCH : _PATCH + 1].reshape(2, -1, 1)
        self._columns, self._rows = np.round(places[inside]).astype(int).T[:, None] + patch[::-1]
        self._terms = lighting_terms(np.array(points)[inside, :2])
        self._last: Felt | None = None

    def find(self, image: Image) -> Felt:
        """Return the felt of a frame; the same object as before while colour and light do not change."""
        samples: Floats = image[self._rows, self._columns].mean(axis=0, dtype=np.float64)
        middle = np.median(samples, axis=0)
        lights = samples @ middle / max(float(middle @ middle), 1.0)
        raised = np.maximum(lights, _DARKEST_SAMPLE)
        tints = np.linalg.norm(samples - lights[:, None] * middle, axis=1) / raised
        near = (tints < _TINT * np.linalg.norm(middle)) & (np.abs(np.log(raised)) < _LIGHT_RANGE)
        lighting = self._lighting(np.log(raised), near)
        even = samples[near] / np.exp(self._terms[near] @ lighting)[:, None] if near.any() else samples
        blue, green, red = (float(value) for value in np.median(even, axis=0))
        felt = Felt((blue, green, red), tuple(float(value) for value in lighting))
        if self._last is None or not self._last.same_as(felt):
            self._last = felt
        return self._last

    def _lighting(self, lights: Floats, near: np.ndarray) -> Floats:
        """Fit terms [6] to the log brightness of samples, without those in shadow; zeros if too few are left."""
        lighting = np.zeros(self._terms.shape[1])
        kept = near
        for _ in range(_LIGHTING_ROUNDS):
            if kept.sum() < 2 * len(lighting):
                return np.zeros(len(lighting))
            terms = self._terms[kept]
            pull = np.diag([0.0, *[_LIGHTING_PULL] * (len(lighting) - 1)])
            lighting = np.linalg.solve(terms.T @ terms + pull, terms.T @ lights[kept])
            off = lights - self._terms @ lighting
            # Shadows only darken, so the tolerance below the fit is smaller than above it.
            kept = near & (off > -_LIGHTING_CUT) & (off < 2 * _LIGHTING_CUT)
        return np.asarray(lighting)


def bare_points(layout: Layout) -> Points:
    """Return table-frame points, mm: in the corners inside the walls, between walls and hands, and behind the hands."""
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
    # The corners inside the walls contain neither rivers nor indicators.
    points += [
        (spot.x, spot.y, 0.0)
        for seat in SEATS
        for distance in _CORNER_MM
        for across in _CORNER_MM
        for spot in (layout.place(seat, across, distance),)
    ]
    return points


def differences(colours: Floats | Image, felt: Floats) -> Floats:
    """Return how much colours [N, 3] differ from felt in shadow or light (colour times a factor), grey levels [N]."""
    given, bare = colours.astype(np.float32), felt.astype(np.float32)
    light = np.clip(given @ bare / max(float(bare @ bare), 1.0), _DARKEST, _BRIGHTEST)
    # Channel by channel: NumPy is slow along short axes.
    blue, green, red = (np.abs(given[:, place] - light * bare[place]) for place in range(3))
    return np.asarray(np.maximum(np.maximum(blue, green), red), np.float64)


def lighting_terms(spots: Floats) -> Floats:
    """Return the terms [N, 6] of a quadric over table points [N, 2] mm."""
    x, y = (spots / _LIGHTING_MM).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)

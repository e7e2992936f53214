"""How high each stack of a wall is, by where its covered strip begins and ends, and which stacks show a face."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.camera import Camera, Floats
from vision.cloth import Cloth
from vision.faces import Image
from vision.zones import LEAST_VISIBLE, PX_PER_MM, Span, View

TIERS: Final = 2
_MARGIN_MM: Final = 14.0
_HALF_STRIP_MM: Final = 6.5
_LEAST_COVER_MM: Final = 8.0
_CAP_MM: Final = 3.0
_LEAST_LEAD_MM: Final = 0.35
_RIM_MM: Final = 0.45
_RIM_SPREAD_MM: Final = 0.4
_LEAST_STACKS: Final = 4
_TOP_MM: Final = 9.0
_BEFORE_MM: Final = 6.0
_BEFORE_SHARE: Final = 0.8
_COLOUR_STEP: Final = 0.22
_DARK: Final = 8.0


@dataclass(frozen=True, slots=True)
class WallLook:
    """A wall by stacks: tiles (None: cannot be judged), mean BGR of the top, whether a tile lies just inside."""

    heights: tuple[int | None, ...]
    colours: Floats
    before: tuple[bool, ...]


class WallReader:
    """Reads one wall of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        profile = layout.profile
        self.seat, self._layout = seat, layout
        self._thick, deep = profile.tile.thickness_mm, profile.tile.height_mm
        half = profile.tile.width_mm * profile.wall.stacks[seat] / 2
        middle = profile.wall.distance_mm
        self.view = View(
            layout,
            camera,
            seat,
            TIERS * self._thick,
            Span(-half - _MARGIN_MM, half + _MARGIN_MM),
            Span(middle - deep / 2 - 2 * _MARGIN_MM, middle + deep / 2 + _MARGIN_MM),
        )
        self._across = [
            layout.local(seat, spot.x, spot.y)[0]
            for spot in (layout.wall_stack(seat, stack + 1) for stack in range(profile.wall.stacks[seat]))
        ]
        ends = (middle - deep / 2, middle + deep / 2)
        # Where the strip of a stack of 1, 2 tiles begins and ends in this view, per stack.
        self._tops = [
            [self.view.seen_distance(across, middle, tier * self._thick) for tier in range(1, TIERS + 1)]
            for across in self._across
        ]
        self._strips = [[self._strip(across, ends, tier) for tier in range(1, TIERS + 1)] for across in self._across]

    def read(self, image: Image, cloth: Cloth) -> WallLook | None:
        """Heights and colours of the wall in a frame; None when the wall is out of view."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        covered = cloth.covered(piece)
        strips = [self._covered_strip(covered, across) for across in self._across]
        heights = self._heights(strips)
        tops = [self._top_colour(piece, stack, height or TIERS) for stack, height in enumerate(heights)]
        return WallLook(heights, np.array(tops), tuple(self._laid_before(covered, across) for across in self._across))

    def shown(self, look: WallLook, backs: Floats) -> tuple[int, ...]:
        """Stacks (from 1) whose top has another colour than the ``backs`` (BGR): likely faces."""
        apart = colour_distance(look.colours, backs)
        return tuple(
            stack + 1 for stack, height in enumerate(look.heights) if height != 0 and apart[stack] > _COLOUR_STEP
        )

    def _strip(self, across: float, ends: tuple[float, float], tier: int) -> tuple[float, float]:
        seen = [self.view.seen_distance(across, end, z) for end in ends for z in (0.0, tier * self._thick)]
        return min(seen), max(seen)

    def _covered_strip(self, covered: Image, across: float) -> tuple[float, float] | None:
        """Where the covered strip of a stack begins and ends, mm; None where the place is bare."""
        columns = slice(self.view.column(across - _HALF_STRIP_MM), self.view.column(across + _HALF_STRIP_MM))
        profile = covered[:, columns].mean(axis=1)
        start, stop = _run(profile, self.view.row(self._layout.profile.wall.distance_mm))
        if (stop - start) / PX_PER_MM < _LEAST_COVER_MM:
            return None
        return self.view.distance.low + start / PX_PER_MM, self.view.distance.low + stop / PX_PER_MM

    def _heights(self, strips: list[tuple[float, float] | None]) -> tuple[int | None, ...]:
        # Soft edges make every strip seem wider; by how much, the wall as a whole tells.
        rim = np.full(2, _RIM_MM)
        for _ in range(2):
            fits = [self._fit(stack, strip, rim) for stack, strip in enumerate(strips)]
            off = np.array([residue for height, residue in fits if height])
            if len(off) >= _LEAST_STACKS:
                rim = np.clip(rim + np.median(off, axis=0), _RIM_MM - _RIM_SPREAD_MM, _RIM_MM + _RIM_SPREAD_MM)
        return tuple(height for height, _ in fits)

    def _fit(self, stack: int, strip: tuple[float, float] | None, rim: Floats) -> tuple[int | None, Floats]:
        """Height that explains a strip best, None where both do; how much wider it is on either side than expected."""
        if strip is None:
            return 0, np.zeros(2)
        wider = np.array([(begin - strip[0] - rim[0], strip[1] - end - rim[1]) for begin, end in self._strips[stack]])
        costs = np.minimum(np.abs(wider), _CAP_MM).sum(axis=1)
        best = int(np.argmin(costs))
        if costs.max() - costs.min() < _LEAST_LEAD_MM or costs.min() >= 1.5 * _CAP_MM:
            return None, wider[best]
        return best + 1, np.clip(wider[best], -_CAP_MM, _CAP_MM)

    def _laid_before(self, covered: Image, across: float) -> bool:
        """Whether a tile lies between the wall and the centre next to a stack."""
        profile = self._layout.profile
        middle = profile.wall.distance_mm - profile.tile.height_mm
        columns = slice(self.view.column(across - _HALF_STRIP_MM), self.view.column(across + _HALF_STRIP_MM))
        rows = self.view.rows(middle - _BEFORE_MM, middle + _BEFORE_MM)
        return float(covered[rows, columns].mean()) > _BEFORE_SHARE

    def _top_colour(self, piece: Image, stack: int, height: int) -> Floats:
        middle, across = self._tops[stack][height - 1], self._across[stack]
        rows = self.view.rows(middle - _TOP_MM, middle + _TOP_MM)
        columns = slice(self.view.column(across - _HALF_STRIP_MM), self.view.column(across + _HALF_STRIP_MM))
        return np.asarray(piece[rows, columns].reshape(-1, 3).mean(axis=0), dtype=np.float64)


def back_colour(looks: list[WallLook]) -> Floats | None:
    """The usual BGR colour of the tops of all walls; None when no stack stands."""
    tops = [look.colours[stack] for look in looks for stack, height in enumerate(look.heights) if height]
    return np.median(tops, axis=0) if tops else None


def colour_distance(colours: Floats, other: Floats) -> Floats:
    """How different in hue colours [N, 3] are from another, brightness left out, as logarithms of channel ratios."""
    step = np.log((colours + _DARK) / (other + _DARK))
    return np.asarray(np.abs(step - step.mean(axis=-1, keepdims=True)).max(axis=-1))


def _run(profile: Floats, middle: int) -> tuple[float, float]:
    """Start and stop of the covered run round ``middle``, to a fraction of a row; (middle, middle) when it is bare."""
    if profile[middle - 2 : middle + 3].mean() < 0.5:
        return middle, middle
    start = middle
    while start > 0 and profile[start - 1] >= 0.5:
        start -= 1
    stop = middle + 1
    while stop < len(profile) and profile[stop] >= 0.5:
        stop += 1
    before = float(profile[start - 1]) if start > 0 else 0.0
    after = float(profile[stop]) if stop < len(profile) else 0.0
    return start - before + (1.0 - float(profile[start])), stop + after - (1.0 - float(profile[stop - 1]))

"""Renders a scene as a camera sees it; only regions that changed since the last picture are rendered again."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR, VenueLook
from vision.render.background import paint_dome, paint_ground
from vision.render.cuboid import Bounds, Cuboid, Patch, Shadow, composite, intersection, paint_cuboid, paint_shadow
from vision.render.faces.artwork import Picture
from vision.render.foreign.parts import Cover
from vision.render.foreign.things import cover
from vision.render.objects import Posed, cuboid_of
from vision.render.optics import Light, Optics, jpeg_bytes
from vision.render.paint_order import back_to_front, in_front, overlapping
from vision.render.scene import CentrePart, ForeignThing, PosedCentre, PosedDie, PosedScene

_MOST_PIECES = 12
"""Changed rectangles above which the whole picture is repainted; chosen: each costs a separate pass."""


@dataclass(frozen=True, eq=False, slots=True)
class _Painted:
    posed: Posed
    block: Cuboid
    patch: Patch | None
    shadow: Shadow | None
    distance: float
    bounds: Bounds
    shadow_bounds: Bounds
    hides: "list[_Painted]"


class Painter:
    """Renders scenes of one table, camera and look; ``ground`` replaces the profile's empty table if given."""

    def __init__(
        self, profile: TableProfile, camera: Camera, look: VenueLook = PARLOUR, *, ground: Picture | None = None
    ) -> None:
        self.profile, self.camera, self.look = profile, camera, look
        self._light = Light(look, camera)
        self._optics = Optics(camera.size, look)
        self._ground = paint_ground(profile, camera, look) if ground is None else ground
        self._raised = 0.0
        self._dome = paint_dome(camera, look) if look.dome else None
        self._painted: dict[Posed, _Painted] = {}
        self._foreign: dict[ForeignThing, Cover | None] = {}
        self._canvas = self._ground.copy()
        self._seen = self._optics.through_lens(self._ground, 0, 0)
        spots = camera.project([[-10.0, 0, 0], [10.0, 0, 0]])
        scale = float(np.linalg.norm(spots[1] - spots[0])) / 20
        self._shadow_reach = max(2, round(look.shadow_soft_mm * (scale if np.isfinite(scale) else 1.0)))
        if self._dome is not None:
            self._repaint([self._dome.bounds])

    def paint(self, scene: PosedScene, rng: np.random.Generator) -> Picture:
        """Return the scene with sensor noise, BGR [h, w, 3], determined by the generator state."""
        still = self.still(scene)
        if scene.foreign:
            still = still.copy()
            for each in self._covers(scene):
                each.over(still)
        return self._optics.with_noise(still, rng)

    def foreign_cover(self, scene: PosedScene) -> Picture | None:
        """Return how far foreign objects hide each pixel [h, w], 0-255; None if the scene has none."""
        if not scene.foreign:
            return None
        width, height = self.camera.size
        hidden = np.zeros((height, width), np.uint8)
        for each in self._covers(scene):
            left, top, right, bottom = each.bounds
            np.maximum(hidden[top:bottom, left:right], each.opaque, out=hidden[top:bottom, left:right])
        return hidden

    def jpeg(self, scene: PosedScene, rng: np.random.Generator) -> bytes:
        """Return the same picture as JPEG in the quality of the look."""
        return jpeg_bytes(self.paint(scene, rng), self.look.jpeg)

    def still(self, scene: PosedScene) -> Picture:
        """Return the scene without sensor noise and foreign objects, BGR [h,w,3].

        The painter owns the array, and the next call changes it.
        """
        centre = [PosedCentre(part, scene.raised) for part in CentrePart] if scene.raised else []
        shown: dict[Posed, None] = dict.fromkeys((*centre, *scene.plates, *scene.sticks, *scene.dice, *scene.tiles))
        gone = [self._painted[posed] for posed in self._painted if posed not in shown]
        came = [posed for posed in shown if posed not in self._painted]
        if not gone and not came:
            return self._seen
        self._painted = {posed: self._painted[posed] for posed in shown if posed in self._painted}
        for one in self._painted.values():
            one.hides[:] = [under for under in one.hides if under.posed in self._painted]
        new = [self._made(posed) for posed in came]
        self._place(new)
        changed = [*gone, *new]
        dirty = [bounds for one in changed for bounds in (one.bounds, one.shadow_bounds)]
        if scene.raised != self._raised and self._dome is not None:
            dirty.append(self._dome.bounds)
            self._dome = paint_dome(self.camera, self.look, scene.raised)
            dirty += [self._dome.bounds] if self._dome is not None else []
        self._raised = scene.raised
        self._repaint(dirty)
        return self._seen

    def layers(self) -> Iterator[tuple[Posed, Patch]]:
        """Yield the objects of the last scene, back to front, with their rendered pixels."""
        for one in back_to_front(list(self._painted.values())):
            if one.patch:
                yield one.posed, one.patch

    def _covers(self, scene: PosedScene) -> Iterator[Cover]:
        known = self._foreign
        self._foreign = {
            thing: known[thing] if thing in known else cover(thing, self.camera, self.look, self._light.slant)
            for thing in scene.foreign
        }
        return (each for each in self._foreign.values() if each is not None)

    def _made(self, posed: Posed) -> _Painted:
        block = cuboid_of(posed, self.profile, self.look)
        patch = paint_cuboid(block, self.camera, self._light)
        shadow = paint_shadow(block, self.camera, self._light) if self.look.shadow else None
        distance = float(np.linalg.norm(block.centre - np.array(self.camera.position)))
        bounds = patch.bounds if patch else (0, 0, 0, 0)
        return _Painted(posed, block, patch, shadow, distance, bounds, self._shadow_bounds(shadow), [])

    def _place(self, new: list[_Painted]) -> None:
        """Add new objects; of two that share pixels, record which hides the other."""
        every = [*self._painted.values(), *new]
        bounds = np.array([one.bounds for one in every], np.int64).reshape(-1, 4)
        eye = self.camera.position
        for place, one in enumerate(new, len(self._painted)):
            for row in overlapping(bounds[:place], one.bounds):
                other = every[row]
                front, behind = (one, other) if in_front(one.block, other.block, eye) else (other, one)
                front.hides.append(behind)
        self._painted.update((one.posed, one) for one in new)

    def _shadow_bounds(self, shadow: Shadow | None) -> Bounds:
        if shadow is None:
            return 0, 0, 0, 0
        (x0, y0, x1, y1), reach = shadow.bounds, self._shadow_reach
        return x0 - reach, y0 - reach, x1 + reach, y1 + reach

    def _repaint(self, dirty: list[Bounds]) -> None:
        width, height = self.camera.size
        frame = (0, 0, width, height)
        pieces = _merged([piece for bounds in dirty if (piece := intersection(bounds, frame))])
        if len(pieces) > _MOST_PIECES or sum(map(_area, pieces)) > 0.4 * width * height:
            pieces = [frame]
        order = back_to_front(list(self._painted.values()))
        under = sum(isinstance(one.posed, PosedDie) for one in order)
        if self._raised:
            # A raised centre hides objects behind it, so the dome is painted after the parts of the centre.
            under = 1 + max(place for place, one in enumerate(order) if isinstance(one.posed, PosedCentre | PosedDie))
        else:
            order.sort(key=lambda one: not isinstance(one.posed, PosedDie))
        patches = [one.patch for one in order[:under] if one.patch]
        patches += [self._dome] if self._dome else []
        patches += [one.patch for one in order[under:] if one.patch]
        bounds = np.array([patch.bounds for patch in patches], np.int64).reshape(-1, 4)
        shades = np.array([one.shadow_bounds for one in order], np.int64).reshape(-1, 4)
        for piece in pieces:
            near = (order[row].shadow for row in overlapping(shades, piece))
            self._shade(piece, [shadow for shadow in near if shadow])
            for row in overlapping(bounds, piece):
                composite(self._canvas, patches[row], piece)
        reach = self._optics.reach
        for piece in pieces:
            x0, y0, x1, y1 = _grown(piece, reach, frame)
            left, top, right, bottom = _grown(piece, 2 * reach, frame)
            seen = self._optics.through_lens(self._canvas[top:bottom, left:right], left, top)
            self._seen[y0:y1, x0:x1] = seen[y0 - top : y1 - top, x0 - left : x1 - left]

    def _shade(self, piece: Bounds, shadows: list[Shadow]) -> None:
        """Draw the empty table with shadows into a rectangle of the canvas."""
        x0, y0, x1, y1 = piece
        ground = self._ground[y0:y1, x0:x1]
        if not shadows:
            self._canvas[y0:y1, x0:x1] = ground
            return
        reach = self._shadow_reach
        left, top = x0 - reach, y0 - reach
        wide = (left, top, x1 + reach, y1 + reach)
        mask = np.full((wide[3] - top, wide[2] - left), 255, np.uint8)
        for shadow in shadows:
            if part := intersection(shadow.bounds, wide):
                here = mask[part[1] - top : part[3] - top, part[0] - left : part[2] - left]
                there = slice(part[1] - shadow.y, part[3] - shadow.y), slice(part[0] - shadow.x, part[2] - shadow.x)
                cv2.min(here, shadow.levels[there], dst=here)
        side = 2 * (reach // 2) + 1
        soft = cv2.blur(cv2.blur(mask, (side, side)), (side, side))[reach:-reach, reach:-reach]
        self._canvas[y0:y1, x0:x1] = cv2.multiply(ground, cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), scale=1 / 255)


def _grown(piece: Bounds, by: int, frame: Bounds) -> Bounds:
    return (
        max(frame[0], piece[0] - by),
        max(frame[1], piece[1] - by),
        min(frame[2], piece[2] + by),
        min(frame[3], piece[3] + by),
    )


def _area(piece: Bounds) -> int:
    return (piece[2] - piece[0]) * (piece[3] - piece[1])


def _merged(pieces: list[Bounds]) -> list[Bounds]:
    """Return rectangles joined until no two overlap; they cover the same pixels and some more."""
    done: list[Bounds] = []
    for piece in pieces:
        wide = piece
        while True:
            touching = [one for one in done if intersection(one, wide)]
            if not touching:
                break
            done = [one for one in done if one not in touching]
            every = [wide, *touching]
            wide = (
                min(one[0] for one in every),
                min(one[1] for one in every),
                max(one[2] for one in every),
                max(one[3] for one in every),
            )
        done.append(wide)
    return done

"""Classifies each candidate in a photo as face, back or no tile, from its own features and those of its neighbours.

Small networks, trained on labelled photos and on pictures without tiles, run in two rounds. The first round ignores
neighbours; the second weights each neighbour by the first round's probability that it is a tile. The result is the
geometric mean of both rounds. A tile raises the probability of nearby candidates only. ``vision/models/README.md`` has
the model card; ``python -m vision.training.objects`` fits the weights.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.notation import parse_tiles
from controller.riichi.tile import COPIES, Tile
from vision.arrays import AnyFloats, Floats, Floats32, Image
from vision.distances import distances
from vision.photo.candidates import SHAPE, size_ratio
from vision.tiles.classifier import BACK, BONUS, NO_TOP, NOTHING, Faces
from vision.tiles.crop import cut_faces
from vision.tiles.finder import Boxes
from vision.tiles.surroundings import RIM, FaceSurroundings, lightness, surroundings, widest

MODEL: Final = "photo/objects.json"
"""File of the networks' weights, relative to ``vision/models``."""
IS_FACE, IS_BACK, IS_NONE = range(3)
"""Classes of a candidate: a tile's face, a tile's back, or no tile."""
_FILE: Final = Path(__file__).parents[1] / "models" / MODEL
"""Path of ``MODEL``."""
_TINY: Final = 1e-4
"""Least probability used in logarithms and divisions."""
_PIPS: Final = np.array([int(tile) for tile in parse_tiles("0123456789p")])
"""Faces of the suit of circles; dominoes and dice look like them."""
_REDS: Final = np.array([int(tile) for tile in parse_tiles("0m0p0s")])
"""Red fives; a set has one per suit, or a few."""
_INKED: Final = 85
"""Percentile of the difference from a face's background, from which a pixel counts as print."""
_AS_INKED: Final = 0.1
"""Standard deviation, within one set, of the colour of prints relative to their background."""
_NEAR: Final = (2.5, 6.0)
"""Distances, in sizes of the larger candidate, within which two are near, and in one group; chosen: the next tiles,
and a row."""
_AS_LARGE: Final = 0.25
"""Standard deviation of the natural logarithm of size among neighbouring tiles."""
_DARK: Final = 110.0
"""Median grey level of a face, 0-255, below which the tile may be black; chosen: bodies of black tiles have 20 to 60.
White tiles are darker than this only in poor light, where a needless further look costs only time."""
_ROW_ODDS: Final = 6.0
"""Log odds added to a white dragon next to a matching face of its row; chosen so that none is missed in the painted
rows of the tests."""
_AS_SHAPED: Final = 0.12
"""Standard deviation of the natural logarithm of edge lengths among adjacent tiles of one set."""
_AS_LIGHT: Final = 0.06
"""Standard deviation of the natural logarithm of brightness among adjacent tiles of one set."""
_BESIDE: Final = 0.2
"""Standard deviation of an adjacent tile's position, in edge lengths."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A network with two hidden layers: from features [N,K] to probabilities [N,3] of IS_FACE, IS_BACK and IS_NONE.

    ``middle`` and ``spread`` [K]: mean and standard deviation of each feature. An unknown feature (NaN) counts as its
    mean.
    """

    middle: Floats
    spread: Floats
    layers: tuple[tuple[Floats, Floats], ...]

    @classmethod
    def of(cls, told: dict[str, Any]) -> "Judgement":
        """Build the network from the arrays of its file."""
        layers = tuple((np.array(weights), np.array(even)) for weights, even in told["layers"])
        return cls(np.array(told["middle"]), np.array(told["spread"]), layers)

    def chances(self, signs: Floats) -> Floats:
        """Return the class probabilities [N,3] of N candidates with features ``signs`` [N,K]."""
        values = standard(signs, self.middle, self.spread)
        for weights, even in self.layers[:-1]:
            values = np.maximum(values @ weights + even, 0.0)
        weights, even = self.layers[-1]
        values = values @ weights + even
        risen = np.exp(values - values.max(axis=1, keepdims=True))
        return np.asarray(risen / risen.sum(axis=1, keepdims=True))


def standard(signs: Floats, middle: Floats, spread: Floats) -> Floats:
    """Return features [N,K] in standard deviations from their means, clipped to ±4; 0 for an unknown one (NaN)."""
    return np.nan_to_num(np.clip((signs - middle) / spread, -4.0, 4.0))


@cache
def shipped() -> tuple[tuple[Judgement, ...], ...]:
    """Load the networks that ship with the project: several for each round, whose outputs are averaged."""
    told = json.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(tuple(map(Judgement.of, each)) for each in told["rounds"])


def judged(image: Image, boxes: Boxes, faces: Faces, *, turned: bool = False) -> tuple[Floats, NDArray[np.bool_]]:
    """Return each candidate's probabilities [N,3] of face, back and no tile, and a mask [N] of dark ones.

    Dark: as dark as black tiles. ``turned``: ``image`` is inverted, dark and light exchanged.
    """
    trust = untrusted(len(boxes))
    if not len(boxes):
        return trust, np.zeros(0, np.bool_)
    things = Things(image, boxes, faces, turned=turned)
    rounds: list[Floats] = []
    for networks in shipped():
        signs = things.signs(trust)
        trust = np.asarray(np.mean([network.chances(signs) for network in networks], axis=0))
        rounds.append(trust)
    return things.with_row_mates(agreed(rounds)), things.dark


def agreed(rounds: Sequence[Floats]) -> Floats:
    """Return the normalised geometric mean of the rounds' probabilities [N,3].

    A class becomes certain only if both the candidate alone and its neighbours make it probable.
    """
    each = np.exp(np.mean(np.log(np.maximum(rounds, _TINY)), axis=0))
    return np.asarray(each / each.sum(axis=1, keepdims=True))


def untrusted(things: int) -> Floats:
    """Return the initial probabilities [N,3], with which no candidate counts as a tile for its neighbours.

    If prints supported each other by their names alone, a printed sheet of paper would be read as tiles.
    """
    return np.tile(np.eye(3)[IS_NONE], (things, 1))


class Things:
    """Candidates of a picture, with their pixel features and their relations to each other."""

    def __init__(self, image: Image, boxes: Boxes, faces: Faces, *, turned: bool = False) -> None:
        self._boxes, self._faces, self._turned = boxes, faces, turned
        self._single_features, self._looks = _single_features(image, boxes, faces)
        self._pairs = _Pairs.of(boxes, self._looks)
        self._ratio = np.log(size_ratio(boxes, faces)).astype(np.float64)
        self.dark = self._looks.middle < _DARK

    def with_row_mates(self, chances: Floats) -> Floats:
        """Return probabilities [N,3] raised for white dragons next to a face of the same shape and brightness in a row.

        Sides of tiles and glossy backs look like white dragons but are lower or darker than such a face.
        """
        mates, white = self._pairs.mates, self._faces.kinds == Tile.WHITE
        told = chances
        # One white dragon is evidence for the next.
        for _ in range(COPIES):
            beside = (mates * (told[:, IS_FACE] * (self._faces.kinds <= BONUS))).max(axis=1)
            told = chances.copy()
            told[:, IS_FACE] *= np.exp(_ROW_ODDS * white * beside)
            told /= told.sum(axis=1, keepdims=True)
        return told

    def signs(self, trust: Floats) -> Floats:
        """Return the features [N,K] of the candidates; ``trust`` [N,3]: class probabilities that weight neighbours."""
        company, around = _company(self._faces, self._looks, self._pairs, self._ratio, trust)
        # In an inverted picture a black body hardly differs from a dark table: the surroundings are no evidence.
        around = np.full_like(around, np.nan) if self._turned else around
        return np.column_stack([self._single_features, company, around])


def named(faces: Faces, chances: Floats) -> Faces:
    """Return the classifier's answers rescaled to the class probabilities ``chances`` [N,3].

    Faces share the probability of IS_FACE in their former proportions; ``kinds`` names a face or BACK, never NOTHING.
    """
    every = faces.probabilities.copy()
    every[:, [BACK, NOTHING]] = 0.0
    every *= (chances[:, IS_FACE] / np.maximum(every.sum(axis=1), _TINY))[:, None]
    kinds = np.where(chances[:, IS_FACE] >= chances[:, IS_BACK], every.argmax(axis=1), BACK)
    every[:, BACK], every[:, NOTHING] = chances[:, IS_BACK], chances[:, IS_NONE]
    confidence = every[np.arange(len(kinds)), kinds]
    return Faces(kinds, confidence, faces.turn, every, faces.tops)


@dataclass(frozen=True, slots=True)
class _Looks:
    """Pixel features of each candidate.

    ``tint`` [N,3] (BGR shares) and ``level`` [N] (0-255) of its background; ``middle`` [N]: median level of all of it;
    ``ink`` [N,3]: colour of its print relative to its background; ``tall`` [N]: its height, px; ``around``: pixel
    features of its surroundings.
    """

    tint: Floats
    level: Floats
    middle: Floats
    ink: Floats
    tall: Floats
    around: FaceSurroundings


def _single_features(image: Image, boxes: Boxes, faces: Faces) -> tuple[Floats, _Looks]:
    """Return the features [N,K] of each candidate by itself, and the pixel features they are computed from."""
    crops = cut_faces(image, boxes.centre, boxes.right, boxes.down)
    # Every other pixel gives the same percentiles in a quarter of the time.
    inner = crops[:, RIM + 3 : -RIM - 3 : 2, RIM + 3 : -RIM - 3 : 2].reshape(len(crops), -1, 3).astype(np.float32)
    ground = np.percentile(inner, 75, axis=1).astype(np.float64)
    light = lightness(inner)
    tint = ground / np.maximum(ground.sum(axis=1, keepdims=True), 1.0)
    off = widest(inner - ground[:, None].astype(np.float32))
    inked = off >= np.percentile(off, _INKED, axis=1, keepdims=True)
    ink = np.einsum("npc,np->nc", inner, inked.astype(np.float32)) / inked.sum(axis=1, keepdims=True)
    ink = ink / np.maximum(ground, 8.0)
    around = surroundings(image, boxes, crops, ground)
    spread = np.percentile(light, (5, 25, 50, 95), axis=1)
    chances = faces.probabilities.astype(np.float64)
    two = np.sort(chances[:, : BACK + 2], axis=1)[:, -2:]
    kinds = faces.kinds
    wide, tall = (np.linalg.norm(edge.astype(np.float64), axis=1) + 1e-6 for edge in (boxes.right, boxes.down))
    looks = _Looks(tint, ground.mean(axis=1), spread[2], ink, tall, around)
    lying = np.where(faces.turn % 2 == 0, -1.0, 1.0)
    topless = np.isin(kinds, list(NO_TOP))
    shape = np.where(topless, np.abs(np.log(tall / wide)), np.log(tall / wide) * -lying) + np.log(SHAPE)
    skew = np.abs((boxes.right * boxes.down).sum(axis=1)) / (wide * tall)
    signs = [
        _logit(boxes.score),
        _logit(faces.confidence),
        *(np.log(chances[:, kind] + _TINY) for kind in (NOTHING, BACK, int(Tile.WHITE), BONUS)),
        np.log((two[:, 1] + _TINY) / (two[:, 0] + _TINY)),
        *_logit(boxes.surface).T,
        _logit(boxes.standing),
        _logit(boxes.upper),
        np.log(boxes.size + 1.0),
        shape,
        skew,
        looks.level / 255,
        ground.std(axis=1) / (looks.level + 8.0),
        *((looks.level - each) / 255 for each in spread),
        *ink.T,
        kinds == Tile.WHITE,
        kinds == BACK,
        kinds == BONUS,
        np.isin(kinds, _PIPS),
    ]
    return np.column_stack(signs).astype(np.float64), looks


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Relations between candidates [N,N], 0-1.

    ``near``, ``group``: of similar size within each distance of ``_NEAR``; ``beside``: of similar size and directly
    adjacent; ``shaped``, ``tinted``, ``inked``: of similar shape, background colour and print colour; ``mates``:
    adjacent with the same shape and brightness; ``over``: overlapping; ``frames`` [N,N,2]: position of each in the
    edge vectors of another.
    """

    near: Floats32
    group: Floats32
    beside: Floats32
    shaped: Floats32
    tinted: Floats32
    inked: Floats32
    mates: Floats32
    over: NDArray[np.bool_]
    frames: Floats32

    @classmethod
    def of(cls, boxes: Boxes, looks: _Looks) -> "_Pairs":
        """Compute the relations from the candidates' boxes and pixel features."""
        size, frames = boxes.size + np.float32(1e-6), _frames(boxes)
        away = distances(boxes.centre, boxes.centre).astype(np.float32) / np.maximum(size[:, None], size[None])
        alike = _alike(np.log(size[:, None] / size[None]), _AS_LARGE)
        np.fill_diagonal(alike, 0.0)
        near, group = ((away < reach) * alike for reach in _NEAR)
        beside, shaped = _beside(frames) * alike, _shaped(boxes)
        tinted = _alike(distances(looks.tint, looks.tint), 0.03)
        inked = _alike(distances(looks.ink, looks.ink), _AS_INKED)
        lit = _alike(np.log((looks.level[:, None] + 8) / (looks.level[None] + 8)), _AS_LIGHT)
        over = away + np.eye(len(size), dtype=np.float32) < 0.75
        return cls(near, group, beside, shaped, tinted, inked, beside * shaped * lit, over, frames)


def _alike(off: AnyFloats, spread: float) -> Floats32:
    return np.asarray(np.exp(-0.5 * (off.astype(np.float32) / np.float32(spread)) ** 2), np.float32)


def _company(faces: Faces, looks: _Looks, pairs: _Pairs, ratio: Floats, trusted: Floats) -> tuple[Floats, Floats]:
    """Return the features of each candidate from its neighbours, and those from its own and their surroundings."""
    kinds, near, group, beside = faces.kinds, pairs.near, pairs.group, pairs.beside
    printed = (kinds < BACK) & (kinds != Tile.WHITE)
    trust, back = (trusted[:, each].astype(np.float32) for each in (IS_FACE, IS_BACK))
    of_trust = group * trust
    held = of_trust.sum(axis=1)
    same = kinds[:, None] == kinds[None]
    level = of_trust @ looks.level / np.maximum(held, _TINY)
    signs = [
        np.log1p(near @ trust),
        np.log1p(held),
        np.log1p(near @ back),
        np.log1p(group @ back),
        (beside * trust).max(axis=1),
        (beside * back * pairs.tinted).max(axis=1),
        np.log1p(((beside > 0.3) * trust).sum(axis=1)),
        (of_trust * pairs.tinted).sum(axis=1) / (held + 0.3),
        (group @ (printed & (faces.confidence > 0.9))) / (group @ (kinds <= BONUS) + 0.5),
        np.maximum((group * same).sum(axis=1) * printed + 1 - COPIES, 0) / (group @ printed + 1.0),
        np.where(held > 0.3, np.log((looks.level + 8) / (level + 8)), 0.0),
        of_trust @ looks.around.edge.min(axis=1) / (held + 0.3) / 255,
        (of_trust @ np.isin(kinds, _PIPS)) / (held + 0.3),
        np.abs(ratio),
        ratio,
        (near * pairs.shaped * trust).max(axis=1),
        (pairs.mates * trust).max(axis=1),
        *_below(looks.tall, pairs.frames, trust),
        np.where(pairs.over, (trust + back)[None], 0.0).max(axis=1),
        *_as_set(kinds, trust, pairs.tinted),
        (of_trust * pairs.inked).max(axis=1),
    ]
    around = [
        looks.around.own,
        of_trust @ looks.around.own / (held + 0.3)[:, None],
        *looks.around.unbroken(of_trust),
        *looks.around.unbroken(group),
    ]
    return np.column_stack(signs).astype(np.float64), np.column_stack(around)


def _as_set(kinds: NDArray[np.int64], trust: Floats32, alike: Floats32) -> tuple[Floats, Floats]:
    """Return per candidate the excess of its face over a set's copies, and the number of further equal red fives.

    Counted among trusted candidates of similar background; 0 for other classes.
    """
    others = alike * trust * (1 - np.eye(len(kinds))) * (kinds[:, None] == kinds[None])
    count, red = others.sum(axis=1), np.isin(kinds, _REDS)
    return np.where(kinds < BACK, np.maximum(count + 1 - COPIES, 0), 0.0), np.where(red, count, 0.0)


def _frames(boxes: Boxes) -> Floats32:
    """Return the position of candidate j relative to candidate i [i,j,2], in units of i's edge vectors."""
    own = np.stack([boxes.right, boxes.down], axis=2).astype(np.float64)
    inverse = np.linalg.inv(own + 1e-3 * np.eye(2)).astype(np.float32)
    apart = boxes.centre[None] - boxes.centre[:, None]
    return np.asarray(apart @ inverse.transpose(0, 2, 1))


def _beside(frames: Floats32) -> Floats32:
    """Return how well two candidates [N,N] are directly adjacent, in a row or in a column, 0-1."""
    x, y = np.abs(frames[..., 0]), np.abs(frames[..., 1])
    far = np.maximum(np.abs(np.maximum(x, y) - 1.0) - np.float32(0.1), 0)
    return _alike(far, _BESIDE) * _alike(np.minimum(x, y), _BESIDE)


def _shaped(boxes: Boxes) -> Floats32:
    """Return how well the shapes of two candidates [N,N] match, in the same or in the crosswise orientation, 0-1."""
    wide, tall = (np.log(np.linalg.norm(edge, axis=1) + np.float32(1e-6)) for edge in (boxes.right, boxes.down))
    off = [
        np.maximum(np.abs(wide[:, None] - one[None]), np.abs(tall[:, None] - other[None]))
        for one, other in ((wide, tall), (tall, wide))
    ]
    return _alike(np.minimum(*off), _AS_SHAPED)


def _below(tall: Floats, frames: Floats32, trust: Floats32) -> tuple[Floats, Floats]:
    """Return how well each candidate fits the side of the tile below a trusted face, 0-1 [N].

    And the logarithm [N] of its height relative to that face, times that fit.
    """
    lower = np.log(tall[None] / tall[:, None])
    due = 0.5 + 0.5 * np.exp(lower)
    off = np.hypot(frames[..., 0], frames[..., 1] - due)
    fits = np.exp(-0.5 * (off / _BESIDE) ** 2) * trust[:, None]
    best = fits.argmax(axis=0)
    each = np.arange(len(tall))
    return fits[best, each], lower[best, each] * fits[best, each]


def _logit(chances: AnyFloats) -> Floats:
    bounded = np.clip(chances.astype(np.float64), _TINY, 1 - _TINY)
    return np.asarray(np.log(bounded / (1 - bounded)))

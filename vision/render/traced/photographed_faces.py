"""Tile faces cropped from real photographs, reduced to ink on the colour of a tile's body.

Sources, under ``photos-dev`` of the data: ``camerash`` (MIT, github Camerash/mahjong-dataset: single faces of some
sixteen sets) and ``tables/t00.jpg`` (MIT, github lietxia/Mahjong-YOLO: a riichi table in play).
"""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import KINDS, RED_FIVES, Tile
from vision.render.appearance import Colour
from vision.render.faces.artwork import TEXTURE_SIZE, Picture

Paint = NDArray[np.float32]
_ALIKE: Final = 24.0
"""Largest difference of margin colours within one set, grey levels; looked at: sets differ by 8 to 60."""
_RED: Final[Colour] = (38, 28, 178)
"""Ink (BGR) of red fives, which none of the sources has; chosen after real sets."""
_FELT_MM: Final = 720.0
"""Side of the felt of the table in play, whose corners are labelled, mm; assumed."""
_PER_MM: Final = 6.0
"""Px per mm in which that felt is rectified: its faces have some 2.4 px per mm in the photo."""
_TABLE_FACE_MM: Final = (24.0, 31.0)
"""Width and height of the faces there at the felt's scale, mm; measured on its rivers."""
_TABLE_TURNS: Final = {"river_bottom": 0, "river_right": 1, "river_top": 2, "river_left": 3, "hand_bottom_revealed": 0}
"""Quarter turns that bring the faces of a region upright."""
_UPSIDE_DOWN: Final = ("1m", "9m", "6p", "7z")
"""Faces whose sharpest copy on that table is upside down; looked at."""
_BLANK: Final = 0.9
"""Share of the surrounding light above which a pixel has no ink; looked at: grain and shading stay above."""


@dataclass(frozen=True, slots=True)
class FaceFolder:
    """Faces of one set: transmission of light, [256, 192, 3] of 0-1, by tile; blank ones are all 1."""

    id: str
    faces: dict[Tile, Paint]

    def picture(self, tile: Tile | None, body: Colour) -> Picture:
        """Return the face printed on a body of this colour, BGR [256, 192, 3]; None is blank."""
        ink = self.faces.get(tile, _blank()) if tile is not None else _blank()
        return (ink * np.array(body, np.float32)).clip(0, 255).astype(np.uint8)


def photographed_sets(data: Path) -> list[FaceFolder]:
    """Return sets of all 37 faces from the photographs under ``data``, with white dragons as riichi sets have."""
    singles = _singles(data / "photos-dev" / "camerash")
    sets = [_whole(f"camerash-{anchor}", faces) for anchor, faces in _alike(singles)]
    table = dict(_of_table(data / "photos-dev" / "tables" / "t00"))
    if table and sets:
        # Four faces missing on the table come from the set of single faces with the most similar inks.
        like = min(sets, key=lambda one: _inks_apart(one.faces, table))
        sets.insert(0, _whole("t00", {**like.faces, **table}))
    for one in sets:
        one.faces[Tile.WHITE] = _blank()
    return sets


def _whole(name: str, faces: dict[Tile, Paint]) -> FaceFolder:
    every = dict(faces)
    for red in RED_FIVES:
        ink = 1.0 - every[red.plain].min(axis=2, keepdims=True)
        every.setdefault(red, (1.0 - ink * (1.0 - np.array(_RED, np.float32) / 255.0)).astype(np.float32))
    return FaceFolder(name, every)


def _inks_apart(some: dict[Tile, Paint], others: dict[Tile, Paint]) -> float:
    shared = [tile for tile in others if tile in some]
    return float(np.mean([np.abs(some[tile].mean((0, 1)) - others[tile].mean((0, 1))).max() for tile in shared]))


def _singles(folder: Path) -> dict[Tile, list[tuple[str, Colour, Paint]]]:
    """Return file, colour of its margin and ink of the single faces, by tile."""
    found: dict[Tile, list[tuple[str, Colour, Paint]]] = defaultdict(list)
    names = {str(Tile(kind)): Tile(kind) for kind in range(KINDS)}
    labels = folder / "labels.csv"
    if not labels.is_file():
        return found
    for row in csv.DictReader(labels.read_text(encoding="utf-8").splitlines()):
        picture: Any = cv2.imread(str(folder / row["file"]))
        if row["label"] in names and picture is not None:
            tall, wide = picture.shape[:2]
            inner = picture[tall // 30 : -tall // 30, wide // 24 : -wide // 24]
            found[names[row["label"]]].append((Path(row["file"]).stem, _margin(inner), _ink(inner)))
    return found


def _alike(singles: dict[Tile, list[tuple[str, Colour, Paint]]]) -> Iterator[tuple[str, dict[Tile, Paint]]]:
    """Group single faces into sets by body colour: for each face of one character, the most similar ones."""
    for name, colour, _ in singles.get(Tile(0), ()):
        faces, apart = {}, []
        for tile, candidates in singles.items():
            gaps = [float(np.abs(np.subtract(other, colour)).max()) for _, other, _ in candidates]
            faces[tile] = candidates[int(np.argmin(gaps))][2]
            apart.append(min(gaps))
        if len(faces) == KINDS and float(np.median(apart)) < _ALIKE:
            yield name, faces


def _of_table(photo: Path) -> Iterator[tuple[Tile, Paint]]:
    """Yield the sharpest upright face of each kind in the rivers of the table in play."""
    picture: Any = cv2.imread(str(photo.with_suffix(".jpg")))
    if picture is None:
        return
    notes = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    side = _FELT_MM * _PER_MM
    corners = np.array(notes["table_corners_approx_tl_tr_br_bl"], np.float32)
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    move = cv2.getPerspectiveTransform(corners, flat)
    names = {str(tile): tile for tile in Tile}
    best: dict[Tile, tuple[float, Paint]] = {}
    for each in notes["tiles"]:
        turns, tile = _TABLE_TURNS.get(each.get("region", "")), names.get(each["label"])
        if turns is None or tile is None:
            continue
        middle = cv2.perspectiveTransform(np.array([[[each["x"], each["y"]]]], np.float32), move)[0, 0]
        wide, tall = (edge * _PER_MM for edge in _TABLE_FACE_MM)
        turn = np.radians(-90.0 * turns)
        across, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        shape = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
        outline = np.array([middle + across * x * wide + down * y * tall for x, y in shape], np.float32)
        size = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
        cut = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(outline, size) @ move, (int(wide), int(tall)))
        sharp = float(cv2.Laplacian(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), cv2.CV_32F).std())
        if tile not in best or sharp > best[tile][0]:
            upright = cut[::-1, ::-1] if each["label"] in _UPSIDE_DOWN else cut
            best[tile] = sharp, _ink(np.asarray(upright, np.uint8))
    yield from ((tile, ink) for tile, (_, ink) in best.items())


def _margin(face: Picture) -> Colour:
    wide = face.shape[1]
    edges = np.concatenate([face[:, : wide // 10].reshape(-1, 3), face[:, -wide // 10 :].reshape(-1, 3)])
    blue, green, red = (float(part) for part in np.median(edges, axis=0))
    return blue, green, red


def _ink(face: Picture) -> Paint:
    """Return each pixel's light relative to its surroundings, without shading and the rim of the tile."""
    seen = cv2.resize(face, TEXTURE_SIZE, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    around = cv2.dilate(seen, np.ones((9, 9), np.uint8))
    around = cv2.GaussianBlur(cv2.morphologyEx(around, cv2.MORPH_CLOSE, np.ones((61, 61), np.uint8)), (0, 0), 12)
    share = np.clip(seen / np.maximum(around, 1.0) / _BLANK, 0.0, 1.0)
    height, width = share.shape[:2]
    x = np.minimum(np.arange(width), np.arange(width)[::-1]) / width
    y = np.minimum(np.arange(height), np.arange(height)[::-1]) / height
    inside = np.clip((np.minimum(x[None, :], y[:, None]) - 0.05) / 0.03, 0.0, 1.0)[..., None]
    return np.asarray(1.0 - (1.0 - share) * inside, np.float32)


def _blank() -> Paint:
    return np.ones((TEXTURE_SIZE[1], TEXTURE_SIZE[0], 3), np.float32)

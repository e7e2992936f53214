"""A table in a picture as ``jantaku read --table`` prints it: its zones as JSON or as lines for people."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

import numpy as np

from controller.errors import HandError
from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenTile
from controller.riichi.meld_layout import is_set, source_at
from controller.riichi.seat import SEATS
from vision.explain.found import Content, FoundTile, ZoneReading
from vision.photo.reader import PhotoTile
from vision.photo.table import PhotoDie, PhotoTable

NEAR: Final = ("near", "right", "far", "left")
"""Seats A-D by how the camera looks at them, where nothing tells which is which."""
_JA: Final = {"near": "手前", "right": "右", "far": "奥", "left": "左"}
_UNSURE_FOCAL: Final = 0.15
"""Standard deviation of a focal length, in parts of it, from which it was taken from usual cameras; chosen: tiles that
tell it do so to a twentieth."""
_UNSURE_MM: Final = 45.0
"""mm from which the middle of the table was not told by the tiles; chosen: a row and a half of a river."""
_UNSURE_TILT: Final = 4.0
"""Degrees from which a tilt is said to be unsure; chosen."""


def assumed(table: PhotoTable) -> list[tuple[str, str]]:
    """What was taken for granted, in English and Japanese; sizes and places are the profile's."""
    tile, pose, profile = table.layout.profile.tile, table.pose, table.layout.profile
    if pose is None:
        return []
    size = f"{tile.width_mm:g} x {tile.height_mm:g} x {tile.thickness_mm:g} mm"
    said = [
        (f"tile size {size}", f"牌の大きさ {size}"),
        (f"places of the table family {profile.id}", f"卓の型 {profile.id} の配置"),
        ("square pixels, no distortion", "正方画素・歪みなし"),
    ]
    if pose.focal_spread > _UNSURE_FOCAL:
        said.append(("focal length", "焦点距離"))
    if pose.tilt_spread > _UNSURE_TILT:
        said.append(("tilt of the camera", "カメラの傾き"))
    if pose.centre_spread > _UNSURE_MM:
        said.append(("middle of the table", "卓の中心"))
    return said


def table_json(table: PhotoTable) -> dict[str, Any]:
    """The keys ``pose``, ``seats``, ``indicators``, ``unexplained`` and ``assumed``."""
    explained, names = table.explanation, seat_names(table)
    indicators = explained.indicators
    sure = None if indicators is None else round(indicators.chance, 3)
    return {
        "pose": _pose(table),
        "seats": [_seat(table, seat) for seat in SEATS],
        "indicators": None
        if indicators is None
        else [
            tile_json(table.in_picture(each.seen))
            | {
                "wall": names[each.wall],
                "stack": each.stack,
                "lower": each.lower,
                "chance": sure,
            }
            for each in indicators.content
        ],
        "unexplained": [
            tile_json(table.in_picture(_seen(tile))) | {"surface": tile.surface.value} for tile in explained.unexplained
        ],
        "assumed": [english for english, _ in assumed(table)],
    }


def tile_json(tile: PhotoTile) -> dict[str, Any]:
    """A tile of a picture."""
    return {
        "tile": None if tile.tile is None else str(tile.tile),
        "x": round(tile.x, 1),
        "y": round(tile.y, 1),
        "angle": round(tile.angle) % 360,
        "width": round(tile.width),
        "height": round(tile.height),
        "confidence": round(tile.confidence, 3),
        "face": tile.face,
    }


def die_json(die: PhotoDie) -> dict[str, Any]:
    """A die of a picture."""
    return {"pips": die.pips, "x": round(die.x, 1), "y": round(die.y, 1)}


def table_lines(table: PhotoTable) -> list[str]:
    """The table for people: a line a zone that shows anything, chances in per cent."""
    lines = []
    explained = table.explanation
    for seat, name in zip(SEATS, seat_names(table), strict=True):
        said = [
            _line("河 river", explained.rivers[seat], _river_words),
            _line("副露 melds", explained.melds[seat], _melds_words),
            _line("手牌 hand", explained.hands[seat], _hand_words),
            _line("山 wall", explained.walls[seat], _wall_words),
        ]
        if faces := table.upright[seat]:
            said.append("    立牌 standing: " + " ".join(tile.name for tile in faces))
        if table.sticks[seat]:
            said.append("    リーチ棒 riichi stick")
        if told := [line for line in said if line]:
            lines += [f"  {_JA[name]} {name}" if name in _JA else f"  {name}", *told]
    if explained.indicators is not None and explained.indicators.content:
        shown = " ".join(_name(each.seen) for each in explained.indicators.content)
        lines.append(f"  ドラ表示牌 indicators {shown} ({explained.indicators.chance:.0%})")
    if table.dice:
        lines.append("  サイコロ dice " + " ".join(str(die.pips or "?") for die in table.dice))
    if explained.unexplained:
        lines.append("  不明 unexplained " + " ".join(_name(_seen(tile)) for tile in explained.unexplained))
    if table.pose is not None:
        lines.append(f"  カメラ camera: {table.pose.tilt:.0f}° ±{table.pose.tilt_spread:.0f}°")
        lines.append("  仮定 assumed: " + "; ".join(f"{ja} / {en}" for en, ja in assumed(table)))
    return lines


def seat_names(table: PhotoTable) -> tuple[str, ...]:
    """Names of seats A-D: as the profile has them, or as the camera looks at them."""
    return tuple(seat.name for seat in SEATS) if table.pose is None else NEAR


def _pose(table: PhotoTable) -> dict[str, Any]:
    camera, found = table.camera, table.pose
    tilt = float(np.degrees(np.arccos(np.clip(camera.matrix[2, 2], -1.0, 1.0))))
    roll = float(np.degrees(np.arctan2(camera.matrix[0, 2], camera.matrix[1, 2]))) if tilt > 1.0 else 0.0
    pose = {
        "from": "calibration" if found is None else "tiles",
        "focal": round(camera.focal, 1),
        "tilt": round(tilt, 2),
        "roll": round(roll, 2),
        "position": [round(value, 1) for value in camera.position],
        "rotation": [round(value, 6) for value in camera.rotation],
        "translation": [round(value, 2) for value in camera.translation],
    }
    if found is None:
        return pose
    return pose | {
        "tiles": found.tiles,
        "spread": {
            "focal": round(found.focal_spread, 3),
            "tilt": round(found.tilt_spread, 2),
            "height": round(found.height_spread, 3),
            "centre": round(found.centre_spread, 1),
        },
    }


def _seat(table: PhotoTable, seat: int) -> dict[str, Any]:
    explained = table.explanation
    river, melds, hand, wall = (
        explained.rivers[seat],
        explained.melds[seat],
        explained.hands[seat],
        explained.walls[seat],
    )
    others = {
        "river": None if river is None or river.other is None else _river_words(river.other),
        "melds": None if melds is None or melds.other is None else _melds_words(melds.other),
        "hand": None if hand is None or hand.other is None else _hand_words(hand.other),
        "wall": None if wall is None or wall.other is None else _wall_words(wall.other),
    }
    return {
        "seat": seat_names(table)[seat],
        "river": None if river is None else [_discard(table, tile) for tile in river.content],
        "melds": None if melds is None else [_meld(table, meld) for meld in melds.content],
        "hand": _hand(table, seat, hand),
        "wall": None if wall is None else list(wall.content),
        "sticks": table.sticks[seat],
        "chances": {
            name: None if zone is None else round(zone.chance, 3)
            for name, zone in zip(others, (river, melds, hand, wall), strict=True)
        },
        "others": {name: other for name, other in others.items() if other is not None},
    }


def _discard(table: PhotoTable, tile: SeenRiverTile) -> dict[str, Any]:
    return tile_json(table.in_picture(tile.seen)) | {"sideways": tile.sideways}


def _meld(table: PhotoTable, meld: SeenMeld) -> dict[str, Any]:
    return {
        "kind": _kind(meld),
        "from": _source(meld),
        "sideways": meld.sideways,
        "tiles": [tile_json(table.in_picture(tile)) for tile in meld.tiles],
    }


def _kind(meld: SeenMeld) -> str | None:
    """What the meld is, None where its tiles make no meld."""
    faces = [tile.tile for tile in meld.tiles if tile.tile is not None]
    plain = {face.plain for face in faces}
    if len(meld.tiles) == 4 and len(plain) == 1:
        if len(faces) == 2:
            return "kan_concealed"
        return None if len(faces) < 4 else "kan_concealed" if meld.sideways is None else "kan_open"
    if len(faces) != 3 or not is_set(faces):
        return None
    return "pon" if len(plain) == 1 else "chii"


def _source(meld: SeenMeld) -> str | None:
    if meld.sideways is None:
        return None
    try:
        return source_at(meld.sideways, min(len(meld.tiles), 4)).name.lower()
    except HandError:
        return None


def _hand(table: PhotoTable, seat: int, hand: ZoneReading[SeenHand] | None) -> dict[str, Any] | None:
    faces = [tile_json(tile) for tile in table.upright[seat]]
    if hand is None:
        return {"standing": len(faces), "faces": faces, "shown": [], "apart": None} if faces else None
    seen = hand.content
    return {
        "standing": max(seen.standing, len(faces)),
        "faces": faces,
        "shown": [tile_json(table.in_picture(tile)) for tile in seen.shown],
        "apart": None if seen.apart is None else tile_json(table.in_picture(seen.apart)),
    }


def _seen(tile: FoundTile) -> SeenTile:
    return SeenTile(tile.tile, tile.x, tile.y, tile.angle, tile.confidence, tile.other)


def _line(title: str, zone: ZoneReading[Content] | None, words: Callable[[Content], str]) -> str:
    told = "" if zone is None else words(zone.content)
    return f"    {title}: {told} ({zone.chance:.0%})" if zone is not None and told else ""


def _name(tile: SeenTile) -> str:
    return "back" if tile.tile is None else str(tile.tile)


def _river_words(river: Sequence[SeenRiverTile]) -> str:
    return " ".join(_name(tile.seen) + ("_" if tile.sideways else "") for tile in river)


def _melds_words(melds: Sequence[SeenMeld]) -> str:
    return " ".join(
        "["
        + " ".join(_name(tile) + ("_" if place == meld.sideways else "") for place, tile in enumerate(meld.tiles))
        + "]"
        for meld in melds
    )


def _hand_words(hand: SeenHand) -> str:
    shown = [_name(tile) for tile in hand.shown] + ([] if hand.apart is None else ["+", _name(hand.apart)])
    return " ".join([*([f"{hand.standing} standing"] if hand.standing else []), *shown])


def _wall_words(wall: Sequence[int | None]) -> str:
    """Stacks from the owner's right end, equal ones together: 2x7 1 ?x3."""
    runs = [("?" if height is None else str(height), len(list(same))) for height, same in groupby(wall)]
    return " ".join(height + (f"x{count}" if count > 1 else "") for height, count in runs)

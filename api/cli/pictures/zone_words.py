"""Zones of a table in words, names of its seats, and assumptions of the reading."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenTile
from controller.riichi.seat import SEATS
from vision.photo.table import PhotoTable

NEAR: Final = ("near", "right", "far", "left")
"""Names of seats A-D by their direction from the camera, used if the seats cannot be identified."""
_UNSURE_FOCAL: Final = 0.15
"""Standard deviation of the focal length, relative, above which it was assumed from usual cameras; chosen: tiles that
determine it do so to a twentieth.
"""
_UNSURE_MM: Final = 45.0
"""Uncertainty of the table's centre above which it counts as assumed, mm; chosen: a row and a half of a river."""
_UNSURE_TILT: Final = 4.0
"""Uncertainty of the tilt above which it is reported as unsure, degrees; chosen."""


def assumed(table: PhotoTable) -> list[tuple[str, str]]:
    """Return the assumptions of a reading, in English and Japanese; sizes and places come from the profile."""
    tile, pose, profile = table.layout.profile.tile, table.pose, table.layout.profile
    if pose is None:
        return []
    size = f"{tile.width_mm:g} x {tile.height_mm:g} x {tile.thickness_mm:g} mm"
    said = [
        (f"tile size {size}", f"牌の大きさ {size}"),
        (f"places of the table family {profile.id}", f"卓の型 {profile.id} の配置"),
        ("square pixels, no distortion", "正方画素・歪みなし"),
    ]
    if table.squeezed > 1.0:
        wide = f"{table.squeezed:.2f}"
        said[-1] = (f"picture squeezed in width {wide} times, no distortion", f"横に{wide}倍縮んだ画像・歪みなし")
    if pose.focal_spread > _UNSURE_FOCAL:
        said.append(("focal length", "焦点距離"))
    if pose.tilt_spread > _UNSURE_TILT:
        said.append(("tilt of the camera", "カメラの傾き"))
    if pose.centre_spread > _UNSURE_MM:
        said.append(("middle of the table", "卓の中心"))
    return said


def seat_names(table: PhotoTable) -> tuple[str, ...]:
    """Return the names of seats A-D, from the profile or by their direction from the camera."""
    return tuple(seat.name for seat in SEATS) if table.pose is None else NEAR


def tile_name(tile: SeenTile) -> str:
    return "back" if tile.tile is None else str(tile.tile)


def river_words(river: Sequence[SeenRiverTile]) -> str:
    return " ".join(tile_name(tile.seen) + ("_" if tile.sideways else "") for tile in river)


def melds_words(melds: Sequence[SeenMeld]) -> str:
    return " ".join(
        "["
        + " ".join(tile_name(tile) + ("_" if place == meld.sideways else "") for place, tile in enumerate(meld.tiles))
        + "]"
        for meld in melds
    )


def hand_words(hand: SeenHand) -> str:
    shown = [tile_name(tile) for tile in hand.shown] + ([] if hand.apart is None else ["+", tile_name(hand.apart)])
    return " ".join([*([f"{hand.standing} standing"] if hand.standing else []), *shown])


def wall_words(wall: Sequence[int | None]) -> str:
    """Return the stack heights from the owner's right end, with equal neighbours combined: 2x7 1 ?x3."""
    runs = [("?" if height is None else str(height), len(list(same))) for height, same in groupby(wall)]
    return " ".join(height + (f"x{count}" if count > 1 else "") for height, count in runs)

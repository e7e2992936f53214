"""JSON of a table in a picture: pose, seats with their zones, indicators, unexplained tiles, assumptions."""

from typing import Any

from api.cli.pictures.zone_words import (
    assumed,
    hand_words,
    melds_words,
    river_words,
    seat_names,
    wall_words,
)
from api.photos.tiles import tile_json
from controller.errors import HandError
from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile
from controller.riichi.meld_layout import is_set
from controller.riichi.seat import SEATS, Seat
from controller.table.observe.laid import Laid, laid_as_seen, source_of
from vision.explain.found import ZoneReading
from vision.photo.table import PhotoDie, PhotoTable, seen_tile


def table_json(table: PhotoTable) -> dict[str, Any]:
    """Return the keys ``pose``, ``seats``, ``indicators``, ``unexplained`` and ``assumed``."""
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
            tile_json(table.in_picture(seen_tile(tile))) | {"surface": tile.surface.value}
            for tile in explained.unexplained
        ],
        "assumed": [english for english, _ in assumed(table)],
    }


def die_json(die: PhotoDie) -> dict[str, Any]:
    """Return a die of a picture as JSON."""
    return {"pips": die.pips, "x": round(die.x, 1), "y": round(die.y, 1)}


def _pose(table: PhotoTable) -> dict[str, Any]:
    camera, found = table.camera, table.pose
    pose = {
        "from": "calibration" if found is None else "tiles",
        "focal": round(camera.focal / table.scale[1], 1),
        "tilt": round(camera.tilt, 2),
        "roll": round(camera.roll, 2),
        "position": [round(value, 1) for value in camera.position],
        "rotation": [round(value, 6) for value in camera.rotation],
        "translation": [round(value, 2) for value in camera.translation],
    }
    if found is None:
        return pose
    return pose | {
        "tiles": found.tiles,
        "squeezed": round(table.squeezed, 3),
        "spread": {
            "focal": round(found.focal_spread, 3),
            "tilt": round(found.tilt_spread, 2),
            "height": round(found.height_spread, 3),
            "centre": round(found.centre_spread, 1),
        },
    }


def _seat(table: PhotoTable, seat: Seat) -> dict[str, Any]:
    explained = table.explanation
    river, melds, hand, wall = (
        explained.rivers[seat],
        explained.melds[seat],
        explained.hands[seat],
        explained.walls[seat],
    )
    others = {
        "river": None if river is None or river.other is None else river_words(river.other),
        "melds": None if melds is None or melds.other is None else melds_words(melds.other),
        "hand": None if hand is None or hand.other is None else hand_words(hand.other),
        "wall": None if wall is None or wall.other is None else wall_words(wall.other),
    }
    return {
        "seat": seat_names(table)[seat],
        "river": None if river is None else [_discard(table, tile) for tile in river.content],
        "melds": None if melds is None else [_meld(table, seat, meld) for meld in melds.content],
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


def _meld(table: PhotoTable, seat: Seat, meld: SeenMeld) -> dict[str, Any]:
    laid = laid_as_seen(meld, seat)
    return {
        "kind": _kind(meld, laid),
        "from": _source(laid),
        "sideways": meld.sideways,
        "tiles": [tile_json(table.in_picture(tile)) for tile in meld.tiles],
    }


def _kind(meld: SeenMeld, laid: Laid) -> str | None:
    """Return the kind of a meld, None if its tiles form no meld."""
    faces = [tile.tile for tile in meld.tiles if tile.tile is not None]
    plain = {face.plain for face in faces}
    if len(meld.tiles) == 4 and len(plain) == 1:
        if len(faces) == 2 or (len(faces) == 4 and meld.sideways is None):
            return "kan_concealed"
        return None if len(faces) < 4 else "kan_added" if len(laid.sideways) > 1 else "kan_open"
    if len(faces) != 3 or not is_set(faces):
        return None
    return "pon" if len(plain) == 1 else "chii"


def _source(laid: Laid) -> str | None:
    try:
        source = source_of(laid)
    except HandError:
        return None
    return None if source is None else source.name.lower()


def _hand(table: PhotoTable, seat: Seat, hand: ZoneReading[SeenHand] | None) -> dict[str, Any] | None:
    faces = [None if tile is None else tile_json(tile) for tile in table.upright[seat]]
    if hand is None:
        return {"standing": len(faces), "faces": faces, "shown": [], "apart": None} if faces else None
    seen = hand.content
    return {
        "standing": max(seen.standing, len(faces)),
        "faces": faces,
        "shown": [tile_json(table.in_picture(tile)) for tile in seen.shown],
        "apart": None if seen.apart is None else tile_json(table.in_picture(seen.apart)),
    }

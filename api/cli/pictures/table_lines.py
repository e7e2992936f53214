"""Lines of text about a table in a picture."""

from collections.abc import Callable
from typing import Final

from api.cli.pictures.zone_words import (
    assumed,
    hand_words,
    melds_words,
    river_words,
    seat_names,
    tile_name,
    wall_words,
)
from controller.riichi.seat import SEATS
from vision.explain.found import Content, ZoneReading
from vision.photo.table import PhotoTable, seen_tile

_JA: Final = {"near": "手前", "right": "右", "far": "奥", "left": "左"}


def table_lines(table: PhotoTable) -> list[str]:
    """Return one line per zone that is not empty, with probabilities in per cent."""
    lines = []
    explained = table.explanation
    for seat, name in zip(SEATS, seat_names(table), strict=True):
        said = [
            _line("河 river", explained.rivers[seat], river_words),
            _line("副露 melds", explained.melds[seat], melds_words),
            _line("手牌 hand", explained.hands[seat], hand_words),
            _line("山 wall", explained.walls[seat], wall_words),
        ]
        if faces := table.upright[seat]:
            said.append("    立牌 standing: " + " ".join("?" if tile is None else tile.name for tile in faces))
        if table.sticks[seat]:
            said.append("    リーチ棒 riichi stick")
        if told := [line for line in said if line]:
            lines += [f"  {_JA[name]} {name}" if name in _JA else f"  {name}", *told]
    if explained.indicators is not None and explained.indicators.content:
        shown = " ".join(tile_name(each.seen) for each in explained.indicators.content)
        lines.append(f"  ドラ表示牌 indicators {shown} ({explained.indicators.chance:.0%})")
    if table.dice:
        lines.append("  サイコロ dice " + " ".join(str(die.pips or "?") for die in table.dice))
    if explained.unexplained:
        lines.append("  不明 unexplained " + " ".join(tile_name(seen_tile(tile)) for tile in explained.unexplained))
    if table.pose is not None:
        lines.append(f"  カメラ camera: {table.camera.tilt:.0f}° ±{table.pose.tilt_spread:.0f}°")
        lines.append("  仮定 assumed: " + "; ".join(f"{ja} / {en}" for en, ja in assumed(table)))
    return lines


def _line(title: str, zone: ZoneReading[Content] | None, words: Callable[[Content], str]) -> str:
    told = "" if zone is None else words(zone.content)
    return f"    {title}: {told} ({zone.chance:.0%})" if zone is not None and told else ""

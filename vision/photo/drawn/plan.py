"""Draws a read table from above as SVG: zones by colour, unexplained tiles in red."""

from html import escape
from typing import Final

from controller.ports.eyes import SeenTile
from controller.riichi.seat import SEATS, Seat
from vision.explain.found import FoundTile, Surface
from vision.photo.drawn.zones import STICK_MM, ZONE_COLOURS
from vision.photo.table import PhotoTable, seen_tile

_RIM_MM: Final = 40.0
"""Margin drawn around the playing field, mm; chosen: tiles on the rail are visible."""
_FELT: Final = "#e9efe9"


def draw_table(table: PhotoTable, names: tuple[str, ...]) -> str:
    """Return an SVG of the table with the tiles of every zone; ``names``: labels of seats A-D."""
    half = table.layout.profile.table.field_mm / 2
    edge = half + _RIM_MM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-edge:g} {-edge:g} {2 * edge:g} {2 * edge:g}"'
        ' font-family="sans-serif" text-anchor="middle">',
        f'<rect x="{-edge:g}" y="{-edge:g}" width="{2 * edge:g}" height="{2 * edge:g}" fill="#fff"/>',
        f'<rect x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" fill="{_FELT}" stroke="#888"/>',
    ]
    for seat, name in zip(SEATS, names, strict=True):
        spot = table.layout.place(seat, 0.0, half + _RIM_MM / 2)
        parts.append(f'<text x="{spot.x:.0f}" y="{spot.y:.0f}" font-size="20" fill="#444">{escape(name)}</text>')
    parts += _zones(table)
    parts += _camera(table, edge)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _zones(table: PhotoTable) -> list[str]:
    explained, parts = table.explanation, []
    for river in explained.rivers:
        tiles = () if river is None else river.content
        parts += [_tile(table, tile.seen, "river", str(place + 1)) for place, tile in enumerate(tiles)]
    for melds in explained.melds:
        laid = () if melds is None else melds.content
        parts += [_tile(table, tile, "meld") for meld in laid for tile in meld.tiles]
    for hand in explained.hands:
        shown = () if hand is None else hand.content.shown
        parts += [_tile(table, tile, "hand") for tile in shown]
        if hand is not None and hand.content.apart is not None:
            parts.append(_tile(table, hand.content.apart, "hand"))
    for seat in SEATS:
        parts += _wall(table, seat)
        if table.sticks[seat]:
            spot = table.layout.stick_spot(seat)
            parts.append(_block(spot.x, spot.y, spot.angle, *STICK_MM, "#fff", ZONE_COLOURS["stick"]))
    if explained.indicators is not None:
        parts += [_tile(table, each.seen, "indicator") for each in explained.indicators.content]
    parts += [_tile(table, seen_tile(tile), "none", deep=_depth(table, tile)) for tile in explained.unexplained]
    return parts


def _wall(table: PhotoTable, seat: Seat) -> list[str]:
    wall, size = table.explanation.walls[seat], table.layout.profile.tile
    parts = []
    for place, height in enumerate(() if wall is None else wall.content):
        if height != 0:
            spot = table.layout.wall_stack(seat, place + 1)
            parts.append(_block(spot.x, spot.y, spot.angle, size.width_mm, size.height_mm, "#d9a441"))
            parts.append(_text(spot.x, spot.y, 0.0, "?" if height is None else str(height), 12, "#333"))
    return parts


def _tile(table: PhotoTable, seen: SeenTile, zone: str, corner: str = "", deep: float | None = None) -> str:
    size, colour = table.layout.profile.tile, ZONE_COLOURS[zone]
    fill = "#d9a441" if seen.tile is None else "#fff"
    block = _block(seen.x, seen.y, seen.angle, size.width_mm, deep or size.height_mm, fill, colour)
    name = "" if seen.tile is None else str(seen.tile)
    sure = f"<title>{escape(name or 'back')} {seen.confidence:.0%}</title>"
    number = _text(seen.x, seen.y + 9, seen.angle, corner, 6, "#777", about=(seen.x, seen.y)) if corner else ""
    return f"<g>{sure}{block}{_text(seen.x, seen.y, seen.angle, name, 12, colour)}{number}</g>"


def _block(x: float, y: float, angle: float, wide: float, tall: float, fill: str, stroke: str = "#888") -> str:
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - tall / 2:.1f}" width="{wide:g}" height="{tall:g}" rx="2" fill="{fill}"'
        f' stroke="{stroke}" transform="rotate({angle:.1f} {x:.1f} {y:.1f})"/>'
    )


def _text(
    x: float, y: float, angle: float, text: str, size: float, fill: str, about: tuple[float, float] | None = None
) -> str:
    turn_x, turn_y = about or (x, y)
    return (
        f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size:g}" fill="{fill}"'
        f' transform="rotate({angle:.1f} {turn_x:.1f} {turn_y:.1f})">{escape(text)}</text>'
    )


def _depth(table: PhotoTable, tile: FoundTile) -> float:
    size = table.layout.profile.tile
    return size.thickness_mm if tile.surface is Surface.TOP else size.height_mm


def _camera(table: PhotoTable, edge: float) -> list[str]:
    """Return a mark at the camera's position, moved to the rim if it is farther out."""
    x, y, _ = table.camera.position
    most = max(abs(x), abs(y), 1e-9)
    share = min(1.0, (edge - _RIM_MM / 2) / most)
    place = f'cx="{x * share:.0f}" cy="{y * share:.0f}"'
    return [f'<circle {place} r="8" fill="none" stroke="#444"><title>camera</title></circle>']

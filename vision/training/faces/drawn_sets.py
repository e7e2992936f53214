"""Draws complete sets of tile faces in random styles: characters from fonts; dots, sticks and birds from shapes."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from controller.riichi.tile import Tile
from vision.training.faces import glyphs

WIDTH, HEIGHT = 300, 400
"""Size of a drawn face in SVG units; 3:4 like the faces of tiles."""

NUMERALS: Final = "一二三四五六七八九"
HONOURS: Final = {
    Tile.EAST: "東",
    Tile.SOUTH: "南",
    Tile.WEST: "西",
    Tile.NORTH: "北",
    Tile.GREEN: "發",
    Tile.RED: "中",
}
FLOWERS: Final = "春夏秋冬梅蘭菊竹"

_PIN: Final[Mapping[int, tuple[tuple[float, float, str], ...]]] = {
    1: ((0.5, 0.5, "a"),),
    2: ((0.5, 0.22, "a"), (0.5, 0.78, "b")),
    3: ((0.22, 0.18, "b"), (0.5, 0.5, "r"), (0.78, 0.82, "a")),
    4: ((0.25, 0.22, "b"), (0.75, 0.22, "a"), (0.25, 0.78, "a"), (0.75, 0.78, "b")),
    5: ((0.22, 0.18, "b"), (0.78, 0.18, "a"), (0.5, 0.5, "r"), (0.22, 0.82, "a"), (0.78, 0.82, "b")),
    6: tuple((x, y, c) for y, c in ((0.15, "a"), (0.52, "r"), (0.83, "r")) for x in (0.27, 0.73)),
    7: (
        *((0.2 + 0.3 * i, 0.1 + 0.12 * i, "a") for i in range(3)),
        *((x, y, "r") for y in (0.6, 0.87) for x in (0.3, 0.7)),
    ),
    8: tuple((x, y, "b") for y in (0.11, 0.37, 0.63, 0.89) for x in (0.28, 0.72)),
    9: tuple((x, y, c) for y, c in ((0.15, "a"), (0.5, "r"), (0.85, "b")) for x in (0.17, 0.5, 0.83)),
}
_SOU: Final[Mapping[int, tuple[tuple[float, float, float, str], ...]]] = {
    2: ((0.5, 0.24, 0, "b"), (0.5, 0.76, 0, "a")),
    3: ((0.5, 0.24, 0, "b"), (0.25, 0.76, 0, "a"), (0.75, 0.76, 0, "a")),
    4: ((0.25, 0.24, 0, "b"), (0.75, 0.24, 0, "a"), (0.25, 0.76, 0, "a"), (0.75, 0.76, 0, "b")),
    5: ((0.2, 0.24, 0, "a"), (0.8, 0.24, 0, "b"), (0.5, 0.5, 0, "r"), (0.2, 0.76, 0, "b"), (0.8, 0.76, 0, "a")),
    6: tuple((x, y, 0, c) for y, c in ((0.24, "a"), (0.76, "b")) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.15, 0, "r"), *((x, y, 0, "b" if x == 0.5 else "a") for y in (0.51, 0.84) for x in (0.2, 0.5, 0.8))),
    8: (
        *((x, 0.24, 0, "a") for x in (0.12, 0.88)),
        *((x, 0.24, t, "a") for x, t in ((0.37, 30), (0.63, -30))),
        *((x, 0.76, 0, "b") for x in (0.12, 0.88)),
        *((x, 0.76, t, "b") for x, t in ((0.37, -30), (0.63, 30))),
    ),
    9: tuple((x, y, 0, c) for y in (0.16, 0.5, 0.84) for x, c in ((0.2, "a"), (0.5, "r"), (0.8, "b"))),
}


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """Style shared by the faces of one drawn set; ``ink``: colours of a, b (main inks), r (red) and k (dark)."""

    font: Path
    ink: Mapping[str, str]
    rim: float
    dot: str
    stick: str
    numeral: bool
    flat: float
    weight: float


def random_drawing_style(rng: Random, fonts: list[Path]) -> DrawingStyle:
    """Return a random style in the usual colours of western, Chinese and near-monochrome Japanese sets."""
    navy, green, blue = _shade(rng, 20, 30, 70), _shade(rng, 20, 100, 60), _shade(rng, 30, 60, 150)
    pair = rng.choice([(green, blue), (navy, navy), (navy, green), (green, green), (navy, navy)])
    return DrawingStyle(
        font=rng.choice(fonts),
        ink={"a": pair[0], "b": pair[1], "r": _shade(rng, 175, 30, 35), "k": rng.choice([navy, navy, blue, "#101010"])},
        rim=rng.uniform(0.08, 0.17),
        dot=rng.choice(["rings", "wheel", "flower", "cross", "plain", "wheel"]),
        stick=rng.choice(["bar", "knots", "bone", "split"]),
        numeral=rng.random() < 0.2,
        flat=rng.uniform(0.85, 1.1),
        weight=max(0.0, rng.uniform(-0.02, 0.05)),
    )


def draw_set(rng: Random, style: DrawingStyle) -> dict[int, str]:
    """Return SVGs of the 34 plain faces (by tile number) and of eight flowers (-1 to -8), on transparent ground."""
    faces = {int(tile): _face(rng, style, tile) for tile in Tile if not tile.is_red}
    return faces | {-1 - i: _flower(rng, style, char) for i, char in enumerate(FLOWERS)}


def _face(rng: Random, style: DrawingStyle, tile: Tile) -> str:
    rank = tile.rank
    draw: Mapping[str, Callable[[], str]] = {
        "m": lambda: _man(rng, style, rank),
        "p": lambda: _pin(style, rank),
        "s": lambda: _bird(rng, style) if rank == 1 else _sou(style, rank),
        "z": lambda: _honour(rng, style, tile),
    }
    body = draw[tile.suit.value]()
    if style.numeral and tile is not Tile.WHITE:
        corner = str(rank) if not tile.is_honour else "ESWNPFC"[rank - 1]
        body += glyphs.text_path(style.font, corner, (22, 18, 58, 74), style.ink["r"])
    return _svg(body)


def _man(rng: Random, style: DrawingStyle, rank: int) -> str:
    char = rng.choice("五伍伍") if rank == 5 else NUMERALS[rank - 1]
    if glyphs.outline(style.font, char) is None:
        char = NUMERALS[rank - 1]
    tall = {1: 0.25, 2: 0.7, 3: 0.85}.get(rank, 1.0) * 140
    middle = 45 + 75 + rng.uniform(-6, 6)
    wide = rng.uniform(75, 95)
    top = glyphs.text_path(
        style.font, char, (150 - wide, middle - tall / 2, 150 + wide, middle + tall / 2), style.ink["k"], style.weight
    )
    wan = (150 - wide, 205, 150 + wide, rng.uniform(345, 370))
    return top + glyphs.text_path(style.font, "萬", wan, style.ink["r"], style.weight)


def _honour(rng: Random, style: DrawingStyle, tile: Tile) -> str:
    if tile is Tile.WHITE:
        if rng.random() < 0.75:
            return ""
        edge = rng.uniform(25, 60)
        frame = f'x="{edge}" y="{edge}" width="{300 - 2 * edge}" height="{400 - 2 * edge}"'
        thin, inner = rng.uniform(6, 18), edge + 25
        second = f'<rect x="{inner}" y="{inner}" width="{300 - 2 * inner}" height="{400 - 2 * inner}" fill="none" '
        return (
            f'<rect {frame} rx="{rng.uniform(0, 30)}" fill="none" stroke="{style.ink["b"]}" stroke-width="{thin}"/>'
            f'{second}stroke="{style.ink["b"]}" stroke-width="{thin / 2}"/>'
        )
    ink = style.ink["r"] if tile is Tile.RED else style.ink["a" if tile is Tile.GREEN else "k"]
    wide, tall = rng.uniform(85, 110), rng.uniform(120, 155)
    if tile is Tile.RED:
        wide *= 0.85
    return glyphs.text_path(
        style.font, HONOURS[tile], (150 - wide, 200 - tall, 150 + wide, 200 + tall), ink, style.weight
    )


def _pin(style: DrawingStyle, rank: int) -> str:
    radius = {1: 115, 2: 72, 3: 55, 4: 58, 5: 50, 6: 52, 7: 42, 8: 44, 9: 45}[rank] * style.flat
    places = _PIN[rank]
    edge = 30
    body = ""
    for x, y, ink in places:
        cx = edge + (WIDTH - 2 * edge) * x
        cy = edge + (HEIGHT - 2 * edge) * y
        body += _dot(style, cx, cy, min(radius, 118), ink, rank == 1)
    return body


def _dot(style: DrawingStyle, x: float, y: float, radius: float, key: str, large: bool) -> str:
    ink, red = style.ink[key], style.ink["r"]
    rim = radius * style.rim * 1.6
    ring = f'<circle cx="{x}" cy="{y}" r="{radius - rim / 2}" fill="none" stroke="{ink}" stroke-width="{rim}"/>'
    heart = red if large else ink
    if style.dot == "plain":
        hole = f'<circle cx="{x}" cy="{y}" r="{radius / 3}" fill="#fff"/>'
        return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>{hole}'
    if style.dot == "rings" or (large and style.dot == "cross"):
        return "".join(
            f'<circle cx="{x}" cy="{y}" r="{radius * s}" fill="none" stroke="{c}" stroke-width="{rim * 0.8}"/>'
            for s, c in ((0.9, ink), (0.55, heart), (0.2, heart))
        )
    spokes = {"wheel": 8, "flower": 6, "cross": 2}[style.dot] * (2 if large else 1)
    marks = ""
    for spoke in range(spokes):
        turn = 180 * spoke / spokes if style.dot != "flower" else 360 * spoke / spokes
        if style.dot == "flower":
            marks += (
                f'<ellipse cx="{x}" cy="{y - radius * 0.5}" rx="{radius * 0.22}" ry="{radius * 0.3}" fill="{ink}" '
                f'transform="rotate({turn} {x} {y})"/>'
            )
        else:
            reach = radius * 0.95
            marks += (
                f'<path d="M{x - reach} {y}H{x + reach}" stroke="{ink}" stroke-width="{rim * 0.7}" '
                f'transform="rotate({turn + 45} {x} {y})"/>'
            )
    core = f'<circle cx="{x}" cy="{y}" r="{radius * 0.3}" fill="{heart}"/>'
    return ring + marks + core


def _sou(style: DrawingStyle, rank: int) -> str:
    long = {7: 95, 9: 105}.get(rank, 150 if rank in (2, 3, 4, 5, 6) else 160)
    wide = 30 * style.flat * (1.2 if rank == 2 else 1.0)
    body = ""
    for x, y, turn, ink in _SOU[rank]:
        cx, cy = 35 + 230 * x, 28 + 344 * y
        length = min(long, 0.95 * 344 / 2) * (1.05 if turn else 1.0)
        body += f'<g transform="rotate({turn} {cx} {cy})">{_stick(style, cx, cy, wide, length, style.ink[ink])}</g>'
    return body


def _stick(style: DrawingStyle, x: float, y: float, wide: float, long: float, ink: str) -> str:
    def bar(w: float, top: float, tall: float, fill: str = ink) -> str:
        return f'<rect x="{x - w / 2}" y="{top}" width="{w}" height="{tall}" rx="{w * 0.35}" fill="{fill}"/>'

    top = y - long / 2
    knot = long * 0.13
    shine = bar(wide * 0.18, top + long * 0.15, long * 0.28, "#fff") + bar(
        wide * 0.18, y + long * 0.1, long * 0.25, "#fff"
    )
    knots = "".join(bar(wide * 1.15, top + s * (long - knot), knot) for s in (0, 0.5, 1))
    return {
        "bar": bar(wide, top, long) + bar(wide * 0.3, y - long * 0.05, long * 0.1, "#fff"),
        "knots": bar(wide * 0.7, top, long) + knots + shine,
        "bone": bar(wide * 0.45, top, long) + knots,
        "split": bar(wide, top, long * 0.47) + bar(wide, y + long * 0.03, long * 0.47) + shine,
    }[style.stick]


def _bird(rng: Random, style: DrawingStyle) -> str:
    return _peacock(rng, style) if rng.random() < 0.4 else _perched(rng, style)


def _peacock(rng: Random, style: DrawingStyle) -> str:
    """Return a bird seen from the front: a dotted fan above, a small body and spread wings below, two legs."""
    body, red = style.ink[rng.choice("ab")], style.ink["r"]
    wide, tall, y = rng.uniform(60, 100), rng.uniform(55, 95), rng.uniform(95, 140)
    parts = (
        f'<ellipse cx="150" cy="{y}" rx="{wide}" ry="{tall}" fill="{rng.choice([body, body, "none"])}" stroke="{body}" '
    )
    parts += 'stroke-width="8"/>'
    dot = rng.uniform(6, 13)
    for ring, count in ((0.25, 4), (0.55, 8), (0.85, 12)):
        for i in range(count):
            angle = 2 * math.pi * (i + rng.uniform(-0.1, 0.1)) / count
            spot = f'cx="{150 + ring * wide * math.cos(angle)}" cy="{y + ring * tall * math.sin(angle)}"'
            parts += f'<circle {spot} r="{dot}" fill="#fff"/>'
            parts += f'<circle {spot} r="{dot * 0.5}" fill="{rng.choice([body, red])}"/>'
    low = y + tall + rng.uniform(15, 50)
    for side in (-1, 1):
        for i in range(rng.randint(2, 4)):
            turn = side * rng.uniform(25, 75)
            x = 150 + side * rng.uniform(35, 70)
            parts += (
                f'<ellipse cx="{x}" cy="{low + 12 * i}" rx="{rng.uniform(8, 16)}" ry="{rng.uniform(30, 55)}" '
                f'fill="{body}" stroke="#fff" stroke-width="3" transform="rotate({turn} {x} {low + 12 * i})"/>'
            )
        leg = 150 + side * rng.uniform(10, 35)
        parts += f'<path d="M{leg} {low + 50}V{low + rng.uniform(80, 115)}m-16 0h32" stroke="{red}" stroke-width="7"/>'
    return parts + f'<ellipse cx="150" cy="{low}" rx="{rng.uniform(16, 30)}" ry="{rng.uniform(35, 55)}" fill="{body}"/>'


def _perched(rng: Random, style: DrawingStyle) -> str:
    body, red = style.ink[rng.choice("ab")], style.ink["r"]
    x, y = 150 + rng.uniform(-20, 20), 210 + rng.uniform(-20, 20)
    lean = rng.uniform(-35, 35)
    parts = ""
    feathers = rng.randint(3, 9)
    spread, reach = rng.uniform(15, 90), rng.uniform(90, 170)
    for i in range(feathers):
        turn = 180 + lean + spread * (i / max(feathers - 1, 1) - 0.5) * rng.uniform(0.9, 1.1)
        tip = rng.choice([body, body, red])
        parts += (
            f'<g transform="rotate({turn} {x} {y})"><path d="M{x} {y}V{y - reach}" stroke="{body}" '
            f'stroke-width="{rng.uniform(6, 14)}"/>'
            f'<circle cx="{x}" cy="{y - reach}" r="{rng.uniform(5, 18)}" fill="{tip}"/></g>'
        )
    wide, tall = rng.uniform(28, 55), rng.uniform(50, 85)
    parts += f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{tall}" fill="{body}" transform="rotate({lean} {x} {y})"/>'
    for side in (-1, 1):
        wing = rng.uniform(20, 70) * side
        parts += (
            f'<ellipse cx="{x + wing * 0.7}" cy="{y - 10}" rx="{rng.uniform(12, 26)}" ry="{rng.uniform(40, 70)}" '
            f'fill="{rng.choice([body, red, "none"])}" stroke="{body}" stroke-width="6" '
            f'transform="rotate({wing + lean} {x} {y})"/>'
        )
    for i in range(rng.randint(2, 6)):
        parts += f'<path d="M{x - wide} {y - 40 + 16 * i}h{2 * wide}" stroke="#fff" stroke-width="3"/>'
    side = rng.choice([-1, 1])
    hx, hy = x + side * rng.uniform(-5, 45), y - tall - rng.uniform(10, 45)
    head = rng.uniform(20, 34)
    parts += (
        f'<path d="M{x} {y - tall * 0.5}L{hx} {hy}" stroke="{body}" stroke-width="{rng.uniform(14, 30)}"/>'
        f'<circle cx="{hx}" cy="{hy}" r="{head}" fill="{rng.choice([body, red])}"/>'
        f'<circle cx="{hx}" cy="{hy}" r="6" fill="#fff"/>'
        f'<path d="M{hx + side * head * 0.8} {hy - 8}l{side * 30} 8l{-side * 30} 10z" fill="{red}"/>'
    )
    for i in range(rng.randint(0, 4)):
        angle = math.radians(-90 + 22 * (i - 1.5))
        parts += f'<path d="M{hx} {hy}l{60 * math.cos(angle)} {60 * math.sin(angle)}" stroke="{red}" stroke-width="5"/>'
    legs = "".join(
        f'<path d="M{x + s * 14} {y + tall * 0.8}v{rng.uniform(30, 80)}h{s * 14}" '
        f'stroke="{red}" stroke-width="6" fill="none"/>'
        for s in (-1, 1)
    )
    scale = rng.uniform(0.85, 1.12)
    return f'<g transform="translate({150 - 150 * scale} {200 - 200 * scale}) scale({scale})">{parts}{legs}</g>'


def _flower(rng: Random, style: DrawingStyle, char: str) -> str:
    body = ""
    inks = (style.ink["a"], style.ink["r"], style.ink["b"])
    for _ in range(rng.randint(3, 7)):
        x, y = rng.uniform(60, 240), rng.uniform(140, 360)
        bend = f"M150 370Q{rng.uniform(50, 250)} {rng.uniform(200, 330)} {x} {y}"
        body += f'<path d="{bend}" stroke="{rng.choice(inks)}" stroke-width="6" fill="none"/>'
        ink = rng.choice(inks)
        for petal in range(rng.randint(3, 7)):
            turn = f'transform="rotate({petal * 60} {x} {y})"'
            body += f'<ellipse cx="{x}" cy="{y - 16}" rx="10" ry="20" fill="{ink}" {turn}/>'
    side = rng.choice([30, 200])
    if rng.random() < 0.8:
        body += glyphs.text_path(style.font, char, (side, 25, side + 75, 105), rng.choice(inks))
    if rng.random() < 0.7:
        digit = rng.choice("1234")
        body += glyphs.text_path(style.font, digit, (230 - side, 25, 275 - side, 95), rng.choice(inks))
    return _svg(body)


def _svg(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</svg>'


def _shade(rng: Random, red: int, green: int, blue: int) -> str:
    spread = 22
    return "#" + "".join(
        f"{max(0, min(255, value + rng.randint(-spread, spread))):02x}" for value in (red, green, blue)
    )

"""Shapes of the tile faces as SVG: dots, bamboo, birds and frames on a face of 300 by 400 units."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

Shape = str
Pip = tuple[float, float, str]

# Ink roles, coloured by the style sheet of each file: a = main ink, b = red, c, d = green and blue of coloured sets.
PIN_PIPS: Final[dict[int, tuple[float, tuple[Pip, ...]]]] = {
    2: (74, ((150, 104, "c"), (150, 296, "d"))),
    3: (57, ((76, 78, "d"), (150, 200, "b"), (224, 322, "c"))),
    4: (60, ((84, 104, "d"), (216, 104, "c"), (84, 296, "c"), (216, 296, "d"))),
    5: (50, ((74, 82, "d"), (226, 82, "c"), (150, 200, "b"), (74, 318, "c"), (226, 318, "d"))),
    6: (53, ((92, 74, "c"), (208, 74, "c"), (92, 214, "b"), (208, 214, "b"), (92, 328, "b"), (208, 328, "b"))),
    7: (
        46,
        (
            (62, 58, "c"),
            (150, 102, "c"),
            (238, 146, "c"),
            (100, 244, "b"),
            (200, 244, "b"),
            (100, 342, "b"),
            (200, 342, "b"),
        ),
    ),
    8: (47, tuple((x, y, "d") for y in (54, 151, 249, 346) for x in (98, 202))),
    9: (44, tuple((x, y, role) for y, role in ((72, "c"), (200, "b"), (328, "d")) for x in (58, 150, 242))),
}

# Bamboo as (x, y, half length, lean in units over the half length, role); width comes with the count.
SOU_STICKS: Final[dict[int, tuple[float, tuple[tuple[float, float, float, float, str], ...]]]] = {
    2: (25, ((150, 108, 80, 0, "d"), (150, 292, 80, 0, "c"))),
    3: (25, ((150, 108, 80, 0, "d"), (88, 292, 80, 0, "c"), (212, 292, 80, 0, "c"))),
    4: (25, ((92, 108, 80, 0, "d"), (208, 108, 80, 0, "c"), (92, 292, 80, 0, "c"), (208, 292, 80, 0, "d"))),
    5: (
        23,
        (
            (66, 108, 80, 0, "c"),
            (234, 108, 80, 0, "d"),
            (150, 200, 80, 0, "b"),
            (66, 292, 80, 0, "d"),
            (234, 292, 80, 0, "c"),
        ),
    ),
    6: (24, tuple((x, y, 80, 0, role) for y, role in ((108, "c"), (292, "d")) for x in (62, 150, 238))),
    7: (
        22,
        (
            (150, 72, 54, 0, "b"),
            *((x, y, 54, 0, "d" if x == 150 else "c") for y in (196, 322) for x in (62, 150, 238)),
        ),
    ),
    8: (
        22,
        tuple(
            (x, y, 78, lean * side, role)
            for y, side, role in ((112, 1, "c"), (288, -1, "d"))
            for x, lean in ((46, 0), (112, 38), (188, -38), (254, 0))
        ),
    ),
    9: (22, tuple((x, y, 55, 0, role) for y in (76, 200, 324) for x, role in ((62, "c"), (150, "b"), (238, "d")))),
}


def ring(x: float, y: float, radius: float, width: float) -> Shape:
    """A circle line around a point."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}" class="l" stroke-width="{width:.1f}"/>'


def disc(x: float, y: float, radius: float) -> Shape:
    """A filled circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}"/>'


def petals(x: float, y: float, span: tuple[float, float], count: int, width: float) -> Shape:
    """Pointed petals around a point, from the inner to the outer radius."""
    marks = []
    inner, outer = span
    for index in range(count):
        turn = 360.0 * index / count
        middle = (inner + outer) / 2
        marks.append(
            f'<path transform="rotate({turn:g} {x:g} {y:g})" d="M{x:g} {y - inner:.1f}'
            f"Q{x - width:.1f} {y - middle:.1f} {x:g} {y - outer:.1f}"
            f'Q{x + width:.1f} {y - middle:.1f} {x:g} {y - inner:.1f}Z"/>'
        )
    return "".join(marks)


def wheel_dot(x: float, y: float, radius: float) -> Shape:
    """A dot with a heavy rim, a fine ring and a flower inside."""
    return (
        ring(x, y, radius * 0.88, radius * 0.2)
        + ring(x, y, radius * 0.60, radius * 0.09)
        + petals(x, y, (radius * 0.08, radius * 0.56), 6, radius * 0.2)
    )


def ringed_dot(x: float, y: float, radius: float) -> Shape:
    """A dot of three rings one in the other."""
    return ring(x, y, radius * 0.83, radius * 0.3) + ring(x, y, radius * 0.46, radius * 0.2) + disc(x, y, radius * 0.19)


def crossed_dot(x: float, y: float, radius: float) -> Shape:
    """A dark dot with four light leaves cut out."""
    leaves = ""
    for index in range(4):
        a, wide = pi / 2 * index + pi / 4, 0.42
        tips = [(radius * 0.16, a), (radius * 0.6, a - wide), (radius * 0.78, a), (radius * 0.6, a + wide)]
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ((x + r * cos(t), y + r * sin(t)) for r, t in tips)
        leaves += f"M{x0:.1f} {y0:.1f}Q{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f}Q{x3:.1f} {y3:.1f} {x0:.1f} {y0:.1f}Z"
    return f'<path fill-rule="evenodd" d="{_circle(x, y, radius * 0.96)}{leaves}"/>'


def great_wheel(dot: str) -> Shape:
    """The one of dots: a large wheel whose rosette is red."""
    x, y = 150.0, 200.0
    rim = ring(x, y, 122, 13) + ring(x, y, 101, 5)
    if dot == "ringed":
        rim += petals(x, y, (60, 97), 16, 15)
        heart = ring(x, y, 47, 11) + ring(x, y, 27, 6) + disc(x, y, 13)
    elif dot == "crossed":
        rim += "".join(
            disc(x + 79 * cos(2 * pi * k / 12), y + 79 * sin(2 * pi * k / 12), 14) for k in range(12)
        ) + ring(x, y, 57, 6)
        heart = petals(x, y, (6, 50), 8, 14) + disc(x, y, 10)
    else:
        rim += petals(x, y, (64, 98), 12, 20) + ring(x, y, 59, 6)
        heart = ring(x, y, 43, 8) + petals(x, y, (0, 38), 4, 22)
    return group("c", rim) + group("b", heart)


def bone_stick(x: float, y: float, half: float, lean: float, wide: float) -> Shape:
    """A bamboo with three knobs and a light line down the middle."""
    k, w, h = wide, wide * 0.58, half
    side = (
        f"M{-w * 0.9:.1f} {-h:.1f}L{w * 0.9:.1f} {-h:.1f}Q{k * 1.15:.1f} {-h * 0.84:.1f} {w:.1f} {-h * 0.68:.1f}"
        f"L{w:.1f} {-h * 0.16:.1f}Q{k * 1.2:.1f} 0 {w:.1f} {h * 0.16:.1f}L{w:.1f} {h * 0.68:.1f}"
        f"Q{k * 1.15:.1f} {h * 0.84:.1f} {w * 0.9:.1f} {h:.1f}L{-w * 0.9:.1f} {h:.1f}"
        f"Q{-k * 1.15:.1f} {h * 0.84:.1f} {-w:.1f} {h * 0.68:.1f}L{-w:.1f} {h * 0.16:.1f}"
        f"Q{-k * 1.2:.1f} 0 {-w:.1f} {-h * 0.16:.1f}L{-w:.1f} {-h * 0.68:.1f}"
        f"Q{-k * 1.15:.1f} {-h * 0.84:.1f} {-w * 0.9:.1f} {-h:.1f}Z"
    )
    slit = w * 0.2
    cut = "".join(
        f"M{-slit:.1f} {a * h:.1f}L{slit:.1f} {a * h:.1f}L{slit:.1f} {b * h:.1f}L{-slit:.1f} {b * h:.1f}Z"
        for a, b in ((-0.72, -0.14), (0.14, 0.72))
    )
    return _placed(x, y, half, lean, f'<path fill-rule="evenodd" d="{side}{cut}"/>')


def jointed_stick(x: float, y: float, half: float, lean: float, wide: float) -> Shape:
    """A bamboo of two rounded joints with a light core each."""
    parts = ""
    for sign in (-1, 1):
        top, tall = (-half if sign < 0 else half * 0.04), half * 0.96
        parts += _pill(0, top, wide * 0.84, tall) + _pill(0, top + tall * 0.2, wide * 0.24, tall * 0.6)
    return _placed(x, y, half, lean, f'<path fill-rule="evenodd" d="{parts}"/>')


def knotted_stick(x: float, y: float, half: float, lean: float, wide: float) -> Shape:
    """A solid bamboo of three swellings in a row."""
    third, w = half * 2 / 3, wide * 0.8
    ends = "".join(_pill(0, top, w, third) for top in (-half, third / 2))
    joints = "".join(
        f"M{-w / 2:.1f} {y:.1f}h{w:.1f}v{third * 0.3:.1f}h{-w:.1f}Z" for y in (-third * 0.65, third * 0.35)
    )
    middle = _pill(0, -third / 2, w, third) + _pill(0, -third * 0.4, w * 0.25, third * 0.8)
    content = f'<path d="{ends}"/><path d="{joints}"/><path fill-rule="evenodd" d="{middle}"/>'
    return _placed(x, y, half, lean, content)


def strutting_bird() -> Shape:
    """The one of bamboo: a bird that struts to the left, its fan of feathers raised behind it."""
    fan = ""
    for index, turn in enumerate((-34, -12, 10, 32, 54)):
        reach = (150, 172, 180, 172, 146)[index]
        tip = 246 - reach
        fan += (
            f'<g transform="rotate({turn} 172 246)"><path fill-rule="evenodd" d="M172 236'
            f"C144 {246 - reach * 0.55:.0f} 148 {tip} 172 {tip - 10}"
            f"C196 {tip} 200 {246 - reach * 0.55:.0f} 172 236Z"
            f'{_circle(172, tip + 26, 11)}M168 214L176 214L174 {tip + 52}L170 {tip + 52}Z"/></g>'
        )
    body = (
        '<path fill-rule="evenodd" d="M62 178C64 150 98 142 110 166C116 190 124 206 160 214C204 222 226 250 206 282'
        "C186 312 134 312 112 282C98 260 98 226 86 208C74 204 64 196 62 178Z"
        f'{_circle(86, 174, 7)}M128 246Q160 232 190 252Q160 246 130 258ZM130 268Q162 256 190 272Q160 268 136 280Z"/>'
    )
    beak = '<path d="M64 176L30 190L66 194Z"/><path d="M84 150L66 112L90 132L96 100L104 134L124 112L110 156Z"/>'
    legs = (
        '<path class="l" stroke-width="9" d="M142 300L134 362M134 362L106 374M134 362L146 378M134 362L162 372'
        'M178 300L184 356M184 356L160 362M184 356L198 374M184 356L214 362"/>'
    )
    return group("c", fan) + group("a", body) + group("b", beak + legs)


def perched_bird() -> Shape:
    """Another one of bamboo: a long-tailed bird on a twig, looking back to the right."""
    tail = (
        '<path fill-rule="evenodd" d="M150 214C112 262 84 312 62 376C98 356 132 312 168 250Z'
        'M132 262L96 330L104 324L142 266Z"/><path d="M172 244C160 296 140 340 112 380C152 362 178 318 194 258Z"/>'
    )
    wing = (
        '<path fill-rule="evenodd" d="M60 128C52 196 92 252 164 258C206 256 220 226 206 196C172 198 104 178 60 128Z'
        'M92 176Q132 206 186 210L184 218Q126 214 92 176ZM104 206Q140 228 186 228L182 236Q134 236 104 206Z"/>'
    )
    head = (
        '<path fill-rule="evenodd" d="M160 190C152 150 168 112 160 82C170 46 224 44 232 84C234 104 224 116 222 136'
        f'C228 176 232 212 206 244C196 214 186 200 160 190Z{_circle(206, 80, 8)}"/>'
    )
    red = (
        '<path d="M230 72L274 88L230 98Z"/><path d="M176 54L152 20L184 40L188 10L204 42L222 22L214 56Z"/>'
        '<path class="l" stroke-width="9" d="M186 262L182 320M208 254L216 318M150 322L256 318"/>'
    )
    return group("d", tail) + group("c", wing) + group("a", head) + group("b", red)


def frame(kind: str) -> Shape:
    """The framed white dragon of some sets: a plain double line or a chain of blocks."""
    if kind == "plain":
        lines = (
            '<path fill-rule="evenodd" d="M44 44h212v312h-212ZM60 60h180v280h-180Z"/>'
            '<path fill-rule="evenodd" d="M74 74h152v252h-152ZM81 81h138v238h-138Z"/>'
        )
        return group("d", lines)
    edge = (
        '<path fill-rule="evenodd" d="M40 40h220v320h-220ZM49 49h202v302h-202Z'
        'M78 78h144v244h-144ZM86 86h128v228h-128Z"/>'
    )
    blocks = "".join(f'<path d="M{x} {y}h26v13h-26Z"/>' for y in (57, 330) for x in (62, 106, 150, 194, 212))
    blocks += "".join(f'<path d="M{x} {y}h13v30h-13Z"/>' for x in (57, 230) for y in (88, 134, 180, 226, 272, 296))
    return group("d", edge + blocks)


def group(role: str, content: Shape) -> Shape:
    """Shapes in the ink of one role."""
    return f'<g class="{role}">{content}</g>'


DOTS: Final[dict[str, Callable[[float, float, float], Shape]]] = {
    "wheel": wheel_dot,
    "ringed": ringed_dot,
    "crossed": crossed_dot,
}
STICKS: Final[dict[str, Callable[[float, float, float, float, float], Shape]]] = {
    "bone": bone_stick,
    "jointed": jointed_stick,
    "knotted": knotted_stick,
}
BIRDS: Final[dict[str, Callable[[], Shape]]] = {"strutting": strutting_bird, "perched": perched_bird}


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0Z"


def _pill(x: float, top: float, half_width: float, tall: float) -> str:
    r = min(half_width, tall / 2)
    return (
        f"M{x - half_width:.1f} {top + r:.1f}a{half_width:.1f} {r:.1f} 0 0 1 {2 * half_width:.1f} 0v{tall - 2 * r:.1f}"
        f"a{half_width:.1f} {r:.1f} 0 0 1 {-2 * half_width:.1f} 0Z"
    )


def _placed(x: float, y: float, half: float, lean: float, content: Shape) -> Shape:
    turn = -lean / half * 57.3 * 0.9
    return f'<g transform="translate({x:g} {y:g}) rotate({turn:.1f})">{content}</g>'

"""Appearance of a venue as data: felt, tiles, lamps and lens."""

from dataclasses import dataclass, field, replace
from typing import Final

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """Artwork of the faces: set of drawings, colours of its four inks (BGR), line weight -1 to 1, framed white dragon.

    ``index`` prints a Latin letter or digit in a corner.
    """

    drawings: str = "brush"
    ink: Colour = (64, 38, 30)
    red: Colour = (40, 30, 160)
    second: Colour = (64, 38, 30)
    third: Colour = (64, 38, 30)
    weight: float = 0.0
    framed_white: bool = False
    index: bool = False


@dataclass(frozen=True, slots=True)
class Lamp:
    """A distant lamp: direction towards it (table frame, z up) and strength."""

    towards: tuple[float, float, float]
    strength: float


@dataclass(frozen=True, slots=True)
class VenueLook:
    """One venue. Colours BGR 0-255; blur and noise as standard deviations in px and grey levels.

    ``printed``: cells, a compass and letters are printed on the felt; ``console``: colour of the centre.
    """

    id: str = "parlour"
    felt: Colour = (92, 96, 30)
    felt_grain: float = 3.0
    lines: bool = False
    printed: bool = False
    console: Colour = (44, 40, 38)
    dome: bool = True
    rail: Colour = (38, 34, 32)
    floor: Colour = (40, 44, 52)
    body: Colour = (238, 244, 246)
    back: Colour = (30, 150, 235)
    back_share: float = 0.34
    bevel_mm: float = 1.4
    faces: FaceStyle = field(default_factory=FaceStyle)
    lamps: tuple[Lamp, ...] = (Lamp((-0.35, -0.45, 1.0), 0.38), Lamp((0.6, 0.3, 0.9), 0.13))
    ambient: float = 0.55
    shadow: float = 0.4
    shadow_soft_mm: float = 2.2
    gradient: float = 0.15
    gloss: float = 0.12
    white_balance: Colour = (1.0, 1.0, 1.0)
    blur: float = 0.6
    noise: float = 2.0
    jpeg: int = 90
    seed: int = 1


PARLOUR: Final = VenueLook()
TOURNAMENT: Final = replace(
    PARLOUR,
    id="tournament",
    felt=(60, 96, 28),
    back=(150, 110, 20),
    faces=FaceStyle(drawings="serif"),
    lines=True,
    noise=2.5,
    seed=2,
)
HOME: Final = replace(
    PARLOUR,
    id="home",
    felt=(120, 62, 30),
    rail=(52, 84, 128),
    body=(222, 238, 244),
    back=(70, 120, 30),
    back_share=0.42,
    faces=FaceStyle(drawings="kaisei", second=(50, 105, 25), third=(150, 60, 25), framed_white=True),
    lamps=(Lamp((0.9, 0.5, 1.0), 0.42), Lamp((-0.3, -0.8, 0.8), 0.06)),
    shadow=0.5,
    gradient=0.3,
    white_balance=(0.86, 1.0, 1.1),
    blur=0.8,
    noise=4.0,
    jpeg=80,
    seed=3,
)
LOOKS: Final = {look.id: look for look in (PARLOUR, TOURNAMENT, HOME)}

"""Draw the faces of the tiles as SVG files; characters come as outlines from fonts under the SIL Open Font Licence.

``python -m vision.render.faces.draw_faces FONTS`` writes the folders beside it; FONTS holds the unpacked packages named
in README.md. Nothing at run time needs a font: the outlines are in the files.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from controller.riichi.tile import Suit, Tile
from vision.render.faces.artwork import FRAMED_WHITE
from vision.render.faces.face_shapes import BIRDS, DOTS, PIN_PIPS, SOU_STICKS, STICKS, Shape, frame, great_wheel, group

FACES: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Drawing:
    """One set: folder, font files, the five of man, shapes of dots, bamboo, bird, frame, form of characters."""

    folder: str
    fonts: str
    five: str
    dot: str
    stick: str
    bird: str
    frame: str
    stretch: float = 1.0
    swell: float = 1.0


DRAWINGS: Final = (
    Drawing("brush", "yuji-syuku/**/*-400-normal.woff", "伍", "wheel", "bone", "strutting", "plain", 1.14, 1.0),
    Drawing("serif", "noto-serif-jp/**/*-700-normal.woff", "五", "ringed", "jointed", "perched", "chain", 1.06, 1.0),
    Drawing(
        "kaisei", "kaisei-tokumin/**/*-800-normal.woff", "五", "crossed", "knotted", "strutting", "plain", 1.1, 1.1
    ),
)

# The style sheet of every file; the painter replaces its colours.
STYLE: Final = ".a,.c,.d{color:#1e2640}.b{color:#a01e28}.l{fill:none;stroke:currentColor}"
NUMERALS: Final = "一二三四五六七八九"
HONOURS: Final = {
    Tile.EAST: "東",
    Tile.SOUTH: "南",
    Tile.WEST: "西",
    Tile.NORTH: "北",
    Tile.GREEN: "發",
    Tile.RED: "中",
}


class Characters:
    """Outlines of characters from a font package, which is cut into many small files."""

    def __init__(self, files: list[Path]) -> None:
        self._fonts: list[tuple[TTFont, Any]] = []
        for file in files:
            font = TTFont(file, lazy=True)
            self._fonts.append((font, font.getBestCmap()))

    def draw(self, character: str, middle: tuple[float, float], width: float, height: float, em: float) -> Shape:
        """Path of a character, its em square ``em`` units wide at most, shrunk into width and height, on its middle."""
        holders = [(font, names) for font, names in self._fonts if ord(character) in names]
        if not holders:
            raise SystemExit(f"no font file holds {character}")
        font, characters = holders[0]
        glyphs = font.getGlyphSet()
        glyph = glyphs[characters[ord(character)]]
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        x0, y0, x1, y1 = bounds.bounds
        largest = em / font["head"].unitsPerEm
        across, up = min(largest, width / (x1 - x0)), min(largest * height / width, height / (y1 - y0))
        move = Transform().translate(*middle).scale(across, -up).translate(-(x0 + x1) / 2, -(y0 + y1) / 2)
        path = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
        glyph.draw(TransformPen(path, move))
        return f'<path d="{path.getCommands()}"/>'


def face(tile: Tile, drawing: Drawing, characters: Characters) -> Shape:
    """Shapes of one face; the white dragon is blank."""
    if tile.suit is Suit.HONOUR:
        return _honour(tile, drawing, characters)
    if tile.suit is Suit.MAN:
        numeral = drawing.five if tile.rank == 5 else NUMERALS[tile.rank - 1]
        above = characters.draw(numeral, (150, 100), 214, 166, 214 * drawing.swell)
        below = characters.draw("萬", (150, 286), 204, 206, 216 * drawing.swell)
        return group("d", above) + group("b", below)
    if tile.suit is Suit.PIN:
        if tile.rank == 1:
            return great_wheel(drawing.dot)
        radius, pips = PIN_PIPS[tile.rank]
        return "".join(group(role, DOTS[drawing.dot](x, y, radius)) for x, y, role in pips)
    if tile.rank == 1:
        return BIRDS[drawing.bird]()
    wide, sticks = SOU_STICKS[tile.rank]
    return "".join(group(role, STICKS[drawing.stick](x, y, half, lean, wide)) for x, y, half, lean, role in sticks)


def write_drawing(drawing: Drawing, fonts: Path) -> None:
    """Write the 37 faces and the framed white dragon of one set."""
    folder = FACES / drawing.folder
    folder.mkdir(parents=True, exist_ok=True)
    characters = Characters(sorted(fonts.glob(drawing.fonts)))
    for tile in Tile:
        shapes = face(tile.plain, drawing, characters)
        if tile.is_red:
            for role in "acd":
                shapes = shapes.replace(f'class="{role}"', 'class="b"')
        (folder / f"{tile}.svg").write_text(document(shapes), encoding="utf-8")
    (folder / f"{FRAMED_WHITE}.svg").write_text(document(frame(drawing.frame)), encoding="utf-8")


def document(shapes: Shape) -> str:
    """A whole SVG file of 300 by 400 units with the style sheet in it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" fill="currentColor">'
        f"<style>{STYLE}</style>{shapes}</svg>\n"
    )


def _honour(tile: Tile, drawing: Drawing, characters: Characters) -> Shape:
    if tile is Tile.WHITE:
        return ""
    role = {Tile.GREEN: "c", Tile.RED: "b"}.get(tile, "a")
    tall = min(352.0, 250 * drawing.stretch * 1.2)
    return group(role, characters.draw(HONOURS[tile], (150, 200), 250, tall, 268 * drawing.swell))


if __name__ == "__main__":
    for one in DRAWINGS:
        write_drawing(one, Path(sys.argv[1]))

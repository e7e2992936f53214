"""Draws the sheets as pages to print: SVG and PDF of true size, from the same rectangles."""

from collections.abc import Iterator
from typing import Final

from controller.riichi.seat import SEATS, Seat
from vision.camera.fiducials import BOARD_MM, CELL_MM, PAGE_MM, cells

_RULER_MM: Final = 100.0
"""Length of the line by which a person checks the printer's scale, mm."""
_RULER_LEFT_MM: Final = 10.0
"""Left end of the ruler line, mm from the page's left edge: within the margin of any printer."""
_RULER_TOP_MM: Final = 203.0
"""Position of the ruler line, mm from the page's upper edge: below the chessboard, which ends at 191 mm."""
_RULER_TICK_MM: Final = 4.4
"""Height of the ticks at the ends of the ruler line, mm."""
_LINE_MM: Final = 0.4
"""Width of the ruler line's strokes, mm."""
_EDGE_MARK_MM: Final = (1.2, 4.0)
"""Width and length, mm, of the marks along the two edges that touch the rails."""
_EDGE_SHARES: Final = (0.25, 0.5, 0.75)
"""Positions of the marks along those edges."""
_LINE_SPACING: Final = 1.3
"""Distance between lines of text, in sizes of the text."""
_POINTS_PER_MM: Final = 72 / 25.4
"""PDF's unit, the point: 72 to an inch of 25.4 mm."""
# Text of a page: position in mm, size in mm, Japanese and English.
_TEXTS: Final = (
    (
        (22.5, 7.5),
        3.6,
        "雀卓カメラ校正シート {seat}：100 % の大きさで印刷し、下の辺を席 {seat} の枠に、右の辺を右隣の枠に当てる",
        "jantaku sheet {seat}: print at 100 %; lower edge against seat {seat}'s rail, right edge against the next rail",
    ),
    ((115.0, 202.0), 3.2, "この線は 100 mm", "this line is 100 mm"),
)
Rectangle = tuple[float, float, float, float]
"""x, y, width and height, mm from the page's left upper corner."""


def svg(seat: Seat) -> str:
    """Return the sheet of a seat as an SVG page."""
    width, height = PAGE_MM
    shapes = "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z" for x, y, w, h in _rectangles(seat))
    lines = [
        f'<text x="{x:g}" y="{y + row * _LINE_SPACING * size:g}" font-size="{size:g}">'
        f"{words.format(seat=seat.name)}</text>"
        for (x, y), size, *both in _TEXTS
        for row, words in enumerate(both)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" shape-rendering="crispEdges">'
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/><path d="{shapes}"/>{"".join(lines)}</svg>\n'
    )


def pdf() -> bytes:
    """Return all four sheets as one PDF of four pages."""
    pages = [_drawing(seat) for seat in SEATS]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    width, height = (round(side * _POINTS_PER_MM, 3) for side in PAGE_MM)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /MediaBox [0 0 {width} {height}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * number} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(page)} >>\nstream\n".encode() + page + b"\nendstream")
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """Return a PDF file of numbered objects, the first being its catalogue, with the cross-reference table."""
    data, starts = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        starts.append(len(data))
        data += f"{number} 0 obj\n".encode() + each + b"\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    count = len(objects) + 1
    tail = f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root 1 0 R >>\n"
    return bytes(data) + f"{tail}startxref\n{len(data)}\n%%EOF\n".encode()


def _drawing(seat: Seat) -> bytes:
    """Return a page as PDF drawing commands, mm from the lower left corner; in English only: no font is embedded."""
    height = PAGE_MM[1]
    words = [f"{_POINTS_PER_MM:.6f} 0 0 {_POINTS_PER_MM:.6f} 0 0 cm"]
    words += [f"{x:g} {height - y - h:g} {w:g} {h:g} re" for x, y, w, h in _rectangles(seat)]
    words.append("f")
    for (x, y), size, _, english in _TEXTS:
        text = english.format(seat=seat.name)
        words.append(f"BT /F1 {size:g} Tf {x:g} {height - y:g} Td ({text}) Tj ET")
    return "\n".join(words).encode("ascii")


def _rectangles(seat: Seat) -> Iterator[Rectangle]:
    """Yield black rectangles: runs of the board's cells, the ruler, and marks at the two edges that touch the rails."""
    black = cells(seat)
    for row, line in enumerate(black):
        start = None
        for column, dark in enumerate([*line, False]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                x, y = BOARD_MM[0] + start * CELL_MM, BOARD_MM[1] + row * CELL_MM
                yield x, y, (column - start) * CELL_MM, CELL_MM
                start = None
    yield _RULER_LEFT_MM, _RULER_TOP_MM, _RULER_MM, _LINE_MM
    for end in (_RULER_LEFT_MM, _RULER_LEFT_MM + _RULER_MM):
        yield end - _LINE_MM / 2, _RULER_TOP_MM + (_LINE_MM - _RULER_TICK_MM) / 2, _LINE_MM, _RULER_TICK_MM
    width, length = _EDGE_MARK_MM
    for share in _EDGE_SHARES:
        yield PAGE_MM[0] * share, PAGE_MM[1] - length, width, length
        yield PAGE_MM[0] - length, PAGE_MM[1] * share, length, width

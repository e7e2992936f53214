"""Rows for people: aligned columns for characters of any width, coloured on a terminal."""

import os
import sys
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, TextIO

from api.cli.terminal.styles import STRONG, Cell

if TYPE_CHECKING:
    from rich.console import Console


def print_rows(
    rows: Sequence[Sequence[Cell]], heads: Sequence[str] = (), right: Sequence[int] = (), to: TextIO | None = None
) -> None:
    """Print rows in columns; ``right``: indices of right-aligned columns. Rows may differ in length."""
    out = to or sys.stdout
    if out.isatty():
        _draw(rows, heads, right, out)
        return
    from rich.cells import cell_len

    told = [[_text(cell) for cell in row] for row in (*([heads] if heads else []), *rows)]
    wide = [max(map(cell_len, column)) for column in zip_longest(*told, fillvalue="")]
    for row in told:
        cells = []
        for place, (cell, most) in enumerate(zip(row, wide, strict=False)):
            gap = " " * (most - cell_len(cell))
            cells.append(gap + cell if place in right else cell + gap)
        print("  ".join(cells).rstrip(), file=out)


def print_line(*cells: Cell, to: TextIO | None = None) -> None:
    """Print one line of adjacent texts, each in its style."""
    out = to or sys.stdout
    if not out.isatty():
        print("".join(map(_text, cells)), file=out)
        return
    from rich.text import Text as Styled

    _console(out).print(Styled.assemble(*cells), soft_wrap=True)


def _draw(rows: Sequence[Sequence[Cell]], heads: Sequence[str], right: Sequence[int], out: TextIO) -> None:
    from rich.table import Table
    from rich.text import Text as Styled

    table = Table(box=None, show_header=bool(heads), header_style=STRONG, pad_edge=False, padding=(0, 2, 0, 0))
    for place in range(max(map(len, (*rows, heads)), default=0)):
        head = heads[place] if place < len(heads) else ""
        table.add_column(Styled(head), justify="right" if place in right else "left", no_wrap=place in right)
    for row in rows:
        table.add_row(*(Styled.assemble(cell) for cell in row))
    _console(out).print(table)


def _console(out: TextIO) -> "Console":
    """Return the console; without colours if the environment asks for that (https://no-color.org)."""
    from rich.console import Console

    return Console(file=out, highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[0]

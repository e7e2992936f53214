"""Rows of a table: separated by commas, tabs or semicolons, as its heading shows."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.errors import SheetError
from controller.sheets.decode import one_form

_SEPARATORS: Final = ",\t;"
_TOLD: Final = re.compile(r"sep=(.)\s*", re.IGNORECASE)
_QUOTED: Final = re.compile(r'"(?:[^"]|"")*"')
_SPACE: Final = re.compile(r"[\s_\-./・:：()]+")
_FORMULA: Final = re.compile(r"'(?=[=+\-@＝＋－＠\t\r\n])")
"""An apostrophe that keeps spreadsheets from computing what follows."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of a table by the ids of its columns; ``line`` counts from 1 as an editor does."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its rows, the headings as they stand there by the ids of their columns."""

    headings: Mapping[str, str]
    rows: tuple[SheetRow, ...]

    def column(self, column: str) -> str:
        """The column of a cell as its heading names it, for messages that have the line."""
        return f"column {self.headings.get(column, column)!r}"

    def place(self, row: SheetRow, column: str) -> str:
        """Line and column of a cell, for messages."""
        return f"line {row.line}, {self.column(column)}"


def columns_of(text: str) -> tuple[str, ...]:
    """The headings of a text, in one form; () where it has none."""
    for _, cells in _lines(text):
        return tuple(map(plain_heading, cells))
    return ()


def read_sheet(text: str, words: Mapping[str, Iterable[str]], needed: Iterable[str], others: bool = False) -> Sheet:
    """The table of a text whose first line names its columns; raises SheetError naming line and column.

    ``words``: for the id of each column what people call it; ``needed``: those without which nothing can be said;
    ``others``: columns that nobody knows are passed over.
    """
    known = {plain_heading(word): name for name, all_words in words.items() for word in (name, *all_words)}
    lines = _lines(text)
    line, heading = next(lines, (1, []))
    while heading and not heading[-1]:
        heading.pop()
    ids = [known.get(plain_heading(cell), "") for cell in heading]
    unknown = [] if others else [cell for cell, name in zip(heading, ids, strict=True) if not name]
    missing = [name for name in needed if name not in ids]
    twice = [name for name in words if ids.count(name) > 1]
    if unknown or missing or twice:
        raise SheetError(f"line {line}: {_wrong(unknown, missing, twice)}: expected {', '.join(words)}")
    rows = tuple(_row(line, ids, cells) for line, cells in lines)
    return Sheet(dict(zip(ids, heading, strict=True)), rows)


def _wrong(unknown: list[str], missing: list[str], twice: list[str]) -> str:
    if missing:
        return f"no column {missing[0]!r}"
    return f"unknown column {unknown[0]!r}" if unknown else f"column {twice[0]!r} is there twice"


def _row(line: int, ids: list[str], cells: list[str]) -> SheetRow:
    if any(cells[len(ids) :]):
        raise SheetError(f"line {line}: {len(cells)} values, {len(ids)} columns: a comma within a number needs quotes")
    padded = [*cells, *[""] * (len(ids) - len(cells))]
    return SheetRow(line, dict(zip(ids, padded, strict=False)))


def plain_heading(cell: str) -> str:
    """A heading without regard to width, case and spaces."""
    return _SPACE.sub("", one_form(cell).casefold())


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines that hold anything, with their numbers and their cells without space around."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    told = _TOLD.match(text)
    separator = told[1] if told else _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    begun = 1
    try:
        for cells in reader:
            plain = [_FORMULA.sub("", cell.strip()) for cell in cells]
            if any(plain) and not (told and begun == 1):
                yield begun, plain
            begun = reader.line_num + 1
    except csv.Error as error:
        raise SheetError(f"line {reader.line_num}: {error}") from None


def _separator(text: str) -> str:
    """What stands most often in the first line that holds anything, outside of quotes."""
    first = next((line for line in text.split("\n") if line.strip(f" {_SEPARATORS}")), "")
    bare = _QUOTED.sub("", first)
    return max(_SEPARATORS, key=bare.count)

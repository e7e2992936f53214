"""Rows of a table: separated by commas, tabs or semicolons, as its heading shows."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from controller.errors import SheetError
from controller.sheets.decode import one_form
from controller.sheets.workbook import PAGE
from controller.text import Text

_SEPARATORS: Final = ",\t;"
_TOLD: Final = re.compile(r"sep=(.)[ \t]*(?=\r|\n|\Z)", re.IGNORECASE)
_QUOTED: Final = re.compile(r'"(?:[^"]|"")*"')
_ABOVE: Final = 20
"""Lines allowed above a heading; chosen."""
_LOOKED_AT: Final = 1 << 12
"""Characters examined to find the separator; chosen."""
_SPACE: Final = re.compile(r"[\s_\-./・:：()]+")
_FORMULA: Final = re.compile(r"'(?=[=+\-@＝＋－＠\t\r\n])")
"""An apostrophe that keeps spreadsheets from evaluating the text after it as a formula."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a table by column id; ``line`` counts from 1 as in an editor."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its rows, and the headings as written by column id.

    ``line``: of the heading; ``others``: unknown headings, whose columns are skipped.
    """

    headings: Mapping[str, str]
    rows: tuple[SheetRow, ...]
    line: int = 1
    others: tuple[str, ...] = ()

    def column(self, column: str) -> str:
        """Return the column of a cell by its heading, for messages that already have the line."""
        return f"column {self.headings.get(column, column)!r}"

    def place(self, row: SheetRow, column: str) -> str:
        """Return line and column of a cell, for messages."""
        return f"line {row.line}, {self.column(column)}"


_Lines = list[tuple[int, list[str]]]


def has_columns(text: str, columns: Iterable[str]) -> bool:
    """True if a table in a text has all these columns, by their headings."""
    known = {plain_heading(name): name for name in columns}
    return bool(_tables(known, tuple(known.values()), text))


def read_sheet(
    text: str, words: Mapping[str, Iterable[str]], needed: Iterable[str], merged: Sequence[str] = ()
) -> Sheet:
    """Return the table of a text below the line that names its columns; raises SheetError with line and column.

    ``words``: people's names for each column id; ``needed``: ids without which the table is rejected; ``merged``: ids
    whose empty cells repeat the cell above, as merged cells do. Text above the heading, such as a title or a date, is
    skipped, and so are unknown columns.
    """
    known = {plain_heading(word): name for name, all_words in words.items() for word in (name, *all_words)}
    needed = tuple(needed)
    tables = _tables(known, needed, text)
    if len(tables) > 1:
        raise SheetError(
            Text(
                "同じ形の表が複数のシートにあります。一つのシートだけを別のファイルに保存してください。",
                "several sheets of the workbook hold such a table: expected one; save it in a file of its own",
            )
        )
    first = text.partition(PAGE)[0]
    if not tables and first.lstrip().startswith("<"):
        raise SheetError(
            Text(
                "表ではありません。UTF-8のCSVかExcelブックで保存し直してください。",
                "HTML or XML: expected a table; save it as CSV (UTF-8) or as an Excel workbook (.xlsx)",
            )
        )
    (line, heading), *lines = tables[0] if tables else [*_lines(first, _separators(first)[0]), (1, [])]
    while heading and not heading[-1]:
        heading.pop()
    ids = [known.get(plain_heading(cell), "") for cell in heading]
    missing = next((f"no column {name!r}" for name in needed if name not in ids), "")
    twice = next((f"column {name!r} is there twice" for name in words if ids.count(name) > 1), "")
    if missing or twice:
        raise SheetError(f"line {line}: {missing or twice}: expected {', '.join(words)}")
    rows = tuple(_below(merged, (_row(line, ids, cells) for line, cells in lines)))
    others = tuple(cell for cell, name in zip(heading, ids, strict=True) if cell and not name)
    return Sheet({name: cell for name, cell in zip(ids, heading, strict=True) if name}, rows, line, others)


def _tables(known: Mapping[str, str], needed: tuple[str, ...], text: str) -> list[_Lines]:
    """Return the tables of a text from the heading on: one for each sheet that has one."""
    return [table for page in text.split(PAGE) if (table := _table(known, needed, page))]


def _table(known: Mapping[str, str], needed: tuple[str, ...], page: str) -> _Lines:
    """Return the lines from the first on that has all needed headings."""
    for separator in _separators(page):
        lines = _lines(page, separator)
        above = list(islice(lines, _ABOVE))
        for place, (_, cells) in enumerate(above):
            if set(needed) <= {known.get(plain_heading(cell), "") for cell in cells}:
                return [*above[place:], *lines]
    return []


def _row(line: int, ids: list[str], cells: list[str]) -> SheetRow:
    if any(cells[len(ids) :]):
        raise SheetError(
            Text(
                f"{line}行目：値が{len(cells)}個、見出しが{len(ids)}列です。桁区切りのカンマがある値は引用符で囲んでください。",
                f"line {line}: {len(cells)} values, {len(ids)} columns: a comma within a number needs quotes",
            )
        )
    padded = [*cells, *[""] * (len(ids) - len(cells))]
    return SheetRow(line, dict(zip(ids, padded, strict=False)))


def _below(merged: Sequence[str], rows: Iterable[SheetRow]) -> Iterator[SheetRow]:
    """Yield the rows with empty merged cells filled from the row above."""
    above: dict[str, str] = {}
    for row in rows:
        above |= {name: row[name] for name in merged if row[name]}
        yield SheetRow(row.line, {**row.cells, **above})


def plain_heading(cell: str) -> str:
    """Return a heading normalized in width, case and spaces."""
    return _SPACE.sub("", one_form(cell).casefold())


def _lines(page: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not empty, with their numbers and their cells stripped of space."""
    reader = csv.reader(io.StringIO(_plain(page), newline=""), delimiter=separator, skipinitialspace=True)
    begun = 1
    try:
        for cells in reader:
            plain = [_FORMULA.sub("", cell.strip()) for cell in cells]
            if any(plain):
                yield begun, plain
            begun = reader.line_num + 1
    except csv.Error as error:
        raise SheetError(f"line {reader.line_num}: {error}") from None


def _plain(page: str) -> str:
    """Return a page with uniform line ends; a separator line for spreadsheets keeps its end."""
    page = page.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    told = _TOLD.match(page)
    return page if told is None else page[told.end() :]


def _separators(page: str) -> tuple[str, ...]:
    """Return the possible separators: the one that the page names, or all by descending frequency."""
    told = _TOLD.match(page.removeprefix("\ufeff"))
    if told:
        return (told[1],)
    bare = _QUOTED.sub("", page[:_LOOKED_AT])
    return tuple(sorted(_SEPARATORS, key=bare.count, reverse=True))

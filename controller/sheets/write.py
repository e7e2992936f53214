"""Tables for spreadsheets: opened as they are by Excel and LibreOffice, and no name is computed."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

UTF8: Final = "\ufeff"
"""Told by this mark, Excel reads kanji as such."""
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # the wide ones, too
"""How a cell begins that spreadsheets compute, in Japanese their wide forms too (OWASP, "CSV Injection")."""


def sheet_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV below the names of their columns.

    It begins with the mark of UTF-8; an apostrophe precedes anything that would begin a formula.
    """
    text = io.StringIO()
    text.write(UTF8)
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(columns)
    sheet.writerows([_plain(value) for value in row] for row in rows)
    return text.getvalue()


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value

"""CSV tables that Excel and LibreOffice open directly, protected against formulas in names."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

UTF8: Final = "\ufeff"
"""With this mark Excel reads the file as UTF-8, and kanji correctly."""
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # the wide ones, too
"""Characters at the start of a cell that make it a formula, with Japanese wide forms (OWASP, "CSV Injection")."""


def sheet_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return the rows as CSV below the names of their columns.

    The text begins with the UTF-8 mark; an apostrophe precedes any cell that would begin a formula.
    """
    text = io.StringIO()
    text.write(UTF8)
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(columns)
    sheet.writerows([_plain(value) for value in row] for row in rows)
    return text.getvalue()


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value

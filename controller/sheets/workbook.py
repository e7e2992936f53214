"""Workbooks of Excel as text: the cells of each visible sheet, one line per row."""

import csv
import datetime
import io
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any, Final

from controller.errors import SheetError
from controller.text import Text

PAGE: Final = "\f"
"""Separator between the sheets of a workbook in its text."""
_ARCHIVE: Final = b"PK\x03\x04"
_EXCEL, _DOCUMENT = "xl/workbook.xml", "mimetype"
_MOST: Final = 64 << 20
"""Maximum size in bytes when unpacked; chosen: a season of a league has one million."""
_ROWS: Final = 100_000
"""Maximum number of rows read from a sheet; chosen."""
_DIGITS: Final = 12
"""Significant digits of a number: beyond them binary arithmetic adds digits such as 0000004."""


def is_workbook(raw: bytes) -> bool:
    """True if these bytes are a workbook of Excel or LibreOffice, not an archive of other files."""
    return raw.startswith(_ARCHIVE) and bool({_EXCEL, _DOCUMENT} & _members(raw).keys())


def workbook_text(raw: bytes) -> str:
    """Return the non-empty sheets of a workbook, each as comma-separated lines; raises SheetError."""
    members = _members(raw)
    if _EXCEL not in members:
        raise SheetError(
            Text(
                "表として読めません。UTF-8のCSVかExcelブックで保存し直してください。",
                "a LibreOffice document: expected a table; save it as CSV (UTF-8) or as an Excel workbook (.xlsx)",
            )
        )
    if sum(members.values()) > _MOST:
        raise SheetError(
            Text(
                f"ブックが大きすぎます。展開後{_MOST >> 20}MiBまでです。",
                f"a workbook of more than {_MOST >> 20} MiB when unpacked",
            )
        )
    pages = [page for page in _pages(raw) if page.strip()]
    if not pages:
        raise SheetError(
            Text(
                "ブックが空です。見出しの行と、その下の行を入れてください。",
                "a workbook without a filled cell: expected a heading and lines below it",
            )
        )
    return PAGE.join(pages)


def _members(raw: bytes) -> dict[str, int]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return {each.filename: each.file_size for each in archive.infolist()}
    # zipfile raises NotImplementedError for an unknown compression.
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return {}


def _pages(raw: bytes) -> Iterator[str]:
    # Imported here because few users bring a workbook, and everybody would wait for the import.
    import openpyxl

    try:
        with warnings.catch_warnings():
            # Warnings about missing styles and other features without values.
            warnings.simplefilter("ignore")
            # Cached values of formulas; rows as they come, whatever size the sheet claims.
            book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
            for sheet in book.worksheets:
                if sheet.sheet_state == "visible":
                    sheet.reset_dimensions()
                    yield _page(sheet.iter_rows(values_only=True))
    except SheetError:
        raise
    # Errors of a broken workbook are undocumented: keys, types, XML, archives.
    except Exception as error:
        raise SheetError(
            Text(
                "ブックが壊れています。表計算ソフトで開き、UTF-8のCSVで保存し直してください。",
                "a workbook that is damaged: open it in a spreadsheet and save it as CSV (UTF-8)",
            )
        ) from error


def _page(rows: Iterator[tuple[Any, ...]]) -> str:
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows, 1):
        if number > _ROWS:
            raise SheetError(
                Text(f"シートの行が多すぎます。{_ROWS:,}行までです。", f"a sheet of more than {_ROWS:,} rows")
            )
        # A row without cells is written as a line too: messages give row numbers.
        lines.writerow([_cell(each) for each in row] or [""])
    return text.getvalue().replace('""\n', "\n")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.{_DIGITS}g}"
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    return " ".join(str(value).split())

"""Text of files that people bring: UTF-8, UTF-16, Japanese as Windows and older systems write it; workbooks."""

import re
import unicodedata
from typing import Final

from controller.errors import SheetError
from controller.sheets.workbook import is_workbook, workbook_text

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_TRIED: Final = ("iso2022_jp", "utf-8", "cp932", "euc_jp", "cp1252")
"""In this order; the first that gives plain text is taken, and EUC before CP932 where that makes half-width kana."""
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ue000-\uf8ff]")
_HALF_WIDTH: Final = re.compile(r"[\uff61-\uff9f]")
_LOOKED_AT: Final = 1 << 16
_BINARY: Final = (
    (b"PK\x03\x04", "an archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"%PDF", "a PDF"),
    (b"7z\xbc\xaf", "an archive of 7-Zip"),
    (b"Rar!", "an archive of RAR"),
    (b"\x28\xb5\x2f\xfd", "a file packed by Zstandard"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
"""How files begin that are often taken for tables."""


def decoded(raw: bytes) -> str:
    """The text without a mark, of a workbook its sheets; raises SheetError for what is no text."""
    if is_workbook(raw):
        return workbook_text(raw)
    raw = _unpadded(raw)
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _strictly(raw, encoding).removeprefix("\ufeff")
    for begins, what in _BINARY:
        if raw.startswith(begins):
            raise SheetError(f"{what}: expected text; save it as CSV (UTF-8) or as an Excel workbook (.xlsx)")
    if wide := _wide(raw):
        return _strictly(raw, wide)
    found = {encoding: text for encoding in _TRIED if (text := _plain(raw, encoding)) is not None}
    if not found:
        zeros = "; zero bytes stand in it, as in a file that was never written whole" if b"\0" in raw else ""
        raise SheetError(f"no text in UTF-8, UTF-16 or Shift JIS{zeros}")
    best = next(iter(found))
    if best == "cp932" and "euc_jp" in found and _half_width(found[best]) > _half_width(found["euc_jp"]):
        best = "euc_jp"
    return found[best]


def _unpadded(raw: bytes) -> bytes:
    """Without the zero bytes that systems leave behind a file; in wide text the last may be half of a letter."""
    bare = raw.rstrip(b"\0")
    return raw[: len(bare) + len(bare) % 2] if b"\0" in bare else bare


def _strictly(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        raise SheetError(f"no text in {encoding.upper()}, as its beginning says") from None


def _wide(raw: bytes) -> str:
    """UTF-16 without its mark: every other byte of the plain letters is zero."""
    head = raw[: _LOOKED_AT & ~1]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if 4 * max(even, odd) < len(head) or len(raw) % 2:
        return ""
    return "utf-16-be" if even > odd else "utf-16-le"


def _plain(raw: bytes, encoding: str) -> str | None:
    if encoding == "iso2022_jp" and b"\x1b$" not in raw:
        return None
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if _NO_TEXT.search(text) else text


def _half_width(text: str) -> int:
    return len(_HALF_WIDTH.findall(text))


def one_form(text: str) -> str:
    """A word in one width and one form of its accents, without space around it."""
    return unicodedata.normalize("NFKC", text).strip()

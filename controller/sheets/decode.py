"""Text of users' files: UTF-8, UTF-16, Japanese encodings of Windows and older systems, workbooks."""

import re
import unicodedata
from typing import Final

from controller.errors import SheetError
from controller.sheets.workbook import is_workbook, workbook_text
from controller.text import Text

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_TRIED: Final = ("iso2022_jp", "utf-8", "cp932", "euc_jp", "cp1252")
"""Encodings in order of trial; the first that gives plain text is used, but EUC before CP932 if that gives half-width
kana."""
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ue000-\uf8ff]")
_HALF_WIDTH: Final = re.compile(r"[\uff61-\uff9f]")
_LOOKED_AT: Final = 1 << 16
_ZEROS: Final = "zero bytes stand in it: expected text; it is no text, or was never written whole"
_SAVE, _UNPACK = "save it as CSV (UTF-8) or as an Excel workbook (.xlsx)", "unpack it"
_BINARY: Final = (
    (b"PK\x03\x04", "an archive or a workbook of another program", f"{_SAVE}, or {_UNPACK}"),
    (b"\x1f\x8b", "a packed file", _UNPACK),
    (b"BZh", "a packed file", _UNPACK),
    (b"\xfd7zXZ\0", "a packed file", _UNPACK),
    (b"7z\xbc\xaf", "an archive of 7-Zip", _UNPACK),
    (b"Rar!", "an archive of RAR", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a file packed by Zstandard", _UNPACK),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook", _SAVE),
    (b"ID;P", "a table in SYLK", _SAVE),
    (b"TABLE\n0,", "a table in DIF", _SAVE),
    (b"TABLE\r\n0,", "a table in DIF", _SAVE),
    (b"%PDF", "a PDF", _SAVE),
    (b"\x89PNG", "a picture", _SAVE),
    (b"\xff\xd8\xff", "a picture", _SAVE),
)
"""Signatures of files that are often mistaken for text, with their names and remedies."""


def decoded(raw: bytes) -> str:
    """Return the text without a byte order mark, or the sheets of a workbook; raises SheetError if it is no text."""
    if is_workbook(raw):
        return workbook_text(raw)
    raw = _unpadded(raw)
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _strictly(raw, encoding).removeprefix("\ufeff")
    for begins, what, todo in _BINARY:
        if raw.startswith(begins):
            raise SheetError(f"{what}: expected text; {todo}")
    if wide := _wide(raw):
        return _strictly(raw, wide)
    found = {encoding: text for encoding in _TRIED if (text := _plain(raw, encoding)) is not None}
    if not found:
        raise SheetError(_ZEROS if b"\0" in raw else "no text in UTF-8, UTF-16 or Shift JIS")
    best = next(iter(found))
    if best == "cp932" and "euc_jp" in found and _half_width(found[best]) > _half_width(found["euc_jp"]):
        best = "euc_jp"
    return found[best]


def _unpadded(raw: bytes) -> bytes:
    """Return the bytes without trailing zero bytes added by systems; in UTF-16 the last may be half of a character."""
    bare = raw.rstrip(b"\0")
    return raw[: len(bare) + len(bare) % 2] if b"\0" in bare else bare


def _strictly(raw: bytes, encoding: str) -> str:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        raise SheetError(
            Text(
                "ファイルの文字コードが、先頭の印と違います。UTF-8のCSVで保存し直してください。",
                f"no text in {encoding.upper()}, as its beginning says",
            )
        ) from None
    if "\0" in text:
        raise SheetError(_ZEROS)
    return text


def _wide(raw: bytes) -> str:
    """Return the UTF-16 encoding without a mark: in ASCII characters always the same one of two bytes is zero."""
    head = raw[: _LOOKED_AT & ~1]
    even, odd = head[::2].count(0), head[1::2].count(0)
    # If few characters are ASCII, as in Japanese, the text without zeros is no text either.
    few = 4 * max(even, odd) < len(head)
    if len(raw) % 2 or even == odd or (few and _plain(raw.replace(b"\0", b""), "utf-8") is not None):
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
    """Return a word in normalized width and accents, without surrounding space."""
    return unicodedata.normalize("NFKC", text).strip()

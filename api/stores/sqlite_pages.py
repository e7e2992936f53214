"""Reads a damaged SQLite file without SQLite: its content with the write-ahead log, and all readable rows.

Formats: sqlite.org/fileformat2.html, sections 1 (pages, cells, records) and 4 (write-ahead log).
"""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

Cell = int | float | str | bytes | None

_MAGIC: Final = b"SQLite format 3\0"
_WAL_MAGIC: Final = 0x377F0682
_WAL_HEADER, _FRAME_HEADER = 32, 24
_USUAL_PAGE: Final = 4096
_LEAF: Final = 13
_BEFORE_ROOT: Final = 100
"""Bytes of the file header, on the first page."""
_LONGEST: Final = 65536
"""Size of the largest page, and so of a contiguous text."""
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


def image(path: Path) -> bytes:
    """Return the file with every complete transaction of its log applied; raises OSError."""
    data = bytearray(path.read_bytes())
    log = path.with_name(f"{path.name}-wal")
    if log.is_file():
        _replay(data, log.read_bytes())
    if data.startswith(_MAGIC):
        # Mark the database as not using a log, since the log is merged.
        data[18:20] = b"\x01\x01"
    return bytes(data)


def rows(data: bytes) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Yield rowid and columns of every row on pages that look like table leaves, including unused pages."""
    size = _page_size(data)
    usable = size - (data[20] if data.startswith(_MAGIC) else 0)
    for start in range(0, len(data), size):
        page = data[start : start + size]
        header = _BEFORE_ROOT if start == 0 else 0
        if len(page) < header + 8 or page[header] != _LEAF:
            continue
        count = int.from_bytes(page[header + 3 : header + 5], "big")
        for place in range(header + 8, min(header + 8 + 2 * count, len(page) - 1), 2):
            try:
                yield _cell(data, page, int.from_bytes(page[place : place + 2], "big"), size, usable)
            except (IndexError, ValueError, struct.error):
                # The cell points outside the page, or its text is invalid; other rows may still be readable.
                continue


def objects(data: bytes, beginning: bytes) -> Iterator[bytes]:
    """Yield every complete JSON object in the file that starts with ``beginning``, regardless of its page."""
    decoder, at = json.JSONDecoder(), data.find(beginning)
    while at >= 0:
        told = data[at : at + _LONGEST].decode("utf-8", "replace")
        try:
            _, end = decoder.raw_decode(told)
            yield told[:end].encode()
        except ValueError:
            # Split at the end of its page, or overwritten.
            pass
        at = data.find(beginning, at + 1)


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big") if data.startswith(_MAGIC) else _USUAL_PAGE
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else _USUAL_PAGE


def _cell(data: bytes, page: bytes, at: int, size: int, usable: int) -> tuple[int, tuple[Cell, ...]]:
    length, at = _varint(page, at)
    rowid, at = _varint(page, at)
    most = usable - 35
    local = length
    if length > most:
        least = (usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (usable - 4)
        local = local if local <= most else least
    payload = bytearray(page[at : at + local])
    if local < length:
        following = int.from_bytes(page[at + local : at + local + 4], "big")
        while following and len(payload) < length:
            start = (following - 1) * size
            more = data[start : start + usable]
            if len(more) < 4:
                break
            following = int.from_bytes(more[:4], "big")
            payload += more[4:]
    if len(payload) < length:
        raise ValueError("cut short")
    return rowid, tuple(_columns(bytes(payload[:length])))


def _columns(payload: bytes) -> Iterator[Cell]:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    for kind in kinds:
        width = _WIDTHS[kind] if kind < len(_WIDTHS) else (kind - 12) // 2
        if kind in (10, 11) or at + width > len(payload):
            raise ValueError("no such column")
        part, at = payload[at : at + width], at + width
        if kind == 0:
            yield None
        elif kind == 7:
            yield float(struct.unpack(">d", part)[0])
        elif kind in (8, 9):
            yield kind - 8
        elif kind < 7:
            yield int.from_bytes(part, "big", signed=True)
        else:
            yield part.decode() if kind % 2 else part


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9


def _replay(data: bytearray, log: bytes) -> None:
    """Apply the pages of every complete transaction in the log; everything after a damaged frame is ignored."""
    if len(log) < _WAL_HEADER:
        return
    magic, _, size, _, *salts, first, second = struct.unpack(">8I", log[:_WAL_HEADER])
    if magic & ~1 != _WAL_MAGIC or size < 512:
        return
    order = ">" if magic & 1 else "<"
    sums = _checksum(log[:24], order, (0, 0))
    if sums != (first, second):
        return
    pending: dict[int, bytes] = {}
    for start in range(_WAL_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        head, page = log[start : start + _FRAME_HEADER], log[start + _FRAME_HEADER : start + _FRAME_HEADER + size]
        number, commit, *told = struct.unpack(">6I", head)
        sums = _checksum(page, order, _checksum(head[:8], order, sums))
        if told != [*salts, *sums]:
            return
        pending[number] = page
        if commit:
            for place, whole in pending.items():
                if len(data) < place * size:
                    data.extend(bytes(place * size - len(data)))
                data[(place - 1) * size : place * size] = whole
            del data[commit * size :]
            pending.clear()


def _checksum(part: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(part) // 4}I", part)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = one + first + two & 0xFFFFFFFF
        two = two + second + one & 0xFFFFFFFF
    return one, two

"""Files of published logs, packed or not."""

import gzip
from collections.abc import Iterator
from pathlib import Path

from controller.errors import RecordError
from controller.records.logs import LoggedGame, read_log

_GZIP = b"\x1f\x8b"


def read_file(path: Path, refused: list[RecordError] | None = None) -> Iterator[LoggedGame]:
    """The games of a file, one after the other; raises RecordError naming the file.

    ``refused`` takes up what is wrong with single games, and the others are gone on with.
    """
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if raw.startswith(_GZIP) else raw).decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: cannot be read: {error}") from None
    try:
        yield from read_log(text) if refused is None else read_log(text, refused.append)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None

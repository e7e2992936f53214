"""Files of game records: reading files of other programs, also compressed or in archives, and writing games for them.

The size is checked before anything is unpacked in full.
"""

import bz2
import gzip
import io
import lzma
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import IO, Final

from controller.errors import RecordError, SheetError, UnknownRecordError
from controller.journal.chain import Record
from controller.records import csv, secrecy_gate
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.logs import LoggedGame, read_log
from controller.records.mjai import writer as mjai_writer
from controller.records.record import GameRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.rulebooks.rulebook import Rulebook
from controller.sheets.decode import decoded
from controller.sheets.workbook import is_workbook
from controller.views.gate import Audience

_ZIP: Final = b"PK\x03\x04"
_Packed = gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile
_PACKED: Final[Mapping[bytes, Callable[[IO[bytes]], _Packed]]] = MappingProxyType(
    {b"\x1f\x8b": lambda raw: gzip.GzipFile(fileobj=raw), b"BZh": bz2.BZ2File, b"\xfd7zXZ\0": lzma.LZMAFile}
)
"""Decompressors of single files, by magic number."""
_MOST: Final = 256 << 20
"""Most bytes of a file, and of all files in an archive; chosen: a season of a league has ten million."""
_ENTRIES: Final = 10_000
"""Most files in an archive; chosen."""
_NAMED: Final = 5
"""Most skipped files that a message names; chosen."""
_TAR_MARK: Final = slice(257, 262)


class PassedOverError(RecordError):
    """Files of an archive that are no records were skipped, such as notes or system files; not an error."""


def read_file(path: Path, refused: list[RecordError] | None = None) -> Iterator[LoggedGame]:
    """Yield the games of a file, or of all files in an archive; raises RecordError that names the file.

    With ``refused``, errors of single games or files are collected there and reading continues.
    """
    try:
        if path.stat().st_size > _MOST:
            raise RecordError(_too_much(_MOST))
        yield from read_bytes(path.read_bytes(), refused, _MOST)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from None


def read_bytes(raw: bytes, refused: list[RecordError] | None, most: int) -> Iterator[LoggedGame]:
    """Yield the games of a file's bytes, as ``read_file``; ``most``: limit of the unpacked bytes, all files together.

    Files of an archive that are no records are skipped if the archive has a record; ``refused`` then gets one
    PassedOverError that names them.
    """
    wrong, others, is_empty = list[RecordError](), list[tuple[str, str]](), True
    try:
        for member, text in _unpacked(raw, most):
            try:
                for game in read_log(_text(text), wrong.append):
                    is_empty = False
                    yield replace(game, member=member)
            except UnknownRecordError as error:
                if not member:
                    raise
                others.append((member, str(error)))
            except RecordError as error:
                wrong.append(error)
            for each in wrong:
                is_empty = False
                _keep(each, member, refused)
            wrong.clear()
    except _TooMuchError:
        raise RecordError(_too_much(most)) from None
    # zipfile raises NotImplementedError for an unknown compression method.
    except (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, NotImplementedError):
        raise RecordError("cannot be read: the archive is damaged, or of a kind that is not known here") from None
    if not others:
        return
    if is_empty:
        raise UnknownRecordError(f"no record among {len(others)} files: {': '.join(others[0])}")
    if refused is not None:
        names = ", ".join(member for member, _ in others[:_NAMED])
        more = ", ..." if len(others) > _NAMED else ""
        refused.append(PassedOverError(f"passed over, as no records: {len(others)} files: {names}{more}"))


def is_wrong(refused: Sequence[RecordError]) -> bool:
    """True if a game or a file could not be read."""
    return any(not isinstance(error, PassedOverError) for error in refused)


def _keep(error: RecordError, member: str, refused: list[RecordError] | None) -> None:
    placed = RecordError(f"{member}: {error}") if member else error
    if refused is None:
        raise placed
    refused.append(placed)


def _text(raw: bytes) -> str:
    try:
        return decoded(raw)
    except SheetError as error:
        raise UnknownRecordError(f"cannot be read: {error}") from None


def _unpacked(raw: bytes, most: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files in these bytes with their names, "" if it is no archive; raises _TooMuchError beyond ``most``
    bytes, RecordError for too many or encrypted files.
    """
    raw = _inflated(raw, most)
    if raw.startswith(_ZIP) and not is_workbook(raw):
        yield from _of_zip(raw, most)
    elif raw[_TAR_MARK] == b"ustar":
        yield from _of_tar(raw, most)
    else:
        yield "", raw


def _inflated(raw: bytes, most: int) -> bytes:
    opened = next((opened for begins, opened in _PACKED.items() if raw.startswith(begins)), None)
    if opened is None:
        return raw
    with opened(io.BytesIO(raw)) as packed:
        return _read(packed, most)


def _read(packed: IO[bytes] | _Packed, most: int) -> bytes:
    found = packed.read(most + 1)
    if len(found) > most:
        raise _TooMuchError
    return found


class _TooMuchError(Exception):
    """The unpacked data exceeds the limit."""


def _too_much(most: int) -> str:
    return f"more than {most >> 20} MiB, or so much when unpacked"


def _of_zip(raw: bytes, left: int) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        members = [each for each in archive.infolist() if not each.is_dir()]
        _few(len(members))
        for each in members:
            if each.flag_bits & 1:
                raise RecordError(f"{each.filename}: is encrypted")
            with archive.open(each) as packed:
                found = _inflated(_read(packed, left), left)
            left -= len(found)
            yield each.filename, found


def _of_tar(raw: bytes, left: int) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(raw), mode="r:") as archive:
        for number, each in enumerate(archive, 1):
            _few(number)
            file = archive.extractfile(each) if each.isfile() else None
            if file is None:
                continue
            with file:
                found = _inflated(_read(file, left), left)
            left -= len(found)
            yield each.name, found


def _few(entries: int) -> None:
    if entries > _ENTRIES:
        raise RecordError(f"holds more than {_ENTRIES} files")


def recorded(records: Sequence[Record], rulebook: Rulebook, released: Collection[int] = ()) -> list[GameRecord]:
    """Return the games of a journal with everything removed that the public may not see, as a file may reach anybody.

    ``released``: ordinals of the rounds whose concealed hands may be seen by now.
    """
    now = time.time()
    played = games([each.event for each in records], rulebook, [each.time for each in records])
    return [secrecy_gate.let_out_rounds(game, Audience.PUBLIC, now, released) for game in played]


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


_WRITERS: Final[Mapping[RecordFormat, Callable[[Sequence[GameRecord], int], str]]] = MappingProxyType(
    {
        RecordFormat.TENHOU6: lambda games, _: _lines(map(tenhou_writer.write, games)),
        RecordFormat.MJAI: lambda games, _: _lines(line for game in games for line in mjai_writer.write(game)),
        RecordFormat.CSV: csv.write,
    }
)


def written(form: RecordFormat, played: Sequence[GameRecord], first: int = 1) -> str:
    """Return the games in a format; ``first``: number of the first game, for formats that number them."""
    return _WRITERS[form](played, first)

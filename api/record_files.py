"""Records of games as files: published logs read, packed or not, and games written for other programs."""

import gzip
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from controller.errors import RecordError
from controller.journal.events import Event
from controller.records import csv, secrecy_gate
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.logs import LoggedGame, read_log
from controller.records.mjai import writer as mjai_writer
from controller.records.record import GameRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.rulebooks.rulebook import Rulebook
from controller.views.gate import Audience

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


def recorded(events: Sequence[Event], rulebook: Rulebook) -> list[GameRecord]:
    """The games of a journal's events without what the public may not see: a file may reach anybody."""
    now = time.time()
    return [secrecy_gate.let_out(game, Audience.PUBLIC, now) for game in games(events, rulebook)]


def written(form: RecordFormat, played: Sequence[GameRecord]) -> str:
    """The games in a format."""
    if form is RecordFormat.CSV:
        return csv.write(played)
    if form is RecordFormat.MJAI:
        return "".join(f"{line}\n" for game in played for line in mjai_writer.write(game))
    return "".join(f"{tenhou_writer.write(game)}\n" for game in played)

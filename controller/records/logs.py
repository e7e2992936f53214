"""Published logs of any known format, told by their text: tenhou.net/6, mjlog, mjai, Mahjong Soul."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from controller.errors import RecordError
from controller.records.mahjong_soul.document import is_mahjong_soul
from controller.records.mahjong_soul.reader import read as read_mahjong_soul
from controller.records.mjai import reader as mjai
from controller.records.record import GameRecord, RoundRecord
from controller.records.tenhou import reader as tenhou
from controller.records.tenhou.mjlog import is_mjlog
from controller.records.tenhou.mjlog import read as read_mjlog


def _raised(error: RecordError) -> None:
    raise error


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of a log; ``readings`` where the format does not tell the order of play: all orders of the nth round."""

    game: GameRecord
    readings: Callable[[int], Iterable[RoundRecord]] | None = None


def read_log(text: str, refuse: Callable[[RecordError], None] = _raised) -> Iterator[LoggedGame]:
    """The games of a text, one after the other; raises RecordError for what is no log.

    ``refuse`` is told of each game that cannot be read, and the next is gone on with; by default it raises.
    """
    start = text.lstrip()
    if not start:
        raise RecordError("an empty log")
    if is_mjlog(start):
        yield LoggedGame(read_mjlog(start))
        return
    first = _parsed(start.partition("\n")[0])
    if isinstance(first, dict) and "type" in first and "log" not in first:
        yield from (LoggedGame(game) for game in mjai.games(text.splitlines()))
        return
    lines = enumerate(text.splitlines(), 1) if first is not None else ()
    documents = [(f"line {number}", line) for number, line in lines if line.strip()] or [("log", text)]
    for where, document in documents:
        try:
            yield from _of_document(_document(document, where), where, refuse)
        except RecordError as error:
            refuse(error)


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _document(text: str, where: str) -> Any:
    body = _parsed(text)
    if body is None:
        raise RecordError(f"{where}: expected tenhou.net/6, mjlog, mjai or Mahjong Soul")
    return body


def _of_document(body: Any, where: str, refuse: Callable[[RecordError], None]) -> Iterator[LoggedGame]:
    one = isinstance(body, list) and not any(isinstance(each, dict) and "log" in each for each in body)
    for each in [body] if one or not isinstance(body, list) else body:
        try:
            game = _game_of(each, where)
        except RecordError as error:
            refuse(error)
        else:
            yield game


def _game_of(body: Any, where: str) -> LoggedGame:
    told = isinstance(body, dict) and "log" in body
    if told:
        return LoggedGame(tenhou.game_of(body), _readings_of(body["log"]))
    if is_mahjong_soul(body):
        return LoggedGame(read_mahjong_soul(body))
    raise RecordError(f"{where}: a JSON value without log: expected tenhou.net/6, mjlog, mjai or Mahjong Soul")


def _readings_of(rows: Any) -> Callable[[int], Iterable[RoundRecord]]:
    return lambda place: tenhou.readings(rows[place], f"log[{place}]")

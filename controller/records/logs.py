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


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of a log; ``readings`` where the format does not tell the order of play: all orders of the nth round."""

    game: GameRecord
    readings: Callable[[int], Iterable[RoundRecord]] | None = None


def read_log(text: str) -> Iterator[LoggedGame]:
    """The games of a text, one after the other; raises RecordError at the first that cannot be read."""
    start = text.lstrip()
    if not start:
        raise RecordError("an empty log")
    if is_mjlog(start):
        yield LoggedGame(read_mjlog(start))
        return
    first = _parsed(start.partition("\n")[0])
    if isinstance(first, dict) and "type" in first and "log" not in first:
        yield from (LoggedGame(game) for game in mjai.games(text.splitlines()))
    elif first is not None:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield from _of_document(_document(line, f"line {number}"), f"line {number}")
    else:
        yield from _of_document(_document(text, "log"), "log")


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


def _of_document(body: Any, where: str) -> Iterator[LoggedGame]:
    one = isinstance(body, list) and not any(isinstance(each, dict) and "log" in each for each in body)
    for each in [body] if one or not isinstance(body, list) else body:
        if not (isinstance(each, dict) and "log" in each) and is_mahjong_soul(each):
            yield LoggedGame(read_mahjong_soul(each))
            continue
        if not isinstance(each, dict) or "log" not in each:
            raise RecordError(f"{where}: a JSON value without log: expected tenhou.net/6, mjlog, mjai or Mahjong Soul")
        yield LoggedGame(tenhou.game_of(each), _readings_of(each["log"]))


def _readings_of(rows: Any) -> Callable[[int], Iterable[RoundRecord]]:
    return lambda place: tenhou.readings(rows[place], f"log[{place}]")

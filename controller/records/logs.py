"""Records of other programs, told apart by their content: tenhou.net/6, mjlog, mjai, majiang, Mahjong Soul."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

from controller.errors import RecordError
from controller.records import json_fields as fields
from controller.records.mahjong_soul.document import is_mahjong_soul
from controller.records.mahjong_soul.reader import read as read_mahjong_soul
from controller.records.majiang import reader as majiang
from controller.records.mjai.reader import MjaiReader
from controller.records.record import GameRecord, RoundRecord
from controller.records.tenhou import mjlog
from controller.records.tenhou import reader as tenhou
from controller.text import Text

KNOWN: Final = "tenhou.net/6, mjlog, mjai, majiang or Mahjong Soul"


_ADDRESS: Final = re.compile(r"(?:https?://)?tenhou\.net/[56]/?(?:\?[^#\s]*)?#json=(\S+)")
_ELSEWHERE: Final = re.compile(r"https?://\S+")


def _raised(error: RecordError) -> None:
    raise error


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of a log; ``readings`` where the format does not tell the order of play: all orders of the nth round.

    ``assumed``: what was taken for granted where the log does not say it. ``member``: of an archive.
    """

    game: GameRecord
    readings: Callable[[int], Iterable[RoundRecord]] | None = None
    assumed: tuple[Text, ...] = ()
    member: str = ""


Refuse = Callable[[RecordError], None]
_Found = tuple[GameRecord, Callable[[int], Iterable[RoundRecord]] | None]


def read_log(text: str, refuse: Refuse = _raised) -> Iterator[LoggedGame]:
    """The games of a text, one after the other; raises RecordError for what is no log.

    ``refuse`` is told of each game that cannot be read, and the next is gone on with; by default it raises.
    """
    start = text.strip()
    if not start:
        raise RecordError("an empty log")
    found = _in_addresses(start)
    if found is None and _is_elsewhere(start):
        raise RecordError("the address of a page without a record in it: expected the record itself")
    if found is None and mjlog.is_mjlog(start):
        for part in mjlog.parts(start):
            yield from _one(partial(_mjlog, part), refuse)
        return
    yield from _of_json(start if found is None else found, refuse)


def _of_json(text: str, refuse: Refuse) -> Iterator[LoggedGame]:
    """The games of JSON values; events of mjai may lie among others, or in lists."""
    events, is_broken, is_empty = MjaiReader(), False, True
    for where, value in fields.values(text):
        if isinstance(value, RecordError):
            events.drop()
            is_broken = True
            refuse(value)
            continue
        for each in _parts(value):
            is_empty = False
            if not _is_event(each):
                yield from _one(partial(_document, each, where), refuse)
                continue
            # After an event that cannot be read the next game is waited for.
            if is_broken and each["type"] != "start_game":
                continue
            is_broken = False
            try:
                events.take(each, where)
            except RecordError as error:
                events.drop()
                is_broken = True
                refuse(error)
            yield from (LoggedGame(game, assumed=assumed) for game, assumed in events.ended())
    try:
        events.end()
    except RecordError as error:
        refuse(error)
    yield from (LoggedGame(game, assumed=assumed) for game, assumed in events.ended())
    if is_empty and not is_broken:
        raise RecordError(f"no game: expected {KNOWN}")


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str) and "log" not in value


def _parts(value: Any) -> Iterator[Any]:
    """Events and documents of a JSON value: lists of them, and lists of games, are taken apart."""
    if isinstance(value, dict) and (isinstance(value.get("log"), list) or isinstance(value.get("mjai_log"), list)):
        inner = value.get("mjai_log", value.get("log"))
        if inner and all(_is_event(each) for each in inner):
            yield from inner
            return
    if isinstance(value, list) and not is_mahjong_soul(value):
        for each in value:
            yield from _parts(each)
        return
    yield value


def _one(read: Callable[[fields.Assume], _Found], refuse: Refuse) -> Iterator[LoggedGame]:
    assumed: dict[Text, None] = {}
    try:
        game, readings = read(lambda said: assumed.update({said: None}))
    except RecordError as error:
        refuse(error)
        return
    yield LoggedGame(game, readings, tuple(assumed))


def _mjlog(text: str, assume: fields.Assume) -> _Found:
    return mjlog.read(text, assume), None


def _document(body: Any, where: str, assume: fields.Assume) -> _Found:
    """The game of one JSON value; raises RecordError."""
    if majiang.is_majiang(body):
        return majiang.game_of(body, assume), None
    if isinstance(body, dict) and "log" in body:
        rows = body["log"]
        return tenhou.game_of(body, assume), lambda place: tenhou.readings(rows[place], f"log[{place}]")
    if is_mahjong_soul(body):
        return read_mahjong_soul(body, assume), None
    raise RecordError(f"{where}: a JSON value without log: expected {KNOWN}")


def _in_addresses(text: str) -> str | None:
    """The JSON in the addresses of a text, one a line; None where it does not begin with one."""
    found = [match[1] for match in _ADDRESS.finditer(text)] if _ADDRESS.match(text) else []
    # What stands behind the document tells the viewer where to begin.
    return "\n".join(re.sub(r"(?<=[}\]])&\w+=\w*$", "", unquote(each)) for each in found) or None


def _is_elsewhere(text: str) -> bool:
    """Whether a text is nothing but the address of a page, where a record would have to be fetched."""
    return _ELSEWHERE.fullmatch(text.strip()) is not None

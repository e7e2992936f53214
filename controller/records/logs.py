"""Reader of records of other programs, recognized by content: tenhou.net/6, mjlog, mjai, majiang, Mahjong Soul, CSV."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any, Final
from urllib.parse import unquote

from controller.errors import RecordError, UnknownRecordError
from controller.records.csv_reader import is_rounds
from controller.records.csv_reader import read as read_rounds
from controller.records.mahjong_soul.document import is_act, is_mahjong_soul
from controller.records.mahjong_soul.reader import read as read_mahjong_soul
from controller.records.majiang import reader as majiang
from controller.records.mjai.reader import MjaiReader
from controller.records.reading import json_fields as fields
from controller.records.reading.assumptions import Assumption
from controller.records.record import GameRecord, RoundRecord
from controller.records.tenhou import mjlog
from controller.records.tenhou import reader as tenhou
from controller.text import Text

KNOWN: Final = "tenhou.net/6, mjlog, mjai, majiang, Mahjong Soul or a table of rounds"


_ADDRESS: Final = re.compile(r"(?:https?://)?tenhou\.net/[56]/?(?:\?[^#\s]*)?#json=", re.IGNORECASE)
_ELSEWHERE: Final = re.compile(r"https?://\S+")
_SHORTEST: Final = 30
"""Up to this number of characters a list is certainly no record, such as ``[12]``; chosen."""
_HEAD: Final = re.compile(r"(?:[\s\ufeff\x00]+|<!--.*?-->|/\*.*?\*/|(?://|#)[^\n]*\n)+", re.DOTALL)
"""Text allowed before a record: space, byte order marks, comments."""
_SHOWN: Final = 40
"""Characters quoted of a text that is no record; chosen."""


def _raised(error: RecordError) -> None:
    raise error


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of a log; ``readings``: all orders of play of the nth round, if the format does not state the order.

    ``assumed``: assumptions about facts missing in the log. ``member``: file name in an archive.
    """

    game: GameRecord
    readings: Callable[[int], Iterable[RoundRecord]] | None = None
    assumed: tuple[Text, ...] = ()
    member: str = ""


Refuse = Callable[[RecordError], None]
_Readings = Callable[[int], Iterable[RoundRecord]] | None
_Found = tuple[GameRecord, _Readings]


def read_log(text: str, refuse: Refuse = _raised) -> Iterator[LoggedGame]:
    """Yield the games of a text in order; raises RecordError for a text that is no log.

    ``refuse`` is called with the error of each unreadable game, and reading continues with the next; by default it
    raises.
    """
    head = _HEAD.match(text)
    begins = 0 if head is None else head.end()
    start = text[begins:].rstrip()
    if not start:
        raise UnknownRecordError("an empty log")
    if fields.begins_json(start):
        # Lines are counted from the beginning of the text.
        yield from _of_json("\n" * text.count("\n", 0, begins) + start, refuse)
    elif found := _in_addresses(start):
        yield from _of_json(found, refuse)
    elif games := mjlog.parts(start) or mjlog.parts(unescape(start)):
        for part in games:
            yield from _one(partial(_mjlog, part), refuse)
    elif is_rounds(start):
        yield from map(_logged, read_rounds(start))
    elif found := "\n".join(each for each in fields.within(start) if _holds(each)):
        # An assignment in a program, lines of a log, a page.
        yield from _of_json(found, refuse)
    elif _ELSEWHERE.search(start):
        raise UnknownRecordError("the address of a page without a record in it: expected the record itself")
    else:
        raise UnknownRecordError(f"no record: expected {KNOWN}; it begins {start[:_SHOWN].splitlines()[0]!r}")


def _of_json(text: str, refuse: Refuse) -> Iterator[LoggedGame]:
    """Yield the games of JSON values; mjai events may be mixed with other values, or be in lists."""
    events, acts, is_broken, is_empty = MjaiReader(), list[Any](), False, True
    for where, value in fields.values(text):
        if is_broken:
            events.drop()
        if isinstance(value, RecordError):
            # If the text ends with this value, the rounds before it are complete.
            is_broken = True
            refuse(value)
            continue
        for each in _parts(value):
            is_empty = False
            if isinstance(each, str):
                yield from _of_text(each, where, refuse)
                continue
            if is_act(each):
                acts.append(each)
                continue
            if not _is_event(each):
                yield from _one(partial(_document, each, where), refuse)
                continue
            # After an unreadable event, skip to the next game.
            if is_broken and each["type"] != "start_game":
                continue
            is_broken = False
            try:
                events.take(each, where)
            except RecordError as error:
                events.drop()
                is_broken = True
                refuse(error)
            yield from (_logged(game, assumed=assumed) for game, assumed in events.ended())
    if acts:
        yield from _one(partial(_document, acts, "acts"), refuse)
    try:
        events.end()
    except RecordError as error:
        refuse(error)
    yield from (_logged(game, assumed=assumed) for game, assumed in events.ended())
    if is_empty and not is_broken:
        raise UnknownRecordError(f"no game: expected {KNOWN}")


def _of_text(text: str, where: str, refuse: Refuse) -> Iterator[LoggedGame]:
    """Yield the games of a record that is a string within JSON."""

    def placed(error: RecordError) -> None:
        refuse(RecordError(f"{where}: within a text: {error}"))

    try:
        yield from read_log(text, placed)
    except UnknownRecordError as error:
        raise UnknownRecordError(f"{where}: within a text: {error}") from None


def _is_text(value: Any) -> bool:
    """True if a record may be in this string of a JSON value; some programs store records in one of their fields."""
    return isinstance(value, str) and len(value) > _SHORTEST and value.lstrip()[:1] in ("{", "[", "<", '"')


def _holds(text: str) -> bool:
    """True if a JSON value found in other text contains a record."""
    return any(map(_is_known, _parts(fields.loads(text, ""))))


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str) and "log" not in value


def _parts(value: Any) -> Iterator[Any]:
    """Yield the events and documents of a JSON value; lists and objects that contain them are taken apart."""
    if _is_event(value) or is_mahjong_soul(value) or _is_text(value):
        yield value
    elif isinstance(value, list):
        if any(map(_is_text, value)) and all(isinstance(each, str) for each in value):
            # The lines of a record, or one record each.
            yield "\n".join(value)
        elif majiang.is_majiang({"log": value}) or tenhou.is_rounds(value):
            yield {"log": value}
        elif tenhou.is_rounds([value]):
            yield {"log": [value]}
        else:
            inner = [each for each in value if isinstance(each, list | dict) or _is_text(each)]
            yield from (part for each in inner for part in _parts(each))
            yield from value[:1] if not inner else ()
    elif isinstance(value, dict):
        log = value.get("log")
        # A single event in an object is no game: it is the question to an engine stored with the record.
        inner = [
            each for each in value.values() if _is_text(each) or (isinstance(each, list | dict) and not _is_event(each))
        ]
        if isinstance(log, list) and not any(map(_is_event, log)):
            yield value
        elif found := [part for each in inner for part in _parts(each) if _is_known(part)]:
            yield from found
        else:
            yield value
    else:
        yield value


def _is_known(value: Any) -> bool:
    has_log = isinstance(value, dict) and isinstance(value.get("log"), list)
    return has_log or _is_event(value) or is_mahjong_soul(value) or _is_text(value)


def _one(read: Callable[[fields.Assume], _Found], refuse: Refuse) -> Iterator[LoggedGame]:
    assumed: dict[Text, None] = {}
    try:
        game, readings = read(lambda said: assumed.update({said: None}))
    except RecordError as error:
        refuse(error)
        return
    yield _logged(game, readings, tuple(assumed))


def _logged(game: GameRecord, readings: _Readings = None, assumed: tuple[Text, ...] = ()) -> LoggedGame:
    own = (Assumption.OWN_RULES.of(game.own_rules),) if game.own_rules else ()
    return LoggedGame(game, readings, (*assumed, *own))


def _mjlog(text: str, assume: fields.Assume) -> _Found:
    return mjlog.read(text, assume), None


def _document(body: Any, where: str, assume: fields.Assume) -> _Found:
    """Return the game of one JSON value; raises RecordError."""
    if majiang.is_majiang(body):
        return majiang.game_of(body, assume), None
    if is_mahjong_soul(body):
        return read_mahjong_soul(body, assume), None
    if isinstance(body, dict) and "log" in body:
        return tenhou.game_of(body, assume), partial(tenhou.readings_of, body)
    raise UnknownRecordError(f"{where}: a JSON value without log: expected {KNOWN}")


def _in_addresses(text: str) -> str:
    """Return the JSON in the addresses of a text, one per line; "" if there is none."""
    places = list(_ADDRESS.finditer(text))
    ends = [*(match.start() for match in places), len(text)][1:]
    return "\n".join(_of_address(text[match.end() : end]) for match, end in zip(places, ends, strict=True))


def _of_address(rest: str) -> str:
    """Return the document at the beginning of the rest of an address, without spaces and line ends added in transit."""
    plain = unquote(rest.replace("\r", "").replace("\n", "")).strip()
    # In HTML quotes are escaped.
    plain = unescape(plain) if plain.startswith("{&quot;") else plain
    end = fields.end_of_value(plain)
    # The rest after the document is the viewer's start position, or text of the message.
    return plain if end is None else plain[:end]

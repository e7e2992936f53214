"""Reader of tenhou.net/6 JSON; the format is no exact record, as it hides which of two equal discards was called."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from controller.errors import HandError, RecordError
from controller.records.reading import beside
from controller.records.reading import json_fields as fields
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import Assume, in_silence
from controller.records.reading.laid import with_laid
from controller.records.record import (
    HAND,
    UNSEEN,
    Act,
    CallAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    Seen,
    WinNote,
)
from controller.records.tenhou import names as words
from controller.records.tenhou.order import Drop, Take, orders
from controller.records.tenhou.rules import stated_in
from controller.records.tenhou.writer import LETTERS, OPEN_KONG_ACROSS, RIICHI, tenpai_stated, words_of
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.meld_layout import source_at, tiles_in_row
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.score import Four

ELEMENTS: Final = 17
_HEEDED: Final = ("disp", "aka", "aka51", "aka52", "aka53")
_OWN: Final = ("csrule",)
"""Key of a lobby's own rules, besides ``rule``."""
_CALL: Final = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)*)")
_RIICHI: Final = re.compile(rf"{RIICHI}(\d\d)")
_KIND: Final = {letter: kind for kind, letter in LETTERS.items()}
_SIZE: Final = {MeldKind.CHII: 3, MeldKind.PON: 3}
_DRAW_OF: Final = {text: name for name, text in words.DRAWS.items() if name not in words.CALLED_OFF} | dict(
    words.OTHER_DRAWS
)


def read(text: str) -> GameRecord:
    """Return the game of a JSON text, each round in its most likely order; raises RecordError with round and place."""
    return game_of(fields.loads(text, "tenhou.net/6"))


def is_rounds(value: Any) -> bool:
    """True if a JSON value is the list of rounds of a document without the document."""
    rows = value if isinstance(value, list) else []
    return bool(rows) and all(
        isinstance(row, list) and len(row) >= ELEMENTS and isinstance(row[0], list) and set(map(type, row[0])) <= {int}
        for row in rows
    )


def game_of(body: Any, assume: Assume = in_silence) -> GameRecord:
    """Return the game of a JSON value; see ``read``. ``assume`` is called with each assumption."""
    if not isinstance(body, dict):
        raise RecordError("tenhou.net/6: expected a JSON object")
    rule = body.get("rule")
    if not isinstance(rule, dict):
        assume(Assumption.NO_RULES.of())
        rule = {}
    shown = str(rule.get("disp") or "")
    stated = stated_in(shown)
    points, totals, chips = _finals(body.get("sc"), assume)
    log = body.get("log")
    names = fields.names(body.get("name"), "name", assume)
    if not isinstance(log, list) or not log:
        raise RecordError("log: expected a list of rounds")
    more = {name: each for name, each in rule.items() if name not in _HEEDED}
    more |= {name: body[name] for name in _OWN if body.get(name)}
    told = body.get(beside.KEY, {})
    game = GameRecord(
        names=names,
        rounds=tuple(next(readings(row, f"log[{place}]", assume)) for place, row in enumerate(log)),
        title=_title(body.get("title"), assume),
        rulebook=stated.rulebook,
        east_only=stated.east_only,
        red_fives=_red_fives(rule, stated.red_fives) if rule else (1, 1, 1),
        open_tanyao=stated.open_tanyao,
        rules=words_of(shown),
        own_rules=fields.compact(more) if more else "",
        final_scores=points,
        final_totals=totals,
        final_chips=chips,
        ref=str(body.get("ref") or ""),
    )
    return with_laid(_put(game, told), assume)


def readings_of(body: dict[str, Any], place: int) -> Iterator[RoundRecord]:
    """Yield all orders of play of one round of a document; raises RecordError."""
    told = body.get(beside.KEY, {}).get("rounds")
    has_value = isinstance(told, list) and len(told) == len(body["log"])
    for one in readings(body["log"][place], f"log[{place}]"):
        yield beside.put_round(one, told[place], f"{beside.KEY} rounds[{place}]") if has_value else one


def _put(game: GameRecord, told: Any) -> GameRecord:
    """Return the game with the data under our own key."""
    told = fields.of_kind(told, dict, beside.KEY)
    rounds = told.get("rounds")
    game = beside.put_game(game, told, beside.KEY)
    if not isinstance(rounds, list) or len(rounds) != len(game.rounds):
        return game
    pairs = enumerate(zip(game.rounds, rounds, strict=True))
    return replace(game, rounds=tuple(beside.put_round(*pair, f"{beside.KEY} rounds[{at}]") for at, pair in pairs))


def _title(value: Any, assume: Assume) -> tuple[str, str]:
    """Return the two lines of a title; a number, such as a time, is used as written."""
    lines = value if isinstance(value, list) else [] if value is None else [value]
    if any(isinstance(line, list | dict) for line in lines):
        assume(Assumption.NO_TEXT_TITLE.of())
        lines = []
    first, second, *_ = (*(str("" if line is None else line) for line in lines), "", "")
    return first, second


def readings(row: Any, where: str, assume: Assume = in_silence, most: int = 64) -> Iterator[RoundRecord]:
    """Yield all orders of play that explain a round's rows, most likely first; raises RecordError if there is none."""
    if not isinstance(row, list) or len(row) < ELEMENTS:
        raise RecordError(f"{where}: expected {ELEMENTS} elements")
    if len(row) > ELEMENTS:
        assume(Assumption.MORE_ELEMENTS.of(ELEMENTS, where=where))
    number, counters, sticks = fields.row(row[0], int, f"{where}[0]", 3)
    if not 0 <= number < 16:
        raise RecordError(f"{where}[0]: round {number}: expected 0-15")
    is_seen = any(row[4:16])
    if (is_seen and row[4 + 3 * 3] == []) or (isinstance(row[1], list) and len(row[1]) == len(SEATS) - 1):
        raise RecordError(f"{where}: {fields.OF_THREE}")
    takes, drops = _rows(row, where)
    dealer = Seat(number % 4)
    hands = [
        _hand(row[4 + 3 * seat], takes[seat], seat is dealer, f"{where}[{4 + 3 * seat}]", assume) for seat in SEATS
    ]
    result = _result(row[16], f"{where}[16]", assume)
    found = False
    for acts in islice(orders(takes, drops, dealer, where), most):
        found = True
        yield RoundRecord(
            prevailing_wind=Wind(number // 4),
            dealer=dealer,
            counters=fields.natural(counters, f"{where}[0]"),
            riichi_sticks=fields.natural(sticks, f"{where}[0]"),
            scores=fields.four(row[1], f"{where}[1]"),
            dora=tuple(words.seen_of(code, f"{where}[2]") for code in fields.row(row[2] or [0], int, f"{where}[2]")),
            ura=tuple(words.tile_of(code, f"{where}[3]") for code in fields.row(row[3], int, f"{where}[3]")),
            hands=tuple(hands),
            acts=acts,
            result=_by_replay(result, acts, where, assume),
        )
    if not found:
        raise RecordError(f"{where}: no order of play explains its draws and discards")


def _hand(value: Any, takes: list[Take], deals: bool, where: str, assume: Assume) -> tuple[Seen, ...]:
    """Return thirteen tiles; a dealer's fourteenth is inserted in front of the draws."""
    codes = fields.row(value, int, where)
    if not codes and not takes:
        return UNSEEN
    if deals and len(codes) == HAND + 1:
        assume(Assumption.FOURTEENTH.of(where=where))
        takes.insert(0, words.seen_of(codes.pop(), where))
    if len(codes) != HAND:
        raise RecordError(f"{where}: expected a list of {HAND}, got a list of {len(codes)}")
    return tuple(words.seen_of(code, where) for code in codes)


def _by_replay(
    result: tuple[WinNote, ...] | DrawNote, acts: tuple[Act, ...], where: str, assume: Assume
) -> tuple[WinNote, ...] | DrawNote:
    """Return the result with a tsumo recognized as such: some programs give the liable seat as the ronned one."""
    last = acts[-1] if acts else None
    if isinstance(result, DrawNote) or not isinstance(last, DrawAct) or len(result) > 1:
        return result
    (win,) = result
    if win.loser is None or win.winner is not last.seat:
        return result
    assume(Assumption.OWN_DRAW.of(win.loser, where=where))
    return (replace(win, loser=None, liable=win.loser if win.liable is None else win.liable),)


def _rows(row: list[Any], where: str) -> tuple[list[list[Take]], list[list[Drop]]]:
    takes: list[list[Take]] = []
    drops: list[list[Drop]] = []
    for seat in SEATS:
        at = 5 + 3 * seat
        for place in (at, at + 1):
            if not isinstance(row[place], list):
                raise RecordError(f"{where}[{place}]: expected a list")
        takes.append([_take(each, seat, f"{where}[{at}][{place}]") for place, each in enumerate(row[at])])
        drops.append([_drop(each, seat, f"{where}[{at + 1}][{place}]") for place, each in enumerate(row[at + 1])])
    return takes, drops


def _take(value: Any, seat: Seat, where: str) -> Take:
    if isinstance(value, str):
        call = read_call(value, seat, where)
        if call.meld.kind in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED):
            raise RecordError(f"{where}: {value!r} belongs among the discards")
        return call
    return words.seen_of(fields.of_kind(value, int, where), where)


def _drop(value: Any, seat: Seat, where: str) -> Drop:
    if isinstance(value, str):
        if match := _RIICHI.fullmatch(value):
            code = int(match[1])
            return Drop(None if code == words.DRAWN else words.tile_of(code, where), riichi=True)
        call = read_call(value, seat, where)
        if call.meld.kind not in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED):
            raise RecordError(f"{where}: {value!r} belongs among the draws")
        return Drop(None, call=call)
    code = fields.of_kind(value, int, where)
    if code == words.UNKNOWN:
        return Drop(None, filler=True)
    return Drop(None if code == words.DRAWN else words.tile_of(code, where))


def read_call(text: str, seat: Seat, where: str) -> CallAct:
    """Return the call of a string such as ``12p1212``; raises RecordError."""
    match = _CALL.fullmatch(text)
    if match is None:
        raise RecordError(f"{where}: call {text!r}: expected such as c131112, 12p1212 or 121212a12")
    kind = _KIND[match[2]]
    before, after = _tiles(match[1], where), _tiles(match[3], where)
    place = len(before)
    size = _SIZE.get(kind, 4)
    wrong = RecordError(f"{where}: call {text!r}: expected {size} tiles and the letter before the claimed one")
    if len(before) + len(after) != size or not after:
        raise wrong
    try:
        if kind is MeldKind.KAN_CONCEALED:
            return CallAct(seat, Meld(kind, (*before, *after)))
        source = source_at(place, tiles_in_row(kind))
        if kind is MeldKind.KAN_OPEN and source is From.ACROSS and place != OPEN_KONG_ACROSS:
            raise wrong
        if kind is MeldKind.KAN_ADDED:
            added, called, *rest = after
            return CallAct(seat, Meld(kind, (*before, called, *rest, added), called, source))
        return CallAct(seat, Meld(kind, (*before, *after), after[0], source))
    except (HandError, ValueError):
        raise wrong from None


def _tiles(codes: str, where: str) -> tuple[Tile, ...]:
    return tuple(words.tile_of(int(codes[at : at + 2]), where) for at in range(0, len(codes), 2))


def _red_fives(rule: dict[str, Any], stated: bool | None) -> tuple[int, int, int] | None:
    """Return the numbers of red fives of man, pin, sou, else those of the line of rules; None if neither is given."""
    if not any(name in rule for name in ("aka", "aka51", "aka52", "aka53")):
        return None if stated is None else (int(stated),) * 3
    most = _natural(rule.get("aka", 0), "rule.aka")
    man, pin, sou = (_natural(rule.get(f"aka5{place}", most), f"rule.aka5{place}") for place in (1, 2, 3))
    return man, pin, sou


def _natural(value: Any, where: str) -> int:
    return int(value) if isinstance(value, bool) else fields.natural(value, where)


def _finals(value: Any, assume: Assume) -> tuple[Four | None, tuple[Fraction, ...] | None, Four | None]:
    """Return points, totals and chips from ``sc``: points and thousands of each seat in turn, then chips likewise."""
    if not isinstance(value, list) or len(value) not in (2 * len(SEATS), 4 * len(SEATS)):
        return None, None, None
    scores, beyond = value[: 2 * len(SEATS)], value[2 * len(SEATS) :]
    try:
        points = fields.four([int(each) for each in scores[::2]], "sc")
        totals = tuple(Fraction(str(each)) * 1000 for each in scores[1::2])
        return points, totals, fields.four([int(each) for each in beyond[::2]], "sc") if beyond else None
    except (TypeError, ValueError, OverflowError):
        assume(Assumption.NO_PAIRS.of())
        return None, None, None


def _result(value: Any, where: str, assume: Assume) -> tuple[WinNote, ...] | DrawNote:
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise RecordError(f"{where}: expected a list that begins with the name of the result")
    name, *rest = value
    if name in (words.WON, "Agari"):
        if not rest or len(rest) % 2:
            raise RecordError(f"{where}: expected points and winner in pairs")
        pairs = zip(rest[::2], rest[1::2], strict=True)
        return tuple(
            _win(deltas, win, f"{where} winner {place}", assume) for place, (deltas, win) in enumerate(pairs, 1)
        )
    if name in (words.ALL_TENPAI, words.ALL_NOTEN):
        told = name == words.ALL_TENPAI
        return DrawNote(DrawName.EXHAUSTIVE, (0, 0, 0, 0), (told,) * 4)
    deltas: Four = fields.four(rest[0], where) if rest and rest[0] else (0, 0, 0, 0)
    if name not in _DRAW_OF:
        assume(Assumption.CALLED_OFF.of(name, where=where))
        return DrawNote(DrawName.VOID, deltas, said=name)
    note = DrawNote(_DRAW_OF[name], deltas)
    return DrawNote(note.name, note.deltas, tenpai_stated(note))


def _win(deltas: Any, row: Any, where: str, assume: Assume) -> WinNote:
    if not isinstance(row, list) or len(row) < 3:
        raise RecordError(f"{where}: expected winner, loser, liable, score and yaku")
    winner, source, liable = (fields.seat(each, where) for each in row[:3])
    said = fields.row(row[3:], str, where)
    return WinNote(
        winner=winner,
        loser=None if source is winner else source,
        deltas=fields.four(deltas, where),
        score=words.read_score(said[0], said[1:], where, assume) if said and said[0] else None,
        liable=None if liable is winner else liable,
    )

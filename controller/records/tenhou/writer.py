"""Writer of tenhou.net/6 JSON: rounds of 17 elements, as read by its editor, viewers and review tools.

A tile not seen is written as 0, a draw not seen as 0 with its discard as if from the hand. Data without a field in the
format (shown hands, fu at a limit, who was tenpai if that pays no points) is written under a key of our own.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final, TypeVar
from urllib.parse import quote

from controller.journal.events import USUAL_STICK
from controller.records.reading import beside
from controller.records.reading import json_fields as fields
from controller.records.record import (
    NOT_SHOWN,
    Act,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    WinNote,
)
from controller.records.tenhou import names as words
from controller.records.tenhou.names import number
from controller.records.tenhou.rules import line_of, stated_in
from controller.riichi.meld import MeldKind
from controller.riichi.meld_layout import sideways_place
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import KINDS, Tile

T = TypeVar("T", Tile, Tile | None)

LETTERS: Final = {
    MeldKind.CHII: "c",
    MeldKind.PON: "p",
    MeldKind.KAN_OPEN: "m",
    MeldKind.KAN_ADDED: "k",
    MeldKind.KAN_CONCEALED: "a",
}
RIICHI: Final = "r"
VIEWER: Final = "https://tenhou.net/6/#json="
# JSON characters allowed in a URL fragment (RFC 3986 3.5); brackets are escaped, because chats cut addresses at them.
_PLAIN: Final = ",:"
# The format marks the player opposite by the second tile of an open kong, the table by the third (npm art. 31).
OPEN_KONG_ACROSS: Final = 1


def write(game: GameRecord) -> str:
    """Return the game in one line of JSON."""
    return fields.compact(document(game))


def document(game: GameRecord) -> dict[str, Any]:
    """Return the game as the JSON object of the format."""
    body: dict[str, Any] = {
        "ref": ref_of(game),
        "title": list(game.title),
        "name": list(game.names),
        "rule": _rule(game),
        "log": [round_row(one) for one in game.rounds],
    }
    held = _writable(game)
    told = beside.of_game(game, held)
    rounds = [beside.of_round(*pair) for pair in zip(game.rounds, held.rounds, strict=True)]
    if any(rounds):
        told["rounds"] = rounds
    if told:
        body[beside.KEY] = told
    if game.final_scores is not None and game.final_totals is not None:
        pairs = zip(game.final_scores, game.final_totals, strict=True)
        body["sc"] = [value for points, total in pairs for value in (points, _thousands(total))]
    return body


def ref_of(game: GameRecord) -> str:
    """Return the title of the game: its own, or one made of players and points, the same before and after a release."""
    if game.ref:
        return game.ref
    told = [game.names, [(one.name, one.scores, one.deltas) for one in game.rounds]]
    return f"jantaku-{sha256(fields.compact(told).encode()).hexdigest()[:16]}"


def _thousands(total: Fraction) -> float | int:
    value = total / 1000
    return int(value) if value.denominator == 1 else float(value)


def addresses(game: GameRecord) -> list[str]:
    """Return one viewer address per round, as it loads a single round. Valid characters are not escaped."""
    head = document(game)
    told = [
        {"title": head["title"], "name": list(one.players or game.names), "rule": head["rule"], "log": [row]}
        for one, row in zip(game.rounds, head["log"], strict=True)
    ]
    return [f"{VIEWER}{quote(fields.compact(each), safe=_PLAIN)}" for each in told]


def carried(game: GameRecord) -> GameRecord:
    """Return the game as our reader reads it back; it cannot tell which of two equal discards was called."""
    return replace(game, ref=ref_of(game))


def _writable(game: GameRecord) -> GameRecord:
    """Return the part of a game that the format itself has."""
    line = disp_of(game)
    stated = stated_in(line)
    held = GameRecord(
        names=game.names,
        rounds=tuple(map(_writable_round, game.rounds)),
        title=game.title,
        rulebook=stated.rulebook,
        east_only=stated.east_only,
        red_fives=game.red_fives or (1, 1, 1),
        ref=game.ref,
        open_tanyao=stated.open_tanyao,
        rules=words_of(line),
    )
    if game.final_scores is None or game.final_totals is None:
        return held
    return replace(held, final_scores=game.final_scores, final_totals=tuple(map(_exact, game.final_totals)))


def _exact(total: Fraction) -> Fraction:
    """Return a total as it is read back from its thousands."""
    return Fraction(str(_thousands(total))) * 1000


def _writable_round(one: RoundRecord) -> RoundRecord:
    result: tuple[WinNote, ...] | DrawNote
    if isinstance(one.result, DrawNote):
        called_off = one.result.name in words.CALLED_OFF and not one.result.said
        note = DrawNote(DrawName.EXHAUSTIVE, one.result.deltas) if called_off else one.result
        result = DrawNote(note.name, note.deltas, tenpai_stated(note), note.said)
    else:
        result = tuple(
            replace(win, score=None if win.score is None else words.writable(win.score)) for win in one.result
        )
    return replace(one, result=result, shown=NOT_SHOWN, riichi_stick=USUAL_STICK, chips=None, laid=None, players=None)


def tenpai_stated(note: DrawNote) -> tuple[bool, bool, bool, bool] | None:
    """Return who was tenpai, as far as payments or the draw's name tell."""
    if note.name is DrawName.EXHAUSTIVE and any(note.deltas):
        a, b, c, d = (delta > 0 for delta in note.deltas)
        return a, b, c, d
    if note.name is DrawName.EXHAUSTIVE and note.tenpai is not None and len(set(note.tenpai)) == 1:
        return note.tenpai
    return None


def disp_of(game: GameRecord) -> str:
    """Return the viewer's line of rules: the record's own, else rulebook and length."""
    return game.rules or line_of(game.rulebook, game.east_only)


def words_of(line: str) -> str:
    """Return a line of rules in a record's words; empty for rulebook and length, which are written separately."""
    stated = stated_in(line)
    return "" if line == line_of(stated.rulebook, stated.east_only) else line


def _rule(game: GameRecord) -> dict[str, Any]:
    rule: dict[str, Any] = {"disp": disp_of(game)}
    if game.red_fives is None:
        # Viewers and reviewers take a missing number as no red fives.
        return rule | {"aka": 1}
    if len(set(game.red_fives)) == 1 and game.red_fives[0] in (0, 1):
        return rule | {"aka": game.red_fives[0]}
    man, pin, sou = game.red_fives
    return rule | {"aka51": man, "aka52": pin, "aka53": sou}


def round_row(one: RoundRecord) -> list[Any]:
    """Return the 17 elements of a round."""
    takes: list[list[int | str]] = [[], [], [], []]
    drops: list[list[int | str]] = [[], [], [], []]
    for act in one.acts:
        _add(act, takes[act.seat], drops[act.seat])
    row: list[Any] = [
        [4 * one.prevailing_wind + one.dealer, one.counters, one.riichi_sticks],
        list(one.scores),
        _numbers(one.dora),
        _numbers(one.ura),
    ]
    for seat in SEATS:
        row += [_numbers(_plain_first(one.hands[seat])), takes[seat], drops[seat]]
    return [*row, _result(one)]


def _add(act: Act, takes: list[int | str], drops: list[int | str]) -> None:
    match act:
        case DrawAct(_, tile):
            takes.append(number(tile))
        case DiscardAct(_, tile, drawn, riichi):
            code = words.DRAWN if drawn else number(tile)
            drops.append(f"{RIICHI}{code}" if riichi else code)
        case CallAct():
            kind = act.meld.kind
            if kind in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED):
                drops.append(call_text(act))
            else:
                takes.append(call_text(act))
                if kind is MeldKind.KAN_OPEN:
                    drops.append(words.UNKNOWN)


def call_text(call: CallAct) -> str:
    """Return a call's string, with the letter before the claimed tile.

    Examples: ``c131112``, ``1212p12``, ``m39393939``, ``29k292929``, ``121212a12``. In an added kong the added tile
    follows the letter, then the tile claimed by the pung.
    """
    meld = call.meld
    own = _plain_first(call.own)
    letter = LETTERS[meld.kind]
    if meld.source is None or meld.called is None:
        return _joined(own[:3]) + letter + _joined(own[3:])
    place = sideways_place(meld.kind, meld.source)
    if meld.kind is MeldKind.KAN_OPEN and meld.source is From.ACROSS:
        place = OPEN_KONG_ACROSS
    claimed = (meld.tiles[3], meld.called) if meld.kind is MeldKind.KAN_ADDED else (meld.called,)
    return _joined(own[:place]) + letter + _joined((*claimed, *own[place:]))


def _plain_first(tiles: Sequence[T]) -> tuple[T, ...]:
    """Return the tiles in display order, but a red five after plain fives, as in published logs; unknown ones last."""
    return tuple(sorted(tiles, key=lambda tile: (KINDS, False) if tile is None else (tile.kind, tile.is_red)))


def _joined(tiles: Sequence[Tile]) -> str:
    return "".join(str(number(tile)) for tile in tiles)


def _numbers(tiles: Sequence[Tile | None]) -> list[int]:
    return [number(tile) for tile in tiles]


def _result(one: RoundRecord) -> list[Any]:
    if isinstance(one.result, DrawNote):
        note = one.result
        if note.said:
            return [note.said, list(note.deltas)]
        if note.name in (DrawName.EXHAUSTIVE, DrawName.NAGASHI_MANGAN, *words.CALLED_OFF):
            told = tenpai_stated(note)
            if told is not None and not any(note.deltas):
                return [words.ALL_TENPAI if told[0] else words.ALL_NOTEN]
            return [words.DRAWS[note.name], list(note.deltas)]
        return [words.DRAWS[note.name]]
    row: list[Any] = [words.WON]
    for win in one.result:
        row += [list(win.deltas), _win(win, one)]
    return row


def _win(win: WinNote, one: RoundRecord) -> list[Any]:
    source: Seat = win.winner if win.loser is None else win.loser
    liable = win.winner if win.liable is None else win.liable
    row: list[Any] = [int(win.winner), int(source), int(liable)]
    if win.score is None:
        return row
    yaku = [words.yaku_text(note, win, one) for note in win.score.yaku]
    return [*row, words.score_text(win.score, win.loser is None), *yaku]

"""Writer of mjai JSON lines: one event per line, ``?`` for a tile not seen (after gimite/mjai and Mortal's libriichi).

A tile whose draw was not seen counts as discarded from the hand. Data without a field in the format (title, rulebook,
liability, final points) is written under a key of our own in ``start_game`` and ``end_kyoku``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from controller.journal.events import USUAL_STICK
from controller.records.mjai.names import CALLS, FIRST_KYOKU, NAMES_OF_YAKU, REASONS, Line, tile_name
from controller.records.mjai.reader import game_of, score_of
from controller.records.reading import beside
from controller.records.reading import json_fields as fields
from controller.records.record import (
    UNSEEN,
    Act,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    Seen,
    WinNote,
)
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat


def _writable(game: GameRecord) -> GameRecord:
    """Return the part of a game that the lines themselves contain."""
    return game_of(_start(game), game.names, [_writable_round(one) for one in game.rounds])


def _writable_round(one: RoundRecord) -> RoundRecord:
    one = replace(one, riichi_stick=USUAL_STICK, chips=None, laid=None, players=None)
    if isinstance(one.result, DrawNote):
        return one
    wins = (replace(win, score=_writable_score(win, one), liable=None) for win in one.result)
    return replace(one, result=tuple(wins))


def _writable_score(win: WinNote, one: RoundRecord) -> ScoreNote | None:
    return score_of(_worth(win, one), win.winner is one.dealer, win.loser is None, "")


def _start(game: GameRecord) -> Line:
    line: Line = {"type": "start_game", "names": list(game.names)}
    if game.east_only is not None:
        line["kyoku_first"] = FIRST_KYOKU[game.east_only]
    if game.red_fives is not None:
        line["aka_flag"] = any(game.red_fives)
    return line


def _worth(win: WinNote, one: RoundRecord) -> Line:
    """Return the value of a win, after gimite's mjai."""
    if win.score is None:
        return {}
    return {
        "fan": win.score.han,
        "fu": win.score.fu or 0,
        "hora_points": win.score.points(win.winner is one.dealer, win.loser is None),
        "yakus": [[NAMES_OF_YAKU.get(note.id, note.id), note.han] for note in win.score.yaku],
    }


def write(game: GameRecord) -> Iterator[str]:
    """Yield the lines of a game."""
    for line in lines(game):
        yield fields.compact(line)


def lines(game: GameRecord) -> Iterator[Line]:
    """Yield the events of a game as JSON objects."""
    held = _writable(game)
    told = beside.of_game(game, held)
    yield _start(game) | ({beside.KEY: told} if told else {})
    for one, plain in zip(game.rounds, held.rounds, strict=True):
        *acts, end = round_lines(one)
        yield from acts
        more = beside.of_round(one, plain)
        yield end | ({beside.KEY: more} if more else {})
    yield {"type": "end_game"}


def round_lines(one: RoundRecord) -> Iterator[Line]:
    """Yield the events of a round, including its start and end."""
    yield {
        "type": "start_kyoku",
        "bakaze": one.prevailing_wind.letter,
        "dora_marker": tile_name(one.dora[0]),
        "kyoku": one.dealer + 1,
        "honba": one.counters,
        "kyotaku": one.riichi_sticks,
        "oya": int(one.dealer),
        "scores": list(one.scores),
        "tehais": [_names(hand) for hand in one.hands],
    }
    paid = set(one.riichi_paid())
    owed: Seat | None = None
    indicators = one.dora[1:]
    turned = indicators_after(one.acts)
    for place, act in enumerate(one.acts):
        if owed is not None:
            yield {"type": "reach_accepted", "actor": int(owed)}
            owed = None
        yield from _act(act)
        if isinstance(act, DiscardAct) and act.riichi and act.seat in paid:
            owed = act.seat
        shown, indicators = indicators[: turned[place]], indicators[turned[place] :]
        yield from _dora(shown)
    if owed is not None:
        yield {"type": "reach_accepted", "actor": int(owed)}
    yield from _dora(indicators)
    yield from _result(one)
    yield {"type": "end_kyoku"}


def indicators_after(acts: Sequence[Act]) -> list[int]:
    """Return the number of indicators after each act, by convlog's timing.

    A concealed kong turns one at once; any other kong turns one after the following discard, before the next open kong,
    or, if an added kong follows another, before its replacement tile. Without a following discard it stays closed.
    """
    told, waiting, with_draw = [0] * len(acts), False, False
    for place, act in enumerate(acts):
        if isinstance(act, DrawAct):
            told[place - 1] += with_draw
            with_draw = False
            continue
        kind = act.meld.kind if isinstance(act, CallAct) else None
        if waiting and kind in (None, MeldKind.KAN_CONCEALED):
            told[place], waiting = 1, False
        if kind is MeldKind.KAN_CONCEALED:
            told[place] += place < len(acts) - 1
        elif kind is MeldKind.KAN_OPEN:
            told[place - 1] += waiting
            waiting = True
        elif kind is MeldKind.KAN_ADDED:
            with_draw, waiting = waiting, True
    return told


def _dora(tiles: Iterable[Seen]) -> Iterator[Line]:
    for tile in tiles:
        yield {"type": "dora", "dora_marker": tile_name(tile)}


def _act(act: Act) -> Iterator[Line]:
    actor = int(act.seat)
    match act:
        case DrawAct(_, tile):
            yield {"type": "tsumo", "actor": actor, "pai": tile_name(tile)}
        case DiscardAct(_, tile, drawn, riichi):
            if riichi:
                yield {"type": "reach", "actor": actor}
            yield {"type": "dahai", "actor": actor, "pai": tile_name(tile), "tsumogiri": bool(drawn)}
        case CallAct(seat, Meld(kind, tiles, called, source)):
            line: Line = {"type": CALLS[kind], "actor": actor}
            if kind is MeldKind.KAN_ADDED:
                line |= {"pai": tile_name(tiles[3]), "consumed": _names(tiles[:3])}
            elif called is None or source is None:
                line |= {"consumed": _names(tiles)}
            else:
                target = int(seat.turn(source.value))
                line |= {"target": target, "pai": tile_name(called), "consumed": _names(act.own)}
            yield line


def _result(one: RoundRecord) -> Iterator[Line]:
    if isinstance(one.result, DrawNote):
        line: Line = {
            "type": "ryukyoku",
            "reason": one.result.said or REASONS[one.result.name],
            "deltas": list(one.result.deltas),
        }
        if one.result.tenpai is not None:
            line["tenpais"] = list(one.result.tenpai)
        if any(shown is not None for shown in one.shown):
            line["tehais"] = [_names(_standing(one, seat)) for seat in SEATS]
        yield line
        return
    for win in one.result:
        target = win.winner if win.loser is None else win.loser
        line = {"type": "hora", "actor": int(win.winner), "target": int(target)}
        shown = one.shown[win.winner]
        if shown is not None:
            line["hora_tehais"] = _names(shown)
        yield line | {"deltas": list(win.deltas), "ura_markers": _names(one.ura)} | _worth(win, one)


def _standing(one: RoundRecord, seat: Seat) -> tuple[Seen, ...]:
    shown = one.shown[seat]
    if shown is not None:
        return shown
    melds = sum(
        isinstance(act, CallAct) and act.seat is seat and act.meld.kind is not MeldKind.KAN_ADDED for act in one.acts
    )
    return UNSEEN[3 * melds :]


def _names(tiles: Iterable[Seen]) -> list[str]:
    return [tile_name(tile) for tile in tiles]

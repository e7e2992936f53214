"""Complete game records of simulated rounds: the ground truth against which exports of a table are compared."""

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from controller.errors import RecordError
from controller.journal.events import DrawKind
from controller.records.collect import DRAWS
from controller.records.mjai.reader import read
from controller.records.record import (
    Act,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    WinNote,
    YakuNote,
)
from controller.records.wins import DORA, RED_FIVES, URA_DORA, win_note
from controller.riichi.notation import sort_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load
from controller.scoring.score import Limit
from hardware.simulator.game import acts as done
from hardware.simulator.game.play import Aborted, Exhausted, Won
from hardware.simulator.game.round import SimulatedRound
from hardware.simulator.game.table_state import HandPose, TilesOnTable

Names = tuple[str, str, str, str]


def game_records(rounds: Iterable[SimulatedRound], names: Names) -> list[GameRecord]:
    """Group rounds into games and return their records."""
    parts = groupby(rounds, key=lambda one: (one.game, one.rulebook))
    return [_game(rulebook, [round_record(one) for one in played], names) for (_, rulebook), played in parts]


def read_truth(path: Path, names: Names) -> list[GameRecord]:
    """Return the games of a truth file; raises RecordError."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        parts = groupby(rows, key=lambda row: (row["game"], row["rulebook"]))
        return [_game(rulebook, [_told_round(row) for row in played], names) for (_, rulebook), played in parts]
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise RecordError(f"{path}: not a truth file of the simulator: {error!r}") from None


def _game(rulebook: str, rounds: list[RoundRecord], names: Names) -> GameRecord:
    book = load(rulebook)
    return GameRecord(
        names=names,
        rounds=tuple(replace(one, riichi_stick=book.scoring.riichi_stick.value) for one in rounds),
        rulebook=rulebook,
        east_only=book.flow.winds_played.value == 1,
        red_fives=book.scoring.red_fives.value,
    )


def _told_round(row: dict[str, Any]) -> RoundRecord:
    (game,) = read("\n".join(json.dumps(line) for line in row["record"]))
    (one,) = game.rounds
    if "score" not in row:
        return one
    wins = tuple(replace(win, score=_told_score(row["score"], row["parts"])) for win in one.wins)
    return replace(one, result=wins)


def _told_score(told: dict[str, Any], parts: list[int]) -> ScoreNote:
    yakuman = bool(told["yakuman"])
    yaku = [YakuNote(line["id"], 0 if yakuman else line["han"]) for line in told["yaku"]]
    if not yakuman:
        bonus = ((DORA, told["dora"]), (URA_DORA, told["ura"]), (RED_FIVES, told["red"]))
        yaku += [YakuNote(name, han) for name, han in bonus if han]
    limit = Limit.YAKUMAN if yakuman else None if told["limit"] is None else Limit(told["limit"])
    return ScoreNote(limit, None if yakuman else told["fu"], tuple(parts), tuple(yaku))


def round_record(played: SimulatedRound) -> RoundRecord:
    """Return the record of a round, with every draw and hand."""
    standing, end = played.deal.standing, played.played.end
    felt = TilesOnTable(played.deal.faces)
    hands: dict[Seat, tuple[Tile, ...]] = {}
    told: list[Act] = []
    for act in played.played.acts:
        if not isinstance(act, done.TakeBlock) and not hands:
            hands = {seat: tuple(felt.faces[tile] for tile in felt.places[seat].hand) for seat in SEATS}
        told += _told(act, felt)
        felt.apply(act)
        if isinstance(act, done.CallTile | done.Kong):
            told.append(_call(act, felt))
    return RoundRecord(
        prevailing_wind=standing.prevailing_wind,
        dealer=standing.dealer,
        counters=standing.counters,
        riichi_sticks=standing.riichi_sticks,
        scores=standing.points,
        dora=tuple(felt.faces[tile] for tile in felt.indicators),
        ura=tuple(felt.faces[lower] for _, lower in felt.ura),
        hands=tuple(hands[seat] for seat in SEATS),
        acts=tuple(told),
        result=_result(end, played),
        shown=tuple(_shown(felt, seat) for seat in SEATS),
    )


def _result(end: Won | Exhausted | Aborted, played: SimulatedRound) -> tuple[WinNote, ...] | DrawNote:
    if isinstance(end, Won):
        return (win_note(end.score, end.win),)
    if isinstance(end, Aborted):
        return DrawNote(DRAWS[DrawKind(end.kind.value)], played.payments)
    return DrawNote(DrawName.EXHAUSTIVE, played.payments, end.tenpai)


def _told(act: done.Act, felt: TilesOnTable) -> list[Act]:
    if isinstance(act, done.DrawTile):
        return [DrawAct(act.seat, felt.faces[act.tile])]
    if isinstance(act, done.DiscardTile):
        return [DiscardAct(act.seat, felt.faces[act.tile], felt.places[act.seat].drawn == act.tile, act.riichi)]
    return []


def _call(act: done.CallTile | done.Kong, felt: TilesOnTable) -> CallAct:
    """Return the call of an act that ``felt`` has already applied."""
    kinds = {felt.faces[tile].kind for tile in (act.own if isinstance(act, done.CallTile) else act.tiles)}
    for meld, laid in zip(reversed(felt.melds(act.seat)), reversed(felt.places[act.seat].melds), strict=True):
        fresh = isinstance(act, done.CallTile) or laid.added in act.tiles or set(laid.tiles) == set(act.tiles)
        if fresh and meld.kind is act.kind and kinds <= {tile.kind for tile in meld.tiles}:
            return CallAct(act.seat, meld)
    raise AssertionError("a call lays a meld")


def _shown(felt: TilesOnTable, seat: Seat) -> tuple[Tile, ...] | None:
    place = felt.places[seat]
    return sort_tiles(felt.faces[tile] for tile in place.hand) if place.pose is HandPose.SHOWN else None

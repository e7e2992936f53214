"""Comparison of each round in the journal with the ground truth that the simulator wrote."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from controller.journal.chain import Record
from controller.journal.events import FaultRaised, GameStarted, RoundStarted
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, RoundState
from controller.records.wins import circumstances_json, worth_json
from controller.riichi.notation import format_tiles, parse_tiles, sort_tiles
from controller.riichi.seat import SEATS
from controller.riichi.tile import Tile

Round = dict[str, Any]


@dataclass(slots=True)
class Comparison:
    """Counts over all rounds; ``differences``: one line for each difference between record and ground truth."""

    rounds_right: int = 0
    rounds_wrong: int = 0
    tiles_right: int = 0
    tiles_wrong: int = 0
    faults_staged: int = 0
    faults_found: int = 0
    faults_false: int = 0
    differences: list[str] = field(default_factory=list)


def compare(truth_file: Path, records: Iterable[Record], seen: bool = True) -> Comparison:
    """Compare the journal's rounds with the ground-truth file, in order; without ``seen`` only the results of the
    rounds.
    """
    truth = [json.loads(line) for line in truth_file.read_text(encoding="utf-8").splitlines()]
    result = Comparison()
    for number, (told, read) in enumerate(zip_longest(truth, read_rounds(records)), 1):
        if told is None or read is None:
            result.rounds_wrong += 1
            result.differences.append(f"round {number}: {'not played' if told is None else 'not read'}")
            continue
        if seen:
            _count_tiles(number, told, read, result)
            _count_faults(number, told, read, result)
        wrong = [key for key in _RESULT if told.get(key) != read.get(key)]
        result.differences += [f"round {number}: {key}: truth {told.get(key)}, read {read.get(key)}" for key in wrong]
        result.rounds_right += not wrong
        result.rounds_wrong += bool(wrong)
    return result


def read_rounds(records: Iterable[Record]) -> list[Round]:
    """Return every finished round of a journal in the format of the ground-truth file."""
    state = NOTHING_YET
    rounds: list[Round] = []
    faults: list[str] = []
    for record in records:
        event = record.event
        if (
            isinstance(event, GameStarted | RoundStarted)
            and state.round is not None
            and state.round.outcome is not None
        ):
            rounds.append(_round(state.round, faults, state.scores))
            faults = []
        if isinstance(event, FaultRaised):
            faults.append(event.fault.code)
        state = reduce(state, event)
    if state.round is not None and state.round.outcome is not None:
        rounds.append(_round(state.round, faults, state.scores))
    return rounds


# Fields that decide whether the result of a round is right.
_RESULT = ("end", "winner", "loser", "winning_tile", "circumstances", "score", "tenpai", "payments", "points_after")


def _round(played: RoundState, faults: list[str], scores: Sequence[int]) -> Round:
    outcome = played.outcome
    assert outcome is not None
    return {
        "dora_indicators": format_tiles(shown.tile for shown in played.dora),
        "ura_indicators": format_tiles(shown.ura for shown in played.dora if shown.ura is not None),
        "discards": [
            {"seat": int(discard.seat), "tile": str(discard.tile), "sideways": discard.sideways}
            for discard in played.discards
        ],
        "melds": [[format_tiles(sort_tiles(meld.tiles)) for meld in row] for row in played.melds],
        "hands": [None if hand is None else _hand(hand.tiles, hand.apart) for hand in played.revealed],
        "dice": [pips for roll in played.rolls for pips in roll],
        "faults": faults,
        "payments": list(outcome.payments),
        "points_after": list(scores),
        **(
            _won(played)
            if outcome.wins
            else {"end": "exhaustive", "tenpai": [seat in outcome.tenpai for seat in SEATS]}
        ),
    }


def _won(played: RoundState) -> Round:
    assert played.outcome is not None
    won = played.outcome.wins[0]
    win, score = won.win, won.score
    return {
        "end": win.by.value,
        "winner": int(win.winner),
        "loser": None if win.loser is None else int(win.loser),
        "winning_tile": str(win.tile),
        "circumstances": circumstances_json(win),
        "score": worth_json(score),
    }


def _hand(tiles: Sequence[Tile], apart: Tile | None) -> str:
    return format_tiles(tiles) + ("" if apart is None else f"+{apart}")


def _count_tiles(number: int, told: Round, read: Round, result: Comparison) -> None:
    for what, truth, seen in _faces(told, read):
        for one, other in zip_longest(truth, seen):
            if one == other:
                result.tiles_right += 1
            else:
                result.tiles_wrong += 1
                result.differences.append(f"round {number}: {what}: truth {one}, read {other}")


def _faces(told: Round, read: Round) -> Iterable[tuple[str, list[Any], list[Any]]]:
    """Yield name, true faces and read faces of every place with open tiles at the end of the round."""
    for key in ("dora_indicators", "ura_indicators"):
        yield key, [*parse_tiles(told[key])], [*parse_tiles(read[key])]
    yield "discard", [tuple(each.values()) for each in told["discards"]], [tuple(d.values()) for d in read["discards"]]
    for seat in SEATS:
        melds = [format_tiles(sort_tiles(parse_tiles(meld["tiles"]))) for meld in told["melds"][seat]]
        yield f"melds of {seat.name}", [*parse_tiles("".join(melds))], [*parse_tiles("".join(read["melds"][seat]))]
        hand = told["hands"][seat]
        shown = hand["tiles"] + (f"+{hand['apart']}" if hand["apart"] else "") if hand["pose"] == "shown" else ""
        yield f"hand of {seat.name}", _hand_tiles(shown), _hand_tiles(read["hands"][seat] or "")


def _hand_tiles(text: str) -> list[Tile]:
    return [*parse_tiles(text.replace("+", ""))]


def _count_faults(number: int, told: Round, read: Round, result: Comparison) -> None:
    staged = told["staged"]
    false = [code for code in read["faults"] if not (staged and code.startswith(staged))]
    found = len(false) < len(read["faults"])
    result.faults_staged += bool(staged)
    result.faults_found += found
    result.faults_false += len(false)
    result.differences += [f"round {number}: false {code}" for code in false]
    if staged and not found:
        result.differences.append(f"round {number}: {staged} not found")

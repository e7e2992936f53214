"""Riichi sticks of rounds whose play was not recorded, inferred from the points before and after."""

from collections.abc import Iterator
from dataclasses import replace

from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import Assume
from controller.records.record import GameRecord, RoundRecord
from controller.riichi.seat import SEATS
from controller.scoring.score import Four


def with_laid(game: GameRecord, assume: Assume) -> GameRecord:
    """Return the game with the sticks of rounds without acts added, if the next round's points show them."""
    return replace(game, rounds=tuple(_rounds(game, assume)))


def _rounds(game: GameRecord, assume: Assume) -> Iterator[RoundRecord]:
    for place, one in enumerate(game.rounds):
        following = game.rounds[place + 1] if place + 1 < len(game.rounds) else None
        laid = None if one.is_seen or one.laid is not None or following is None else _laid(one, following.scores)
        if laid is not None and any(laid):
            assume(Assumption.LAID_BY_NEXT.of(where=one.name))
            yield replace(one, laid=laid)
        else:
            yield one


def _laid(one: RoundRecord, after: Four) -> Four | None:
    """Return at most one stick per seat; None if that does not explain the points."""
    missing = tuple(one.scores[seat] + one.deltas[seat] - after[seat] for seat in SEATS)
    if any(each not in (0, one.riichi_stick) for each in missing):
        return None
    a, b, c, d = (each // one.riichi_stick for each in missing)
    return a, b, c, d

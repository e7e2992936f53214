"""Audit of whole recorded games under a rulebook: every round, the end, the final points."""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final

from controller.errors import HandError, RecordError
from controller.records.audit.difference import AuditCounts, LogDifference, row
from controller.records.audit.rounds import AuditedRound, audit_round
from controller.records.audit.stated import as_stated
from controller.records.record import DrawNote, GameRecord, RoundRecord
from controller.records.wins import Mismatch
from controller.rulebooks.catalogue import editions
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Following, Round
from controller.scoring.game.placement import GamePoints, close_game

Readings = Callable[[int], Iterable[RoundRecord]]


def audit_game(
    game: GameRecord, book: Rulebook, name: str, counts: AuditCounts, readings: Readings | None = None
) -> Iterator[LogDifference]:
    """Yield all differences between a game and the rulebook; adds the checked items to ``counts``.

    Rules stated by the record take precedence over the rulebook. ``readings``: all possible orders of play of the round
    at an index, for a format that does not state the order.
    """
    counts.games += 1
    book, _ = as_stated(book, game)
    after: Following | None = None
    for place, likeliest in enumerate(game.rounds):
        one, audited = _best(likeliest, book, place, readings)
        counts.rounds += 1
        counts.wins += len(one.wins)
        counts.draws += isinstance(one.result, DrawNote)
        counts.unchecked.extend(f"{name} {each}" for each in audited.unchecked)
        for each in audited.mismatches:
            yield LogDifference(name, one.name, each.about, each.written, each.scored)
        after = audited.following
        following = game.rounds[place + 1] if place + 1 < len(game.rounds) else None
        for each in _next(one, after, following, game):
            yield LogDifference(name, one.name, each.about, each.written, each.scored)
    if game.rounds and game.final_scores is not None:
        counts.finals += 1
        if game.own_rules:
            counts.unchecked.append(f"{name}: final totals, by rules of its own")
        by_edition = [list(_finals(game, game.rounds[-1], after, law)) for law in editions(book, _year(game, name))]
        for each in min(by_edition, key=len):
            yield LogDifference(name, "", each.about, each.written, each.scored)


def _year(game: GameRecord, name: str) -> int | None:
    """Return the year of the game from its id on Tenhou; None if unknown."""
    told = _DATED.search(f"{game.ref} {name}")
    return None if told is None else int(told[1])


_DATED: Final = re.compile(r"\b(20\d\d)\d{6}gm-")


def _best(
    likeliest: RoundRecord, book: Rulebook, place: int, readings: Readings | None
) -> tuple[RoundRecord, AuditedRound]:
    """Return the first order of play without mismatches and its audit, or the most likely order if all have some."""
    first = _audited(likeliest, book)
    if first.mismatches and readings is not None:
        for one in readings(place):
            audited = _audited(one, book)
            if not audited.mismatches:
                return one, audited
    return likeliest, first


def _audited(one: RoundRecord, book: Rulebook) -> AuditedRound:
    try:
        return audit_round(one, book)
    except (RecordError, HandError) as error:
        return AuditedRound(mismatches=[Mismatch("play", "a play", str(error))])


def _next(
    one: RoundRecord, after: Following | None, following: RoundRecord | None, game: GameRecord
) -> Iterator[Mismatch]:
    if following is None:
        if after is not None and after.round is not None and game.final_scores is not None:
            yield Mismatch("end", "the game is over", f"{_place(after.round)} follows")
        return
    begun = Round(following.prevailing_wind, following.dealer, following.counters, following.riichi_sticks)
    if after is not None and after.round != begun:
        yield Mismatch("next-round", _place(begun), "the game is over" if after.round is None else _place(after.round))
    if following.scores != one.scores_after:
        yield Mismatch("scores", row(following.scores), row(one.scores_after))


def _place(round_: Round) -> str:
    return f"{round_.name}-{round_.counters} with {round_.riichi_sticks} sticks"


def _finals(game: GameRecord, last: RoundRecord, after: Following | None, book: Rulebook) -> Iterator[Mismatch]:
    if after is None or game.final_scores is None:
        return
    closed = close_game(GamePoints(last.scores_after, after.riichi_sticks), book)
    if list(game.final_scores) != list(closed.scores):
        yield Mismatch("final-points", _parts(game.final_scores), _parts(closed.scores))
    if game.final_totals is not None and not game.own_rules and game.final_totals != closed.totals:
        yield Mismatch("final-totals", _parts(game.final_totals), _parts(closed.totals))


def _parts(values: Iterable[Fraction | int]) -> str:
    return " ".join(f"{float(value):g}" for value in values)

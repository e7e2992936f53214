"""Entries about rounds that another followed, or that are paid: confirmed, corrected and voided after all.

What they change of the books is amended forward. The rounds played since keep their facts; the one in play takes its
due name while nobody has acted in it, else the referee is told that another was played than was due.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from controller.journal import events as ev
from controller.journal.ledger import books_of, is_paid_later, pending, round_at, rounds_of
from controller.journal.reduce import reduce
from controller.journal.state import PastRound, Phase, TableState
from controller.referee.amendments import Amendment
from controller.referee.detect.finding import Finding
from controller.scoring.game.flow import Round
from controller.table.enter.entry import ClaimEntry
from controller.table.enter.refusals import Why
from controller.table.flow import close_game, following_round, is_last
from controller.text import Text


def target(entry: ClaimEntry, phases: Collection[Phase]) -> PastRound | None:
    """The round that an entry is about: the one it names, else the one in play in these phases, else the newest whose
    result waits; None where there is none. A round that its game, which is over, does not count is none.
    """
    state = entry.state
    if entry.claim.round is not None:
        told = round_at(state, entry.claim.round)
    elif state.phase in phases:
        told = round_at(state, state.rounds)
    else:
        told = next(reversed(pending(state)), None)
    uncounted = told is not None and told.round.outcome is None and books_of(state, told.game).game_over
    return None if uncounted else told


def absent(entry: ClaimEntry) -> Why:
    """Why there is no round that the entry could be about."""
    if entry.claim.round is not None and round_at(entry.state, entry.claim.round) is None:
        return Why.NO_ROUND
    return Why.PAID if entry.state.phase is Phase.SETTLEMENT else Why.NO_PLAY


def is_late(entry: ClaimEntry, told: PastRound) -> bool:
    """Whether the entry comes after the round's payment, or after another has followed."""
    return is_paid_later(entry.state, told.ordinal)


def amendment(entry: ClaimEntry, told: PastRound) -> Amendment:
    """Who amends that round, and why, as the entry has it."""
    return Amendment(told.ordinal, entry.claim.by, entry.at, entry.evidence, why=entry.claim.reason)


def with_sequel(entry: ClaimEntry, ordinal: int, events: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """The events with what follows from them: the round in play renamed or a note on it, and games ended anew."""
    done, state = list[ev.Event](), entry.state
    for event in events:
        done.append(event)
        state = reduce(state, event)
    for event in (*_sequel(entry, state, ordinal), *_ended_anew(entry, state, ordinal)):
        done.append(event)
    return tuple(done)


def _ended_anew(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    """The end of a game whose books an amendment has opened again."""
    told = round_at(state, ordinal)
    if told is not None and books_of(entry.state, told.game).game_over:
        yield from close_game(state, entry.rulebook, told.game, entry.at, entry.evidence, anew=True)


def _sequel(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    before, told = round_at(entry.state, ordinal), round_at(state, ordinal)
    if before is None or told is None:
        return
    since = next((each for each in rounds_of(state, told.game) if each.ordinal > ordinal), None)
    if since is None or is_last(state, told, entry.rulebook):
        return
    due, was = (following_round(each, row, entry.rulebook) for each, row in ((state, told), (entry.state, before)))
    if _place(due) == _place(was):
        return
    played = since.round
    if since.ordinal == state.rounds and not played.opened and played.outcome is None:
        if _place(due) != (played.prevailing_wind, played.dealer, played.counters):
            yield ev.RoundRenamed(
                at=entry.at,
                evidence=entry.evidence,
                prevailing_wind=due.prevailing_wind,
                number=due.dealer.turn(-state.first_dealer) + 1,
                dealer=due.dealer,
                counters=due.counters,
            )
        return
    one = Round(played.prevailing_wind, played.dealer, played.counters)
    if _place(one) != _place(due):
        detail = Text(
            f"{_name(state, one)} として打たれた。正しくは {_name(state, due)}。",
            f"Played as {_name(state, one)}; {_name(state, due)} was due.",
        )
        finding = Finding("round-not-due", detail, subject=f"round {since.ordinal} {_name(state, due)}")
        yield from entry.referee.raise_faults(state, (finding,), entry.at, entry.evidence, entry.frame)


def _place(round_: Round) -> tuple[object, ...]:
    return round_.prevailing_wind, round_.dealer, round_.counters


def _name(state: TableState, round_: Round) -> str:
    return f"{replace(round_, dealer=round_.dealer.turn(-state.first_dealer)).name}-{round_.counters}"

"""Entries about rounds that another followed, or that are paid: confirmed, corrected and voided after all.

What they change of the books is amended forward. The rounds played since keep their facts; the one in play takes its
due name while nobody has acted in it, else the referee is told that another was played than was due. Rounds whose names
were guesses, after an end that nobody saw, take their due names whatever was played in them, and pay by them.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from controller.journal import events as ev
from controller.journal.ledger import books_of, is_paid_later, pending, rests_on_unseen, round_at
from controller.journal.reduce import reduce
from controller.journal.reducers.ending import judged
from controller.journal.reducers.regrouped import is_regrouped
from controller.journal.state import PastRound, Phase, TableState
from controller.referee.amendments import Amendment, another_result
from controller.referee.detect.finding import Finding
from controller.riichi.seat import Wind
from controller.scoring.game.flow import Round
from controller.table.effects import LeftOpen
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.refusals import Why
from controller.table.flow import close_game, following_round, is_last, renamed, settle
from controller.table.follow.open_ends import fits, likeliest, recorded
from controller.table.follow.renaming import result_as
from controller.table.obstacles import all_obstacles
from controller.text import Text
from controller.views.referee import filled, round_name


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
    for follow in (_sequel, _ended_anew):
        for event in follow(entry, state, ordinal):
            done.append(event)
            state = reduce(state, event)
    return tuple(done)


def _ended_anew(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    """The ends of games whose books an amendment has opened again."""
    told = round_at(state, ordinal)
    if told is None:
        return
    if is_regrouped(entry.state, state):
        for game in range(told.game, state.game + 1):
            yield from close_game(state, entry.rulebook, game, entry.at, entry.evidence)
    elif books_of(entry.state, told.game).game_over:
        yield from close_game(state, entry.rulebook, told.game, entry.at, entry.evidence, anew=True)


def _sequel(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    before, told = round_at(entry.state, ordinal), round_at(state, ordinal)
    since = next(iter(_rounds_after(state, ordinal)), None)
    if before is None or told is None or since is None:
        return
    if rests_on_unseen(entry.state, since.ordinal):
        # Where games begin is a guess behind that end alone; a ruling on another round takes no game apart.
        yield from _named_anew(entry, state, told, regroups=before.round.unseen)
        return
    if since.game != told.game or is_last(state, told, entry.rulebook):
        return
    due, was = (following_round(each, row, entry.rulebook) for each, row in ((state, told), (entry.state, before)))
    if _place(due) == _place(was):
        return
    played = since.round
    if since.ordinal == state.rounds and not played.opened and played.outcome is None:
        if _place(due) != (played.prevailing_wind, played.dealer, played.counters):
            yield renamed(state, due, entry.at, entry.evidence)
        return
    yield from _not_due(entry, state, since, due)


def _rounds_after(state: TableState, ordinal: int) -> list[PastRound]:
    """Every later round of the sitting, the one in play included."""
    here = round_at(state, state.rounds)
    every = [*state.past, *([] if here is None else [here])]
    return [each for each in every if each.ordinal > ordinal]


def _named_anew(entry: ClaimEntry, state: TableState, told: PastRound, regroups: bool) -> Iterator[ev.Event]:
    """The due names of the rounds after one, which were guesses, and their results with what those pay.

    ``regroups``: and the due games; else what another game has begun with stays.

    A round that was not dealt by who was due stays as it was played, with those after it: the referee is told. So do
    rounds after a game that a person has ended.
    """
    for ordinal in [each.ordinal for each in _rounds_after(state, told.ordinal)]:
        before, since = round_at(state, told.ordinal), round_at(state, ordinal)
        assert before is not None
        assert since is not None
        told, begins = since, since.game != before.game
        over = before.round.outcome is not None and is_last(state, before, entry.rulebook)
        if before.round.unseen:
            over, likely = begins, likeliest(state, ordinal, entry.rulebook)
        else:
            likely = None
        first = Round(Wind.EAST, books_of(state, since.game).first_dealer)
        due = first if over else likely or following_round(state, before, entry.rulebook)
        if not fits(due, since.round):
            yield from _not_due(entry, state, since, due)
            return
        events: list[ev.Event] = []
        if over is not begins and not regroups:
            if over:
                yield from _not_due(entry, state, since, due)
            return
        if over is not begins:
            if begins and books_of(state, before.game).game_over:
                return
            events.append(_begun(entry, ordinal, over))
            state = reduce(state, events[-1])
        named = _named(entry, state, ordinal, due)
        for event in named or ():
            state = reduce(state, event)
        yield from (*events, *(named or ()))
        if named is None:
            yield from _not_due(entry, state, since, due)
            return


def _begun(entry: ClaimEntry, ordinal: int, begins: bool) -> ev.GameBeginAmended:
    start, stick = entry.rulebook.settlement.start_points.value, entry.rulebook.scoring.riichi_stick.value
    return ev.GameBeginAmended(
        at=entry.at,
        evidence=entry.evidence,
        round=ordinal,
        begins=begins,
        scores=(start, start, start, start),
        riichi_stick=stick,
    )


def _named(entry: ClaimEntry, state: TableState, ordinal: int, due: Round) -> tuple[ev.Event, ...] | None:
    """A round under that name, with its result as it is by that name; None where there could be no such result."""
    told = round_at(state, ordinal)
    assert told is not None
    if _place(recorded(told).round) == _place(due):
        return ()
    current = ordinal == state.rounds
    name = renamed(state, due, entry.at, entry.evidence, 0 if current else ordinal)
    if told.round.outcome is None or told.round.unseen:
        return (name,)
    state = reduce(state, name)
    result = result_as(state, told, due, entry.rulebook)
    if result is None:
        return None
    result = replace(result, at=entry.at, evidence=entry.evidence)
    return (name, *another_result(state, amendment(entry, told), result))


def by_its_name(entry: ClaimEntry, state: TableState) -> Iterator[ev.Event]:
    """The result of the round in play as its name has it again, where it waits for its confirmation."""
    told = round_at(state, state.rounds)
    if told is None or told.round.outcome is None or not told.round.pending:
        return
    outcome, result = told.round.outcome, result_as(state, told, recorded(told).round, entry.rulebook)
    if result is not None and judged(state, told.ordinal, result).payments != outcome.payments:
        yield replace(result, at=entry.at, evidence=entry.evidence)


def _not_due(entry: ClaimEntry, state: TableState, since: PastRound, due: Round) -> Iterator[ev.Event]:
    """The referee is told of a round that was played in place of the due one."""
    played = since.round
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


def settlement(entry: ClaimEntry) -> Answer:
    """The result of a round is confirmed as it stands."""
    told = target(entry, (Phase.RESULT,))
    if told is None or not told.round.pending:
        return refused(_unpaid(entry, told))
    if told.round.unseen:
        return refused(Why.END_UNSEEN, filled(Why.END_UNSEEN.told.text, round_name(entry.state, told.ordinal)))
    return settle(entry.state, entry.rulebook, entry.claim.by, entry.at, entry.evidence, told.ordinal), ()


def _unpaid(entry: ClaimEntry, told: PastRound | None) -> Why:
    """Why nothing of that round can be confirmed."""
    if told is None:
        if entry.claim.round is not None:
            return Why.NO_ROUND
        return Why.CONFIRMED if entry.state.phase is Phase.SETTLEMENT else Why.NO_RESULT
    return Why.NO_RESULT if told.round.outcome is None else Why.CONFIRMED


def settle_all(entry: ClaimEntry) -> Answer:
    """Every result that waits, in order, but for those that have to be looked at one by one: why is told."""
    state, events, left = entry.state, list[ev.Event](), list[LeftOpen]()
    waiting = all_obstacles(state, entry.rulebook)
    for ordinal, found in waiting.items():
        if found:
            left.append(LeftOpen(ordinal, round_name(state, ordinal), found[0].text))
            continue
        for event in settle(state, entry.rulebook, entry.claim.by, entry.at, entry.evidence, ordinal):
            events.append(event)
            state = reduce(state, event)
    if events:
        return events, tuple(left)
    return refused(Why.LOOK_FIRST, left[0].reason) if left else refused(Why.NO_RESULT)

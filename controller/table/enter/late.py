"""Entries about rounds that are paid or followed by another: late confirmations, corrections and voided rounds.

Changes of payments are added to the game's present points, and the chain of rounds is computed again from the amended
round to its end. Rounds played since keep their facts. The current round takes its due name and its due game while
nobody has acted in it; otherwise the referee is told that another round was due. Rounds whose names were guessed after
an unseen end take their due names regardless of their play, and are paid by those names.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from controller.journal import events as ev
from controller.journal.books import FOUR_ZEROS
from controller.journal.events import DrawKind
from controller.journal.ledger import books_of, is_paid_later, pending, rests_on_unseen, round_at, rounds_of
from controller.journal.reduce import reduce
from controller.journal.reducers.ending import judged
from controller.journal.reducers.regrouped import is_regrouped
from controller.journal.state import FaultState, PastRound, Phase, TableState
from controller.referee.amendments import Amendment, amended, another_result, result_amended
from controller.referee.detect.finding import Finding
from controller.referee.faults.kinds import WRONG_DEALER
from controller.referee.played_results import comes_to, due_result, is_agreed
from controller.referee.referee import BY_RECORD
from controller.referee.ruled_results import ends_round, void_round
from controller.riichi.seat import Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.table.effects import LeftOpen
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.refusals import Why
from controller.table.flow import close_game, following_round, is_last, renamed, settle
from controller.table.follow.open_ends import fits, likeliest, recorded
from controller.table.follow.renaming import result_as
from controller.table.follow.ways import RoundPlace
from controller.table.obstacles import all_obstacles
from controller.text import Text
from controller.views.referee import filled, round_name

_NOT_DUE: Final = "round-not-due"


def target(entry: ClaimEntry, phases: Collection[Phase]) -> PastRound | None:
    """Return the round that an entry is about, or None.

    It is the named round, else the current one if it is in these phases, else the newest with a waiting result. A round
    that does not count for its finished game is excluded.
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
    """Return why there is no round that the entry could be about."""
    if entry.claim.round is not None and round_at(entry.state, entry.claim.round) is None:
        return Why.NO_ROUND
    return Why.PAID if entry.state.phase is Phase.SETTLEMENT else Why.NO_PLAY


def is_late(entry: ClaimEntry, told: PastRound) -> bool:
    """True if the entry comes after the round's payment, or after a later round has begun."""
    return is_paid_later(entry.state, told.ordinal)


def amendment(entry: ClaimEntry, told: PastRound) -> Amendment:
    """Return who amends that round, when and why, from the entry."""
    return Amendment(told.ordinal, entry.claim.by, entry.stamp, why=entry.claim.reason)


def with_sequel(entry: ClaimEntry, ordinal: int, events: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """Return the events and their consequences for all later rounds: renamed or noted rounds, games ended again."""
    done, state = list[ev.Event](), entry.state
    for event in events:
        done.append(event)
        state = reduce(state, event)
    for follow in (_dealt_out_of_turn, _sequel, _ended_anew):
        for event in follow(entry, state, ordinal):
            done.append(event)
            state = reduce(state, event)
    return tuple(done)


def _ended_anew(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    """Yield the ends of games whose books an amendment has reopened, or reopen a game that goes on after all."""
    told = round_at(state, ordinal)
    if told is None:
        return
    if is_regrouped(entry.state, state):
        for game in range(told.game, state.game + 1):
            yield from close_game(state, entry.rulebook, game, entry.stamp)
        return
    by_hand = books_of(entry.state, told.game).game_over and not _is_played_out(entry, entry.state, told.game)
    goes_on = told.game == state.game and not by_hand and not _is_played_out(entry, state, told.game)
    if goes_on and books_of(state, told.game).game_over:
        # No payment has changed, which would have reopened the books.
        opened = ev.PaymentsAmended(**entry.stamp, round=ordinal, deltas=FOUR_ZEROS, by=entry.claim.by)
        yield opened
        return
    yield from close_game(state, entry.rulebook, told.game, entry.stamp, anew=by_hand)


def _is_played_out(entry: ClaimEntry, state: TableState, game: int) -> bool:
    """True if no further round follows in the game by its results."""
    last = [None, *rounds_of(state, game)][-1]
    return last is not None and last.round.outcome is not None and is_last(state, last, entry.rulebook)


def _sequel(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    before, told = round_at(entry.state, ordinal), round_at(state, ordinal)
    later = _rounds_after(state, ordinal)
    if before is None or told is None or not later:
        return
    if rests_on_unseen(entry.state, later[0].ordinal):
        # Only after that end is the start of a game a guess; a ruling on another round does not regroup rounds.
        yield from _named_anew(entry, state, told, regroups=before.round.unseen)
        return
    for since in later:
        due, was = (_due(each, since.ordinal, entry.rulebook) for each in (state, entry.state))
        if due is None or due == was:
            continue
        if since.ordinal == state.rounds and not since.round.opened and since.round.outcome is None:
            follows = _begun_as(entry, state, since, due)
        elif due == recorded(since) or (since.round.outcome is not None and since.round.outcome.draw is DrawKind.VOID):
            # A void round was not played in place of the due one.
            follows = _due_after_all(entry, state, since)
        else:
            follows = _not_due(entry, state, since, due.round)
        for event in tuple(follows):
            state = reduce(state, event)
            yield event


def _dealt_out_of_turn(entry: ClaimEntry, state: TableState, ordinal: int) -> Iterator[ev.Event]:
    """Void the rounds after one of the wrong dealer until the due dealer has dealt (npm art. 14).

    A round that turns out to be dealt in turn counts again as it was played.
    """
    cause: FaultState | None = None
    here = round_at(state, ordinal)
    rounds = () if here is None else [each.ordinal for each in rounds_of(state, here.game)]
    for number in rounds:
        told = round_at(state, number)
        assert told is not None
        if told.round.outcome is None or told.round.unseen:
            return
        own, due = _of_wrong_dealer(state, number), None if cause is None else _due(state, number, entry.rulebook)
        wrong = due is not None and due.game == told.game and due.round.dealer is not told.round.dealer
        event = _void_or_played(entry, state, told, cause if wrong and own is None else None)
        for each in () if event is None else amended(state, amendment(entry, told), [event]):
            state = reduce(state, each)
            yield each
        cause = own or (cause if wrong else None)


def _of_wrong_dealer(state: TableState, ordinal: int) -> FaultState | None:
    """Return the ruling that voids a round because of the wrong dealer; None if there is none."""
    return next(
        (
            each
            for each in state.faults
            if each.round == ordinal and each.fault.code == WRONG_DEALER and ends_round(each)
        ),
        None,
    )


def _void_or_played(
    entry: ClaimEntry, state: TableState, told: PastRound, cause: FaultState | None
) -> ev.ResultAmended | None:
    """Return the round voided by a ruling on an earlier one, or reinstated if there is none now; None if unchanged."""
    outcome, played, case = told.round.outcome, told.round.played, amendment(entry, told)
    is_void = outcome is not None and outcome.draw is DrawKind.VOID
    if cause is not None:
        return (
            None
            if is_void
            else result_amended(case, void_round(state, told, ev.Stamp(at=entry.at, evidence=()), cause.fault.id))
        )
    due = due_result(state, told, entry.rulebook) if is_void and played is not None else None
    if due is None or played is None or (isinstance(due, ev.RoundDrawn) and due.kind is DrawKind.VOID):
        return None
    restored = comes_to(state, told, played, entry.rulebook)
    # An unconfirmed result waits again, even if the round was confirmed as void meanwhile.
    waits = not is_agreed(state, told, entry.rulebook)
    return result_amended(case, due, restored, reworked=not restored, proposed=waits)


def _due(state: TableState, ordinal: int, rulebook: Rulebook) -> RoundPlace | None:
    """Return the place that a round has by the round before it, without sticks; None if that round's end is unseen."""
    before = next((each for each in reversed(state.past) if each.ordinal < ordinal), None)
    if before is None or before.round.unseen:
        return None
    if before.round.outcome is None:
        return recorded(before)
    if is_last(state, before, rulebook):
        return RoundPlace(before.game + 1, Round(Wind.EAST, state.first_dealer))
    return RoundPlace(before.game, replace(following_round(state, before, rulebook), riichi_sticks=0))


def _begun_as(entry: ClaimEntry, state: TableState, since: PastRound, due: RoundPlace) -> Iterator[ev.Event]:
    """Rename the round in which nobody has acted to the due one, and move it to the due game."""
    begins = next(rounds_of(state, since.game)).ordinal == since.ordinal
    first = books_of(state, due.game).first_dealer
    if due.game != since.game and ((due.game < since.game and not begins) or first is not state.first_dealer):
        yield from _not_due(entry, state, since, due.round)
        return
    if due.game != since.game:
        yield _begun(entry, since.ordinal, due.game > since.game)
    if _place(recorded(since).round) != _place(due.round):
        yield renamed(state, due.round, entry.stamp)


def _due_after_all(entry: ClaimEntry, state: TableState, since: PastRound) -> Iterator[ev.Event]:
    """Clear the faults of that round which say that another round was due."""
    for each in state.open_faults():
        if each.fault.code == _NOT_DUE and each.fault.subject.startswith(f"round {since.ordinal} "):
            yield ev.FaultDecided(**entry.stamp, fault=each.fault.id, decision=ev.Decision.CLEARED, by=BY_RECORD)


def _rounds_after(state: TableState, ordinal: int) -> list[PastRound]:
    """Return every later round of the sitting, including the one in play."""
    here = round_at(state, state.rounds)
    every = [*state.past, *([] if here is None else [here])]
    return [each for each in every if each.ordinal > ordinal]


def _named_anew(entry: ClaimEntry, state: TableState, told: PastRound, regroups: bool) -> Iterator[ev.Event]:
    """Yield the due names of the rounds after ``told``, which were guesses, and their results under those names.

    ``regroups``: assign the due games as well; otherwise the rounds of a game that has begun stay in it. A round not
    dealt by the due dealer stays as it was played, with those after it, and the referee is informed. So do rounds after
    a game that a person has ended.
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
        **entry.stamp, round=ordinal, begins=begins, scores=(start, start, start, start), riichi_stick=stick
    )


def _named(entry: ClaimEntry, state: TableState, ordinal: int, due: Round) -> tuple[ev.Event, ...] | None:
    """Return a round's new name with its result under that name; None if no such result is possible."""
    told = round_at(state, ordinal)
    assert told is not None
    if _place(recorded(told).round) == _place(due):
        return ()
    current = ordinal == state.rounds
    name = renamed(state, due, entry.stamp, 0 if current else ordinal)
    if told.round.outcome is None or told.round.unseen:
        return (name,)
    state = reduce(state, name)
    result = result_as(state, told, due, entry.rulebook)
    if result is None:
        return None
    result = replace(result, **entry.stamp)
    return (name, *another_result(state, amendment(entry, told), result))


def by_its_name(entry: ClaimEntry, state: TableState) -> Iterator[ev.Event]:
    """Yield the result of the round in play recomputed under its name, if it waits and now pays otherwise."""
    told = round_at(state, state.rounds)
    if told is None or told.round.outcome is None or not told.round.pending:
        return
    outcome, result = told.round.outcome, result_as(state, told, recorded(told).round, entry.rulebook)
    if result is not None and judged(state, told.ordinal, result).payments != outcome.payments:
        yield replace(result, **entry.stamp)


def _not_due(entry: ClaimEntry, state: TableState, since: PastRound, due: Round) -> Iterator[ev.Event]:
    """Inform the referee of a round that was played in place of the due one."""
    played = since.round
    one = Round(played.prevailing_wind, played.dealer, played.counters)
    if _place(one) != _place(due):
        detail = Text(
            f"{_name(state, one)} として打たれました。正しくは {_name(state, due)}。",
            f"Played as {_name(state, one)}; {_name(state, due)} was due.",
        )
        finding = Finding(_NOT_DUE, detail, subject=f"round {since.ordinal} {_name(state, due)}")
        yield from entry.referee.raise_faults(state, (finding,), entry.stamp, entry.frame)


def _place(round_: Round) -> tuple[object, ...]:
    return round_.prevailing_wind, round_.dealer, round_.counters


def _name(state: TableState, round_: Round) -> str:
    return f"{replace(round_, dealer=round_.dealer.turn(-state.first_dealer)).name}-{round_.counters}"


def settlement(entry: ClaimEntry) -> Answer:
    """Confirm the result of a round unchanged."""
    told = target(entry, (Phase.RESULT,))
    if told is None or not told.round.pending:
        return refused(_unpaid(entry, told))
    if told.round.unseen:
        return refused(Why.END_UNSEEN, filled(Why.END_UNSEEN.refusal.text, round_name(entry.state, told.ordinal)))
    return settle(entry.state, entry.rulebook, entry.claim.by, entry.stamp, told.ordinal), ()


def _unpaid(entry: ClaimEntry, told: PastRound | None) -> Why:
    """Return why nothing of that round can be confirmed."""
    if told is None:
        if entry.claim.round is not None:
            return Why.NO_ROUND
        return Why.CONFIRMED if entry.state.phase is Phase.SETTLEMENT else Why.NO_RESULT
    return Why.NO_RESULT if told.round.outcome is None else Why.CONFIRMED


def settle_all(entry: ClaimEntry) -> Answer:
    """Confirm every waiting result in order; results that a person has to check are left, with the reason."""
    state, events, left = entry.state, list[ev.Event](), list[LeftOpen]()
    waiting = all_obstacles(state, entry.rulebook)
    for ordinal, found in waiting.items():
        if found:
            left.append(LeftOpen(ordinal, round_name(state, ordinal), found[0].text))
            continue
        for event in settle(state, entry.rulebook, entry.claim.by, entry.stamp, ordinal):
            events.append(event)
            state = reduce(state, event)
    if events:
        return events, tuple(left)
    return refused(Why.LOOK_FIRST, left[0].reason) if left else refused(Why.NO_RESULT)

"""Entries of people: faults, decisions on them, confirmations, time up; and how a decision is undone."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from controller.errors import JantakuError
from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind
from controller.journal.ledger import is_paid_later, pot_at
from controller.journal.reduce import reduce
from controller.journal.state import FaultState, Phase, RoundState, TableState
from controller.ports.referee import ClaimKind
from controller.ports.table import OTHER_BOARD
from controller.referee.amendments import another_result
from controller.referee.detect.finding import Finding
from controller.referee.faults.devices import END_UNSEEN
from controller.referee.faults.kinds import FAULT_KINDS, is_trouble
from controller.referee.faults.manners import is_manner
from controller.referee.faults.penalties import may_settle_among_players
from controller.referee.faults.remedies import is_lawful
from controller.referee.referee import clear, find_open
from controller.referee.ruled_results import void_round
from controller.referee.rules.duties import dora_turner
from controller.referee.rules.riichi_acts import may_take_back, riichi_moment
from controller.referee.rules.winners import DEAD
from controller.referee.rulings import Upheld, uphold
from controller.referee.undoing import cancel_riichi
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.scoring.game.flow import abortive_draws
from controller.table.compatibility import due_rolls
from controller.table.effects import Refuse, TakeBoard
from controller.table.enter import clock, corrections, points
from controller.table.enter.entry import Answer, ClaimEntry, Handler, place_of, refused, unfit
from controller.table.enter.first_acts import explained, is_open
from controller.table.enter.late import (
    absent,
    amendment,
    by_its_name,
    is_late,
    settle_all,
    settlement,
    target,
    with_sequel,
)
from controller.table.enter.refusals import Why
from controller.table.enter.unseen import dealt, draw_barred, next_round, state_riichi
from controller.table.enter.voices import counted_in_time, state_voices
from controller.table.flow import dealer_may_stop, end_game, settle
from controller.table.infer.aborted import abort
from controller.table.infer.ending import drawn, drawn_with
from controller.table.phases import may_happen
from controller.text import Text
from controller.views.policy import Release, recorded
from controller.views.referee import filled

_PIPS: Final = 6
_DEAD_TENPAI: Final = Text("アガリ放棄後のテンパイです。", "After the right to win was lost: tenpai.")
_AUTOMATIC: Final = "automatic"
_TAKEN_BACK: Final = "riichi-taken-back"
_WRONG_TURNER: Final = "dora-wrong-turner"
_RIICHI_STANDS: Final = (Phase.DEALT, Phase.PLAY, Phase.RESULT)
_DRAWABLE: Final = (Phase.PLAY, Phase.RESULT, Phase.SETTLEMENT)
_RUNNING: Final = (Phase.DEALT, Phase.PLAY, Phase.RESULT)
_STOPPABLE: Final = (Phase.WALLS_UP, Phase.DICE, Phase.BROKEN, Phase.DEALT, Phase.PLAY, Phase.RESULT)


def claimed(entry: ClaimEntry) -> Answer:
    """Return the events of an entry, or why it is impossible now and what to do first. A decision can be undone."""
    events, effects = answered(entry)
    return events, tuple(
        explained(each, entry, answered, lambda after: is_open(answered(after))) if isinstance(each, Refuse) else each
        for each in effects
    )


def answered(entry: ClaimEntry) -> Answer:
    """Return the events of an entry; also refused if the record cannot accept all of them."""
    begun, met = dealt(entry)
    events, effects = _HANDLERS[met.claim.kind](met)
    if any(isinstance(each, Refuse) for each in effects):
        return (), effects
    events = tuple(events)
    if not all(may_happen(each, met.state.phase) for each in events):
        # A ruling on play proves that there was play: repeat it on the state after the start of play.
        played, met = dealt(met, played=True)
        begun, events = (*begun, *played), tuple(_HANDLERS[met.claim.kind](met)[0]) if played else events
    reseated = any(isinstance(event, ev.PlayersSeated) and event.since for event in events)
    if met.claim.kind in DECIDING and not reseated:
        decided = (*begun, *events, *_close_unseen_end(met, events))
        ordinal = _about_earlier(met, decided)
        events = (_taken(met, ordinal), *(with_sequel(met, ordinal, decided) if ordinal else decided))
    return unfit(entry, events) or (events, effects)


def _close_unseen_end(entry: ClaimEntry, events: Iterable[ev.Event]) -> Iterator[ev.FaultDecided]:
    """Close the fault of an unseen end once a person has entered how that round ended."""
    told = {event.round for event in events if isinstance(event, ev.ResultAmended)}
    told |= {entry.state.rounds for event in events if isinstance(event, ev.RoundWon | ev.RoundDrawn)}
    for each in entry.state.open_faults():
        if each.fault.code == END_UNSEEN and each.round in told:
            yield ev.FaultDecided(**entry.stamp, fault=each.fault.id, decision=Decision.UPHELD, by=entry.claim.by)


def _taken(entry: ClaimEntry, ordinal: int) -> ev.DecisionTaken:
    claim = entry.claim
    return ev.DecisionTaken(
        **entry.stamp,
        what=claim.kind.value,
        subject=claim.subject,
        by=claim.by,
        round=ordinal,
        place=place_of(claim, ordinal or entry.state.rounds),
    )


def _about_earlier(entry: ClaimEntry, events: Iterable[ev.Event]) -> int:
    """Return the earlier round that a decision amends after its payment or after a later round began; 0 if none."""
    if any(isinstance(event, ev.SettlementConfirmed) for event in events):
        return 0
    for event in events:
        if isinstance(event, ev.FaultDecided | ev.FaultReviewed):
            found = next((each for each in entry.state.faults if each.fault.id == event.fault), None)
            if found is not None and is_paid_later(entry.state, found.round):
                return found.round
        if isinstance(event, ev.ResultAmended | ev.ResultConfirmed) and is_paid_later(entry.state, event.round):
            return event.round
    return 0


def automatic(state: TableState, rulebook: Rulebook, raised: ev.FaultRaised) -> Iterator[ev.Event]:
    """Uphold a fault as the book says if the venue decides its kind automatically."""
    standing = find_open(state, raised.fault.id)
    if standing is None or is_trouble(raised.fault.code):
        return
    case = Upheld(state, rulebook, standing, _AUTOMATIC, raised.stamp)
    if case.needs_seat or case.left_open:
        return
    yield ev.DecisionTaken(
        **raised.stamp, what=_AUTOMATIC, subject=raised.fault.id, by=_AUTOMATIC, place=f"fault {raised.fault.id}"
    )
    yield from uphold(case)


def _draw(entry: ClaimEntry) -> Answer:
    told, claim = target(entry, (Phase.DEALT, Phase.PLAY, Phase.RESULT)), entry.claim
    aborts = claim.subject not in ("", DrawKind.EXHAUSTIVE.value)
    # Without a camera, all play comes after the deal.
    from_deal = aborts or not entry.venue.seen
    if told is None or told.round.phase not in (*_DRAWABLE, *([Phase.DEALT] if from_deal else [])):
        return refused(absent(entry) if told is None else Why.PHASE)
    kind = next((each for each in abortive_draws(entry.rulebook) if each.value == claim.subject), None)
    why = Why.NO_ABORT if aborts and kind is None else draw_barred(entry, told.round, kind)
    if why is not None:
        return refused(why)
    late = is_late(entry, told)
    if kind is not None:
        seats = claim.seats or ()
        told_so = abort(entry.state, told.round, kind, entry.rulebook, entry.stamp, seats, claim.by)
    elif not late:
        told_so = _exhausted(entry, told.round)
    else:
        sticks = pot_at(entry.state, told.ordinal)
        as_told = drawn_with(told.round, sticks, entry.rulebook, entry.stamp, claim.seats, claim.by, claim.nagashi)
        told_so = iter((as_told,))
    if not late:
        return told_so, ()
    *_, result = told_so
    assert isinstance(result, ev.RoundDrawn)
    return another_result(entry.state, amendment(entry, told), result), ()


def _exhausted(entry: ClaimEntry, round_: RoundState) -> Iterator[ev.Event]:
    """Yield the exhaustive draw of the round in play."""
    claim = entry.claim
    # A player without the right to win cannot declare tenpai; naming the seat records that it did.
    dead = [seat for seat in claim.seats or () if round_.lost_right[seat]]
    found = [Finding(DEAD, _DEAD_TENPAI, seat, seat.name, claim.by) for seat in dead]
    yield from entry.referee.raise_faults(entry.state, found, entry.stamp, entry.frame)
    yield from drawn(entry.state, round_, entry.rulebook, entry.stamp, claim.seats, claim.by, claim.nagashi)


def _closed(entry: ClaimEntry) -> Why:
    """Return why that fault is not open."""
    return Why.DECIDED if any(each.fault.id == entry.claim.subject for each in entry.state.faults) else Why.NO_FAULT


def _first(decision: Decision) -> Handler:
    """Return the handler that makes the first decision on a fault."""

    def decide(entry: ClaimEntry) -> Answer:
        standing = find_open(entry.state, entry.claim.subject)
        if standing is None:
            return refused(_closed(entry))
        if is_trouble(standing.fault.code) and entry.claim.kind not in FAULT_KINDS[standing.fault.code].acts:
            return _of_trouble(standing)
        events, effects = _ruled(entry, standing, decision)
        counted = (
            (*counted_in_time(entry, standing), *clock.counted(entry, standing))
            if decision is Decision.DISMISSED
            else ()
        )
        return (*events, *counted), effects

    return decide


def _of_trouble(standing: FaultState) -> Answer:
    """Refuse a ruling on device trouble, and say what to do about it."""
    fault, why = standing.fault, filled(Why.FOR_SERVICE.refusal.text, standing.fault.name)
    return refused(Why.FOR_SERVICE, Text(why.ja + fault.remedy.text.ja, f"{why.en} {fault.remedy.text.en}"))


def _review(entry: ClaimEntry) -> Answer:
    """Decide a fault again that is already decided; the reason is recorded."""
    faults = (each for each in entry.state.faults if each.fault.id == entry.claim.subject and each.decision is not None)
    standing = next(faults, None)
    if standing is None:
        return refused(Why.NOT_DECIDED if find_open(entry.state, entry.claim.subject) else Why.NO_FAULT)
    if is_trouble(standing.fault.code):
        return _of_trouble(standing)
    try:
        decision = Decision(entry.claim.decision)
    except ValueError:
        return refused(Why.NO_RULING)
    if decision is Decision.CLEARED:
        return refused(Why.NO_RULING)
    return _ruled(entry, standing, decision)


def _ruled(entry: ClaimEntry, standing: FaultState, decision: Decision) -> Answer:
    claim = entry.claim
    try:
        penalty = Penalty(claim.penalty) if claim.penalty else None
        after = AfterChombo(claim.after) if claim.after else None
        beside = BesideWin(claim.beside_win) if claim.beside_win else None
    except ValueError:
        return refused(Why.NO_RULING)
    case = Upheld(
        *(entry.state, entry.rulebook, standing, claim.by, entry.stamp, penalty, after, decision),
        claim.seat if claim.seat is not None else standing.seat,
        claim.reason,
        beside,
    )
    if case.needs_seat or (entry.venue.asks and case.left_open):
        return refused(Why.NO_SEAT if case.needs_seat else Why.BESIDE_WIN)
    return tuple(uphold(case)), ()


def _settle_fault(entry: ClaimEntry) -> Answer:
    """Close a fault by consent of the players where the book allows it; it is not raised again."""
    standing = find_open(entry.state, entry.claim.subject)
    if standing is None:
        return refused(_closed(entry))
    if is_trouble(standing.fault.code):
        return _of_trouble(standing)
    if not may_settle_among_players(entry.rulebook).allowed:
        return refused(Why.NO_CONSENT)
    return _ruled(entry, standing, Decision.SETTLED)


def _was_settled(entry: ClaimEntry) -> bool:
    """True if the players have settled the same fault of that seat in this round (npm, appendix)."""
    return any(
        (each.fault.code, each.fault.seat) == (entry.claim.subject, entry.claim.seat)
        and each.round == entry.state.rounds
        and each.decision is Decision.SETTLED
        for each in entry.state.faults
    )


def _report(entry: ClaimEntry) -> Answer:
    code = entry.claim.subject
    if code not in FAULT_KINDS:
        return refused(Why.NO_CODE)
    if is_lawful(code, entry.rulebook):
        return refused(Why.UNSPOKEN if is_manner(code) else Why.ALLOWED)
    if _is_due(entry):
        return refused(Why.ALLOWED)
    if _was_settled(entry):
        return refused(Why.SETTLED)
    ordinal = entry.claim.round
    told = None if ordinal in (None, entry.state.rounds) else target(entry, ())
    if told is None and ordinal not in (None, entry.state.rounds):
        return refused(Why.NO_ROUND)
    detail = Text(f"{entry.claim.by}の入力です。", f"Entered by {entry.claim.by}.")
    finding = Finding(code, detail, entry.claim.seat, f"entered {entry.number}", entry.claim.by)
    return entry.referee.raise_faults(entry.state, (finding,), entry.stamp, entry.frame, told), ()


def _is_due(entry: ClaimEntry) -> bool:
    """True if the act is the seat's right or duty at that moment: a riichi retracted in time, the indicator turned."""
    round_, seat = entry.state.round, entry.claim.seat
    if round_ is None or seat is None:
        return False
    if entry.claim.subject == _WRONG_TURNER:
        return dora_turner(round_, entry.rulebook) is seat
    in_time = may_take_back(riichi_moment(round_, seat), entry.rulebook).allowed
    return entry.claim.subject == _TAKEN_BACK and in_time


def _void(entry: ClaimEntry) -> Answer:
    told = target(entry, _STOPPABLE)
    if told is None or (told.round.phase not in _STOPPABLE and told.round.phase is not Phase.SETTLEMENT):
        return refused(absent(entry))
    void = void_round(entry.state, told, entry.stamp)
    return another_result(entry.state, amendment(entry, told), void) if is_late(entry, told) else (void,), ()


def _cancel_riichi(entry: ClaimEntry) -> Answer:
    round_, seat = entry.state.round, entry.claim.seat
    events = () if round_ is None or seat is None else tuple(cancel_riichi(round_, seat, entry.stamp))
    if round_ is None or seat is None or not events or entry.state.phase not in _RIICHI_STANDS:
        return refused(Why.NO_RIICHI)
    # A misread riichi that is corrected is dismissed; a real one is reported if it may not be retracted.
    against = may_take_back(riichi_moment(round_, seat), entry.rulebook)
    found = [] if against.allowed else [Finding(_TAKEN_BACK, against.grounds[0].text, seat, seat.name, entry.claim.by)]
    return (*events, *entry.referee.raise_faults(entry.state, found, entry.stamp, entry.frame)), ()


def _dealer_stops(entry: ClaimEntry) -> Answer:
    """End the game for the leading dealer of the last round, at its settlement or after it."""
    if entry.state.game_over:
        return refused(Why.GAME_OVER)
    if entry.state.phase not in (Phase.RESULT, Phase.SETTLEMENT):
        return refused(Why.NO_RESULT)
    if not dealer_may_stop(entry.state, entry.rulebook):
        return refused(Why.NO_STOP)
    if entry.state.phase is Phase.SETTLEMENT:
        return end_game(entry.state, entry.rulebook, entry.stamp), ()
    return settle(entry.state, entry.rulebook, entry.claim.by, entry.stamp, dealer_stops=True), ()


def _end_game(entry: ClaimEntry) -> Answer:
    if entry.state.game_over:
        return refused(Why.GAME_OVER)
    if entry.state.phase is not Phase.SETTLEMENT:
        return refused(Why.NOT_SETTLED if entry.state.phase in _RUNNING else Why.NEXT_BEGUN)
    return end_game(entry.state, entry.rulebook, entry.stamp), ()


def _dice(entry: ClaimEntry) -> Answer:
    """Record the dice as read by a person, where neither table nor camera can report them."""
    round_, venue, pips = entry.state.round, entry.venue, entry.claim.pips
    if round_ is None or entry.state.phase not in (Phase.WALLS_UP, Phase.DICE) or not venue.work.uses_dice:
        return refused(Why.NO_DICE)
    due = max(1, due_rolls(entry.rulebook, venue.work))
    roll = entry.claim.index or min(len(round_.rolls) + 1, due)
    if len(pips) != venue.dice or not all(1 <= each <= _PIPS for each in pips) or not 1 <= roll <= due:
        return refused(Why.NO_PIPS)
    rolled = ev.DiceRolled(**entry.stamp, roll=roll, pips=pips, by=entry.claim.by)
    return (rolled,), ()


def _undo(entry: ClaimEntry) -> Answer:
    undo = entry.state.undo
    if undo is None:
        return refused(Why.NOTHING_TO_UNDO)
    # An automatic decision carries the camera's time, not the console's, so it can be undone without a time limit.
    if undo.what != _AUTOMATIC and entry.at - undo.at > entry.venue.undo_s:
        return refused(Why.TOO_LATE)
    undone = ev.DecisionUndone(**entry.stamp, back_to=undo.before.phase.value, by=entry.claim.by)
    return (undone, *(by_its_name(entry, reduce(entry.state, undone)) if undo.round else ())), ()


def _set_release(entry: ClaimEntry) -> Answer:
    """Change the release policy, with a reason; earlier evidence stays under the earlier policy."""
    claim = entry.claim
    if not claim.reason.strip():
        return refused(Why.NO_REASON)
    try:
        rule = Release.parse(claim.subject, entry.venue.release_floor_s)
    except JantakuError:
        return refused(Why.UNKNOWN_RELEASE)
    if rule == recorded(entry.state.release):
        return refused(Why.SAME_RELEASE)
    changed = ev.ReleaseChanged(
        **entry.stamp, policy=rule.when.value, delay_s=rule.delay_s, by=claim.by, why=claim.reason.strip()
    )
    return (changed,), ()


def _set_judging(entry: ClaimEntry) -> Answer:
    """Change which faults the venue decides automatically, or which readings it shares; open faults stay unchanged."""
    claim = entry.claim
    if claim.subject not in {each.value for each in ev.JudgedBy} or not set(claim.names) <= FAULT_KINDS.keys():
        return refused(Why.UNKNOWN_JUDGING)
    if claim.names == getattr(entry.state, claim.subject):
        return refused(Why.SAME_JUDGING)
    changed = ev.JudgingChanged(
        **entry.stamp, name=ev.JudgedBy(claim.subject), codes=claim.names, by=claim.by, why=claim.reason.strip()
    )
    return (changed,), ()


def _accept_board(entry: ClaimEntry) -> Answer:
    """Confirm that the board was replaced: a person has checked it and gives a reason."""
    claim, state = entry.claim, entry.state
    if not claim.reason.strip():
        return refused(Why.NO_REASON)
    if claim.subject == state.board:
        return refused(Why.SAME_BOARD)
    seen = tuple(clear(state, OTHER_BOARD, claim.subject, entry.stamp))
    if not seen:
        return refused(Why.UNSEEN_BOARD)
    named = ev.BoardNamed(**entry.stamp, board=claim.subject, by=claim.by, why=claim.reason.strip())
    return (named, *seen), (TakeBoard(claim.subject),)


_HANDLERS: Final[Mapping[ClaimKind, Handler]] = MappingProxyType(
    {
        ClaimKind.CONFIRM_SETTLEMENT: settlement,
        ClaimKind.CONFIRM_ALL: settle_all,
        ClaimKind.CONFIRM_DRAW: _draw,
        ClaimKind.UPHOLD_FAULT: _first(Decision.UPHELD),
        ClaimKind.DISMISS_FAULT: _first(Decision.DISMISSED),
        ClaimKind.CORRECT_FAULT: _first(Decision.CORRECTED),
        ClaimKind.REVIEW_FAULT: _review,
        ClaimKind.SETTLE_FAULT: _settle_fault,
        ClaimKind.REPORT_FAULT: _report,
        ClaimKind.VOID_ROUND: _void,
        ClaimKind.CANCEL_RIICHI: _cancel_riichi,
        ClaimKind.TIME_UP: clock.call,
        ClaimKind.END_GAME: _end_game,
        ClaimKind.DEALER_STOPS: _dealer_stops,
        ClaimKind.STATE_POINTS: points.stated,
        ClaimKind.UNDO: _undo,
        ClaimKind.ANSWER_QUESTION: corrections.answer,
        ClaimKind.CORRECT_DISCARD: corrections.correct_discard,
        ClaimKind.CORRECT_INDICATOR: corrections.correct_indicator,
        ClaimKind.CORRECT_HAND: corrections.correct_hand,
        ClaimKind.ENTER_RESULT: corrections.enter_result,
        ClaimKind.SEAT_PLAYERS: corrections.seat_players,
        ClaimKind.STATE_DICE: _dice,
        ClaimKind.STATE_VOICES: state_voices,
        ClaimKind.START_CLOCK: clock.start,
        ClaimKind.STOP_CLOCK: clock.stop,
        ClaimKind.SET_CLOCK: clock.put,
        ClaimKind.ADD_TIME: clock.add,
        ClaimKind.TIME_BACK: clock.take_back,
        ClaimKind.SET_RELEASE: _set_release,
        ClaimKind.SET_JUDGING: _set_judging,
        ClaimKind.ACCEPT_BOARD: _accept_board,
        ClaimKind.NEXT_ROUND: next_round,
        ClaimKind.STATE_RIICHI: state_riichi,
    }
)
_NO_DECISIONS: Final = (
    *(ClaimKind.UNDO, ClaimKind.REPORT_FAULT, ClaimKind.STATE_POINTS),
    *(ClaimKind.SET_RELEASE, ClaimKind.SET_JUDGING, ClaimKind.ACCEPT_BOARD, ClaimKind.NEXT_ROUND),
)
DECIDING: Final = frozenset(ClaimKind) - frozenset(_NO_DECISIONS)
"""Kinds of entry that can be undone for a while."""

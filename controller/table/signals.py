"""Signals of the table as events. A signal that does not fit the phase raises a fault or first ends the round."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from controller.journal import events as ev
from controller.journal.books import FOUR_ZEROS
from controller.journal.events import DrawKind
from controller.journal.ledger import unseen_ends
from controller.journal.reduce import reduce
from controller.journal.state import PastRound, Phase, TableState
from controller.machine.facts import USUAL_WORK, TableWork
from controller.machine.labels import worn_words
from controller.machine.stopwatch import WORK_NAMES, MachineWork
from controller.ports.table import OTHER_BOARD, SignalKind, TableSignal
from controller.referee.detect.finding import Finding, trouble, trouble_code, trouble_subject
from controller.referee.faults.devices import MAINTENANCE
from controller.referee.referee import Referee, clear
from controller.referee.rules.abortive import due_by_record
from controller.referee.rules.winners import SAME_TIME_S
from controller.rulebooks.rulebook import Rulebook
from controller.table import flow
from controller.table.follow.open_ends import places_of, recorded
from controller.table.infer.aborted import abort
from controller.table.infer.sweeping import withdrawn
from controller.table.infer.wins import claimed_tile, won_hands
from controller.table.obstacles import obstacles
from controller.table.unseen_end import unseen_end
from controller.table.venue import SWEEP_S
from controller.text import Text
from controller.views.referee import RULING

_NOW_AND_USUAL: Final = 2
_SETTING_UP: Final = (Phase.WALLS_UP, Phase.DICE, Phase.BROKEN, Phase.DEALT)
_EARLY: Final = Text("精算の確定前にセットボタンが押されました。", "The set button was pressed before the settlement.")
_DURING: Final = Text("局の途中でセットボタンが押されました。", "The set button was pressed during the round.")


@dataclass(frozen=True, slots=True)
class Report:
    """A signal with the state it applies to; ``number``: its evidence id.

    ``in_play``: it was reported after a link failure, and discards are on the table; ``same_time_s`` and ``sweep_s``:
    settings of the venue. ``blind``: the camera did not see what led to it. ``patchy``: the camera did not see the
    whole round. ``lags``: a hand is open and the table shows more than the record. ``spent``: no tile is left to be
    drawn.
    """

    signal: TableSignal
    number: int
    state: TableState
    rulebook: Rulebook
    auto_settle: bool
    work: TableWork = USUAL_WORK
    in_play: bool = False
    same_time_s: float = SAME_TIME_S
    sweep_s: float = SWEEP_S
    blind: bool = False
    patchy: bool = False
    lags: bool = False
    spent: bool = False

    @property
    def stamp(self) -> ev.Stamp:
        """ev.Stamp of an event that follows from the signal."""
        return {"at": self.signal.at, "evidence": (self.number,)}

    @property
    def may_be_over(self) -> bool:
        """True if the round may have ended unrecorded: not all was seen, a hand is open, or the wall is spent."""
        opened = self.state.round is not None and any(self.state.round.revealed)
        return self.blind or self.patchy or self.lags or self.spent or opened


def signalled(report: Report) -> Iterator[ev.Event]:
    """Yield the events that a signal causes in the present phase."""
    handler = _HANDLERS.get(report.signal.kind)
    if handler is not None:
        yield from handler(replace(report, signal=_as_reported(report.signal, report.work)))


def _as_reported(signal: TableSignal, work: TableWork) -> TableSignal:
    """Return the signal without its seat if this kind of table cannot report one."""
    tells = {SignalKind.SET_PRESSED: work.set_tells_seat, SignalKind.DICE_PRESSED: work.dice_tells_seat}
    return signal if tells.get(signal.kind, True) else replace(signal, seat=None)


def _set_pressed(report: Report) -> Iterator[ev.Event]:
    phase = report.state.phase
    round_ = report.state.round
    over = phase is Phase.PLAY and not report.lags and bool(won_hands(report.state, report.rulebook))
    over = over or (round_ is not None and due_by_record(round_, report.rulebook) is not None)
    if phase is Phase.PLAY and not over and report.may_be_over:
        # Probably the next set rather than a mistake: later events decide.
        return
    if phase is Phase.PLAY and not over:
        finding = Finding("set-button-during-hand", _DURING, report.signal.seat)
        yield from Referee(report.rulebook).raise_faults(report.state, (finding,), report.stamp)
        return
    if phase is Phase.RESULT and _is_late(report):
        return
    if phase is Phase.PLAY:
        yield from _finished(report)
    elif phase is Phase.RESULT:
        yield from _not_settled(report)
    else:
        yield from flow.next_round(report.state, report.rulebook, report.stamp)
    yield ev.SetPressed(**report.stamp, seat=report.signal.seat)


def _mixing(report: Report) -> Iterator[ev.Event]:
    if report.work.built_ahead or _is_late(report):
        # The signal is about the next set, or about the one already in play.
        return
    yield from _brought_up(report)
    yield ev.MixingStarted(**report.stamp)


def _walls_up(report: Report) -> Iterator[ev.Event]:
    if _is_late(report):
        return
    if report.state.phase not in _SETTING_UP:
        yield from _brought_up(report)
    yield ev.WallsRaised(**report.stamp)


def _is_late(report: Report) -> bool:
    """True if a report about the set arrives late, after a link failure: its round is seen to be in play."""
    return report.in_play and not report.blind and report.state.phase in (Phase.DEALT, Phase.PLAY, Phase.RESULT)


def _dice_pressed(report: Report) -> Iterator[ev.Event]:
    if not report.work.uses_dice:
        # At such a table the dice button closes the centre.
        return
    yield from _dealer_from_dice(report)
    yield ev.DicePressed(**report.stamp, seat=report.signal.seat)


def _dealer_from_dice(report: Report) -> Iterator[ev.Event]:
    """After an unseen end, determine from the seat that starts the dice who deals, and so which round it is."""
    state, round_, seat = report.state, report.state.round, report.signal.seat
    if seat is None or round_ is None or round_.dice_pressed or round_.opened or not unseen_ends(state):
        return
    due = [
        place
        for place in places_of(state, state.rounds, report.rulebook)
        if place.round.dealer is seat and place.game >= state.game
    ]
    # Prefer a place in the game in play.
    due.sort(key=lambda place: place.game)
    if not due or due[0] == recorded(PastRound(state.rounds, state.game, round_)):
        return
    if due[0].game == state.game:
        yield flow.renamed(state, due[0].round, report.stamp)
        return
    yield from flow.first_round(report.rulebook, state.game + 1, report.stamp, seat)
    yield ev.WallsRaised(**report.stamp)


def _dice_stopped(report: Report) -> Iterator[ev.Event]:
    round_ = report.state.round
    if round_ is not None and report.signal.pips and round_.phase in (Phase.WALLS_UP, Phase.DICE):
        roll = max(1, min(round_.dice_pressed, report.rulebook.table.rolls.value))
        if roll in round_.rolls_said:
            return
        yield ev.DiceRolled(**report.stamp, roll=roll, pips=report.signal.pips)


def _trouble(report: Report) -> Iterator[ev.Event]:
    finding = trouble(report.signal)
    if finding is not None:
        yield from Referee(report.rulebook).raise_faults(report.state, (finding,), report.stamp)


def _fault_cleared(report: Report) -> Iterator[ev.Event]:
    subject = trouble_subject(report.signal)
    yield from clear(report.state, trouble_code(report.signal.code), subject, report.stamp)


def _timed(report: Report) -> Iterator[ev.Event]:
    signal = report.signal
    if signal.code in WORK_NAMES and signal.seconds:
        work, seconds = MachineWork(signal.code), signal.seconds[0]
        yield ev.MachineTimed(**report.stamp, work=work, seconds=seconds)


def _worn(report: Report) -> Iterator[ev.Event]:
    signal = report.signal
    if signal.code not in WORK_NAMES:
        return
    if len(signal.seconds) == _NOW_AND_USUAL:
        told = worn_words(MachineWork(signal.code), *signal.seconds)
        finding = Finding(MAINTENANCE, told, subject=signal.code)
        yield from Referee(report.rulebook).raise_faults(report.state, (finding,), report.stamp)
    else:
        yield from clear(report.state, MAINTENANCE, signal.code, report.stamp)


def _link_up(report: Report) -> Iterator[ev.Event]:
    yield from clear(report.state, "link-lost", "", report.stamp)
    for standing in report.state.open_faults():
        if standing.fault.code == OTHER_BOARD:
            yield from clear(report.state, OTHER_BOARD, standing.fault.subject, report.stamp)
    if report.signal.board and not report.state.board:
        yield ev.BoardNamed(**report.stamp, board=report.signal.board)


def _brought_up(report: Report) -> Iterator[ev.Event]:
    """Yield events that must precede the building of a set: the running round ends, or is restarted."""
    phase, round_ = report.state.phase, report.state.round
    if phase is Phase.RESULT:
        yield from _not_settled(report)
    elif phase is Phase.SETTLEMENT:
        yield from flow.next_round(report.state, report.rulebook, report.stamp)
    elif phase in _SETTING_UP and (report.blind or report.patchy):
        # The walls may have been rebuilt, or a whole round was played unseen.
        yield from unseen_end(report.state, report.rulebook, report.stamp)
    elif phase in _SETTING_UP and round_ is not None:
        yield flow.same_round(report.state, round_, report.stamp)
    elif phase is Phase.PLAY:
        yield from _finished(report)


def _not_settled(report: Report) -> Iterator[ev.Event]:
    """Begin the next round before the result is confirmed: the result waits, and the next round follows from it."""
    yield from withdrawn(report.state, report.stamp, report.sweep_s)
    if not _waits_for_the_eyes(report):
        finding = Finding("set-before-settled", _EARLY, report.signal.seat)
        yield from Referee(report.rulebook).raise_faults(report.state, (finding,), report.stamp)
    yield from flow.next_round(report.state, report.rulebook, report.stamp)


def _waits_for_the_eyes(report: Report) -> bool:
    """True if the result would have been paid automatically, had all of it been seen: playing on is then no fault."""
    found = obstacles(report.state, report.state.rounds, report.rulebook)
    return report.auto_settle and any(each.code != RULING for each in found)


def _finished(report: Report) -> Iterator[ev.Event]:
    """End a round that the table has passed: with the win that is open, without waiting for more; else void."""
    state, stamp = report.state, report.stamp
    claimed = claimed_tile(state, report.rulebook, report.same_time_s)
    ending: tuple[ev.Event, ...] = (ev.RoundDrawn(**stamp, kind=DrawKind.VOID, tenpai=(), payments=FOUR_ZEROS),)
    due = None if state.round is None else due_by_record(state.round, report.rulebook)
    if claimed.won and not report.lags:
        ending = (ev.RoundWon(**stamp, wins=claimed.won, beside=claimed.beside),)
    elif due is not None and state.round is not None:
        ending = tuple(abort(state, state.round, due, report.rulebook, stamp))
    elif report.may_be_over:
        yield from unseen_end(state, report.rulebook, stamp)
        return
    yield from ending
    for event in ending:
        state = reduce(state, event)
    # Pay automatically if the venue does so and the value is certain; otherwise the result is confirmed during play.
    known = report.auto_settle and not obstacles(state, state.rounds, report.rulebook)
    for event in flow.settle(state, report.rulebook, "auto", stamp) if known else ():
        yield event
        state = reduce(state, event)
    yield from flow.next_round(state, report.rulebook, stamp)


_HANDLERS: Final[Mapping[SignalKind, Callable[[Report], Iterator[ev.Event]]]] = MappingProxyType(
    {
        SignalKind.SET_PRESSED: _set_pressed,
        SignalKind.MIXING: _mixing,
        SignalKind.WALLS_UP: _walls_up,
        SignalKind.DICE_PRESSED: _dice_pressed,
        SignalKind.DICE_STOPPED: _dice_stopped,
        SignalKind.FAULT: _trouble,
        SignalKind.FAULT_CLEARED: _fault_cleared,
        SignalKind.LINK_LOST: _trouble,
        SignalKind.LINK_UP: _link_up,
        SignalKind.TIMED: _timed,
        SignalKind.WORN: _worn,
    }
)

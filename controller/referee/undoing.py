"""Acts that are taken back where the book has them undone: a win, a riichi, a call; play goes on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.ledger import standing
from controller.journal.state import FaultState, Outcome, RiichiStand, RoundState, TableState, TakenBack, undoable
from controller.referee.rescored import rescored
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.payment_lines import four


@dataclass(frozen=True, slots=True)
class WrongAct:
    """An act that is ruled undone: by which fault, and when."""

    state: TableState
    round: RoundState
    book: Rulebook
    standing: FaultState
    seat: Seat
    stamp: ev.Stamp


def undo_act(act: WrongAct) -> Iterator[ev.Event]:
    """Undo the act; nothing if play has gone on since, or if the ruling itself cancels the effect (tenpai)."""
    subject = act.standing.fault.subject
    told = next((undo for word, undo in _BY_WORD if word in subject), None)
    yield from (told or _last_of(act))(act)


class LateAct(Enum):
    """An act that can be undone after its round, because the result can be computed without it."""

    RIICHI = "riichi"
    WIN = "win"


def late_act(round_: RoundState, subject: str, seat: Seat) -> LateAct | None:
    """Return which act of a finished round a fault with that subject is about; None if play went on from it."""
    played = round_.played
    won = played is not None and any(each.win.winner is seat for each in played.wins)
    about = next((word for word, _ in _BY_WORD if word in subject), "a win" if won else "")
    if about == "riichi" and round_.riichi[seat].stand is not RiichiStand.NONE:
        return LateAct.RIICHI
    return LateAct.WIN if about == "a win" and won else None


def cancel_riichi(round_: RoundState, seat: Seat, stamp: ev.Stamp, fault: str = "") -> Iterator[ev.RiichiCancelled]:
    """Undo the riichi of a seat; nothing if there is none, or if a penalty has ended the round."""
    outcome = round_.outcome
    played = outcome is None or bool(outcome.wins) or outcome.draw in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
    if round_.riichi[seat].stand is not RiichiStand.NONE and played:
        yield ev.RiichiCancelled(**stamp, seat=seat, fault=fault)


def take_call_back(round_: RoundState, seat: Seat, stamp: ev.Stamp, fault: str = "") -> Iterator[ev.Event]:
    """Undo the call of a seat with its discard after it; nothing if play has gone on since."""
    made = undoable(round_, seat)
    if made is not None:
        yield ev.CallUndone(**stamp, seat=seat, meld=made.meld, fault=fault)


def bring_back(taken: TakenBack, stamp: ev.Stamp, pot: int) -> Iterator[ev.Event]:
    """Restore what a revoked ruling had undone; nobody has acted since."""
    if taken.made is not None:
        yield ev.Called(**stamp, seat=taken.made.seat, meld=taken.made.meld)
        for each in taken.discards:
            yield ev.Discarded(**stamp, seat=each.seat, tile=each.tile, sideways=each.sideways)
    if taken.shown is not None:
        seat, shown = taken.shown
        yield ev.HandRevealed(**stamp, seat=seat, tiles=shown.tiles, apart=shown.apart)
    if taken.outcome is not None:
        yield result_event(taken.outcome, stamp, pot)


def result_event(outcome: Outcome, stamp: ev.Stamp, pot: int) -> ev.RoundWon | ev.RoundDrawn:
    """Return the event of a result, with ``pot`` riichi sticks on the table."""
    if outcome.draw is None:
        won = (sum(each.score.payments[seat] for each in outcome.wins) for seat in SEATS)
        return ev.RoundWon(
            **stamp,
            wins=outcome.wins,
            by=outcome.by,
            seats=outcome.seats,
            payments=four(paid - due for paid, due in zip(outcome.payments, won, strict=True)),
            column=outcome.column,
            off_total=outcome.off_total,
            after=outcome.after,
        )
    kept = pot + outcome.pot if outcome.taker is None else 0
    left = None if outcome.riichi_sticks is None else max(0, kept)
    return ev.RoundDrawn(
        **stamp,
        kind=outcome.draw,
        tenpai=outcome.tenpai,
        payments=outcome.payments,
        seats=outcome.seats,
        riichi_sticks=left,
        column=outcome.column,
        off_total=outcome.off_total,
        after=outcome.after,
        by=outcome.by,
        nagashi_said=outcome.nagashi_said,
    )


def _win(act: WrongAct) -> Iterator[ev.Event]:
    """Take a winning hand up again and revoke its result; other winners of the tile keep theirs."""
    round_, seat = act.round, act.seat
    outcome = round_.outcome
    if outcome is not None and any(each.win.winner is seat for each in outcome.wins):
        rest = [each for each in outcome.wins if each.win.winner is not seat]
        played = Round(round_.prevailing_wind, round_.dealer, round_.counters, standing(act.state).riichi_sticks)
        wins = rescored(rest, played, act.book) if rest else None
        if wins:
            yield ev.RoundWon(**act.stamp, wins=wins, by=outcome.by)
        else:
            back_to = replace(round_, outcome=None).phase.value
            yield ev.RoundReopened(**act.stamp, back_to=back_to, fault=act.standing.fault.id)
    shown = round_.revealed[seat]
    if shown is not None and shown.tiles:
        yield ev.HandTakenUp(**act.stamp, seat=seat, fault=act.standing.fault.id)


def _riichi(act: WrongAct) -> Iterator[ev.Event]:
    return cancel_riichi(act.round, act.seat, act.stamp, act.standing.fault.id)


def _call(act: WrongAct) -> Iterator[ev.Event]:
    return take_call_back(act.round, act.seat, act.stamp, act.standing.fault.id)


def _nothing(_act: WrongAct) -> Iterator[ev.Event]:
    return iter(())


def _last_of(act: WrongAct) -> Callable[[WrongAct], Iterator[ev.Event]]:
    """Return how to undo the seat's last act, for a fault that does not name the act."""
    round_, seat = act.round, act.seat
    outcome, shown = round_.outcome, round_.revealed[seat]
    if outcome is not None and outcome.draw is not None:
        return _nothing
    if (shown is not None and shown.tiles) or (outcome is not None):
        return _win
    if undoable(round_, seat) is not None:
        return _call
    own = [each for each in round_.discards if each.seat is seat]
    return _riichi if own and own[-1].sideways else _nothing


# Words for the act in the fault's subject.
_BY_WORD: Final = (("a call", _call), ("riichi", _riichi), ("a win", _win))

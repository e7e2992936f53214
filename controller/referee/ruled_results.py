"""The end of a round by rulings on its faults: chombo, noten riichi, void; from all valid rulings, in any order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind, WonHand
from controller.journal.ledger import pot_at, standing
from controller.journal.state import FaultState, Outcome, PastRound, RiichiStand, RoundState, TableState
from controller.referee.faults.kind import Upholding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.following import until_decided
from controller.referee.referee import beside_win_due, won_beside
from controller.referee.rescored import left_standing, rescored
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.rulebooks.schema.table import RemedyKind
from controller.scoring.game.flow import Round
from controller.scoring.payment_lines import four
from controller.scoring.penalties import Ruling, settle_chombo, settle_noten_riichi
from controller.scoring.score import Four
from controller.scoring.settlement import Settlement


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A round with its upheld faults, and the time and evidence of the request."""

    state: TableState
    told: PastRound
    book: Rulebook
    upheld: tuple[FaultState, ...]
    stamp: ev.Stamp

    @property
    def played(self) -> Outcome | None:
        """Result of the play itself."""
        return self.told.round.played

    @property
    def round(self) -> Round:
        """The round by its name, with the pot at its end."""
        round_, sticks = self.told.round, pot_at(self.state, self.told.ordinal)
        return Round(round_.prevailing_wind, round_.dealer, round_.counters, sticks)


def ruled_result(
    state: TableState, told: PastRound, book: Rulebook, stamp: ev.Stamp
) -> ev.RoundWon | ev.RoundDrawn | None:
    """Return the end by the upheld faults of a round; None if the play's result counts."""
    upheld = tuple(
        each
        for each in state.faults
        if each.round == told.ordinal
        and each.decision is Decision.UPHELD
        and _beside_win(each, state, book) is not BesideWin.FORGIVEN
    )
    case = _Ruled(state, told, book, upheld, stamp)
    return next((result for result in (*_chombo(case), *_pay_each(case), *_void(case)) if result is not None), None)


def _beside_win(each: FaultState, state: TableState, book: Rulebook) -> BesideWin | None:
    """Return how a round-ending penalty combines with another's valid win; None if there is only one of them."""
    if each.penalty not in ENDING:
        return None
    due = beside_win_due(each, state, book)
    return each.beside_win or due if due is not None else None


def void_round(state: TableState, told: PastRound, stamp: ev.Stamp, fault: str = "") -> ev.RoundDrawn:
    """Return a void round: it is played again, and the sticks paid in it are returned (npm art. 14)."""
    laid = laid_sticks(told.round)
    return ev.RoundDrawn(
        **stamp,
        kind=DrawKind.VOID,
        tenpai=(),
        payments=four(state.riichi_stick * (seat in laid) for seat in SEATS),
        riichi_sticks=pot_at(state, told.ordinal) - len(laid),
        fault=fault,
    )


def laid_sticks(round_: RoundState) -> tuple[Seat, ...]:
    """Return the seats whose riichi stick was paid in the round."""
    return tuple(seat for seat in SEATS if round_.riichi[seat].stand is RiichiStand.ACCEPTED)


def ends_round(standing_: FaultState) -> bool:
    """True if a fault, as it was decided, ends its round."""
    if standing_.decision is not Decision.UPHELD:
        return False
    return (standing_.penalty in ENDING and standing_.offender is not None) or _voids(standing_)


def _voids(each: FaultState) -> bool:
    by_penalty = each.penalty in _ACTING and each.offender is not None
    voids = FAULT_KINDS[each.fault.code].upheld is Upholding.VOIDS_ROUND
    return voids and not by_penalty and each.fault.remedy.kind is RemedyKind.VOID


def _guilty(case: _Ruled, penalty: Penalty) -> tuple[tuple[Seat, ...], Sequence[FaultState]]:
    faults = [each for each in case.upheld if each.penalty is penalty and each.offender is not None]
    return tuple(dict.fromkeys(each.offender for each in faults if each.offender is not None)), faults


def _chombo(case: _Ruled) -> Iterator[ev.RoundWon | ev.RoundDrawn]:
    rules = case.book.penalties
    offenders, faults = _guilty(case, Penalty.CHOMBO)
    if not offenders:
        return
    wins = _left_standing(case, faults)
    after = next((each.after for each in reversed(faults) if each.after is not None), None)
    settled = settle_chombo(
        case.round,
        offenders,
        case.book,
        laid=() if wins else laid_sticks(case.told.round),
        with_win=any(won_beside(each, case.state) for each in faults) and not rules.chombo_forgiven_by_win.value,
        dealer_tenpai=_dealer_tenpai(case),
        ruling=None
        if after is None
        else Ruling(rules.chombo_cost.value, rules.chombo_points.value, after, rules.chombo_sticks.value),
        scores=standing(case.state).scores,
    )
    if settled is not None:
        yield (
            _ended(case, DrawKind.CHOMBO, offenders, settled, faults[-1].fault.id)
            if not wins
            else _won(case, wins, offenders, settled, faults)
        )


def _pay_each(case: _Ruled) -> Iterator[ev.RoundWon | ev.RoundDrawn]:
    offenders, faults = _guilty(case, Penalty.PAYS_EACH)
    if not offenders:
        return
    wins = _left_standing(case, faults)
    settled = settle_noten_riichi(
        case.round,
        offenders,
        case.book,
        laid=() if wins else laid_sticks(case.told.round),
        round_won=bool(wins),
        scores=standing(case.state).scores,
    )
    if settled is not None:
        yield (
            _ended(case, DrawKind.NOTEN_RIICHI, offenders, settled, faults[-1].fault.id)
            if not wins
            else _won(case, wins, offenders, settled, faults)
        )


def _void(case: _Ruled) -> Iterator[ev.RoundDrawn]:
    for each in case.upheld:
        if _voids(each):
            yield void_round(case.state, case.told, case.stamp, each.fault.id)


def _left_standing(case: _Ruled, faults: Sequence[FaultState]) -> tuple[WonHand, ...]:
    """Return the valid wins that count in addition to the penalties of these faults, scored with the present pot."""
    if case.played is None or any(_beside_win(each, case.state, case.book) is not BesideWin.BOTH for each in faults):
        return ()
    guilty = [each.offender for each in faults]
    left = left_standing(case.told.round, case.played.wins, case.book)
    won = [each for each in left if each.win.winner not in guilty and not each.furiten]
    return (rescored(won, case.round, case.book) or ()) if won else ()


def _won(
    case: _Ruled,
    wins: tuple[WonHand, ...],
    offenders: tuple[Seat, ...],
    settled: Settlement,
    faults: Sequence[FaultState],
) -> ev.RoundWon:
    """Return the win with the costs of the penalty; what follows is that of the win, unless it is ruled."""
    played = case.played
    ruled = next((each.after for each in reversed(faults) if each.after is not None), None)
    return ev.RoundWon(
        **case.stamp,
        wins=wins,
        by="" if played is None else played.by,
        seats=offenders,
        payments=settled.deltas,
        lines=(*settled.lines, *settled.off_total),
        column=settled.column,
        off_total=_off_total(settled),
        after=None if ruled is AfterChombo.REFEREE else ruled,
        fault=faults[-1].fault.id,
    )


def _ended(case: _Ruled, kind: DrawKind, offenders: tuple[Seat, ...], settled: Settlement, fault: str) -> ev.RoundDrawn:
    following = settled.following
    return ev.RoundDrawn(
        **case.stamp,
        kind=kind,
        tenpai=(),
        payments=settled.deltas,
        seats=offenders,
        lines=(*settled.lines, *settled.off_total),
        riichi_sticks=settled.riichi_sticks,
        column=settled.column,
        off_total=_off_total(settled),
        after=until_decided(case.book) if following is None else following.after,
        fault=fault,
    )


def _off_total(settled: Settlement) -> Four:
    return four(sum(each) for each in zip((0, 0, 0, 0), *(one.amounts for one in settled.off_total), strict=True))


def _dealer_tenpai(case: _Ruled) -> bool:
    played = case.played
    return played is not None and played.draw is DrawKind.EXHAUSTIVE and case.told.round.dealer in played.tenpai


ENDING = tuple(each for each in Penalty if each.ends_round)
"""Penalties that end the round."""
_ACTING = (*ENDING, Penalty.LOSES_RIGHT, Penalty.PAYS_POT, Penalty.UNDONE)

"""The end of a round that rulings on its faults make: chombo, noten riichi, void; from all that stand, in any order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind
from controller.journal.ledger import pot_at, standing
from controller.journal.state import FaultState, Outcome, PastRound, RiichiStand, RoundState, TableState
from controller.referee.faults.kind import Upholding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.referee import won_beside
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.rulebooks.schema.table import RemedyKind
from controller.scoring.game.flow import Round
from controller.scoring.payment_lines import four
from controller.scoring.penalties import Ruling, settle_chombo, settle_noten_riichi
from controller.scoring.settlement import Settlement


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A round with the faults of it that are upheld, when and by which evidence it is asked."""

    state: TableState
    told: PastRound
    book: Rulebook
    upheld: tuple[FaultState, ...]
    at: float
    evidence: tuple[int, ...]

    @property
    def played(self) -> Outcome | None:
        """The result that the play itself had."""
        return self.told.round.played

    @property
    def round(self) -> Round:
        """The round by its place, with the pot that its end finds."""
        round_, sticks = self.told.round, pot_at(self.state, self.told.ordinal)[0]
        return Round(round_.prevailing_wind, round_.dealer, round_.counters, sticks)


def ruled_result(
    state: TableState, told: PastRound, book: Rulebook, at: float, evidence: tuple[int, ...]
) -> ev.RoundDrawn | None:
    """What the upheld faults of a round make of its end; None where the play's own result stands."""
    upheld = tuple(each for each in state.faults if each.round == told.ordinal and each.decision is Decision.UPHELD)
    case = _Ruled(state, told, book, upheld, at, evidence)
    return next((result for result in (*_chombo(case), *_pay_each(case), *_void(case)) if result is not None), None)


def void_round(
    state: TableState, told: PastRound, at: float, evidence: tuple[int, ...], fault: str = ""
) -> ev.RoundDrawn:
    """The round does not count: it is played again, and the sticks laid in it go back (npm art. 14)."""
    laid = laid_sticks(told.round)
    return ev.RoundDrawn(
        at=at,
        evidence=evidence,
        kind=DrawKind.VOID,
        tenpai=(),
        payments=four(state.riichi_stick * (seat in laid) for seat in SEATS),
        riichi_sticks=pot_at(state, told.ordinal)[0] - len(laid),
        fault=fault,
    )


def laid_sticks(round_: RoundState) -> tuple[Seat, ...]:
    """Seats whose riichi stick was paid in the round."""
    return tuple(seat for seat in SEATS if round_.riichi[seat].stand is RiichiStand.ACCEPTED)


def ends_round(standing_: FaultState) -> bool:
    """Whether a fault, as it is upheld, ends its round."""
    if standing_.decision is not Decision.UPHELD:
        return False
    return (standing_.penalty in _ENDING and standing_.offender is not None) or _voids(standing_)


def _voids(each: FaultState) -> bool:
    by_penalty = each.penalty in _ACTING and each.offender is not None
    voids = FAULT_KINDS[each.fault.code].upheld is Upholding.VOIDS_ROUND
    return voids and not by_penalty and each.fault.remedy.kind is RemedyKind.VOID


def _guilty(case: _Ruled, penalty: Penalty) -> tuple[tuple[Seat, ...], Sequence[FaultState]]:
    faults = [each for each in case.upheld if each.penalty is penalty and each.offender is not None]
    return tuple(dict.fromkeys(each.offender for each in faults if each.offender is not None)), faults


def _chombo(case: _Ruled) -> Iterator[ev.RoundDrawn]:
    rules = case.book.penalties
    offenders, faults = _guilty(case, Penalty.CHOMBO)
    forgiven = rules.chombo_forgiven_by_win.value
    faults = [each for each in faults if not (forgiven and won_beside(each, case.state))]
    offenders = tuple(seat for seat in offenders if any(each.offender is seat for each in faults))
    if not offenders:
        return
    after = next((each.after for each in reversed(faults) if each.after is not None), None)
    settled = settle_chombo(
        case.round,
        offenders,
        case.book,
        laid=laid_sticks(case.told.round),
        with_win=any(won_beside(each, case.state) for each in faults),
        dealer_tenpai=_dealer_tenpai(case),
        ruling=None
        if after is None
        else Ruling(rules.chombo_cost.value, rules.chombo_points.value, after, rules.chombo_sticks.value),
        scores=standing(case.state).scores,
    )
    if settled is not None:
        yield _ended(case, DrawKind.CHOMBO, offenders, settled, faults[-1].fault.id)


def _pay_each(case: _Ruled) -> Iterator[ev.RoundDrawn]:
    offenders, faults = _guilty(case, Penalty.PAYS_EACH)
    if not offenders:
        return
    settled = settle_noten_riichi(
        case.round,
        offenders,
        case.book,
        laid=laid_sticks(case.told.round),
        round_won=case.played is not None and bool(case.played.wins),
        scores=standing(case.state).scores,
    )
    if settled is not None:
        yield _ended(case, DrawKind.NOTEN_RIICHI, offenders, settled, faults[-1].fault.id)


def _void(case: _Ruled) -> Iterator[ev.RoundDrawn]:
    for each in case.upheld:
        if _voids(each):
            yield void_round(case.state, case.told, case.at, case.evidence, each.fault.id)


def _ended(case: _Ruled, kind: DrawKind, offenders: tuple[Seat, ...], settled: Settlement, fault: str) -> ev.RoundDrawn:
    passes = settled.following is not None and not settled.following.stays
    after = AfterChombo.DEALER_PASSES if passes else AfterChombo.REPLAY
    return ev.RoundDrawn(
        at=case.at,
        evidence=case.evidence,
        kind=kind,
        tenpai=(),
        payments=settled.deltas,
        seats=offenders,
        lines=(*settled.lines, *settled.off_total),
        riichi_sticks=settled.riichi_sticks,
        column=settled.column,
        off_total=four(
            sum(each) for each in zip((0, 0, 0, 0), *(one.amounts for one in settled.off_total), strict=True)
        ),
        after=AfterChombo.REFEREE if settled.following is None else after,
        fault=fault,
    )


def _dealer_tenpai(case: _Ruled) -> bool:
    played = case.played
    return played is not None and played.draw is DrawKind.EXHAUSTIVE and case.told.round.dealer in played.tenpai


_ENDING = (Penalty.CHOMBO, Penalty.PAYS_EACH)
_ACTING = (*_ENDING, Penalty.LOSES_RIGHT, Penalty.PAYS_POT, Penalty.UNDONE)

"""Points stated by people: a winner's value of the hand, or a player's total."""

from collections.abc import Iterator

from controller.journal import events as ev
from controller.journal.ledger import rests_on_unseen, shown
from controller.journal.state import RoundState
from controller.referee.detect.finding import Finding
from controller.referee.rules.duties import declaration_clause, declares_before_last
from controller.riichi.seat import Seat
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.refusals import Why
from controller.text import Text


def stated(entry: ClaimEntry) -> Answer:
    """Record a winner's value, and a fault if it differs from the score; otherwise record a player's total."""
    round_, seat, points = entry.state.round, entry.claim.seat, entry.claim.points
    if round_ is not None and seat is not None and points is not None and _holds(entry, round_, seat):
        held = round_.outcome is not None
        return (_said(entry, seat, points, held), *_declared_wrong(entry, seat, points)), ()
    wins = () if round_ is None or round_.outcome is None else round_.outcome.wins
    won = next((each for each in wins if each.win.winner is seat), None)
    if won is None or points is None:
        return refused(Why.NO_WIN_THERE)
    said = _said(entry, won.win.winner, points)
    if won.score.points == points:
        return (said,), ()
    detail = Text(
        f"申告 {points} 点、計算 {won.score.points} 点。",
        f"Claimed {points}, scored {won.score.points}.",
    )
    return (said, *_raised(entry, Finding("points-wrong-claim", detail, seat, str(seat), entry.claim.by))), ()


def _holds(entry: ClaimEntry, round_: RoundState, seat: Seat) -> bool:
    """True if a number is a player's total: no result yet, or points are being declared and the seat is no winner."""
    outcome = round_.outcome
    if outcome is None:
        return True
    asked = bool(declaration_clause(entry.state, entry.rulebook))
    return asked and (outcome.confirmed or all(each.win.winner is not seat for each in outcome.wins))


def _declared_wrong(entry: ClaimEntry, seat: Seat, points: int) -> Iterator[ev.FaultRaised]:
    """Raise a fault for a wrong total before the last round: it ranks the player lower (teikoku art. 4-6)."""
    state = entry.state
    has = shown(state)[0].scores[seat]
    # Players count what they were paid, confirmed or not. An unseen payment cannot prove a wrong total.
    if points == has or rests_on_unseen(state, state.rounds) or not declares_before_last(state, entry.rulebook):
        return
    detail = Text(f"申告 {points} 点、記録 {has} 点。", f"Declared {points}, the record has {has}.")
    yield from _raised(entry, Finding("points-declared-wrong", detail, seat, str(seat), entry.claim.by))


def _raised(entry: ClaimEntry, finding: Finding) -> Iterator[ev.FaultRaised]:
    return entry.referee.raise_faults(entry.state, (finding,), entry.stamp, entry.frame)


def _said(entry: ClaimEntry, seat: Seat, points: int, held: bool = False) -> ev.Event:
    return ev.PointsStated(**entry.stamp, seat=seat, points=points, held=held)

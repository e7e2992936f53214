"""Goals that people request from the table, and their progress: as facts, and as effects for the device."""

from controller.journal.events import GoalMoved
from controller.journal.state import TableState
from controller.machine.goals import REASONS
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalReport, GoalStep, Request
from controller.rulebooks.rulebook import Rulebook
from controller.table.compatibility import against
from controller.table.effects import AskTable, CallOff, Effect, Refuse
from controller.table.enter.decisions import answered
from controller.table.enter.entry import ClaimEntry
from controller.table.enter.first_acts import explained
from controller.table.enter.refusals import Why
from controller.table.venue import Venue
from controller.text import Text

Moves = tuple[tuple[GoalMoved, ...], tuple[Effect, ...]]


def goal_moved(evidence: Request | GoalReport, number: int, state: TableState, book: Rulebook, venue: Venue) -> Moves:
    """Return a request or a report as a fact, with effects for the device; ``number``: its evidence id."""
    return (
        _asked(evidence, number, state, book, venue) if isinstance(evidence, Request) else _goal_facts(evidence, number)
    )


def _asked(request: Request, number: int, state: TableState, book: Rulebook, venue: Venue) -> Moves:
    wish = request.wish
    if wish is None:
        return (), (CallOff(),)
    verb, work = wish.verb, venue.work
    reason = against(verb, state, book, work)
    if reason is None:
        return (_fact(GoalReport(number, wish, GoalStep.ASKED, request.at), number),), (AskTable(number, wish),)
    step = GoalReport(number, wish, GoalStep.REFUSED, request.at)
    # Try the acts without a person's rights: the search is about the state of the table only.
    entry = ClaimEntry(Claim(ClaimKind.CONFIRM_SETTLEMENT, request.at, wish.by), number, state, book, venue)
    refuse = explained(
        Refuse(reason, Why.TABLE.refusal.code),
        entry,
        answered,
        lambda after: against(verb, after.state, book, work) is None,
    )
    return (_fact(step, number, reason),), (refuse,)


def _goal_facts(report: GoalReport, number: int) -> Moves:
    return (_fact(report, number, REASONS.get(report.reason)),), ()


def _fact(report: GoalReport, number: int, reason: Text | None = None) -> GoalMoved:
    wish = report.wish
    return GoalMoved(
        at=report.at,
        evidence=(number,),
        goal=report.goal,
        verb=wish.verb,
        by=wish.by,
        why=wish.why,
        step=report.step,
        pressed=report.pressed,
        said=report.said,
        reason=reason,
        maker=wish.maker,
    )

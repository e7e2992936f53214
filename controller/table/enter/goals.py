"""What people ask the table for, and how far it has come: as facts, and as effects that the edge carries out."""

from controller.journal.events import GoalMoved
from controller.journal.state import TableState
from controller.machine.facts import TableWork
from controller.machine.goals import REASONS
from controller.ports.table import GoalReport, GoalStep, Request
from controller.rulebooks.rulebook import Rulebook
from controller.table.compatibility import against
from controller.table.effects import AskTable, CallOff, Effect, Refuse
from controller.text import Text

Moves = tuple[tuple[GoalMoved, ...], tuple[Effect, ...]]


def goal_moved(
    evidence: Request | GoalReport, number: int, state: TableState, book: Rulebook, work: TableWork
) -> Moves:
    """A request or a report as a fact, and what the edge is to do; ``number``: its evidence id."""
    return _asked(evidence, number, state, book, work) if isinstance(evidence, Request) else _told(evidence, number)


def _asked(request: Request, number: int, state: TableState, book: Rulebook, work: TableWork) -> Moves:
    wish = request.wish
    if wish is None:
        return (), (CallOff(),)
    reason = against(wish.verb, state, book, work)
    if reason is not None:
        refused = GoalReport(number, wish, GoalStep.REFUSED, request.at)
        return (_fact(refused, number, reason),), (Refuse(reason),)
    return (_fact(GoalReport(number, wish, GoalStep.ASKED, request.at), number),), (AskTable(number, wish),)


def _told(report: GoalReport, number: int) -> Moves:
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
    )

"""Preview of an entry: the director processes it like any other entry, and is then restored."""

from dataclasses import dataclass, replace

from controller.journal import events as ev
from controller.journal.reduce import reduce
from controller.journal.state import RoundState, TableState
from controller.journal.wording import round_title
from controller.rulebooks.rulebook import Rulebook
from controller.table.effects import Effect, Refused, Step
from controller.table.flow import next_round
from controller.views.foreseen import ForeseenView, NextStandView, SittingView, foreseen_view, sitting_view
from controller.views.referee import RefusedView


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Preview of an entry; ``effects``: those that the entry itself would have, including a refusal."""

    view: ForeseenView
    effects: tuple[Effect, ...]


def foreseen(before: TableState, after: TableState, step: Step, rulebook: Rulebook) -> Foreseen:
    """Return a comparison of the two states, with the events of the step that would be refused."""
    was, now = sitting(before, rulebook), sitting(after, rulebook)
    return Foreseen(foreseen_view(was, now, tuple(map(_refused, step.refused))), step.effects)


def sitting(state: TableState, rulebook: Rulebook) -> SittingView:
    """Return the sitting in that state, with the round that would follow if play continued now."""
    return sitting_view(state, rulebook, _next(state, rulebook))


def _next(state: TableState, rulebook: Rulebook) -> NextStandView | None:
    began = None
    for event in next_round(state, rulebook, ev.UNSTAMPED):
        state = reduce(state, event)
        began = event if isinstance(event, ev.RoundStarted) else began
    if began is None:
        return None
    name = RoundState(began.prevailing_wind, began.number, began.dealer, began.counters)
    return NextStandView(state.game, round_title(name), began.dealer, began.counters)


def _refused(each: Refused) -> RefusedView:
    kind = type(each.event).__name__
    return RefusedView(each.event.at, kind, each.phase.value, each.rule, each.reason, each.detail, each.text)


def numbered(told: Foreseen, number: int) -> ForeseenView:
    """Return the view with the number of the newest fact that it is based on."""
    return replace(told.view, number=number)

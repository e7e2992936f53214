"""What an entry will change: the director takes it as it takes any other, and is put back as it stood before."""

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
    """What an entry would lead to: ``effects`` as the entry itself would have them, a refusal among them."""

    view: ForeseenView
    effects: tuple[Effect, ...]


def foreseen(before: TableState, after: TableState, step: Step, rulebook: Rulebook) -> Foreseen:
    """The two states beside each other, and what of the step is no fact."""
    was, now = sitting(before, rulebook), sitting(after, rulebook)
    return Foreseen(foreseen_view(was, now, tuple(map(_refused, step.refused))), step.effects)


def sitting(state: TableState, rulebook: Rulebook) -> SittingView:
    """The sitting as a state has it, with the round that would follow if the table went on now."""
    return sitting_view(state, rulebook, _next(state, rulebook))


def _next(state: TableState, rulebook: Rulebook) -> NextStandView | None:
    began = None
    for event in next_round(state, rulebook, 0.0, ()):
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
    """The view with the number of the newest fact that it rests on."""
    return replace(told.view, number=number)

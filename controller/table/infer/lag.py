"""Whether the table shows more than the record knows, so that nothing is to be concluded from the record alone."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.referee.detect.finding import Finding
from controller.referee.faults.devices import END_UNSEEN
from controller.referee.referee import BY_RECORD, Referee
from controller.riichi.seat import SEATS
from controller.table.observe.observation import Observation
from controller.text import Text

_UNREAD: Final = Text(
    "手牌が公開されたが、記録にない捨て牌がある。", "A hand lies open, but there are discards that the record has not."
)


def lags(observation: Observation) -> bool:
    """Whether discards lie that no record has, or the river of who would act next cannot be read.

    It stays so until all rivers are read as the record has them: what is swept away tells nothing more.
    """
    round_, scene = observation.round, observation.scene
    if scene.newest is None:
        return False
    newest = scene.newest.rivers
    due = [len(round_.river(seat)) for seat in SEATS]
    lie = [row.length.held(observation.dwell.river) for row in scene.rivers]
    if any((lies or 0) > known for lies, known in zip(lie, due, strict=True)) or newest[round_.turn] is None:
        scene.behind = True
    # Whoever won by the last discard may have taken it up.
    elif None not in newest and sum(due) - sum(lies or 0 for lies in lie) in (0, 1):
        scene.behind = False
    return scene.behind


def asked(observation: Observation) -> Iterator[ev.Event]:
    """The referee is asked how the round ended, unless another fault of the round is put before them already."""
    state = observation.state
    if any(each.round == state.rounds and each.fault.severity is ev.Severity.REFEREE for each in state.open_faults()):
        return
    finding = (Finding(END_UNSEEN, _UNREAD),)
    yield from Referee(observation.rulebook).raise_faults(state, finding, observation.at, (observation.evidence,))


def caught_up(observation: Observation) -> Iterator[ev.Event]:
    """The all-clear for that question, once the record knows what lies there."""
    state = observation.state
    for standing in state.open_faults():
        if standing.fault.code == END_UNSEEN and standing.round == state.rounds and not standing.fault.by:
            yield ev.FaultDecided(
                at=observation.at,
                evidence=(observation.evidence,),
                fault=standing.fault.id,
                decision=ev.Decision.CLEARED,
                by=BY_RECORD,
            )

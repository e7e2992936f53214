"""Play that has gone on since a fault, though the record cannot place the discard yet: the remedy is another one."""

from collections.abc import Iterator
from dataclasses import replace

from controller.journal import events as ev
from controller.referee.referee import due_now, has_discarded, penalty_now
from controller.table.observe.observation import Observation


def gone_on(observation: Observation) -> Iterator[ev.Event]:
    """The remedies of open faults whose player's discard lies there by now.

    What a wrong meld leaves behind is not understood at once, so its discard becomes a fact late only.
    """
    state, book = observation.state, observation.rulebook
    for standing in state.open_faults():
        fault, seat = standing.fault, standing.offender
        if seat is None or standing.round != state.rounds or has_discarded(standing, state):
            continue
        lies = observation.scene.rivers[seat].length.held(observation.dwell.river)
        if lies is None or lies <= len(observation.round.river(seat)):
            continue
        acted = replace(standing, acted=True)
        due, penalty = due_now(acted, state, book), penalty_now(acted, state, book)
        if (due, penalty) != (fault.remedy, fault.penalty):
            yield ev.FaultRemedyChanged(
                at=observation.at,
                evidence=(observation.evidence,),
                fault=fault.id,
                remedy=due,
                penalty=penalty,
                acted=True,
            )

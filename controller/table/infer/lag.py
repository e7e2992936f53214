"""Whether the table shows more than the record; while it does, nothing is concluded from the record alone."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.journal import events as ev
from controller.referee.detect.finding import Finding
from controller.referee.faults.devices import END_UNSEEN
from controller.referee.referee import BY_RECORD, Referee, due_now, has_discarded, penalty_now
from controller.riichi.seat import SEATS
from controller.table.observe.observation import Observation
from controller.text import Text

_UNREAD: Final = Text(
    "手牌が公開されましたが、記録にない捨て牌か、読み取れない副露があります。",
    "A hand was opened, but a discard is not recorded or a meld cannot be read.",
)


def lags(observation: Observation) -> bool:
    """True if unrecorded tiles are seen, or the river of the player on turn or an open hand's melds are unread.

    The result stays true until all of that reads as recorded, because a swept table no longer shows more.
    """
    round_, scene = observation.round, observation.scene
    if scene.newest is None:
        return False
    newest, melds = scene.newest.rivers, scene.newest.melds
    opened = [(melds[seat], round_.melds[seat]) for seat in SEATS if round_.revealed[seat] and round_.melds[seat]]
    due = [len(round_.river(seat)) for seat in SEATS]
    lie = [row.length.held(observation.dwell.river) for row in scene.rivers]
    shown = {each.place for each in round_.dora}
    turned = any(
        place not in shown and reading.held(observation.dwell.alarm) is not None
        for place, reading in scene.dora.items()
    )
    more = turned or any((lies or 0) > known for lies, known in zip(lie, due, strict=True))
    if more or newest[round_.turn] is None or any(seen is None for seen, _ in opened):
        scene.behind = True
    # The winner may have picked up the last discard, so one tile may be missing.
    elif (
        None not in newest
        and sum(due) - sum(lies or 0 for lies in lie) in (0, 1)
        and all(seen is not None and len(seen) == len(known) for seen, known in opened)
    ):
        scene.behind = False
    return scene.behind


def left_open(observation: Observation) -> bool:
    """True if an open hand is not recorded because it was incomplete, or if the record lags behind open hands."""
    round_ = observation.round
    untold = any(
        round_.revealed[seat] is None and (ev.QuestionKind.HAND, int(seat)) not in round_.said
        for seat in observation.scene.opened
    )
    return untold or (any(round_.revealed) and lags(observation))


def asked(observation: Observation, why: Text = _UNREAD) -> Iterator[ev.Event]:
    """Ask the referee how the round ended, unless another fault of the round already waits for the referee."""
    state = observation.state
    if any(each.round == state.rounds and each.fault.severity is ev.Severity.REFEREE for each in state.open_faults()):
        return
    finding = (Finding(END_UNSEEN, why),)
    yield from Referee(observation.rulebook).raise_faults(state, finding, observation.stamp)


def caught_up(observation: Observation) -> Iterator[ev.Event]:
    """Clear the question how the round ended, once the record has caught up with the table."""
    state = observation.state
    for standing in state.open_faults():
        if standing.fault.code == END_UNSEEN and standing.round == state.rounds and not standing.fault.by:
            yield ev.FaultDecided(
                **observation.stamp, fault=standing.fault.id, decision=ev.Decision.CLEARED, by=BY_RECORD
            )


def gone_on(observation: Observation) -> Iterator[ev.Event]:
    """Update the remedies of open faults whose player has discarded since.

    A wrong meld delays its discard, which becomes a fact only later; the river as read is used instead.
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
            yield ev.FaultRemedyChanged(**observation.stamp, fault=fault.id, remedy=due, penalty=penalty, acted=True)

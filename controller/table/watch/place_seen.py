"""Identify the round in play from counters, wind marker and sticks, where an earlier round ended unseen."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.journal import events as ev
from controller.journal.ledger import unseen_ends
from controller.journal.state import PastRound, Phase
from controller.referee.faults.kinds import FAULT_KINDS
from controller.table import flow
from controller.table.follow.open_ends import places_of, recorded
from controller.table.infer.sweeping import is_swept
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Observation
from controller.table.watch.marks import ROOM

_DWELLS: Final = {name: FAULT_KINDS[code].dwell for name, code in (("counters", "honba-wrong"), ("pot", "pot-wrong"))}
_WIND_DWELL: Final = FAULT_KINDS["seat-wind-wrong"].dwell


def place_seen(observation: Observation) -> Iterator[ev.Event]:
    """Yield the round under the name that agrees with steady readings, where several names were possible.

    Readings must last for the dwell of the corresponding fault. Nothing is yielded if they contradict every name, which
    is reported as such a fault.
    """
    round_, state, scene = observation.round, observation.state, observation.scene
    if not unseen_ends(state) or round_.phase is not Phase.PLAY or any(round_.revealed) or is_swept(observation):
        return
    counters = scene.counters.held(_DWELLS["counters"])
    wind, sticks = scene.mark_wind.held(_WIND_DWELL), scene.pot.held(_DWELLS["pot"])
    counters = None if round_.counters_seen or counters == ROOM else counters
    wind = None if round_.wind_seen else wind
    # A stick on the table may belong to a riichi that is not recorded yet.
    rests = Moment(observation, ()).at_rest()
    sticks = None if round_.sticks_seen is not None or sticks is None or not rests else max(0, sticks - round_.laid)
    if counters is None and wind is None and sticks is None:
        return
    found = replace(state, round=round_ if sticks is None else replace(round_, sticks_seen=sticks))
    fitting = [
        place
        for place in places_of(found, state.rounds, observation.rulebook)
        if counters in (None, place.round.counters) and wind in (None, place.round.prevailing_wind)
    ]
    own = [place for place in fitting if place.game == state.game]
    if not own:
        return
    here = recorded(PastRound(state.rounds, state.game, round_))
    name = here if here in own else own[0]
    yield flow.renamed(
        state,
        name.round,
        observation.stamp,
        counters_seen=counters is not None,
        wind_seen=wind is not None,
        sticks_seen=sticks,
    )

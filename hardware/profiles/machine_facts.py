"""Facts that controller and board take from a profile: who builds and deals, buttons, plans for goals, wiring."""

from types import MappingProxyType

from controller.errors import ProfileError
from controller.machine.facts import BuildState, CentreState, MachineFacts, Plan, TableWork, Times
from controller.machine.seen import SEEN
from controller.ports.table import SignalKind, Verb
from hardware.profiles.schema import GoalPlace, TableProfile

# "Unknown" is not a state in which a button may be pressed or by which a goal is proved.
_STATES = {state.value: state for state in (*BuildState, *CentreState) if state.value != "unknown"}
_UNTOLD = CentreState.UNKNOWN.value
# The board has codes for the five known meanings of fault lamps; a lamp for any fault keeps its default.
_ANY_FAULT = "table-fault"
_KEY = "ENABLE"
_PROOFS = {kind.value: kind for kind in SignalKind}


def table_work(profile: TableProfile) -> TableWork:
    """Return which tasks the table does and which it leaves to its players."""
    buttons = profile.buttons
    return TableWork(
        builder=profile.building.by,
        dealer=profile.dealing.by,
        set_button=buttons.set_does,
        dice_button=buttons.dice_does,
        set_tells_seat=buttons.set_tells_seat,
        dice_tells_seat=buttons.dice_tells_seat,
        built_ahead=profile.building.ahead,
    )


def machine_facts(profile: TableProfile) -> MachineFacts:
    """Return all facts of a profile; raises ProfileError for a state or a proof that does not exist."""
    times = Times(
        open_s=profile.cycle.hatch_open_s,
        close_s=profile.cycle.hatch_close_s,
        slow_s=profile.building.slow_s,
        left_open_s=profile.cycle.left_open_s,
    )
    plans = {verb: _plan(profile.id, verb, goal) for verb, goal in profile.goals.items()}
    return MachineFacts(table_work(profile), times, MappingProxyType(plans), profile.lamps.faults)


def board_settings(profile: TableProfile) -> dict[str, str]:
    """Return the board settings for the table's wiring, as text for ``firmware_bridge.commission.settings``."""
    wiring, lamps = profile.wiring, profile.lamps
    numbers = {
        "BUTTON_MS": wiring.button_ms,
        "LAMP_ON_MS": wiring.lamp_on_ms,
        "LAMP_OFF_MS": wiring.lamp_off_ms,
        "LAMP_SHARE": wiring.lamp_share,
        "LAMP_WINDOW_MS": wiring.lamp_window_ms,
        "GAP_MS": wiring.gap_ms,
    }
    lines = {
        "INVERT": wiring.inverted,
        "INPUTS": (*lamps.inputs, _KEY),
        "OUTPUTS": profile.buttons.outputs,
    }
    lit = [name for name in lamps.inputs if name.startswith("FAULT_")]
    faults = {name: code for name, code in zip(lit, lamps.faults, strict=True) if code != _ANY_FAULT}
    return (
        {name: str(value) for name, value in numbers.items()}
        | {name: ",".join(names) or "none" for name, names in lines.items()}
        | faults
    )


def _plan(profile_id: str, verb: Verb, goal: GoalPlace) -> Plan:
    where = f"{profile_id}: goals.{verb.value}"
    for name in (*goal.may, *goal.under_way, *goal.done):
        if name not in _STATES and not (name == _UNTOLD and name in goal.may):
            raise ProfileError(f"{where}: unknown state {name!r}; expected one of {', '.join(_STATES)}")
    if goal.proof and goal.proof not in _PROOFS:
        raise ProfileError(f"{where}: unknown proof {goal.proof!r}; expected one of {', '.join(_PROOFS)}")
    states = _STATES | {_UNTOLD: CentreState.UNKNOWN}
    may, under_way, done = (tuple(states[name] for name in row) for row in (goal.may, goal.under_way, goal.done))
    proof = _PROOFS[goal.proof] if goal.proof else None
    if goal.by_camera and proof not in SEEN:
        known = ", ".join(kind.value for kind in SEEN)
        raise ProfileError(f"{where}: proof {goal.proof!r} by the camera; expected one of {known}")
    return Plan(*(goal.press, goal.ms, goal.within_s), may, under_way, done, proof, goal.hands_clear, goal.by_camera)

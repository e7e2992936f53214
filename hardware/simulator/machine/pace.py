"""Durations of the simulated table's and players' actions, in simulated seconds."""

from dataclasses import dataclass
from typing import Final

from hardware.profiles.schema import Cycle

EXPOSURE_S: Final = 0.2
SEEN_S: Final = 3 * EXPOSURE_S


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds from each step of a round to the next; ``lead``: seconds before the first step."""

    lead: float
    pressed: float
    hatch_open: float
    mixing: float
    walls_up: float
    rolling: float
    dice_rest: float
    first_block: float
    block: float
    lowered: float
    indicator: float
    draw: float
    discard: float
    stick: float
    call: float
    shown: float
    result: float
    stacking: float
    stacked: float


# Everything that does not stay visible for the rest of the round is visible for at least three exposures. Results stay
# for five times as long, because an arm may hide them: people look at a hand and its ura longer than at anything else.
FAST: Final = Pace(
    lead=SEEN_S,
    pressed=EXPOSURE_S,
    hatch_open=2 * EXPOSURE_S,
    mixing=SEEN_S,
    walls_up=SEEN_S,
    rolling=2 * EXPOSURE_S,
    dice_rest=SEEN_S,
    first_block=SEEN_S,
    block=EXPOSURE_S,
    lowered=2 * EXPOSURE_S,
    indicator=SEEN_S,
    draw=EXPOSURE_S,
    discard=SEEN_S,
    stick=EXPOSURE_S,
    call=SEEN_S,
    shown=SEEN_S,
    result=5 * SEEN_S,
    stacking=5 * SEEN_S,
    stacked=5 * SEEN_S,
)


def natural(cycle: Cycle) -> Pace:
    """Return a brisk human pace, about a second per turn, at a table with this machine cycle."""
    return Pace(
        lead=3.0,
        pressed=0.6,
        hatch_open=cycle.hatch_open_s,
        mixing=cycle.mixing_s,
        walls_up=cycle.walls_up_s,
        rolling=cycle.dice_s,
        dice_rest=2.0,
        first_block=1.2,
        block=0.5,
        lowered=0.8,
        indicator=1.2,
        draw=0.4,
        discard=0.8,
        stick=0.4,
        call=1.2,
        shown=1.5,
        result=8.0,
        stacking=12.0,
        stacked=4.0,
    )

"""A round as timed steps: reports of the machine, acts of the players, and the duration of each."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.machine.facts import Builder, DiceButton
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from hardware.simulator.game.acts import (
    Act,
    CallTile,
    DiscardTile,
    DrawTile,
    Fold,
    Hesitate,
    Kong,
    LayStick,
    LowerReplacement,
    Show,
    ShowUra,
    TakeBlock,
    TurnIndicator,
)
from hardware.simulator.game.deal import Deal
from hardware.simulator.game.round import SimulatedRound
from hardware.simulator.machine.pace import Pace


@dataclass(frozen=True, slots=True)
class MachineReport:
    """A signal that the machine sends over its board."""

    kind: SignalKind
    seat: Seat | None = None


class Scenery(Enum):
    """Changes that the machine makes to the table, and the end of a round."""

    TILES_IN = "tiles_in"
    WALLS_RISE = "walls_rise"
    DICE_REST = "dice_rest"
    DICE_TAKEN = "dice_taken"
    ROUND_OVER = "round_over"


Cue = MachineReport | Scenery | Act


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """Cues that happen together, and the seconds until the next step."""

    cues: tuple[Cue, ...]
    hold: float


def script(played: SimulatedRound, pace: Pace) -> Iterator[TimelineStep]:
    """Yield all steps of a round, from the SET button to the end of its result."""
    deal = played.deal
    acts = played.done
    if deal.by_machine:
        # Hands rise together with the walls, and the indicator is already turned.
        risen = 1 + max(place for place, act in enumerate(acts) if isinstance(act, TakeBlock))
        yield from _set_change(deal, pace, acts[: risen + 1])
        acts = acts[risen + 1 :]
    else:
        yield from _set_change(deal, pace)
        yield from _rolls(deal, pace)
    for place, act in enumerate(acts):
        first_block = place == 0 and isinstance(act, TakeBlock)
        yield TimelineStep((act,), pace.first_block if first_block else _HOLDS[type(act)](pace))
    yield TimelineStep((Scenery.ROUND_OVER,), pace.result)


def _set_change(deal: Deal, pace: Pace, risen: tuple[Act, ...] = ()) -> Iterator[TimelineStep]:
    """Yield the steps up to the new walls: the next dealer presses SET (npm art. 13 i), or the players build."""
    work, dealer = deal.work, deal.standing.dealer
    if work.builder is Builder.HANDS:
        yield TimelineStep((Scenery.TILES_IN,), pace.stacking)
        yield TimelineStep((Scenery.WALLS_RISE,), pace.stacked)
        return
    yield TimelineStep((MachineReport(SignalKind.SET_PRESSED, dealer),), pace.pressed)
    yield TimelineStep((MachineReport(SignalKind.HATCH_OPENED), Scenery.TILES_IN), pace.hatch_open)
    closes = SignalKind.DICE_PRESSED if work.dice_button is DiceButton.CLOSES else SignalKind.SET_PRESSED
    yield TimelineStep((MachineReport(closes, dealer),), pace.pressed)
    yield TimelineStep((MachineReport(SignalKind.HATCH_CLOSED), MachineReport(SignalKind.MIXING)), pace.mixing)
    yield TimelineStep((MachineReport(SignalKind.WALLS_UP), Scenery.WALLS_RISE, *risen), pace.walls_up)


def _rolls(deal: Deal, pace: Pace) -> Iterator[TimelineStep]:
    """Yield the dice rolls: by button, or thrown by hand and picked up between two throws."""
    if deal.work.builder is Builder.HANDS:
        for number, _ in enumerate(deal.rolls):
            if number:
                yield TimelineStep((Scenery.DICE_TAKEN,), pace.dice_rest)
            yield TimelineStep((Scenery.DICE_REST,), pace.dice_rest)
        return
    for _ in deal.rolls:
        yield TimelineStep((MachineReport(SignalKind.DICE_PRESSED, deal.standing.dealer),), pace.rolling)
        yield TimelineStep((MachineReport(SignalKind.DICE_STOPPED), Scenery.DICE_REST), pace.dice_rest)


_HOLDS: Final[Mapping[type[Act], Callable[[Pace], float]]] = {
    TakeBlock: lambda pace: pace.block,
    LowerReplacement: lambda pace: pace.lowered,
    TurnIndicator: lambda pace: pace.indicator,
    DrawTile: lambda pace: pace.draw,
    Hesitate: lambda pace: pace.shown,
    DiscardTile: lambda pace: pace.discard,
    LayStick: lambda pace: pace.stick,
    CallTile: lambda pace: pace.call,
    Kong: lambda pace: pace.call,
    Show: lambda pace: pace.shown,
    Fold: lambda pace: pace.shown,
    ShowUra: lambda pace: pace.shown,
}

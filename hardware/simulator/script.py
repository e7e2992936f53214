"""A round as timed steps: what the machine reports, what the players do, how long each step stays."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.ports import SignalKind
from controller.riichi.seat import Seat
from hardware.simulator.acts import (
    Act,
    Claim,
    Discard,
    Draw,
    Fold,
    Kong,
    LayStick,
    LowerReplacement,
    Show,
    ShowUra,
    Take,
    TurnIndicator,
)
from hardware.simulator.game import Round
from hardware.simulator.pace import Pace


@dataclass(frozen=True, slots=True)
class Report:
    """Something the machine reports over its board."""

    kind: SignalKind
    seat: Seat | None = None


class Scenery(Enum):
    """What the machine does to the table, and the end of a round."""

    TILES_IN = "tiles_in"
    WALLS_RISE = "walls_rise"
    DICE_REST = "dice_rest"
    ROUND_OVER = "round_over"


Cue = Report | Scenery | Act


@dataclass(frozen=True, slots=True)
class Step:
    """Cues that happen together, and the seconds until the next step."""

    cues: tuple[Cue, ...]
    hold: float


def script(played: Round, pace: Pace) -> Iterator[Step]:
    """All steps of a round, from the set button to the end of its result."""
    yield from _machine(played.deal.standing.dealer, pace)
    first_block = True
    for act in played.played.acts:
        hold = pace.first_block if first_block else _HOLDS[type(act)](pace)
        first_block = False
        yield Step((act,), hold)
    yield Step((Scenery.ROUND_OVER,), pace.result)


def _machine(dealer: Seat, pace: Pace) -> Iterator[Step]:
    """The cycle of the table: the next dealer presses set (npm art. 13 i), walls rise, the dealer rolls."""
    yield Step((Report(SignalKind.SET_PRESSED, dealer),), pace.pressed)
    yield Step((Report(SignalKind.HATCH_OPENED), Scenery.TILES_IN), pace.hatch_open)
    yield Step((Report(SignalKind.HATCH_CLOSED), Report(SignalKind.MIXING)), pace.mixing)
    yield Step((Report(SignalKind.WALLS_UP), Scenery.WALLS_RISE), pace.walls_up)
    yield Step((Report(SignalKind.DICE_PRESSED, dealer),), pace.rolling)
    yield Step((Report(SignalKind.DICE_STOPPED), Scenery.DICE_REST), pace.dice_rest)


_HOLDS: Final[Mapping[type[Act], Callable[[Pace], float]]] = {
    Take: lambda pace: pace.block,
    LowerReplacement: lambda pace: pace.lowered,
    TurnIndicator: lambda pace: pace.indicator,
    Draw: lambda pace: pace.draw,
    Discard: lambda pace: pace.discard,
    LayStick: lambda pace: pace.stick,
    Claim: lambda pace: pace.call,
    Kong: lambda pace: pace.call,
    Show: lambda pace: pace.shown,
    Fold: lambda pace: pace.shown,
    ShowUra: lambda pace: pace.shown,
}

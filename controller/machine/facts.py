"""Facts about a family of tables from its profile: automatic functions, buttons, goals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from controller.ports.table import SignalKind, Verb


class CentreState(Enum):
    """State of the opening in the middle of the table."""

    UNKNOWN = "unknown"
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    CLOSING = "closing"
    LIFTED = "lifted"


class BuildState(Enum):
    """State of the tile set that the machine builds; ``UNKNOWN`` until something is reported about it."""

    UNKNOWN = "unknown"
    EMPTY = "empty"
    MIXING = "mixing"
    READY = "ready"
    PAUSED = "paused"
    SLOW = "slow"
    FAULT = "fault"


class Builder(Enum):
    """Who builds the walls."""

    MACHINE = "machine"
    HANDS = "hands"


class Dealer(Enum):
    """Who deals the hands."""

    PLAYERS = "players"
    MACHINE = "machine"


class SetButton(Enum):
    """Effect of the set button."""

    TOGGLES = "toggles"
    OPENS = "opens"
    NOTHING = "nothing"


class DiceButton(Enum):
    """Effect of the dice button; CLOSES: it closes the centre, and the dice roll once the centre is closed."""

    ROLLS = "rolls"
    CLOSES = "closes"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a goal is reached: outputs pressed together once for ``ms`` milliseconds, and its proof within ``within_s``.

    ``may``, ``under_way``, ``done``: states of centre or build in which the outputs are pressed, in which the goal only
    waits, or in which it is reached. ``proof``: report that proves the goal if no state does; ``seen``: the camera
    makes this report, not the board; with neither state nor proof the outcome is unknown. ``hands_clear``: a person
    must first confirm that no hand is in the way.
    """

    press: tuple[str, ...]
    ms: int
    within_s: float
    may: tuple[CentreState | BuildState, ...] = ()
    under_way: tuple[CentreState | BuildState, ...] = ()
    done: tuple[CentreState | BuildState, ...] = ()
    proof: SignalKind | None = None
    hands_clear: bool = False
    seen: bool = False


@dataclass(frozen=True, slots=True)
class TableWork:
    """What a table leaves to its players, and which buttons tell the seat that pressed them.

    ``built_ahead``: another set is built during a round, so that mixing says nothing about the round. ``reported``: a
    board reports sets and dice; otherwise only sightings do.
    """

    builder: Builder = Builder.MACHINE
    dealer: Dealer = Dealer.PLAYERS
    set_button: SetButton = SetButton.TOGGLES
    dice_button: DiceButton = DiceButton.ROLLS
    set_tells_seat: bool = True
    dice_tells_seat: bool = True
    built_ahead: bool = False
    reported: bool = True

    @property
    def is_only_seen(self) -> bool:
        """True if nothing reports sets and dice: walls and dice are handled by people, or there is no board."""
        return self.builder is Builder.HANDS or not self.reported

    @property
    def uses_dice(self) -> bool:
        """True if dice decide where the wall is broken; a machine that deals needs none."""
        return self.dealer is Dealer.PLAYERS


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds: the centre's rise and fall, a build that counts as slow, and a centre that counts as left open."""

    open_s: float = 2.0
    close_s: float = 2.0
    slow_s: float = 80.0
    left_open_s: float = 90.0


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """Facts about a family of tables; ``fault_lamps``: fault codes of its fault lamps, in order."""

    work: TableWork = field(default_factory=TableWork)
    times: Times = field(default_factory=Times)
    plans: Mapping[Verb, Plan] = field(default_factory=dict)
    fault_lamps: tuple[str, ...] = ()


USUAL_WORK: Final = TableWork()

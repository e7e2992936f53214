"""Sections of a profile about the machine: who builds and deals, buttons, chords, lamps, sticks, goals."""

from dataclasses import dataclass

from controller.machine.facts import Builder, Dealer, DiceButton, SetButton


@dataclass(frozen=True, slots=True)
class Buttons:
    """Switches that the board is wired to, by the name of its output, and what they do."""

    outputs: tuple[str, ...]
    set_does: SetButton
    dice_does: DiceButton
    set_tells_seat: bool
    dice_tells_seat: bool


@dataclass(frozen=True, slots=True)
class Chords:
    """Buttons that do something else when pressed together; none where the table knows no such chord."""

    lift: tuple[str, ...]
    first_dealer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lamps:
    """What the board can read: its wired inputs, and the machine's own lamps.

    ``faults``: what each fault lamp means, by the code of the fault; ``table-fault`` where the lamp does not tell.
    """

    inputs: tuple[str, ...]
    set_complete: bool
    dealer: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Building:
    """Who puts up the walls, of how many sets by turns, and how long the next one takes, seconds.

    ``slow_s``: a build that takes longer is slow; ``ahead``: the next set is built while a round is played.
    """

    by: Builder
    sets: int
    ahead: bool
    build_s: float
    slow_s: float


@dataclass(frozen=True, slots=True)
class Dealing:
    """Who deals, and whether the machine turns the dora indicator and lowers the replacement tile."""

    by: Dealer
    dora_turned: bool
    replacement_lowered: bool


@dataclass(frozen=True, slots=True)
class Sticks:
    """How the table knows its point sticks, and their values."""

    counted_by: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GoalPlace:
    """A goal as written: see ``controller.machine.facts.Plan``; states and proof by name."""

    press: tuple[str, ...]
    ms: int
    within_s: float
    may: tuple[str, ...]
    under_way: tuple[str, ...]
    done: tuple[str, ...]
    proof: str
    hands_clear: bool

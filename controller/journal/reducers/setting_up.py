"""What the set-up does to a round: the machine, the dice, the break, the indicators, the deal."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.state import Indicator, RoundState


def set_pressed(round_: RoundState, _event: ev.SetPressed) -> RoundState:
    """The set button pressed."""
    return replace(round_, set_pressed=True)


def mixing_started(round_: RoundState, _event: ev.MixingStarted) -> RoundState:
    """The machine mixing."""
    return replace(round_, mixing=True)


def walls_raised(round_: RoundState, _event: ev.WallsRaised) -> RoundState:
    """The walls up."""
    return replace(round_, walls_up=True)


def dice_pressed(round_: RoundState, _event: ev.DicePressed) -> RoundState:
    """One more throw, which a person has not read yet."""
    # Dice thrown before the walls are complete are rolled again (npm art. 13 ha): they do not advance the round.
    return replace(round_, dice_pressed=round_.dice_pressed + round_.walls_up, rolls_said=())


def dice_rolled(round_: RoundState, event: ev.DiceRolled) -> RoundState:
    """The pips of a roll; what a person says of it stays until the roll is made again."""
    said = tuple(roll for roll in round_.rolls_said if roll < event.roll)
    said = (*said, event.roll) if event.by else said
    return replace(round_, rolls=(*round_.rolls[: event.roll - 1], event.pips), rolls_said=said)


def wall_broken(round_: RoundState, event: ev.WallBroken) -> RoundState:
    """The break as seen."""
    return replace(round_, broken=event.seen)


def dora_shown(round_: RoundState, event: ev.DoraShown) -> RoundState:
    """One more indicator."""
    acts = len(round_.discards) + len(round_.made)
    return replace(round_, dora=(*round_.dora, Indicator(event.tile, event.seen, acts=acts)))


def ura_shown(round_: RoundState, event: ev.UraShown) -> RoundState:
    """The tile under an indicator."""
    dora = tuple(replace(shown, ura=event.tile) if shown.place == event.place else shown for shown in round_.dora)
    return replace(round_, dora=dora)


def hands_dealt(round_: RoundState, _event: ev.HandsDealt) -> RoundState:
    """The hands dealt."""
    return replace(round_, dealt=True)

"""Reducers of the set-up: machine, dice, break, indicators, deal."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.state import Indicator, RoundState


def set_pressed(round_: RoundState, _event: ev.SetPressed) -> RoundState:
    """Return the round with the set button pressed."""
    return replace(round_, set_pressed=True)


def mixing_started(round_: RoundState, _event: ev.MixingStarted) -> RoundState:
    """Return the round with the machine mixing."""
    return replace(round_, mixing=True)


def walls_raised(round_: RoundState, _event: ev.WallsRaised) -> RoundState:
    """Return the round with the walls up."""
    return replace(round_, walls_up=True)


def dice_pressed(round_: RoundState, _event: ev.DicePressed) -> RoundState:
    """Return the round with one more throw of the dice, which no person has read yet."""
    # Dice thrown before the walls are complete are rolled again (npm art. 13 ha): they do not advance the round.
    return replace(round_, dice_pressed=round_.dice_pressed + round_.walls_up, rolls_said=())


def dice_rolled(round_: RoundState, event: ev.DiceRolled) -> RoundState:
    """Return the round with the pips of a roll; a person's reading stays until the dice are rolled again."""
    said = tuple(roll for roll in round_.rolls_said if roll < event.roll)
    said = (*said, event.roll) if event.by else said
    return replace(round_, rolls=(*round_.rolls[: event.roll - 1], event.pips), rolls_said=said)


def wall_broken(round_: RoundState, event: ev.WallBroken) -> RoundState:
    """Return the round with the break as seen."""
    return replace(round_, broken=event.seen)


def dora_shown(round_: RoundState, event: ev.DoraShown) -> RoundState:
    """Return the round with one more dora indicator."""
    acts = len(round_.discards) + len(round_.made)
    return replace(round_, dora=(*round_.dora, Indicator(event.tile, event.seen, acts=acts)))


def ura_shown(round_: RoundState, event: ev.UraShown) -> RoundState:
    """Return the round with the tile under an indicator."""
    dora = tuple(replace(shown, ura=event.tile) if shown.place == event.place else shown for shown in round_.dora)
    return replace(round_, dora=dora)


def hands_dealt(round_: RoundState, _event: ev.HandsDealt) -> RoundState:
    """Return the round with the hands dealt."""
    return replace(round_, dealt=True)

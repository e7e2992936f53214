"""Dice that came to rest so that they cannot be used: leaning, outside, or not to be read (npm art. 13 ha)."""

from collections.abc import Iterator
from typing import Final

from controller.journal.state import Phase
from controller.machine.facts import Builder
from controller.table.observe.moment import Moment
from controller.table.watch.watch import Sign, Watcher, sign


def imperfect_dice(moment: Moment) -> Iterator[Sign]:
    """Dice at rest, of a roll that is still due, of which one is missing or shows no face."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    due = observation.venue.work.uses_dice and len(round_.rolls) < observation.rulebook.table.rolls.value
    if seen is None or not due or observation.scene.rolling:
        return
    # On a table with a machine the last round's dice lie there until they are set going.
    thrown = observation.venue.work.builder is Builder.HANDS and round_.phase is Phase.WALLS_UP
    if round_.phase is not Phase.DICE and not thrown:
        return
    if not seen.dice or round_.broken is not None:
        return
    if len(seen.dice) < observation.venue.dice:
        ja = f"サイコロが {len(seen.dice)} 個しか見えない。"
        yield sign("dice-imperfect", ja, f"Only {len(seen.dice)} of the dice lies in the middle.", subject="dice")
    elif any(die.pips is None for die in seen.dice):
        yield sign(
            "dice-imperfect", "サイコロの目が読めない。", "A die shows no face that can be read.", subject="dice"
        )


DICE: Final[tuple[Watcher, ...]] = (imperfect_dice,)

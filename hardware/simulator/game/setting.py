"""State of a round at one moment, as the cameras see it."""

from dataclasses import dataclass

from hardware.simulator.game.deal import Deal
from hardware.simulator.game.table_state import TilesOnTable


@dataclass(frozen=True, slots=True)
class Setting:
    """State at one moment: the deal, positions of all tiles (None: inside the machine), and the last dice roll.

    ``raised``: the centre of the table is raised.
    """

    deal: Deal
    felt: TilesOnTable | None
    dice: tuple[int, ...] = ()
    raised: bool = False

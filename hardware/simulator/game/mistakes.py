"""Mistakes that players make now and then: the same acts of a round in a wrong order, so that it ends as it would."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hardware.simulator.game.acts import Act, DiscardTile, DrawTile, LowerReplacement

NOT_LOWERED: Final = "replacement-not-lowered"
WRONG_BREAK: Final = "break-wrong"
"""How the codes of the faults begin that mistakes become."""
_TURNS: Final = (NOT_LOWERED, "", WRONG_BREAK, "")
"""Round after round; chosen: people err now and then, and not in every round."""
_DISCARDS: Final = 5
"""Discards after which a mistake of the deal is noticed and mended; chosen."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """From round ``first`` on players err now and then; 0: never. Rounds count from 1."""

    first: int = 0

    def due(self, number: int) -> str:
        """The mistake of a round, empty for none."""
        return _TURNS[(number - self.first) % len(_TURNS)] if 0 < self.first <= number else ""


def with_mistake(acts: Sequence[Act], mistake: str) -> tuple[Act, ...]:
    """The acts as they are done with that mistake; unchanged where the round gives no occasion for it."""
    return _lowered_late(acts) if mistake == NOT_LOWERED else tuple(acts)


def _lowered_late(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The replacement tile is lowered when somebody notices; before that nobody may need it."""
    lowered = next((act for act in acts if isinstance(act, LowerReplacement)), None)
    noticed = _after_discards(acts)
    if lowered is None or any(isinstance(act, DrawTile) and act.replacement for act in acts[:noticed]):
        return tuple(acts)
    rest = [act for act in acts[:noticed] if act is not lowered]
    return (*rest, lowered, *acts[noticed:])


def _after_discards(acts: Sequence[Act]) -> int:
    lies = [place for place, act in enumerate(acts) if isinstance(act, DiscardTile)]
    return lies[_DISCARDS - 1] + 1 if len(lies) > _DISCARDS else len(acts)

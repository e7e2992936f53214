"""Mistakes that players make now and then: the same acts of a round in a wrong order, so that it ends as it would."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.simulator.game.acts import Act, DiscardTile, DrawTile, Hesitate, LayStick, LowerReplacement

NOT_LOWERED: Final = "replacement-not-lowered"
WRONG_BREAK: Final = "break-wrong"
EARLY_DRAW: Final = "draw-early"
NO_STICK: Final = "riichi-incomplete"
"""How the codes of the faults begin that mistakes become."""
_TURNS: Final = (NOT_LOWERED, "", WRONG_BREAK, "", EARLY_DRAW, "", NO_STICK, "")
"""Round after round; chosen: people err now and then, and not in every round."""
_DISCARDS: Final = 5
"""Discards after which a mistake of the deal is noticed and mended; chosen."""
_PLAYED: Final = 6
"""Discards that lie before somebody draws too early; chosen: the round is under way."""
_UNPAID: Final = 4
"""Discards after a riichi's after which its stick is missed and laid; chosen."""

Acts = tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """From round ``first`` on players err now and then; 0: never. Rounds count from 1."""

    first: int = 0

    def due(self, number: int) -> str:
        """The mistake of a round, empty for none."""
        return _TURNS[(number - self.first) % len(_TURNS)] if 0 < self.first <= number else ""


def with_mistake(acts: Sequence[Act], mistake: str) -> Acts:
    """The acts as they are done with that mistake; unchanged where the round gives no occasion for it."""
    made = _ORDERS.get(mistake)
    return tuple(acts) if made is None else made(tuple(acts))


def _lowered_late(acts: Acts) -> Acts:
    """The replacement tile is lowered when somebody notices; before that nobody may need it."""
    lowered = _first(acts, LowerReplacement)
    if lowered is None or any(isinstance(act, DrawTile) and act.replacement for act in acts[: _after(acts, _DISCARDS)]):
        return acts
    return _moved(acts, lowered, _after(acts, _DISCARDS))


def _drawn_early(acts: Acts) -> Acts:
    """A player draws while the one before still thinks of what to discard."""
    for place in range(_after(acts, _PLAYED), len(acts) - 1):
        discarded, drawn = acts[place], acts[place + 1]
        own = acts[place - 1]
        if (
            isinstance(own, DrawTile)
            and isinstance(discarded, DiscardTile)
            and isinstance(drawn, DrawTile)
            and not (discarded.riichi or discarded.sideways or own.replacement or drawn.replacement)
        ):
            return (*acts[:place], drawn, Hesitate(discarded.seat), discarded, *acts[place + 2 :])
    return acts


def _unpaid(acts: Acts) -> Acts:
    """A riichi's stick is laid when somebody notices."""
    laid = _first(acts, LayStick)
    if laid is None:
        return acts
    later = [place for place, act in enumerate(acts) if isinstance(act, DiscardTile) and place > laid]
    return _moved(acts, laid, later[_UNPAID - 1] + 1) if len(later) > _UNPAID else acts


_ORDERS: Final[Mapping[str, Callable[[Acts], Acts]]] = {
    NOT_LOWERED: _lowered_late,
    EARLY_DRAW: _drawn_early,
    NO_STICK: _unpaid,
}
"""What is done otherwise with each; a wall is broken wrongly as the tiles are dealt."""


def _moved(acts: Acts, place: int, behind: int) -> Acts:
    """The act at a place is done later, after so many."""
    return (*acts[:place], *acts[place + 1 : behind], acts[place], *acts[behind:])


def _first(acts: Acts, kind: type[Act]) -> int | None:
    return next((place for place, act in enumerate(acts) if isinstance(act, kind)), None)


def _after(acts: Acts, discards: int) -> int:
    """The place after so many discards; after all acts if there are fewer."""
    lies = [place for place, act in enumerate(acts) if isinstance(act, DiscardTile)]
    return lies[discards - 1] + 1 if len(lies) > discards else len(acts)

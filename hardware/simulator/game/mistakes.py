"""Occasional mistakes of players: acts of a round in a wrong order that leaves its result unchanged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.simulator.game.acts import Act, DiscardTile, DrawTile, Hesitate, LayStick, LowerReplacement

NOT_LOWERED: Final = "replacement-not-lowered"
WRONG_BREAK: Final = "break-wrong"
EARLY_DRAW: Final = "draw-early"
NO_STICK: Final = "riichi-incomplete"
"""Prefixes of the fault codes that these mistakes cause."""
_TURNS: Final = (NOT_LOWERED, "", WRONG_BREAK, "", EARLY_DRAW, "", NO_STICK, "")
"""Mistakes of consecutive rounds, repeated; chosen: people err now and then, not in every round."""
_DISCARDS: Final = 5
"""Discards after which a mistake of the deal is noticed and corrected; chosen."""
_PLAYED: Final = 6
"""Discards on the table before a player draws too early; chosen: the round is under way."""
_UNPAID: Final = 4
"""Discards after the riichi after which its missing stick is noticed and laid; chosen."""

Acts = tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Rounds with mistakes: from round ``first`` on, at intervals; 0: never. Rounds count from 1."""

    first: int = 0

    def due(self, number: int) -> str:
        """Return the mistake of a round, empty for none."""
        return _TURNS[(number - self.first) % len(_TURNS)] if 0 < self.first <= number else ""


def with_mistake(acts: Sequence[Act], mistake: str) -> Acts:
    """Return the acts reordered by the mistake, or unchanged if the round gives no occasion for it."""
    made = _ORDERS.get(mistake)
    return tuple(acts) if made is None else made(tuple(acts))


def _lowered_late(acts: Acts) -> Acts:
    """Lower the replacement tile only when somebody notices; unchanged if it is drawn before then."""
    lowered = _first(acts, LowerReplacement)
    if lowered is None or any(isinstance(act, DrawTile) and act.replacement for act in acts[: _after(acts, _DISCARDS)]):
        return acts
    return _moved(acts, lowered, _after(acts, _DISCARDS))


def _drawn_early(acts: Acts) -> Acts:
    """Let a player draw before the previous player has discarded."""
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
    """Lay the riichi stick only when somebody notices."""
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
"""Reordering function of each mistake; a wrong break is made by the deal instead."""


def _moved(acts: Acts, place: int, behind: int) -> Acts:
    """Return the acts with the one at ``place`` moved to just before index ``behind``."""
    return (*acts[:place], *acts[place + 1 : behind], acts[place], *acts[behind:])


def _first(acts: Acts, kind: type[Act]) -> int | None:
    return next((place for place, act in enumerate(acts) if isinstance(act, kind)), None)


def _after(acts: Acts, discards: int) -> int:
    """Return the index after this many discards, or the number of acts if there are not more."""
    lies = [place for place, act in enumerate(acts) if isinstance(act, DiscardTile)]
    return lies[discards - 1] + 1 if len(lies) > discards else len(acts)

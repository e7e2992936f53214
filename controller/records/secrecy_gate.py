"""Release of records: concealed tiles pass the secrecy gate or are replaced by unknown ones."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from controller.records.record import UNSEEN, Act, DiscardAct, DrawAct, GameRecord, RoundRecord, Seen
from controller.riichi.notation import parse_tile
from controller.riichi.tile import Tile
from controller.views.gate import Audience, Secret, View, release


@dataclass(frozen=True, slots=True)
class ConcealedView(View):
    """Tiles known only to one player: starting hands, and the draws in order."""

    hands: Secret[tuple[tuple[Tile | None, ...], ...]]
    draws: Secret[tuple[Tile | None, ...]]


def let_out(game: GameRecord, audience: Audience, now: float, released_at: float | None = None) -> GameRecord:
    """Return the game as ``audience`` may see it at ``now``; never released (None): only tiles open on the table."""
    return replace(game, rounds=tuple(_round(one, audience, now, released_at) for one in game.rounds))


def let_out_rounds(game: GameRecord, audience: Audience, now: float, released: Collection[int]) -> GameRecord:
    """Return the game with the secrets of those rounds only that are released by ``now``, given by ordinal."""
    told = game.ordinals if len(game.ordinals) == len(game.rounds) else (None,) * len(game.rounds)
    rounds = (
        _round(one, audience, now, now if ordinal in released else None)
        for ordinal, one in zip(told, game.rounds, strict=True)
    )
    return replace(game, rounds=tuple(rounds))


def _round(one: RoundRecord, audience: Audience, now: float, released_at: float | None) -> RoundRecord:
    draws = tuple(act.tile for act in one.acts if isinstance(act, DrawAct))
    passed = release(ConcealedView(one.hands, draws), audience, now, released_at)
    hands = tuple(_tiles(hand) for hand in passed["hands"]) if "hands" in passed else (UNSEEN,) * 4
    known = _tiles(passed["draws"]) if "draws" in passed else (None,) * len(draws)
    return replace(one, hands=hands, acts=_acts(one, known))


def _tiles(names: Any) -> tuple[Seen, ...]:
    return tuple(None if name is None else parse_tile(name) for name in names)


def _acts(one: RoundRecord, known: tuple[Seen, ...]) -> tuple[Act, ...]:
    """Return the acts with these draws; a drawn winning tile is public."""
    left = iter(known)
    acts: list[Act] = []
    for act in one.acts:
        if isinstance(act, DrawAct):
            acts.append(DrawAct(act.seat, next(left)))
        elif isinstance(act, DiscardAct) and isinstance(acts[-1], DrawAct) and acts[-1].tile is None:
            # The mark that it was the drawn tile would reveal the draw.
            acts.append(replace(act, drawn=None))
        else:
            acts.append(act)
    last = one.acts[-1] if one.acts else None
    if isinstance(last, DrawAct) and any(win.loser is None for win in one.wins):
        acts[-1] = last
    return tuple(acts)

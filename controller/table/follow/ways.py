"""Every possible end of a round, and the place of the next round after each."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from controller.errors import HandError
from controller.journal.events import DrawKind
from controller.referee.following import End, followed, until_decided
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo
from controller.scoring.game.flow import Following, Last, Round, abortive_draws
from controller.scoring.payment_lines import four
from controller.scoring.score import Four


class RoundPlace(NamedTuple):
    """Candidate place of a round in the sitting; ``round`` by seats of the table, without its sticks."""

    game: int
    round: Round


@lru_cache(maxsize=1 << 12)
def next_places(
    place: RoundPlace,
    end: End | None,
    last: Last | None,
    first: Seat,
    next_game: RoundPlace,
    total: int,
    rulebook: Rulebook,
    left: bool | None = None,
) -> tuple[RoundPlace, ...]:
    """Return the possible places of the next round; ``end`` None: after any possible end.

    ``left``: whether sticks remained on the table, None if unknown.
    """
    ways = (end,) if end is not None else tuple(_ways(place.round.dealer, rulebook))
    ways = tuple(way for way in ways if None in (left, leaves := _leaves(way, rulebook)) or left is leaves)
    return tuple(
        dict.fromkeys(
            _next(place, followed(place.round, way, points, first, rulebook, last, asks), first, next_game)
            for way, points, asks in product(ways, _points(total), (False, True))
            if not asks or (end is None and _may_ask(place.round, way, points, first, rulebook, last))
        )
    )


def _may_ask(round_: Round, end: End, points: Four, first: Seat, rulebook: Rulebook, last: Last | None) -> bool:
    """True if the dealer may ask for the end of the game after such a round."""
    try:
        followed(round_, end, points, first, rulebook, last, dealer_stops=True)
    except HandError:
        return False
    return True


def _next(place: RoundPlace, then: Following | None, first: Seat, next_game: RoundPlace) -> RoundPlace:
    if then is None:
        return place
    if then.round is None:
        return next_game
    name = then.round
    return RoundPlace(place.game, Round(name.prevailing_wind, name.dealer.turn(first), name.counters))


def _ways(dealer: Seat, rulebook: Rulebook) -> Iterable[End]:
    """Yield every possible end of a round that differs in its consequences, the most probable first."""
    yield from (End(frozenset((dealer.turn(turns),))) for turns in (1, 0))
    yield from (End(draw=DrawKind.EXHAUSTIVE, tenpai=frozenset(tenpai)) for tenpai in ((), SEATS))
    if rulebook.scoring.nagashi_mangan.value:
        yield from (
            End(draw=DrawKind.NAGASHI_MANGAN, seats=(dealer.turn(turns),), tenpai=frozenset(tenpai))
            for turns in (1, 0)
            for tenpai in ((), SEATS)
        )
    yield from (End(draw=DrawKind(each.value)) for each in abortive_draws(rulebook))
    yield End(draw=DrawKind.CHOMBO, after=AfterChombo.DEALER_PASSES)
    if until_decided(rulebook) is AfterChombo.DEALER_STAYS:
        yield End(draw=DrawKind.CHOMBO, after=AfterChombo.DEALER_STAYS)
    yield End(draw=DrawKind.VOID)


def _leaves(end: End, rulebook: Rulebook) -> bool | None:
    """True if an end leaves the sticks on the table; None if that depends on more than the kind of end."""
    nagashi = end.draw is DrawKind.NAGASHI_MANGAN
    if end.winners or (nagashi and rulebook.flow.nagashi_is_win.value):
        return False
    if nagashi or end.draw is DrawKind.EXHAUSTIVE or (end.draw is not None and end.draw.aborts is not None):
        return True
    return None


def _points(total: int) -> Iterable[Four]:
    """Yield points that distinguish every condition for the end of a game: leader, margin, a player below zero."""
    even = total // len(SEATS)
    for others, leader in product((_LEAST, even - _LEAST, -_LEAST), SEATS):
        yield four(total - 3 * others if seat is leader else others for seat in SEATS)
    yield four(even for _ in SEATS)


_LEAST: Final = 100

"""Infers starting hands, draws and discards of the drawn tile for a round whose seats were seen from time to time."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from controller.records.hands.glimpse import Course, Glimpse, Known, course_of, known_hands
from controller.records.hands.proof import proven, stretch
from controller.records.record import UNSEEN, Act, DiscardAct, DrawAct, Seen
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile

_SURE = 100
"""Weight of an open hand in camera glimpses; chosen: more than the glimpses of a round."""

Hands = tuple[tuple[Seen, ...], ...]


def with_hands(acts: Sequence[Act], glimpses: Sequence[Glimpse]) -> tuple[Hands, tuple[Act, ...]]:
    """Return four starting hands and the acts with their draws, as far as the glimpses prove them.

    A seat that no camera saw stays unknown, and so does everything that its glimpses leave ambiguous.
    """
    told = list(acts)
    hands = []
    for seat in SEATS:
        own = [glimpse for glimpse in glimpses if glimpse.seat is seat]
        hands.append(_seat(told, seat, own) if any(not glimpse.sure for glimpse in own) else UNSEEN)
    return tuple(hands), tuple(told)


def _seat(acts: list[Act], seat: Seat, glimpses: Sequence[Glimpse]) -> tuple[Seen, ...]:
    """Return the starting hand of a seat, and put its draws into ``acts``."""
    course = course_of(acts, seat)
    known = _agreeing(known_hands(acts, glimpses, course), course)
    if not known:
        return UNSEEN
    hand, draws = UNSEEN, dict[int, Tile]()
    for before, after in pairwise((None, *known, None)):
        part = stretch(before, after, course.goings, len(course.draws))
        if part is None:
            continue
        apart = () if after is None or after.drawn is None else ((after.draws, after.drawn),)
        part, found = proven(part, (*course.told, *apart))
        draws |= found
        if before is None:
            hand = part.held()
    for number, tile in draws.items():
        place = course.draws[number - 1]
        acts[place] = DrawAct(seat, tile)
        following = acts[place + 1] if place + 1 < len(acts) else None
        if isinstance(following, DiscardAct) and following.seat is seat:
            # Two equal tiles cannot be told apart: assume that the one set apart was discarded, as players do.
            acts[place + 1] = replace(following, drawn=following.tile is tile)
    return hand


def _agreeing(known: Sequence[Known], course: Course) -> list[Known]:
    """Return the hands contained in every heaviest sequence of compatible hands; single misreadings are dropped."""
    every = (None, *known, None)

    def fits(first: int, second: int) -> bool:
        return stretch(every[first], every[second], course.goings, len(course.draws)) is not None

    if all(fits(place, place + 1) for place in range(len(every) - 1)):
        return list(known)
    weights = [0, *(_SURE if each.sure else 1 for each in known), 0]
    end = len(every) - 1
    follows = [[later for later in range(place + 1, end + 1) if fits(place, later)] for place in range(end)]
    up_to: list[int | None] = [0, *(None for _ in range(end))]
    for place in range(end):
        so_far = up_to[place]
        for later in follows[place] if so_far is not None else ():
            up_to[later] = max(up_to[later] or 0, (so_far or 0) + weights[later])
    onward: list[int | None] = [*(None for _ in range(end)), 0]
    for place in reversed(range(end)):
        after = [weights[later] + beyond for later in follows[place] if (beyond := onward[later]) is not None]
        onward[place] = max(after, default=None)
    best = onward[0]
    spans = [
        (so_far - weights[place], so_far, place)
        for place in range(1, end)
        if (so_far := up_to[place]) is not None and (rest := onward[place]) is not None and so_far + rest == best
    ]
    alone = [
        place
        for low, high, place in spans
        if not any(low < other_high and other_low < high for other_low, other_high, other in spans if other != place)
    ]
    return [known[place - 1] for place in alone]

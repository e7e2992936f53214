"""Combine the present reading with the last one: repeated readings gain probability, hidden tiles are remembered."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.ports.eyes import SeenHand, SeenIndicator, SeenTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.explain.chances import doubt
from vision.explain.found import Content, River, TableExplanation, ZoneReading, same_tile
from vision.explain.signs import lacks_one, may_lie_upright, parts_of, told_in_order
from vision.explain.vacant import Vacancy
from vision.explain.wall.lifted import stood_in_all

SEEN: Final = 0.6
"""Chance below which a zone may be covered in part, and melds do not tell how many tiles a hand has; chosen."""
KNOWN: Final = 0.9
"""Probability from which a zone is remembered, to keep it when read again; chosen as the reporting threshold."""
_GONE_ON: Final = 1.5
"""Log odds bonus of a river that continues the confirmed one; chosen: in a game laid as on photographs all of some ten
such rivers below .9 were right."""
_RIVAL: Final = 0.1
"""Sign of a rival from which a tile may be a neighbour's; chosen: three in games that were had .27, .31, .32."""
_REORDERED: Final = "reordered"
"""Sign of a river whose tiles are in another order than confirmed."""
_MORE: Final = 3
"""Discards by which a confirmed river may have grown unread; chosen: those during an arm's stay."""


def with_history(now: TableExplanation, before: TableExplanation, vacancy: Vacancy) -> TableExplanation:
    """The present reading, at least as probable where it is repeated; and the remembered tiles that an arm hides."""
    seen = [vacancy] * len(SEATS)
    rivers = map(_gone_on, map(_remembered, now.rivers, before.rivers, SEATS, seen), before.thrown)
    hands = map(_still_open, now.hands, before.hands, SEATS, seen)
    return replace(
        now,
        rivers=tuple(map(_steady, rivers, before.rivers)),
        melds=tuple(map(_steady, now.melds, before.melds)),
        hands=tuple(map(_steady, hands, before.hands)),
        indicators=_shown_again(now.indicators, before.shown),
    )


def noted(now: TableExplanation, before: TableExplanation, layout: Layout) -> TableExplanation:
    """The table with the last confirmed zones, now or before."""
    return replace(
        now,
        laid=tuple(map(_last_sure, now.melds, before.laid)),
        shown=_last_sure(now.indicators, before.shown),
        thrown=tuple(map(_last_sure, now.rivers, before.thrown)),
        stood=stood_in_all(before.stood, now, KNOWN, layout.profile.tile.width_mm),
    )


def in_told_order(now: ZoneReading[River], last: River) -> ZoneReading[River]:
    """Keep the confirmed order of a river that contains the last confirmed one; append new tiles.

    The newest of that may have been claimed.
    """
    told = {
        each: next((place for place, old in enumerate(last) if same_tile(each.seen, old.seen)), len(last))
        for each in now.content
    }
    ordered = tuple(sorted(now.content, key=told.__getitem__))
    if ordered == now.content or not (may_go_on(ordered, last) or (ordered and may_go_on(ordered, last[:-1]))):
        return now
    return replace(now, content=ordered, signs={**now.signs, _REORDERED: 1.0})


def _gone_on(now: ZoneReading[River] | None, last: River) -> ZoneReading[River] | None:
    """Raise the probability of a river that equals the confirmed one, or that with discards added at its end.

    Lower it if geometry alone would assign the tiles elsewhere, or to a neighbour. The orientation of its newest tile
    gains nothing from history.
    """
    if now is None or not last or not may_go_on(now.content, last) or may_lie_upright(now.signs):
        return now
    ordered, rival = told_in_order(now), now.signs.get("rival", 0.0) > _RIVAL
    surer = -_GONE_ON * (1.0 + rival) if now.signs.get(_REORDERED) else _GONE_ON * (not rival)
    return replace(ordered, chance=1.0 / (1.0 + math.exp(doubt(ordered.chance) - surer)))


def may_go_on(now: River, last: River) -> bool:
    """Whether a river is one that was there before, or that with some discards more at its end."""
    both = zip(now, last, strict=False)
    same = all(same_tile(one.seen, old.seen) and one.sideways is old.sideways for one, old in both)
    return same and 0 <= len(now) - len(last) <= _MORE


def _last_sure(now: ZoneReading[Content] | None, before: Content) -> Content:
    return now.content if now is not None and now.chance >= KNOWN else before


def _shown_again(
    now: ZoneReading[tuple[SeenIndicator, ...]] | None, before: tuple[SeenIndicator, ...]
) -> ZoneReading[tuple[SeenIndicator, ...]] | None:
    """Raise the probability of indicators that contain the confirmed ones, with others at their stacks alone."""
    if now is None or not before:
        return now
    told = {(each.wall, each.stack, each.seen.tile) for each in now.content}
    places = {(each.wall, each.stack) for each in before}
    if not all((each.wall, each.stack, each.seen.tile) in told for each in before) or places != {
        (wall, stack) for wall, stack, _ in told
    }:
        return now
    return replace(now, chance=1.0 - (1.0 - now.chance) * (1.0 - KNOWN))


def _steady(now: ZoneReading[Content] | None, before: ZoneReading[Content] | None) -> ZoneReading[Content] | None:
    """A repeated reading is at least as probable as before, unless something hides a part of it."""
    if now is None or before is None or _faces(now.content) != _faces(before.content) or lacks_one(now.signs):
        return now
    if now.chance < SEEN:
        return now
    return replace(now, chance=max(now.chance, before.chance))


def _remembered(
    now: ZoneReading[River] | None, before: ZoneReading[River] | None, seat: Seat, vacancy: Vacancy
) -> ZoneReading[River] | None:
    """The confirmed river, if an arm hides those of its tiles that are unseen now and nothing is new.

    The last may have been called; any other one leaves only with its felt in sight.
    """
    if now is None or before is None or before.chance < SEEN or len(now.content) >= len(before.content):
        return now
    left = _gone_from([each.seen for each in before.content], [each.seen for each in now.content])
    if left is None:
        return now
    last = before.content[-1].seen
    hidden = all((vacancy.hidden if each is last else vacancy.sight)(seat, *vacancy.local(seat, each)) for each in left)
    return before if hidden else now


def _still_open(
    now: ZoneReading[SeenHand] | None, before: ZoneReading[SeenHand] | None, seat: Seat, vacancy: Vacancy
) -> ZoneReading[SeenHand] | None:
    """The confirmed shown hand, if an arm hides its unseen tiles and nothing is new."""
    if before is None or before.chance < SEEN or before.content.standing or not before.content.shown:
        return now
    if now is not None and (now.content.standing or now.chance >= before.chance):
        return now
    left = _gone_from(_tiles(before.content), () if now is None else _tiles(now.content))
    hidden = left is not None and all(vacancy.hidden(seat, *vacancy.local(seat, each)) for each in left)
    return before if left and hidden else now


def _tiles(hand: SeenHand) -> tuple[SeenTile, ...]:
    return hand.shown if hand.apart is None else (*hand.shown, hand.apart)


def _gone_from(before: Sequence[SeenTile], now: Sequence[SeenTile]) -> list[SeenTile] | None:
    """The tiles that were there ``before`` and are not seen ``now``; None where any is new."""
    left = list(before)
    for tile in now:
        same = next((each for each in left if same_tile(each, tile)), None)
        if same is None:
            return None
        left.remove(same)
    return left


def _faces(content: object) -> object:
    """What is said of a zone, without its millimetres."""
    if isinstance(content, SeenTile):
        return content.tile
    return tuple(map(_faces, parts_of(content))) or content

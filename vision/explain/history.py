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
from vision.explain.signs import lacks_one, may_lie_upright, parts_of, weighed_in_order
from vision.explain.vacant import Vacancy
from vision.explain.wall.lifted import stood_in_all

SEEN: Final = 0.6
"""Probability below which a zone may be covered in part, and melds do not determine the size of the hand; chosen."""
KNOWN: Final = 0.9
"""Probability from which a reading counts as confirmed and is remembered; chosen as the reporting threshold."""
_GONE_ON: Final = 1.5
"""Log odds bonus of a river that continues the confirmed one; chosen: in a game laid as on photographs, all of about
ten such rivers with a probability below .9 were right."""
_RIVAL: Final = 0.1
"""Value of the sign ``rival`` from which a tile may be of a neighbour's river; chosen: three such tiles in games had
.27, .31 and .32."""
_REORDERED: Final = "reordered"
"""Sign of a river whose tiles geometry alone puts in another order than confirmed."""
_MORE: Final = 3
"""Discards by which a river may be longer than the confirmed one; chosen: those made while an arm covers it."""


def with_history(now: TableExplanation, before: TableExplanation, vacancy: Vacancy) -> TableExplanation:
    """Return the present reading, at least as probable where repeated, with remembered tiles that an arm hides."""
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
    """Return ``now`` with the last confirmed zones: its own where they are confirmed, else those of ``before``."""
    return replace(
        now,
        laid=tuple(map(_last_sure, now.melds, before.laid)),
        shown=_last_sure(now.indicators, before.shown),
        thrown=tuple(map(_last_sure, now.rivers, before.thrown)),
        stood=stood_in_all(before.stood, now, KNOWN, layout.profile.tile.width_mm),
    )


def in_confirmed_order(now: ZoneReading[River], last: River) -> ZoneReading[River]:
    """Keep the confirmed order of a river that contains the last confirmed one; append new tiles.

    The last confirmed discard may be missing, as it may have been called.
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
    """Raise the probability of a river that equals the confirmed one, or continues it at its end.

    Lower it if geometry alone orders the tiles differently, twice as much if one may also be a neighbour's; in the
    latter case alone leave it unchanged. An orientation that is not confirmed yet gains nothing from history.
    """
    if now is None or not last or not may_go_on(now.content, last) or may_lie_upright(now.signs):
        return now
    ordered, rival = weighed_in_order(now), now.signs.get("rival", 0.0) > _RIVAL
    surer = -_GONE_ON * (1.0 + rival) if now.signs.get(_REORDERED) else _GONE_ON * (not rival)
    return replace(ordered, chance=1.0 / (1.0 + math.exp(doubt(ordered.chance) - surer)))


def may_go_on(now: River, last: River) -> bool:
    """True if a river equals the previous one or has up to ``_MORE`` further discards at its end."""
    both = zip(now, last, strict=False)
    same = all(same_tile(one.seen, old.seen) and one.sideways is old.sideways for one, old in both)
    return same and 0 <= len(now) - len(last) <= _MORE


def _last_sure(now: ZoneReading[Content] | None, before: Content) -> Content:
    return now.content if now is not None and now.chance >= KNOWN else before


def _shown_again(
    now: ZoneReading[tuple[SeenIndicator, ...]] | None, before: tuple[SeenIndicator, ...]
) -> ZoneReading[tuple[SeenIndicator, ...]] | None:
    """Raise the probability of indicators that include all confirmed ones and lie on no other stacks."""
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
    """Keep at least the previous probability of a repeated reading, unless a part of the zone may be hidden."""
    if now is None or before is None or _faces(now.content) != _faces(before.content) or lacks_one(now.signs):
        return now
    if now.chance < SEEN:
        return now
    return replace(now, chance=max(now.chance, before.chance))


def _remembered(
    now: ZoneReading[River] | None, before: ZoneReading[River] | None, seat: Seat, vacancy: Vacancy
) -> ZoneReading[River] | None:
    """Return the previous river if its unseen tiles are hidden and no tile is new, else the present one.

    The last discard may have been called, so its place has to be out of sight; any other place only has to show neither
    bare felt nor another tile.
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
    """Return the previous shown hand if an arm hides its unseen tiles and no tile is new, else the present hand."""
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
    """Tiles of ``before`` that are missing ``now``; None if ``now`` has a new tile."""
    left = list(before)
    for tile in now:
        same = next((each for each in left if same_tile(each, tile)), None)
        if same is None:
            return None
        left.remove(same)
    return left


def _faces(content: object) -> object:
    """Content of a zone for comparison: each tile reduced to its face, without positions."""
    if isinstance(content, SeenTile):
        return content.tile
    return tuple(map(_faces, parts_of(content))) or content

"""A whole table explained: which tiles make walls, rivers, melds and hands, and which nothing explains."""

from collections.abc import Sequence
from dataclasses import replace

from controller.ports.eyes import SeenHand
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.explain.corner import explain_corner, in_corner
from vision.explain.found import Content, FoundTile, Surface, TableExplanation, TableGround, ZoneReading
from vision.explain.rivers import explain_rivers
from vision.explain.rows import table_rows
from vision.explain.standing import explain_standing
from vision.explain.vacant import Vacancy
from vision.explain.wall.seat_wall import Eye
from vision.explain.wall.walls import explain_walls


def explain(
    found: Sequence[FoundTile],
    ground: TableGround,
    layout: Layout,
    before: TableExplanation | None = None,
    eye: Eye | None = None,
) -> TableExplanation:
    """The likeliest explanation of the tiles found on a table.

    ``before``: what the same table showed last; ``eye``: where the lens is, x, y, z mm.
    """
    walls = explain_walls(found, layout, ground, eye)
    used = set(walls.used)
    lying = [number for number, tile in enumerate(found) if number not in used and tile.surface is not Surface.TOP]
    rows = table_rows(found, lying, layout)
    vacancy = Vacancy(found, ground, layout)
    rivers, in_rivers = explain_rivers([row for row in rows if not in_corner(row)], found, vacancy, layout)
    used |= in_rivers
    melds, hands = [], []
    for seat in SEATS:
        own = [row for row in rows if row.owner is seat and in_corner(row)]
        corner = explain_corner(seat, own, found, vacancy, layout)
        melds.append(_steady(corner.melds, None if before is None else before.melds[seat]))
        standing, in_hand = explain_standing(found, layout, seat, ground, len(corner.melds.content))
        hand = _hand(standing, corner.hand)
        hands.append(_steady(hand, None if before is None else before.hands[seat]))
        used |= corner.used | in_hand
    unexplained = tuple(tile for number, tile in enumerate(found) if number not in used)
    return TableExplanation(rivers, tuple(melds), tuple(hands), walls.walls, walls.indicators, unexplained)


def _hand(standing: ZoneReading[SeenHand] | None, shown: ZoneReading[SeenHand] | None) -> ZoneReading[SeenHand] | None:
    """A hand of standing tiles and shown ones."""
    if standing is None or shown is None:
        return standing or shown
    if not standing.content.standing:
        return shown
    return ZoneReading(
        replace(shown.content, standing=standing.content.standing), min(standing.chance, shown.chance), shown.content
    )


def _steady(now: ZoneReading[Content] | None, before: ZoneReading[Content] | None) -> ZoneReading[Content] | None:
    """What is read again as before is at least as likely as it was."""
    if now is None or before is None or now.content != before.content:
        return now
    return replace(now, chance=max(now.chance, before.chance))

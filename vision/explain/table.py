"""Explain a whole table: assign tiles to walls, rivers, melds and hands; what fits none stays unexplained."""

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from controller.ports.eyes import SeenHand, SeenMeld
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.explain.chances import UNWEIGHED
from vision.explain.found import (
    Content,
    Eye,
    FoundTile,
    Melds,
    River,
    RowCounter,
    Surface,
    TableExplanation,
    TableGround,
    ZoneReading,
    lowered,
)
from vision.explain.history import (
    SEEN,
    in_confirmed_order,
    may_go_on,
    noted,
    with_history,
)
from vision.explain.loose import with_loose
from vision.explain.rail.corner import CornerPart, explain_corner, in_corner, with_hidden_ones
from vision.explain.rail.standing import REACH_MM, explain_standing, may_stand
from vision.explain.rivers import explain_rivers
from vision.explain.rows import Row, table_rows
from vision.explain.signs import (
    WHOLE,
    TableSigns,
    deduced,
    in_hand,
    kind_of_hand,
    lifted_ones,
    weighed,
)
from vision.explain.turns import Turns
from vision.explain.vacant import Vacancy
from vision.explain.wall.conservation import HAND, SeatCount, TableCount
from vision.explain.wall.lifted import KnownWalls
from vision.explain.wall.ring import FULL_STACK
from vision.explain.wall.walls import explain_walls
from vision.explain.wall.widths import WallLook
from vision.image.cached_answers import CachedAnswers

_NOTHING: Final = TableExplanation(*((None,) * len(SEATS),) * 4, None)
"""Explanation of a table of which nothing is known."""
_MISCOUNTED: Final = (0.8, 0.2, 0.5)
"""Share of wrong rivers, melds and hands whose number of discards, kongs or tiles is wrong; chosen: others have a wrong
face, or a tile wrongly read as sideways or set apart."""
_SUREST: Final = 0.999
"""Upper bound of the probability of a number; chosen."""
_FAINTEST: Final = 0.5
"""Largest doubt (1 - score) of the faintest standing tile beside faces of the same hand; chosen: an unread face at the
end of an open hand was taken for a standing tile with .36."""


def explain(
    found: Sequence[FoundTile],
    ground: TableGround,
    layout: Layout,
    before: TableExplanation | None = None,
    eye: Eye | None = None,
    counter: RowCounter | None = None,
    look: WallLook | None = None,
    kept: CachedAnswers | None = None,
) -> TableExplanation:
    """Return the most likely explanation of the tiles detected on a table.

    ``ground``: evidence about places without a tile; ``before``: the last explanation of the same table; ``eye``:
    position of the lens, x, y, z mm; ``counter``: counts standing tiles in the picture; ``look``: measures widths of
    walls in the picture; ``kept``: cache for zones of the same camera whose tiles and picture are unchanged.
    """
    before = _NOTHING if before is None else before
    kept = CachedAnswers() if kept is None else kept
    known = KnownWalls.of(found, before.stood, before.shown, layout.profile.tile.width_mm)
    last = before.indicators, before.shown, known
    walls = explain_walls(found, layout, ground, eye, look, kept, None, *last)
    used = set(walls.used)
    flat = _on_the_table(found, used, layout, eye)
    vacancy = Vacancy(flat, ground, layout)
    rows = _rows(used | known.stood | known.lifted, vacancy)
    hand_mm = layout.profile.hand.distance_mm
    corners: list[CornerPart] = []
    hands: list[ZoneReading[SeenHand] | None] = []
    standing_at: dict[int, Seat] = {}
    spots = np.array([(tile.x, tile.y) for tile in found], np.float64).reshape(-1, 2).T
    for seat in SEATS:
        own = [row for row in rows if row.owner is seat and in_corner(row)]
        near = [
            number
            for number in np.flatnonzero(layout.local(seat, *spots)[1] > hand_mm - REACH_MM).tolist()
            if found[number].surface is not Surface.TOP or may_stand(found[number], layout, seat)
        ]
        own_tiles = [found[number] for number in near]
        corner = _corner(seat, own, vacancy, kept)
        corner = replace(corner, melds=with_hidden_ones(corner.melds, before.laid[seat], seat, vacancy))
        corners.append(corner)
        standing, tops = _standing(seat, own_tiles, corner, counter, ground, layout, kept)
        hands.append(_hand(standing, corner.hand, 3 * len(corner.melds.content)))
        standing_at |= {near[place]: seat for place in tops}
        used |= corner.used
    used |= standing_at.keys()
    turns = Turns.of_calls(
        [(seat, source) for seat, corner in zip(SEATS, corners, strict=True) for source in corner.sources],
        math.prod(corner.melds.chance for corner in corners),
    )
    laid, in_rivers = explain_rivers([row for row in rows if not in_corner(row)], vacancy, turns, before.thrown)
    laid = tuple(map(in_confirmed_order, laid, before.thrown))
    used |= in_rivers
    rest = [number for number in range(len(found)) if number not in used]
    lifted = () if walls.indicators is None else lifted_ones(walls.indicators.content)
    signs = TableSigns(flat, ([flat[number] for number in rest], lifted), ground, layout, eye)
    zones = [
        _SeatZones(laid[seat], corners[seat].melds, hands[seat]).seen(
            signs, seat, before.thrown[seat], before.laid[seat]
        )
        for seat in SEATS
    ]
    tiles = FULL_STACK * sum(layout.profile.wall.stacks)
    count = TableCount(tuple(_seat_count(each.weighed(0.0)) for each in zones), tiles)
    told = [each.weighed(balance) for each, balance in zip(zones, count.balances(walls.tiles), strict=True)]
    walls = explain_walls(found, layout, ground, eye, look, kept, count, *last)
    now = TableExplanation(
        tuple(each.river for each in told),
        tuple(each.melds for each in told),
        tuple(each.hand for each in told),
        walls.walls,
        walls.indicators,
        stood=walls.stood(found),
    )
    now = with_history(now, before, vacancy)
    counted = {"walls": {number: seat for number, (seat, _) in walls.stacks.items()}, "hands": standing_at}
    return noted(with_loose(now, found, flat, counted, layout), before, layout)


def _on_the_table(
    found: Sequence[FoundTile], of_walls: Container[int], layout: Layout, eye: Eye | None
) -> Sequence[FoundTile]:
    """Return the tiles, all except those of walls lowered to the table plane; unchanged without ``eye``."""
    if eye is None:
        return found
    thick = layout.profile.tile.thickness_mm
    return [tile if number in of_walls else lowered(tile, eye, thick) for number, tile in enumerate(found)]


def _rows(used: Container[int], vacancy: Vacancy) -> list[Row]:
    """Rows of the lying tiles that are not ``used``, sorted by owner and from the table's centre outwards."""
    flat, layout = vacancy.found, vacancy.layout
    lying = [
        number
        for number, tile in enumerate(flat)
        if number not in used and tile.surface is not Surface.TOP and not vacancy.false(tile)
    ]
    rows = [piece for row in table_rows(flat, lying, layout) for piece in vacancy.pieces(row)]
    # A single tile split off its row may belong to any seat, so that it is linked anew.
    alone = [number for row in rows if row.parted and len(row.tiles) == 1 for number in row.numbers]
    rows = [row for row in rows if not (row.parted and len(row.tiles) == 1)] + table_rows(flat, alone, layout)
    return sorted(rows, key=lambda row: (row.owner, row.distance, row.across))


@dataclass(frozen=True, slots=True)
class _SeatZones:
    """River, melds and hand of one seat."""

    river: ZoneReading[River]
    melds: ZoneReading[Melds]
    hand: ZoneReading[SeenHand] | None

    def seen(
        self,
        signs: TableSigns,
        seat: Seat,
        last: River,
        laid: Sequence[SeenMeld],
    ) -> "_SeatZones":
        """Return the zones with all signs except those that compare them with the rest of the table.

        ``last``, ``laid``: the confirmed river and melds of the seat.
        """
        tally, hand = _count_signs(self.melds, self.hand), self.hand
        if hand is not None and not hand.signs.get("none"):
            hand = signs.seen(hand, kind_of_hand(hand.content), seat, tally)
        # Without a new tile, faces stay in doubt: reading the same tiles again adds no evidence.
        known = len(last) if len(self.river.content) > len(last) and may_go_on(self.river.content, last) else 0
        river = signs.seen(self.river, "river", seat, known=known)
        lay = [tile for meld in laid for tile in meld.tiles]
        return _SeatZones(river, signs.seen(self.melds, "melds", seat, tally, told=lay), hand)

    def weighed(self, balance: float) -> "_SeatZones":
        """Return the zones with the model's probabilities; ``balance``: log odds of the hand by the other counts."""
        melds, hand = weighed(self.melds, "melds"), self.hand
        if hand is not None and not hand.signs.get("none"):
            hand = weighed(hand, kind_of_hand(hand.content), balance)
        elif hand is not None and hand.signs.get("none left"):
            hand = replace(hand, chance=UNWEIGHED)
        return _SeatZones(weighed(self.river, "river"), deduced(melds, hand) or melds, hand)


def _seat_count(seat: _SeatZones) -> SeatCount:
    """Numbers of discards, kongs and surplus tiles of a seat, with their probabilities."""
    melds, more = seat.melds.content, None
    if seat.hand is not None:
        more = _in_all(in_hand(seat.hand.content), seat.melds) - HAND, _sure(seat.hand.chance, _MISCOUNTED[2])
    kongs = sum(len(each.tiles) > 3 for each in melds)
    river = len(seat.river.content), _sure(seat.river.chance, _MISCOUNTED[0])
    return SeatCount(river, (kongs, _sure(seat.melds.chance, _MISCOUNTED[1])), more)


def _sure(chance: float, miscounted: float) -> float:
    """Probability that a number is right; ``miscounted``: share of wrong readings with a wrong number.

    Rounded to .01: walls are explained again only after a real change elsewhere.
    """
    return min(round(1.0 - (1.0 - chance) * miscounted, 2), _SUREST)


def _in_all(held: int, melds: ZoneReading[Melds]) -> int:
    """Tiles of a hand and its melds; if melds may be hidden, with as many more melds as fit into a whole hand."""
    told = held + 3 * len(melds.content)
    return told + 3 * max(0, (WHOLE[-1] - told) // 3) if melds.signs.get("hidden") else told


def _corner(seat: Seat, rows: list[Row], vacancy: Vacancy, kept: CachedAnswers) -> CornerPart:
    """Return the melds and shown hand of a seat, computed anew only if its rows or evidence beside them changed."""
    tiles = [tile for row in rows for tile in row.tiles]
    lie = [(tile.across, tile.distance, tile.turned, tile.gap) for tile in tiles]
    seen = [None if tile.number is None else vacancy.found[tile.number] for tile in tiles]
    profile = vacancy.layout.profile
    part, numbers = kept.answer(
        ("corner", seat),
        ([len(row.tiles) for row in rows], lie, seen, profile.hand, profile.meld, profile.tile),
        lambda: (explain_corner(seat, rows, vacancy), [tile.number for tile in tiles]),
    )
    used = {tile.number for tile, then in zip(tiles, numbers, strict=True) if then is not None and then in part.used}
    return replace(part, used=frozenset(number for number in used if number is not None))


def _standing(
    seat: Seat,
    tiles: Sequence[FoundTile],
    corner: CornerPart,
    counter: RowCounter | None,
    ground: TableGround,
    layout: Layout,
    kept: CachedAnswers,
) -> tuple[ZoneReading[SeenHand] | None, frozenset[int]]:
    """Return the standing hand of a seat, and the indices of those ``tiles`` that are part of it."""
    counts = counter if corner.hand is None else None
    sets = len(corner.melds.content) if corner.melds.chance >= SEEN else None
    standing, tops = kept.answer(
        ("standing", seat),
        (tiles, sets, counts is None, layout.profile.hand, layout.profile.tile),
        partial(explain_standing, tiles, layout, seat, ground, sets, counts),
    )
    if sets is None and standing is not None and standing.content.standing not in WHOLE:
        # If the melds are uncertain, an empty hand cannot be concluded, nor the number of tiles without the picture.
        standing = standing if counts is not None and standing.content.standing else None
    return standing, tops


def _hand(
    standing: ZoneReading[SeenHand] | None, shown: ZoneReading[SeenHand] | None, laid: int
) -> ZoneReading[SeenHand] | None:
    """Combine a standing and a shown hand, None if undetermined; ``laid``: tiles in melds, a kong counted as three."""
    if standing is None:
        return shown
    if shown is None:
        # A player with melds holds at least one tile, even if none was detected.
        none_left = laid > 0 and not standing.content.standing and not standing.signs.get("plain")
        return _with_sign(standing, "none left") if none_left else standing
    if not standing.content.standing:
        return shown
    stand, lie = standing.content.standing, len(shown.content.shown) + (shown.content.apart is not None)
    if lie + laid in WHOLE:
        return _with_sign(shown, "stands too")
    if stand + laid in WHOLE or stand + lie + laid > WHOLE[-1]:
        # The shown faces may be those of the standing tiles, seen from the front.
        return _with_sign(standing, "lies too")
    both = replace(shown, content=replace(shown.content, standing=stand), other=shown.content)
    return None if standing.signs.get("faintest", 0.0) > _FAINTEST else _with_sign(both, "in part")


def _count_signs(melds: ZoneReading[Melds], hand: ZoneReading[SeenHand] | None) -> dict[str, float]:
    """Signs that melds and hand together are not as many tiles as a player has, a kong counted as three."""
    if hand is None:
        return {"hand open": 1.0}
    held = in_hand(hand.content)
    if not held:
        return {}
    tiles = _in_all(held, melds)
    return {
        "cut": float(bool(hand.signs.get("end hidden")) and held + 3 * len(melds.content) not in WHOLE),
        "unlawful": float(tiles not in WHOLE),
        "far from lawful": float(min(abs(tiles - each) for each in WHOLE) > 1),
    }


def _with_sign(reading: ZoneReading[Content], name: str) -> ZoneReading[Content]:
    return replace(reading, signs={**reading.signs, name: 1.0})

"""A whole table explained: which tiles make walls, rivers, melds and hands, and which nothing explains."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.explain.burnt import unburnt
from vision.explain.corner import CornerPart, explain_corner, in_corner
from vision.explain.found import Content, FoundTile, RowCounter, Surface, TableExplanation, TableGround, ZoneReading
from vision.explain.rivers import River, explain_rivers
from vision.explain.rows import Row, table_rows
from vision.explain.sides import without_sides
from vision.explain.standing import BARE, REACH_MM, explain_standing
from vision.explain.vacant import Vacancy
from vision.explain.wall.walls import explain_walls
from vision.explain.wall.widths import Eye, WallLook
from vision.image.kept import KeptAnswers

_WHOLE: Final = (13, 14)
"""Tiles of a hand, a meld counted as three."""
_SEEN: Final = 0.6
"""Chance below which a zone may be covered in part; chosen: covered places alone halve it."""
_PART: Final = 0.9
"""Chance that a hand is what makes it whole where some tiles stand and others lie; chosen: a false one lies about."""

_MOVED_MM: Final = 8.0
"""Mm, along both axes together, within which a face is the one that lay there; chosen: places are 2 mm off, tiles 19
apart."""
_COUNTED: Final = 0.9
"""Chance below which the number of standing tiles is left open; chosen: one wrong count in a hundred, most being far
surer."""


def explain(
    found: Sequence[FoundTile],
    ground: TableGround,
    layout: Layout,
    before: TableExplanation | None = None,
    eye: Eye | None = None,
    counter: RowCounter | None = None,
    look: WallLook | None = None,
    kept: KeptAnswers | None = None,
) -> TableExplanation:
    """The likeliest explanation of the tiles found on a table.

    ``before``: what the same table showed last; ``eye``: where the lens is, x, y, z mm;
    ``counter``: counts standing tiles in the picture; ``look``: how wide walls look in it; ``kept``: what was told of
    zones by the same camera, the tiles and the picture of which have not changed.
    """
    found = unburnt(found, layout.profile.tile)
    if eye is not None:
        found = without_sides(found, layout.profile.tile, eye)
    kept = KeptAnswers() if kept is None else kept
    walls = explain_walls(found, layout, ground, eye, look, kept)
    used = set(walls.used)
    thickness = layout.profile.tile.thickness_mm
    flat = [
        _lowered(tile, eye, thickness) if eye is not None and number not in used else tile
        for number, tile in enumerate(found)
    ]
    vacancy = Vacancy(flat, ground, layout)
    lying = [
        number
        for number, tile in enumerate(flat)
        if number not in used and tile.surface is not Surface.TOP and not vacancy.false(tile)
    ]
    rows = [piece for row in table_rows(flat, lying, layout) for piece in vacancy.pieces(row)]
    # What stands apart from the row it was linked to may be anybody's.
    parted = [row.tiles[0].number for row in rows if row.parted and len(row.tiles) == 1]
    rows = [row for row in rows if not (row.parted and len(row.tiles) == 1)]
    if parted:
        rows += table_rows(flat, [number for number in parted if number is not None], layout)
    rows.sort(key=lambda row: (row.owner, row.distance, row.across))
    laid, in_rivers = explain_rivers([row for row in rows if not in_corner(row)], flat, vacancy, layout)
    used |= in_rivers
    rivers = tuple(
        _steady(
            _remembered(laid[seat], None if before is None else before.rivers[seat], seat, vacancy, layout),
            None if before is None else before.rivers[seat],
        )
        for seat in SEATS
    )
    melds, hands, hand_mm = [], [], layout.profile.hand.distance_mm
    for seat in SEATS:
        own = [row for row in rows if row.owner is seat and in_corner(row)]
        corner = _corner(seat, own, flat, vacancy, layout, kept)
        melds.append(_steady(corner.melds, None if before is None else before.melds[seat]))
        counts = counter if corner.hand is None else None
        sets = len(corner.melds.content) if corner.melds.chance >= _SEEN else None
        near = [number for number, out in enumerate(_distances(found, seat, layout)) if out > hand_mm - REACH_MM]
        own_tiles = [found[number] for number in near]
        standing, in_hand = kept.answer(
            ("standing", seat),
            (own_tiles, sets, counts is None, layout.profile.hand, layout.profile.tile),
            partial(explain_standing, own_tiles, layout, seat, ground, sets, counts),
        )
        if sets is None and standing is not None and (counts is None or not standing.content.standing):
            # Whether a hand is empty cannot be said where its melds are not sure, nor its number without the picture.
            standing = None
        hand = _hand(standing, corner.hand, 3 * len(corner.melds.content))
        hands.append(_steady(hand, None if before is None else before.hands[seat]))
        used |= corner.used | {near[place] for place in in_hand}
    unexplained = tuple(tile for number, tile in enumerate(found) if number not in used)
    return TableExplanation(rivers, tuple(melds), tuple(hands), walls.walls, walls.indicators, unexplained)


def _distances(found: Sequence[FoundTile], seat: Seat, layout: Layout) -> list[float]:
    """How far out tiles lie as a seat sees them, mm."""
    return [layout.local(seat, tile.x, tile.y)[1] for tile in found]


def _corner(
    seat: Seat, rows: list[Row], found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout, kept: KeptAnswers
) -> CornerPart:
    """The melds and the shown hand of a seat; told anew only where its rows or what is seen beside them changed."""
    tiles = [tile for row in rows for tile in row.tiles]
    lie = [(tile.across, tile.distance, tile.turned, tile.gap) for tile in tiles]
    seen = [None if tile.number is None else found[tile.number] for tile in tiles]
    profile = layout.profile
    part, numbers = kept.answer(
        ("corner", seat),
        ([len(row.tiles) for row in rows], lie, seen, profile.hand, profile.meld, profile.tile),
        lambda: (explain_corner(seat, rows, found, vacancy, layout), [tile.number for tile in tiles]),
    )
    used = {tile.number for tile, then in zip(tiles, numbers, strict=True) if then is not None and then in part.used}
    return replace(part, used=frozenset(number for number in used if number is not None))


def _lowered(tile: FoundTile, eye: Eye, thickness: float) -> FoundTile:
    """A face or back that is on no wall lies on the table itself, wherever it was thought to lie."""
    if tile.surface is Surface.TOP or tile.z < 1.5 * thickness:
        return tile
    share = (eye[2] - thickness) / (eye[2] - tile.z)
    return replace(tile, x=eye[0] + (tile.x - eye[0]) * share, y=eye[1] + (tile.y - eye[1]) * share, z=thickness)


def _hand(
    standing: ZoneReading[SeenHand] | None, shown: ZoneReading[SeenHand] | None, laid: int
) -> ZoneReading[SeenHand] | None:
    """A hand of standing tiles and shown ones; ``laid``: tiles in melds, a kong counted as three."""
    if shown is None and standing is not None:
        # Who has melds holds a tile at least, even where none was found, unless the felt is seen there.
        none_left = laid > 0 and not standing.content.standing and standing.chance < BARE
        return None if none_left or standing.chance < _COUNTED else standing
    if standing is None or shown is None or not standing.content.standing:
        return shown
    stand, lie = standing.content.standing, len(shown.content.shown) + (shown.content.apart is not None)
    if lie + laid in _WHOLE:
        return replace(shown, chance=shown.chance * _PART)
    if stand + lie + laid > _WHOLE[-1]:
        # The faces are those of the standing tiles, seen from the front.
        return _hand(standing, None, laid)
    chance = min(standing.chance, shown.chance)
    if stand + laid in _WHOLE:
        return replace(standing, chance=chance * _PART)
    return ZoneReading(replace(shown.content, standing=stand), chance, shown.content)


def _steady(now: ZoneReading[Content] | None, before: ZoneReading[Content] | None) -> ZoneReading[Content] | None:
    """What is read again as before is at least as likely as it was, unless something hides a part of it."""
    if now is None or before is None or now.chance < _SEEN or _faces(now.content) != _faces(before.content):
        return now
    return replace(now, chance=max(now.chance, before.chance))


def _remembered(
    now: ZoneReading[River], before: ZoneReading[River] | None, seat: Seat, vacancy: Vacancy, layout: Layout
) -> ZoneReading[River]:
    """The river as it was known, where an arm hides those of its tiles that are not seen now and nothing is new."""
    if before is None or before.chance < _SEEN or len(now.content) >= len(before.content):
        return now
    left = list(before.content)
    for tile in now.content:
        same = next((each for each in left if _is(each.seen, tile.seen)), None)
        if same is None:
            return now
        left.remove(same)
    hidden = all(vacancy.hidden(seat, *layout.local(seat, each.seen.x, each.seen.y)) for each in left)
    return before if hidden else now


def _is(one: SeenTile, other: SeenTile) -> bool:
    return one.tile is other.tile and abs(one.x - other.x) + abs(one.y - other.y) < _MOVED_MM


def _faces(content: object) -> object:
    """What is said of a zone, without its millimetres."""
    match content:
        case tuple():
            return tuple(_faces(each) for each in content)
        case SeenTile():
            return content.tile
        case SeenRiverTile():
            return content.seen.tile, content.sideways
        case SeenMeld():
            return _faces(content.tiles), content.sideways
        case SeenHand():
            return content.standing, _faces(content.shown), _faces(content.apart)
    return content

"""Depth-first search for the discards and calls that lead from the record to the rivers and melds as seen.

A sighting shows tiles, not acts. Usually one tile is new; after missed frames or a restart there are several. The order
has to follow the rules: turns go round the table, and a call takes the last discard.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from controller.journal.state import RoundState, is_claim
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.observe.laid import grown_from, pung_under
from controller.table.observe.scene import LyingTile

_MOST_NODES: Final = 5_000
_MOST_ORDERS: Final = 200
"""Maximum number of orders that are compared; chosen: a gap with some calls has a dozen."""
_NO_DRAW: Final = (MeldKind.CHII, MeldKind.PON)

Rivers = Sequence[Sequence[LyingTile]]
Melds = Sequence[Sequence[Meld]]


@dataclass(frozen=True, slots=True)
class InferredDiscard:
    """A discard; ``supposed``: no sighting showed it in a river, only the meld that claimed it shows it."""

    seat: Seat
    tile: Tile
    sideways: bool = False
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class InferredMeld:
    """A meld that was made; ``source``: seat whose discard it took, if the sideways tile points to another seat."""

    seat: Seat
    meld: Meld
    source: Seat | None = None


Act = InferredDiscard | InferredMeld


@dataclass(frozen=True, slots=True)
class _Node:
    """Search node: number of explained river tiles per seat, and the new melds and grown pungs still to be explained.

    ``drew``: the player on turn holds a drawn tile, which a concealed or added kong requires (npm art. 29).
    ``recorded``: the last discard comes from the record, which may have misread it. ``loose``: a claim may have taken
    any seat's discard. ``taken``: the last discard is gone from its river, so the next act must claim it. ``unread``:
    an unreadable meld may contain the last discard, so a claim of another tile does not prove a misreading.
    """

    explained: tuple[int, ...]
    takes: tuple[tuple[Meld, ...], ...]
    grown: tuple[tuple[Meld, ...], ...]
    turn: Seat
    last: tuple[Seat, Tile] | None
    drew: bool = True
    recorded: bool = True
    loose: bool = False
    taken: bool = False
    unread: bool = False


def acts_between(
    round_: RoundState,
    rivers: Rivers,
    melds: Melds,
    *,
    loose: bool = False,
    taken: bool = False,
    unread: bool = False,
    untimely: Callable[[Sequence[Act]], int] = lambda _: 0,
) -> tuple[Act, ...] | None:
    """Return the acts from the record to the rivers and melds seen (seats A-D); () nothing new, None if unexplained.

    ``loose``: allow melds whose sideways tile points to another seat than the tile came from. ``taken``: the record's
    last discard is gone, which a claim has to explain. ``unread``: unreadable melds may contain that discard.
    ``untimely``: penalty of an order that contradicts when its acts were first seen; the order with the lowest penalty
    is returned.
    """
    orders = _orders(round_, rivers, melds, loose=loose, taken=taken, unread=unread)
    found = next(orders, None)
    if found is None or not any(isinstance(each, InferredMeld) for each in found) or not untimely(found):
        return found
    return min((found, *islice(orders, _MOST_ORDERS - 1)), key=untimely)


def guessed_riichi(
    found: Sequence[Act], round_: RoundState, rivers: Rivers, melds: Melds, *, loose: bool = False, taken: bool = False
) -> frozenset[Seat]:
    """Return the seats whose sideways discard could be elsewhere in the order ``found``.

    All seats with a sideways discard in ``found`` if too many orders explain the table.
    """
    declared = [each.seat for each in found if isinstance(each, InferredDiscard) and each.sideways]
    if not declared or not any(isinstance(each, InferredMeld) for each in found):
        return frozenset()
    open_, orders = set[Seat](), _orders(round_, rivers, melds, loose=loose, taken=taken)
    for count, order in enumerate(orders):
        if count >= _MOST_ORDERS:
            return frozenset(declared)
        open_.update(seat for seat in declared if _after(seat, order) != _after(seat, found))
    return frozenset(open_)


def _after(seat: Seat, order: Sequence[Act]) -> Counter[Act]:
    """Return the sideways discard of a seat and the acts after it."""
    place = next(
        (place for place, each in enumerate(order) if each.seat is seat and getattr(each, "sideways", False)), 0
    )
    return Counter(order[place:])


def _orders(
    round_: RoundState, rivers: Rivers, melds: Melds, *, loose: bool, taken: bool, unread: bool = False
) -> Iterator[tuple[Act, ...]]:
    """Yield orders that explain the table, the most probable first; the search is bounded."""
    node = _start(round_, melds)
    if node is not None:
        yield from _search(replace(node, loose=loose, taken=taken, unread=unread), rivers, [_MOST_NODES])


def forced_acts(round_: RoundState, rivers: Rivers, melds: Melds) -> tuple[Act, ...]:
    """Return acts for everything new although no order explains it: new melds first, then discards in turn order."""
    node = _start(round_, melds)
    if node is None:
        return ()
    acts: list[Act] = [InferredMeld(seat, meld) for seat in SEATS for meld in (*node.takes[seat], *node.grown[seat])]
    explained = list(node.explained)
    for act in acts:
        if isinstance(act, InferredMeld) and is_claim(act.meld.kind) and act.meld.source is not None:
            explained[act.seat.turn(act.meld.source.value)] -= 1
    for step in range(len(SEATS)):
        seat = round_.turn.turn(step)
        acts += [InferredDiscard(seat, each.tile, each.sideways) for each in rivers[seat][max(explained[seat], 0) :]]
    return tuple(acts)


def _start(round_: RoundState, melds: Melds) -> _Node | None:
    takes, grown = [], []
    for seat in SEATS:
        recorded, seen = round_.melds[seat], melds[seat]
        if len(seen) < len(recorded):
            return None
        kongs = [grown_from(old, new) for old, new in zip(recorded, seen, strict=False)]
        later = [kong for kong in kongs if kong is not None]
        new = []
        for meld in seen[len(recorded) :]:
            if meld.kind is MeldKind.KAN_ADDED:
                new.append(pung_under(meld))
                later.append(grown_from(new[-1], meld) or meld)
            else:
                new.append(meld)
        takes.append(tuple(new))
        grown.append(tuple(later))
    last = None
    if (
        round_.discards
        and round_.last is not None
        and round_.last.meld is None
        and round_.discards[-1].called_by is None
    ):
        last = (round_.discards[-1].seat, round_.discards[-1].tile)
    drew = round_.last is None or round_.last.meld not in _NO_DRAW
    return _Node(tuple(len(round_.river(seat)) for seat in SEATS), tuple(takes), tuple(grown), round_.turn, last, drew)


def _search(node: _Node, rivers: Rivers, nodes_left: list[int]) -> Iterator[tuple[Act, ...]]:
    told = not any((*node.takes, *node.grown)) and all(node.explained[seat] == len(rivers[seat]) for seat in SEATS)
    if told and not node.taken:
        yield ()
        return
    nodes_left[0] -= 1
    for acts, after in _next(node, rivers) if nodes_left[0] >= 0 else ():
        for rest in _search(after, rivers, nodes_left):
            yield (*acts, *rest)


def _next(node: _Node, rivers: Rivers) -> Iterator[tuple[tuple[Act, ...], _Node]]:
    """Yield the acts that can come next with the node after them, the most probable first."""
    turn = node.turn
    if node.last is not None:
        yield from _claims(node, *node.last, any_tile=False)
    if node.taken:
        if node.last is not None and not node.unread:
            yield from _claims(node, *node.last, any_tile=True)
        return
    yield from _own_kongs(node)
    at = node.explained[turn]
    if at < len(rivers[turn]):
        lying = rivers[turn][at]
        drop = InferredDiscard(turn, lying.tile, lying.sideways)
        yield (drop,), _dropped(node, drop)
    for seat in SEATS:
        meld = _next_claim(node, seat, turn)
        if meld is not None and meld.called is not None:
            drop = InferredDiscard(turn, meld.called, supposed=True)
            yield (drop, _take(seat, meld, turn)), _claimed(_dropped(node, drop), seat, turn)
    if node.last is not None and node.recorded and not node.unread:
        yield from _claims(node, *node.last, any_tile=True)


def _claims(node: _Node, source: Seat, tile: Tile, any_tile: bool) -> Iterator[tuple[tuple[Act, ...], _Node]]:
    for seat in SEATS:
        meld = _next_claim(node, seat, source)
        # A claim of another tile than recorded proves that the record misread the discard.
        if meld is not None and (meld.called == tile) is not any_tile:
            yield (_take(seat, meld, source),), _claimed(node, seat, source)


def _own_kongs(node: _Node) -> Iterator[tuple[tuple[Act, ...], _Node]]:
    turn = node.turn
    if not node.drew:
        return
    if node.takes[turn] and not is_claim(node.takes[turn][0].kind):
        meld = node.takes[turn][0]
        yield (InferredMeld(turn, meld),), replace(node, takes=_without_first(node.takes, turn), last=None)
    unfinished = {meld.first_kind for meld in node.takes[turn]}
    if node.grown[turn] and node.grown[turn][0].first_kind not in unfinished:
        meld = node.grown[turn][0]
        yield (InferredMeld(turn, meld),), replace(node, grown=_without_first(node.grown, turn), last=None)


def _next_claim(node: _Node, seat: Seat, source: Seat) -> Meld | None:
    if seat is source or not node.takes[seat]:
        return None
    meld = node.takes[seat][0]
    points_there = meld.source is not None and seat.turn(meld.source.value) is source
    return meld if is_claim(meld.kind) and (points_there or node.loose) else None


def _take(seat: Seat, meld: Meld, source: Seat) -> InferredMeld:
    told = None if meld.source is None else seat.turn(meld.source.value)
    return InferredMeld(seat, meld, None if told is source else source)


def _dropped(node: _Node, drop: InferredDiscard) -> _Node:
    return replace(
        node,
        explained=_moved(node.explained, drop.seat, 1),
        turn=drop.seat.turn(1),
        last=(drop.seat, drop.tile),
        drew=True,
        recorded=False,
    )


def _claimed(node: _Node, seat: Seat, source: Seat) -> _Node:
    return replace(
        node,
        explained=_moved(node.explained, source, -1),
        takes=_without_first(node.takes, seat),
        turn=seat,
        last=None,
        drew=node.takes[seat][0].kind not in _NO_DRAW,
        taken=False,
    )


def _moved(explained: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return tuple(number + by * (each is seat) for each, number in zip(SEATS, explained, strict=True))


def _without_first(rows: tuple[tuple[Meld, ...], ...], seat: Seat) -> tuple[tuple[Meld, ...], ...]:
    return tuple(row[1:] if each is seat else row for each, row in zip(SEATS, rows, strict=True))

"""Compares a sighting of a table with the arrangement that was rendered, zone by zone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from vision.render.arrangement import ArrangedSeat, Arrangement
from vision.render.scene import Pose

CONFIDENT: Final = 0.8
"""Confidence below which a face named right counts as doubted; chosen, stricter than the 0.5 used at a venue."""


@dataclass(slots=True)
class TableComparison:
    """Counts by (zone, "right" | "doubted" | "wrong" | "unsure") and one line for each deviation.

    ``doubted``: a face named right, with low confidence. ``zones``: whole zones by (zone, "right" | "wrong" | "open");
    melds only where some are present or were read.
    """

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    zones: Counter[tuple[str, str]] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    @contextmanager
    def zone(self, name: str) -> Iterator[None]:
        """Count all comparisons inside as one zone: "wrong" if any is wrong, else "open" if any is unsure."""
        before = self.counts.copy()
        yield
        outcomes = {outcome for (_, outcome) in self.counts - before}
        worst = "wrong" if "wrong" in outcomes else "open" if "unsure" in outcomes else "right"
        self.zones[name, worst] += 1

    @property
    def wrong(self) -> int:
        """Number of wrong readings that were not marked as unsure."""
        return sum(count for (_, outcome), count in self.counts.items() if outcome == "wrong")

    @property
    def unsure(self) -> int:
        """Number of undecided readings: faces of low confidence, zones and stacks reported as None."""
        return sum(count for (_, outcome), count in self.counts.items() if outcome in ("unsure", "doubted"))

    def add(self, zone: str, where: object, expected: object, seen: object, *, sure: bool = True) -> bool:
        """Count one comparison and return True if it is right; not ``sure``: the reader left the answer open."""
        outcome = "unsure" if not sure else "right" if expected == seen else "wrong"
        self.counts[zone, outcome] += 1
        if outcome != "right":
            self.lines.append(f"{zone} {where}: expected {expected}, {outcome} {seen}")
        return outcome == "right"

    def face(self, zone: str, where: object, expected: Tile | None, seen: SeenTile) -> None:
        """Count one face; ``expected`` is None for a tile face down."""
        sure = seen.confidence >= CONFIDENT
        if not sure and seen.tile is expected:
            self.counts[f"{zone} faces", "doubted"] += 1
        else:
            self.add(f"{zone} faces", where, _name(expected), _name(seen.tile), sure=sure)


def judge(arranged: Arrangement, sighting: Sighting) -> TableComparison:
    """Compare a sighting with the arrangement that it shows."""
    verdict = TableComparison()
    for seat, part in zip(SEATS, arranged.parts, strict=True):
        with verdict.zone("rivers"):
            _river(verdict, seat, part, sighting)
        with verdict.zone("standing hands" if part.pose is Pose.STANDING else "shown hands"):
            _hand(verdict, seat, part, sighting)
        if part.melds or sighting.melds[seat]:
            with verdict.zone("melds"):
                _melds(verdict, seat, part, sighting)
        else:
            _melds(verdict, seat, part, sighting)
        with verdict.zone("walls"):
            _wall(verdict, seat, arranged.heights[seat], sighting)
        if sighting.sticks is not None:
            stick = sighting.sticks[seat]
            verdict.add("sticks", seat.name, part.stick, stick, sure=stick is not None)
    with verdict.zone("indicators"):
        _indicators(verdict, arranged, sighting)
    _marks(verdict, arranged, sighting)
    pips = None if sighting.dice is None else tuple(die.pips for die in sighting.dice)
    with verdict.zone("dice"):
        verdict.add("dice", "", arranged.dice, pips, sure=pips is not None and None not in pips)
    return verdict


def _wall(verdict: TableComparison, seat: Seat, heights: Sequence[int], sighting: Sighting) -> None:
    wall = sighting.walls[seat] or (None,) * len(heights)
    for stack, (height, seen) in enumerate(zip(heights, wall, strict=True), 1):
        verdict.add("walls", f"{seat.name}{stack}", height, seen, sure=seen is not None)


def _river(verdict: TableComparison, seat: Seat, part: ArrangedSeat, sighting: Sighting) -> None:
    seen = sighting.rivers[seat]
    shape = "".join("-" if sideways else "|" for _, sideways in part.river)
    found = None if seen is None else "".join("-" if each.sideways else "|" for each in seen)
    if verdict.add("rivers", seat.name, shape, found, sure=seen is not None):
        for place, ((tile, _), each) in enumerate(zip(part.river, seen or (), strict=True), 1):
            verdict.face("rivers", f"{seat.name}{place}", tile, each.seen)


def _hand(verdict: TableComparison, seat: Seat, part: ArrangedSeat, sighting: Sighting) -> None:
    seen = sighting.hands[seat]
    tiles = (*part.hand, *(() if part.drawn is None else (part.drawn,)))
    standing = part.pose is Pose.STANDING
    shape = (len(tiles), 0, False) if standing else (0, len(part.hand), part.drawn is not None)
    found = None if seen is None else (seen.standing, len(seen.shown), seen.apart is not None)
    if verdict.add("hands", seat.name, shape, found, sure=seen is not None) and seen is not None and not standing:
        shown = (*seen.shown, *(() if seen.apart is None else (seen.apart,)))
        for place, (tile, each) in enumerate(zip(tiles, shown, strict=True), 1):
            verdict.face("hands", f"{seat.name}{place}", tile if part.pose is Pose.FACE_UP else None, each)


def _melds(verdict: TableComparison, seat: Seat, part: ArrangedSeat, sighting: Sighting) -> None:
    seen = sighting.melds[seat]
    shape = [(len(laid.tiles) + (laid.added is not None), laid.sideways) for laid in part.melds]
    found = None if seen is None else [(len(meld.tiles), meld.sideways) for meld in seen]
    if verdict.add("melds", seat.name, shape, found, sure=seen is not None):
        for row, (laid, meld) in enumerate(zip(part.melds, seen or (), strict=True), 1):
            up = [None if place in laid.hidden else tile for place, tile in enumerate(laid.tiles)]
            faces: Sequence[Tile | None] = [*up, *(() if laid.added is None else (laid.added,))]
            for place, (tile, each) in enumerate(zip(faces, meld.tiles, strict=True), 1):
                verdict.face("melds", f"{seat.name} row {row} tile {place}", tile, each)


def _marks(verdict: TableComparison, arranged: Arrangement, sighting: Sighting) -> None:
    """Compare sticks, counters and the wind plate; if there are no counters, their number may be left open."""
    pot = arranged.left + sum(part.stick for part in arranged.parts)
    verdict.add("marks", "pot", pot, sighting.pot, sure=sighting.pot is not None)
    if arranged.counters:
        verdict.add("marks", "counters", arranged.counters, sighting.counters, sure=sighting.counters is not None)
    plate = None if arranged.plate is None else (arranged.marked, arranged.plate)
    wind = None if sighting.mark_wind is None else sighting.mark_wind.tile
    shown = None if sighting.dealer_mark is None else (sighting.dealer_mark, wind)
    verdict.add("marks", "plate", plate, shown, sure=plate is None or None not in (shown or (None,)))


def _indicators(verdict: TableComparison, arranged: Arrangement, sighting: Sighting) -> None:
    expected = dict(_expected_indicators(arranged))
    seen = {(each.wall, each.stack, each.lower): each.seen for each in sighting.indicators or ()}
    known = sighting.indicators is not None
    if verdict.add("indicators", "", sorted(expected), sorted(seen), sure=known):
        for place, tile in expected.items():
            verdict.face("indicators", place, tile, seen[place])


def _expected_indicators(arranged: Arrangement) -> Iterator[tuple[tuple[Seat, int, bool], Tile]]:
    for each in arranged.indicators:
        yield (each.wall, each.stack, False), each.tile
        if each.ura is not None:
            yield (each.wall, each.stack, True), each.ura


def _name(tile: Tile | None) -> str:
    return "back" if tile is None else str(tile)

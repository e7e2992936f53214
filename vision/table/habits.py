"""Habits of a venue, learnt by watching: where its walls, rivers and hands lie, and how large its tiles are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Final

import msgspec
import numpy as np
import structlog

from controller.ports.eyes import SeenHand, SeenRiverTile, SeenTile
from controller.ports.log import WordLog
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.explain.found import Content, FoundTile, Surface, TableExplanation, ZoneReading

_REMEMBERED: Final = 60
"""Observations kept of each habit, the newest; chosen: a few rounds, so that changes are learnt."""
_DUE: Final = 12
"""Weight of the profile's value, in observations; chosen: one round outweighs it."""
_FARTHEST_MM: Final = 60.0
"""Largest difference, mm, of a habit from the profile; chosen: anything farther off is something else."""
_SURE: Final = 0.8
"""Zone probability from which the zone is learnt from; chosen."""
_LEAST_ROW: Final = 3
"""Fewest tiles of a row that give a place; chosen: the median of fewer is one tile's."""
_LEAST_WALL: Final = 5
"""Fewest backs of a wall that give its place; chosen likewise, and more than a concealed kong has."""
_LEAST_FACES: Final = 20
"""Fewest faces whose sizes give that of the tiles; chosen: single boxes are off by a tenth."""
_ONE_ROW_MM: Final = 10.0
"""Distance, mm, within which tiles lie in one row; chosen: under half a tile's length."""
_SAME_SIZE: Final = 0.04
"""Size error up to which the tiles count as the profile's; measured on painted tables: boxes are 0-3 % small."""
_WORTH_KEEPING: Final = 16
"""Observations after which the habits are stored; chosen: about a round."""
_NEWS: Final = 0.5
"""Difference, mm, of learnt values from those in use from which they are adopted: then all zones are explained anew.

Chosen: tiles in a row lie off by more."""
_LOG: Final[WordLog] = structlog.get_logger("vision.table.habits")


class LearntVenue(msgspec.Struct, forbid_unknown_fields=True):
    """Observations of each habit, the newest last, mm in seat frames; ``size``: of tiles relative to the profile's."""

    wall: list[float] = []
    river: list[float] = []
    pitch: list[float] = []
    across: list[float] = []
    hand: list[float] = []
    size: list[float] = []


class VenueHabits:
    """Learns the places of one table; ``file``: stores them between evenings, None: they are not stored."""

    def __init__(self, profile: TableProfile, file: Path | None = None) -> None:
        self._profile, self._file, self._unwritten = profile, file, 0
        self._seen: dict[tuple[str, Seat], int] = {}
        self._venue = _read(file)
        self.layout = self._learnt()

    def watch(self, table: TableExplanation, tiles: Sequence[FoundTile], sizes: Sequence[float]) -> None:
        """Learn from the explanation of a table; ``sizes``: of its faces, relative to the profile's."""
        looks = [*self._rivers(table), *self._hands(table, tiles), *self._walls(tiles)]
        if len(sizes) >= _LEAST_FACES and looks:
            looks.append(("size", median(sizes)))
        for name, value in looks:
            kept: list[float] = getattr(self._venue, name)
            kept.append(value)
            del kept[:-_REMEMBERED]
        if looks:
            self._unwritten += len(looks)
            learnt = self._learnt()
            if _apart(learnt.profile, self.layout.profile) > _NEWS:
                self.layout = learnt
            if self._unwritten >= _WORTH_KEEPING:
                self._write()

    def _learnt(self) -> Layout:
        """The profile's layout with the learnt places of this venue."""
        profile, venue = self._profile, self._venue
        wall, river, hand, tile = profile.wall, profile.river, profile.hand, profile.tile
        size = median([*venue.size, *[1.0] * _DUE])
        size = 1.0 if abs(size - 1.0) < _SAME_SIZE else size
        return Layout(
            replace(
                profile,
                wall=replace(wall, distance_mm=_usual(venue.wall, wall.distance_mm)),
                hand=replace(hand, distance_mm=_usual(venue.hand, hand.distance_mm)),
                river=replace(
                    river,
                    distance_mm=_usual(venue.river, river.distance_mm),
                    row_pitch_mm=_usual(venue.pitch, river.row_pitch_mm),
                    across_mm=_usual(venue.across, river.across_mm),
                ),
                tile=replace(
                    tile,
                    width_mm=size * tile.width_mm,
                    height_mm=size * tile.height_mm,
                    thickness_mm=size * tile.thickness_mm,
                ),
            )
        )

    def _rivers(self, table: TableExplanation) -> Iterator[tuple[str, float]]:
        tile = self.layout.profile.tile
        for seat, reading in zip(SEATS, table.rivers, strict=True):
            river: tuple[SeenRiverTile, ...] = _sure(reading) or ()
            if len(river) >= _LEAST_ROW and self._news("river", seat, len(river)):
                spots = np.array([self.layout.local(seat, each.seen.x, each.seen.y) for each in river])
                first = spots[spots[:, 1] < spots[0, 1] + _ONE_ROW_MM]
                yield "river", float(np.median(first[:, 1])) - tile.height_mm / 2
                if not river[0].sideways:
                    yield "across", float(spots[0, 0]) - tile.width_mm / 2
                second = spots[len(first) : 2 * len(first)]
                if len(second) >= _LEAST_ROW:
                    yield "pitch", float(np.median(second[:, 1]) - np.median(first[:, 1]))

    def _hands(self, table: TableExplanation, tiles: Sequence[FoundTile]) -> Iterator[tuple[str, float]]:
        standing = [each for each in tiles if each.surface is Surface.TOP]
        for seat, reading in zip(SEATS, table.hands, strict=True):
            hand: SeenHand | None = _sure(reading)
            if hand is not None and self._news("hand", seat, hand.standing * 100 + len(hand.shown)):
                row: Sequence[FoundTile | SeenTile] = hand.shown if not hand.standing else standing
                away = self._distances(seat, row, self._profile.hand.distance_mm)
                if len(away) >= _LEAST_ROW:
                    yield "hand", median(away)

    def _walls(self, tiles: Sequence[FoundTile]) -> Iterator[tuple[str, float]]:
        backs = [each for each in tiles if each.surface is Surface.BACK]
        for seat in SEATS:
            away = self._distances(seat, backs, self._profile.wall.distance_mm)
            if len(away) >= _LEAST_WALL and self._news("wall", seat, len(away)):
                yield "wall", median(away)

    def _distances(self, seat: Seat, tiles: Sequence[FoundTile | SeenTile], due: float) -> list[float]:
        """Distances from the centre, mm, of the tiles along a seat's edge that lie near the distance ``due``."""
        half = self._profile.wall.stacks[seat] * self._profile.tile.width_mm / 2
        spots = np.array([(each.x, each.y) for each in tiles]).reshape(-1, 2).T
        across, away = np.array(self.layout.local(seat, *spots))
        near: list[float] = away[(np.abs(across) < half) & (np.abs(away - due) < _FARTHEST_MM / 2)].tolist()
        return near

    def _news(self, name: str, seat: Seat, count: int) -> bool:
        """True if this observation differs from the last one: an unchanged table is learnt once."""
        last = self._seen.get((name, seat))
        self._seen[name, seat] = count
        return last != count

    def _write(self) -> None:
        self._unwritten = 0
        if self._file is not None:
            try:
                self._file.write_bytes(msgspec.json.encode(self._venue))
            except OSError as error:
                _LOG.warning("habits_not_kept", file=str(self._file), reason=str(error))


def _read(file: Path | None) -> LearntVenue:
    """Read the stored habits; empty if the file is missing or damaged."""
    if file is None or not file.exists():
        return LearntVenue()
    try:
        return msgspec.json.decode(file.read_bytes(), type=LearntVenue)
    except (OSError, msgspec.MsgspecError) as error:
        _LOG.warning("habits_not_read", file=str(file), reason=str(error))
        return LearntVenue()


def _apart(one: TableProfile, other: TableProfile) -> float:
    """Largest difference, mm, between two profiles in what is learnt."""
    pairs = (
        (one.wall.distance_mm, other.wall.distance_mm),
        (one.hand.distance_mm, other.hand.distance_mm),
        (one.river.distance_mm, other.river.distance_mm),
        (one.river.row_pitch_mm, other.river.row_pitch_mm),
        (one.river.across_mm, other.river.across_mm),
        (one.tile.height_mm, other.tile.height_mm),
    )
    return max(abs(here - there) for here, there in pairs)


def _usual(looks: Sequence[float], due: float) -> float:
    value = median([*looks, *[due] * _DUE])
    return min(max(value, due - _FARTHEST_MM), due + _FARTHEST_MM)


def _sure(reading: ZoneReading[Content] | None) -> Content | None:
    return reading.content if reading is not None and reading.chance >= _SURE else None

"""Players at the seats of a table by round, with all corrections so far."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

Names = tuple[str, str, str, str]
NO_NAMES: Final[Names] = ("", "", "", "")


@dataclass(frozen=True, slots=True)
class SatFrom:
    """Players at seats A-D and their teams, from the round with ordinal ``since`` on.

    ``teams``: "" for a seat without a stated team.
    """

    since: int = 0
    names: Names = NO_NAMES
    teams: Names = NO_NAMES


Seatings = tuple[SatFrom, ...]
"""Seatings in order of their rounds; never empty."""
NOBODY_SEATED: Final[Seatings] = (SatFrom(),)


def seated_at(seatings: Seatings, ordinal: int) -> SatFrom:
    """Return the seating of the round with that ordinal; for a round before the first seating, the first one."""
    return next((each for each in reversed(seatings) if each.since <= ordinal), seatings[0])


def seated_anew(seatings: Seatings, since: int, names: Names, teams: Names | None) -> Seatings:
    """Return the seatings after these players were seated from round ``since`` on; ``teams`` None: unchanged.

    A seat whose name does not change keeps all later players. Any other seat takes the new name up to the round in
    which another player was seated there: a corrected name covers the same rounds as the wrong one.
    """
    was = seated_at(seatings, since)
    starts = sorted({each.since for each in seatings} | {since})
    rows = [replace(seated_at(seatings, start), since=start) for start in starts]
    of_names = _renamed_rows([each.names for each in rows], starts, since, was.names, names)
    of_teams = _renamed_rows([each.teams for each in rows], starts, since, was.teams, teams or was.teams)
    anew = [SatFrom(start, *both) for start, *both in zip(starts, of_names, of_teams, strict=True)]
    kept = [one for one, before in zip(anew, [None, *anew], strict=False) if before is None or not _same(one, before)]
    return tuple(kept)


def _renamed_rows(rows: list[Names], starts: list[int], since: int, was: Names, told: Names) -> Iterator[Names]:
    holds = [True, True, True, True]
    for row, start in zip(rows, starts, strict=True):
        holds = [held and (start < since or row[seat] == was[seat]) for seat, held in enumerate(holds)]
        a, b, c, d = (told[seat] if holds[seat] and start >= since else row[seat] for seat in range(len(row)))
        yield a, b, c, d


def _same(one: SatFrom, other: SatFrom) -> bool:
    return (one.names, one.teams) == (other.names, other.teams)

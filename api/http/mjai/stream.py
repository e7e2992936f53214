"""A table's feed as mjai lines, one stream per follower: the public, one seat, or the staff."""

import hashlib
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from typing import Any, Final, Literal

from api.service.feed import Feed
from api.service.table_service import TableService
from controller.records.mjai.live import game_line, round_lines
from controller.records.mjai.names import Line
from controller.records.reading.json_fields import compact
from controller.riichi.seat import SEATS, Seat
from controller.views.gate import Audience

Follower = Literal["public", "A", "B", "C", "D", "staff"]
ACTS: Final = frozenset({"dahai", "chi", "pon", "daiminkan", "kakan", "ankan"})
_BOUND: Final = frozenset(
    {"round", "seats", "result", "dora_indicators", "deals", "game", "game_over", "names", "first_dealer", "tiles_left"}
)
"""Members of a view that the lines depend on; other changes give no new lines."""


def eyes_of(follower: Follower) -> tuple[Seat, ...]:
    """Return the seats whose hands a follower is shown once they are released."""
    if follower == "public":
        return ()
    return SEATS if follower == "staff" else (Seat[follower],)


def source_of(table: TableService, follower: Follower) -> Feed | None:
    """Return the feed for a follower: live for the public (no hands), else late; None if no hands are released."""
    return table.feed(Audience.PUBLIC) if follower == "public" else table.late_feed()


def cursors(ordinal: int, lines: Sequence[Line]) -> Iterator[str]:
    """Yield an id for each line of a round: round, position, and a digest of all lines up to it."""
    told = hashlib.blake2b(digest_size=6)
    for place, line in enumerate(lines):
        told.update(compact(line).encode() + b"\n")
        yield f"{ordinal}.{place}.{told.hexdigest()}"


class LineStream:
    """State of one follower: turns views into the lines that are new to it."""

    def __init__(self, eyes: Collection[Seat]) -> None:
        """``eyes``: seats whose hands are included if a view contains them."""
        self._eyes = eyes
        self._game: tuple[int, Line] | None = None
        self._ordinal = 0
        self._lines: list[Line] = []
        self._is_over = False

    def take(self, view: dict[str, Any]) -> Iterator[Line]:
        """Yield the new lines of a view; after a correction of sent lines, ``restart`` and the whole round again."""
        lines = round_lines(view, self._eyes)
        ordinal = 0 if view["round"] is None else view["round"]["ordinal"]
        if not lines and self._game is not None and ordinal > self._ordinal:
            # A new round has no lines before it starts.
            return
        game = (view["game"], game_line(view, self._eyes))
        known, told = self._game, 0
        if known is None or known[0] != game[0]:
            if known is not None and not self._is_over:
                yield {"type": "end_game"}
            yield game[1]
        elif self._goes_on(ordinal, lines, game, bool(view["game_over"])):
            told = len(self._lines) if ordinal == self._ordinal else 0
        else:
            yield {"type": "restart"}
            yield game[1]
        self._game, self._ordinal, self._lines = game, ordinal, lines
        for line, cursor in list(zip(lines, cursors(ordinal, lines), strict=True))[told:]:
            yield {**line, "cursor": cursor}
        was_over = self._is_over and told > 0
        self._is_over = bool(view["game_over"])
        if self._is_over and not was_over:
            yield {"type": "end_game"}

    def _goes_on(self, ordinal: int, lines: list[Line], game: tuple[int, Line], is_over: bool) -> bool:
        """True if all lines sent so far are still valid."""
        if game != self._game or (self._is_over and not is_over):
            return False
        if ordinal == self._ordinal:
            return lines[: len(self._lines)] == self._lines
        return ordinal > self._ordinal and (not self._lines or self._lines[-1]["type"] == "end_kyoku")


async def followed(feed: Feed, eyes: Collection[Seat]) -> AsyncIterator[str]:
    """Yield the lines of a feed as text: first those of the current round, then new ones; no heartbeats."""
    stream = LineStream(eyes)
    async for view, changed in feed.views():
        if not _BOUND.isdisjoint(changed):
            for line in stream.take(view):
                yield compact(line)

"""Ages of journal facts, known across restarts of the service by the system's monotonic clock and the boot id.

A file beside the journal's anchors has one line per fact, with the release policy in force at that time. A fact has no
provable age after a reboot, in another time namespace, or if its line or the file is missing or unreadable.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from api.journals.bookmarks import Bookmark
from api.paths import made_private, state_folder
from api.steady import this_boot
from controller.errors import JantakuError
from controller.journal.chain import Record
from controller.journal.state import TableState
from controller.journal.store import JournalStore
from controller.ports.log import WordLog
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.policy import NEVER, Release, When

_NAMED: Final = 16
# Newest rows of evidence that are searched for a signal the board sends again.
SIGNALS_REMEMBERED: Final = 64
_LONGEST_LINE: Final = 200
_LOG: Final[WordLog] = structlog.get_logger("jantaku.ages")


class _AgeLine(NamedTuple):
    """A line of the file; ``at``: monotonic time in seconds."""

    sequence: int
    ordinal: int
    boot: str
    at: float
    rule: str


@dataclass(frozen=True, slots=True)
class PastFact:
    """A fact from before the start: the table's state after it, and the release policy then.

    ``at``: monotonic time of the fact in seconds, None if unknown.
    """

    at: float | None
    rule: Release
    state: TableState


def ages_file(first: str) -> Path:
    """Return the path of the ages of a journal's facts; ``first``: hash of its first record."""
    return state_folder() / "ages" / f"{first[:_NAMED]}.jsonl"


class ProvenAges:
    """Ages of one journal's facts. At the start, ``see`` must be called once for every record, in order."""

    def __init__(
        self, file: Path, rule: Release, clock: Callable[[], float] = time.monotonic, boot: str | None = None
    ) -> None:
        """Read the file; ``rule``: the release policy from now on."""
        self._file, self._clock = file, clock
        self._boot = this_boot() if boot is None else boot
        self._told = {each.sequence: each for each in self._wanted(rule)}
        self._past: list[PastFact] = []
        self._failed = False

    @property
    def since(self) -> int | None:
        """Sequence of the first record that must be passed to ``see``, None if no past policy releases anything."""
        return min((each.sequence for each in self._told.values() if each.rule != NEVER.text), default=None)

    def see(self, record: Record, state: TableState) -> None:
        """Take a record from before the start, and the state after it."""
        told = self._told.get(record.sequence)
        if told is None or told.ordinal != state.rounds:
            return
        try:
            rule = Release.parse(told.rule)
        except JantakuError:
            rule = NEVER
        self._past.append(PastFact(told.at if told.boot == self._boot else None, rule, state))

    def past(self) -> tuple[PastFact, ...]:
        """Return the facts seen so far, in order, and forget them here."""
        past, self._past = tuple(self._past), []
        return past

    def note(self, sequence: int, ordinal: int, rule: Release) -> None:
        """Write the age of a newly stored fact and its policy; a write error is logged once."""
        told = _AgeLine(sequence, ordinal, self._boot, self._clock(), rule.text)
        try:
            # No fsync: a power failure starts another boot, after which the line proves nothing.
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(told) + "\n")
        except OSError as error:
            if not self._failed:
                _LOG.warning("ages_not_kept", reason=str(error))
            self._failed = True

    def _wanted(self, rule: Release) -> list[_AgeLine]:
        """Return the lines still needed and cut the file down to them.

        These are the last fact of each round, and all facts younger than the longest delay in use.
        """
        told = sorted(self._read())
        now = self._clock()
        delays = [float(each.rule) for each in told if _is_delay(each.rule)]
        longest = max((*delays, rule.delay_s if rule.when is When.DELAYED else 0.0))
        old = [each for each in told if each.boot == self._boot and each.at <= now - longest]
        since = old[-1].sequence if old else 0
        last = {each.ordinal: each.sequence for each in told}
        kept = [
            each
            for each in told
            if last[each.ordinal] == each.sequence or (each.boot == self._boot and each.sequence >= since)
        ]
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            made_private(self._file).write_text("".join(json.dumps(each) + "\n" for each in kept), encoding="utf-8")
        except OSError as error:
            _LOG.warning("ages_not_kept", reason=str(error))
        return kept

    def _read(self) -> Iterator[_AgeLine]:
        try:
            lines = self._file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        now = self._clock()
        for line in lines:
            try:
                told = _AgeLine(*json.loads(line[:_LONGEST_LINE]))
            except (ValueError, TypeError):
                continue
            if [type(each) for each in told] != [int, int, str, float, str]:
                continue
            if told.boot and not (told.boot == self._boot and told.at > now):
                yield told


def _is_delay(rule: str) -> bool:
    return rule.replace(".", "", 1).isdecimal()


def resumed(
    store: JournalStore, venue: Venue, book: Rulebook, bookmark: Bookmark | None, ages: ProvenAges | None = None
) -> Director:
    """Return a director that continues the journal; ``ages`` sees its records. Raises JournalError.

    ``bookmark``: allows starting from a stored state instead of reading the whole journal.
    """
    newest = store.newest_evidence(SIGNALS_REMEMBERED)
    seen = ages.see if ages is not None else lambda _, __: None
    if bookmark is None:
        return Director.resume(store.read(), venue, book, newest, seen=seen)
    begun = bookmark.take_up(seen, None if ages is None else ages.since)
    return Director.resume((), venue, book, newest, begun)

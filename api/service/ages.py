"""How old facts are, over a restart of the service too: by the system's clock that nobody sets, and the boot it is of.

Written down beside the journal's anchors, a line a fact, with the policy of release that the fact came under. What
cannot be proven has no age: another boot, another namespace of clocks, a line that cannot be read, a file that is gone.
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
# The newest rows of evidence in which a signal is looked for that the board sends again.
SIGNALS_REMEMBERED: Final = 64
_LONGEST_LINE: Final = 200
_LOG: Final[WordLog] = structlog.get_logger("jantaku.ages")


class _Told(NamedTuple):
    """A line of the file."""

    sequence: int
    ordinal: int
    boot: str
    at: float
    rule: str


@dataclass(frozen=True, slots=True)
class PastFact:
    """A fact from before the start: the state that it led to, and the policy then.

    ``at``: when, by the clock that nobody sets, None where that is not known.
    """

    at: float | None
    rule: Release
    state: TableState


def ages_file(first: str) -> Path:
    """Where the ages of a journal's facts are; ``first``: hash of its first record."""
    return state_folder() / "ages" / f"{first[:_NAMED]}.jsonl"


class ProvenAges:
    """The ages of one journal's facts. ``see`` is given every record with its state once, in order, at the start."""

    def __init__(
        self, file: Path, rule: Release, clock: Callable[[], float] = time.monotonic, boot: str | None = None
    ) -> None:
        """Read what is known; ``rule``: the policy from now on."""
        self._file, self._clock = file, clock
        self._boot = this_boot() if boot is None else boot
        self._told = {each.sequence: each for each in self._wanted(rule)}
        self._past: list[PastFact] = []
        self._failed = False

    @property
    def since(self) -> int | None:
        """The first record that must be seen: under its policy something may be shown; None: there is none."""
        return min((each.sequence for each in self._told.values() if each.rule != NEVER.text), default=None)

    def see(self, record: Record, state: TableState) -> None:
        """A record from before the start, and the state after it."""
        told = self._told.get(record.sequence)
        if told is None or told.ordinal != state.rounds:
            return
        try:
            rule = Release.parse(told.rule)
        except JantakuError:
            rule = NEVER
        self._past.append(PastFact(told.at if told.boot == self._boot else None, rule, state))

    def past(self) -> tuple[PastFact, ...]:
        """Ages of the facts seen so far, in order; dropped here afterwards."""
        past, self._past = tuple(self._past), []
        return past

    def note(self, sequence: int, ordinal: int, rule: Release) -> None:
        """A fact that was just stored, under that policy; what keeps it from being noted is logged once."""
        told = _Told(sequence, ordinal, self._boot, self._clock(), rule.text)
        try:
            # Not flushed to the disk: after a power failure it is another boot, and proves nothing.
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(told) + "\n")
        except OSError as error:
            if not self._failed:
                _LOG.warning("ages_not_kept", reason=str(error))
            self._failed = True

    def _wanted(self, rule: Release) -> list[_Told]:
        """Of each round the last fact, and all that are not older than any delay; the file is cut down to these."""
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

    def _read(self) -> Iterator[_Told]:
        try:
            lines = self._file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        now = self._clock()
        for line in lines:
            try:
                told = _Told(*json.loads(line[:_LONGEST_LINE]))
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
    """A director that goes on where the journal ends; ``ages`` sees its records pass; raises JournalError."""
    newest = store.newest_evidence(SIGNALS_REMEMBERED)
    seen = ages.see if ages is not None else lambda _, __: None
    if bookmark is None:
        return Director.resume(store.read(), venue, book, newest, seen=seen)
    begun = bookmark.take_up(seen, None if ages is None else ages.since)
    return Director.resume((), venue, book, newest, begun)

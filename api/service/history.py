"""The rounds in a table's journal: where each starts, and the table's view after each of its acts."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from controller.journal import events as ev
from controller.journal.chain import Record
from controller.journal.ledger import RoundBooks, course, rounds_of
from controller.journal.reduce import reduce
from controller.journal.seating import seated_at
from controller.journal.state import NOTHING_YET, TableState
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.views.gate import Audience, Released, release
from controller.views.history import RoundEntryView, act_view
from controller.views.standing import four_standings
from controller.views.table import result_view, table_view


@dataclass(slots=True)
class _Begun:
    """A round in the journal: sequence of its first record, and the state before it; times in seconds."""

    ordinal: int
    sequence: int
    before: TableState
    began: float
    ended: float | None = None


class History:
    """Past and present rounds of one table. No secrets are returned: only what the live feed has shown."""

    def __init__(self, records: Callable[[int], Iterator[Record]], rulebook: Rulebook) -> None:
        """``records``: yields the records after a sequence; nothing is read before the first request."""
        self._records, self._rulebook = records, rulebook
        self._begun: list[_Begun] = []
        self._last, self._state = 0, NOTHING_YET
        self._lock = threading.Lock()

    def rounds(self, audience: Audience, game: int | None = None) -> list[Released]:
        """Return every round in order, or those of one game, with its present result.

        Rounds that were set up but not played, for example because another seat deals, are left out.
        """
        with self._lock:
            self._follow()
            state, begun = self._state, {each.ordinal: each for each in self._begun}
        games = [each for each in (*(books.game for books in state.games), state.game) if game in (None, each)]
        stood = [each for number in games for each in course(state, number)]
        return [release(self._entry(begun[each.told.ordinal], state, each), audience, 0.0) for each in stood]

    def people(self) -> set[str]:
        """Return every name entered at a seat, after corrections."""
        with self._lock:
            self._follow()
            return {name for each in self._state.seatings for name in each.names} - {"", *Seat.__members__}

    def began(self) -> tuple[float, float] | None:
        """Return when the present game and round began, in seconds of the edge's clock; None before the first."""
        with self._lock:
            self._follow()
            if not self._begun:
                return None
            first = next((each.ordinal for each in rounds_of(self._state, self._state.game)), 0)
            game = next((each for each in self._begun if each.ordinal == first), self._begun[-1])
            return game.began, self._begun[-1].began

    def steps(self, ordinal: int, audience: Audience) -> list[dict[str, object]] | None:
        """Return a round act by act, each with the changed members of the table's view, first the complete view.

        Facts that change nothing visible to this audience are left out. None if there is no such round.
        """
        with self._lock:
            self._follow()
            place = next((place for place, each in enumerate(self._begun) if each.ordinal == ordinal), None)
            if place is None:
                return None
            start, seatings = self._begun[place], self._state.seatings
            end = self._begun[place + 1].sequence if place + 1 < len(self._begun) else self._last + 1
        shown: Released | None = None
        state, steps = start.before, list[dict[str, object]]()
        for record in self._records(start.sequence - 1):
            if record.sequence >= end:
                break
            state = reduce(state, record.event)
            shown_by = replace(state, seatings=seatings)
            view = release(table_view(shown_by, self._rulebook), audience, 0.0)
            changes = {key: value for key, value in view.items() if shown is None or shown.get(key) != value}
            shown = view
            if changes:
                steps.append({**release(act_view(record.event), audience, 0.0), "changes": changes})
        return steps

    def _entry(self, each: _Begun, state: TableState, stood: RoundBooks) -> RoundEntryView:
        book, told, people = self._rulebook, stood.told.round, seated_at(state.seatings, each.ordinal)
        return RoundEntryView(
            *(each.ordinal, stood.told.game, told.prevailing_wind, told.number, told.counters, told.dealer),
            *(people.names, people.teams, each.began, each.ended),
            four_standings(stood.before, book, waits=stood.waits_before),
            four_standings(stood.after, book, waits=stood.waits),
            result_view(state, stood.told, book),
        )

    def _follow(self) -> None:
        """Read the records stored since the last call; the lock is held."""
        for record in self._records(self._last):
            event, before = record.event, self._state
            self._state, self._last = reduce(before, event), record.sequence
            if isinstance(event, ev.RoundStarted):
                self._begun.append(_Begun(self._state.rounds, record.sequence, before, event.at))
            if self._begun and isinstance(event, ev.RoundWon | ev.RoundDrawn):
                self._begun[-1].ended = event.at

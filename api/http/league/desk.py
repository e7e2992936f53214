"""Events of a venue, stored in a journal of their own in the tables' database; all answers are folded from it."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from api.service.table_service import TableService
from api.stores.open import journal_file, open_journal
from api.stores.sql_journal import SqlJournal
from controller.journal.chain import Record, seal
from controller.journal.events import GameEnded, GameStarted, LeagueTold
from controller.journal.events.league import GameEntered, GameSource, LeagueFact, LeagueOpened, SeatingDrawn
from controller.league.league import League, LeagueError, NumberedFact, SeatedPlayer, check_fact, league_of
from controller.league.standing import OWN_RULE, LeagueStandings, league_standings
from controller.ports.maker import Maker
from controller.records.results import FinishedGame, finished_games
from controller.rulebooks.catalogue import find_rulebook, published, stored_book
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.written import book_text
from controller.scoring.game.standings import Note
from controller.sheets.decode import one_form
from controller.text import Text


class LeagueStand(NamedTuple):
    """An event, its standings, and its rulebook."""

    league: League
    standing: LeagueStandings
    book: Rulebook


class LeagueDesk:
    """Reads and appends the facts of events; the journal is opened by the first request that needs it.

    ``tables``: the running tables by id; their finished games enter the events automatically.
    """

    def __init__(
        self,
        address: Callable[[], Path | str | None],
        books: Mapping[str, Rulebook],
        tables: Mapping[str, TableService],
    ) -> None:
        self._address, self._books, self._tables = address, books, tables
        self._store: SqlJournal | None = None
        self._lock = threading.RLock()
        self._facts = defaultdict[str, list[NumberedFact]](list)
        self._stood: dict[str, LeagueStand] = {}
        self._told_at: dict[int, float] = {}
        self._read = 0
        self._finished: dict[str, tuple[int, Sequence[FinishedGame], Sequence[float], str]] = {}

    def names(self) -> Iterator[tuple[str, League]]:
        """Yield every event with its id, the newest first."""
        with self._lock:
            self._follow()
            for name in reversed(self._facts):
                found = league_of(self._facts[name])
                if found is not None:
                    yield name, found

    def stand(self, name: str) -> LeagueStand | None:
        """Return an event including the tables' games so far, None if the id is unknown; raises JantakuError."""
        with self._lock:
            self._follow()
            found = league_of(self._facts.get(name, ()))
            if found is not None and (games := list(self._games(found))):
                self._append(name, games, "", None)
                found = league_of(self._facts[name])
            if found is None:
                return None
            stand = self._stand(name, found)
            event = stand.standing.event
            notes = (*event.notes, *self._left_out(found))
            return stand._replace(standing=replace(stand.standing, event=replace(event, notes=notes)))

    def tell(self, name: str, facts: Sequence[LeagueFact], by: str, maker: Maker | None) -> LeagueStand:
        """Append facts to an event, all or none, and return its new state.

        The first fact of an event must open it. Raises LeagueError if a fact contradicts the event.
        """
        with self._lock:
            self._follow()
            numbered = [*self._facts.get(name, ())]
            found = league_of(numbered)
            kept = [self._with_book(fact, found) for fact in facts]
            for number, fact in enumerate(kept, self._read + 1):
                if found is None and not isinstance(fact, LeagueOpened):
                    raise LeagueError(f"大会「{name}」はありません", f"no event {name!r}: open it first")
                if found is not None:
                    check_fact(fact, found)
                numbered.append(NumberedFact(number, fact))
                found = league_of(numbered)
            if found is None:
                raise LeagueError("大会の内容がありません", "nothing is told of the event")
            # Compute the standings first: facts that leave the event without valid standings are refused.
            stand = self._stand(name, found)
            self._append(name, kept, by, maker)
            return stand

    def _with_book(self, fact: LeagueFact, before: League | None) -> LeagueFact:
        """Return the fact with the text of an unpublished rulebook, as a table's file may change or be lost."""
        if not isinstance(fact, LeagueOpened) or fact.book or fact.rulebook in published():
            return fact
        if fact.rulebook not in self._books and before is not None and before.rules.rulebook == fact.rulebook:
            return replace(fact, book=before.rules.book)
        return replace(fact, book=book_text(find_rulebook(fact.rulebook, self._books)))

    def _stand(self, name: str, league: League) -> LeagueStand:
        kept = self._stood.get(name)
        if kept is None or kept.league.facts != league.facts:
            book = (
                stored_book(league.rules.book)
                if league.rules.book
                else find_rulebook(league.rules.rulebook, self._books)
            )
            kept = self._stood[name] = LeagueStand(league, league_standings(league, book), book)
        return kept

    def close(self) -> None:
        """Close the journal."""
        if self._store is not None:
            self._store.close()

    def _append(self, name: str, facts: Sequence[LeagueFact], by: str, maker: Maker | None) -> None:
        store = self._opened(to_write=True)
        assert store is not None
        last, records = store.last(), []
        for fact in facts:
            at = time.time()
            last = seal(LeagueTold(at=at, league=name, fact=fact, by=by, maker=maker), at, last)
            records.append(last)
        store.append(records)
        self._follow()

    def _opened(self, to_write: bool = False) -> SqlJournal | None:
        if self._store is None:
            address = self._address()
            if address is None:
                if to_write:
                    raise LeagueError("このサービスには大会の記録先がありません", "this service keeps no events")
                return None
            file = journal_file(address)
            if to_write or file is None or file.is_file():
                self._store = open_journal(address)
        return self._store

    def _follow(self) -> None:
        """Read the facts stored since the last call."""
        store = self._opened()
        for record in store.read(self._read) if store is not None else ():
            self._read = record.sequence
            if isinstance(record.event, LeagueTold):
                self._facts[record.event.league].append(NumberedFact(record.sequence, record.event.fact))
                self._told_at[record.sequence] = record.time

    def _games(self, league: League) -> Iterator[GameEntered]:
        """Yield games that seated tables have finished since their draw, and corrected versions of earlier ones."""
        drawn, taken = self._drawn(league), _taken(league)
        for number, seated in league.rounds.items():
            for each in seated.tables:
                service, known_game = self._tables.get(each.table), league.games.get((number, each.table))
                if service is None or (known_game is not None and known_game.source is None):
                    continue
                games, ended, journal = self._played(each.table, service)
                seats = league.seats(number, each)
                for place, (game, at) in enumerate(zip(games, ended, strict=False), 1):
                    source = GameSource(each.table, place, journal)
                    is_own = known_game is not None and known_game.source == source
                    is_next = known_game is None and (each.table, place) not in taken
                    told = league.names.put_right(_entered(number, each.table, game, source))
                    assert isinstance(told, GameEntered)
                    is_here = at >= drawn[number] and not _absent(game, seats, league)
                    if is_own and known_game is not None and not is_here:
                        told = replace(told, players=known_game.players)
                    if is_own or (is_next and is_here and game.rulebook == league.rules.rulebook):
                        if told != known_game:
                            yield told
                        taken.add((each.table, place))
                        break

    def _left_out(self, league: League) -> Iterator[Note]:
        """Yield notes on games after the draw that do not count: by other players, or under another rulebook."""
        drawn, taken, told = self._drawn(league), _taken(league), set[str]()
        for number, seated in league.rounds.items():
            for each in seated.tables:
                service = self._tables.get(each.table)
                if service is None or each.table in told or (number, each.table) in league.games:
                    continue
                told.add(each.table)
                games, ended, _ = self._played(each.table, service)
                for place, (game, at) in enumerate(zip(games, ended, strict=False), 1):
                    if at >= drawn[number] and (each.table, place) not in taken:
                        yield _not_as_seated(
                            game, league.seats(number, each), league, f"{number}-{each.table}", service.rulebook
                        )

    def _drawn(self, league: League) -> dict[int, float]:
        """Return the time of the last seating fact of each round."""
        return {fact.round: self._told_at[number] for number, fact in league.facts if isinstance(fact, SeatingDrawn)}

    def _played(self, table: str, service: TableService) -> tuple[Sequence[FinishedGame], Sequence[float], str]:
        """Return a table's finished games, their end times, and the first hash of its journal.

        The result is cached until the table's journal grows.
        """
        kept = self._finished.get(table)
        if kept is None or kept[0] != service.number:
            number, records = service.number, list(service.records())
            games = finished_games(record.event for record in records)
            kept = self._finished[table] = (number, games, _ends(records), records[0].hash if records else "")
        return kept[1:]


def _taken(league: League) -> set[tuple[str, int]]:
    """Return table and number of every table's game that already counts in the event."""
    return {(each.source.table, each.source.game) for each in league.games.values() if each.source is not None}


def _absent(game: FinishedGame, seats: Sequence[SeatedPlayer], league: League) -> list[str]:
    """Return seated players who were not at the table.

    A substitute counts as present even if joining in the middle of the game.
    """
    sat = {league.names.now(one_form(name)) for row in game.sat for name in row.names}
    return [seat.plays for seat in seats if not {seat.player, seat.plays} & sat]


def _not_as_seated(
    game: FinishedGame, seats: Sequence[SeatedPlayer], league: League, where: str, book: Rulebook
) -> Note:
    played, absent = ", ".join(game.players), ", ".join(_absent(game, seats, league))
    why = Text(f"{absent}のいない", f"without {absent}")
    if not absent:
        why = Text(f"規定が「{book.ja}」の", f"by {book.en}")
    ja, en = (
        f"{why.ja}半荘（{played}）が終わりましたが、成績に数えていません。",
        f"a game of {played} ended {why.en}: not counted.",
    )
    return Note("NOT_AS_SEATED", ja, en, where, OWN_RULE.cite)


def _ends(records: Sequence[Record]) -> list[float]:
    """Return the time at which each finished game ended; a later correction of its payments does not change it."""
    now, ended = 0, dict[int, float]()
    for record in records:
        if isinstance(record.event, GameStarted):
            now = record.event.number
        elif isinstance(record.event, GameEnded):
            ended.setdefault(record.event.game or now, record.time)
    return [ended[number] for number in sorted(ended)]


def _entered(number: int, table: str, game: FinishedGame, source: GameSource) -> GameEntered:
    points = game.points
    a, b, c, d = map(one_form, game.players)
    return GameEntered(
        *(number, table, (a, b, c, d), points.scores, points.left_sticks, points.chombo, points.penalty_points),
        wrong_declared=tuple(sorted(map(int, points.wrong_declared))),
        source=source,
    )

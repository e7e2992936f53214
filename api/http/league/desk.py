"""The events of a venue in a journal of their own, in the store that the tables have; answers are folded from it."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from api.service.table_service import TableService
from api.stores.open import journal_file, open_journal
from api.stores.sql_journal import SqlJournal
from controller.journal.chain import Record, seal
from controller.journal.events import GameEnded, GameStarted, LeagueTold
from controller.journal.events.league import GameEntered, GameSource, LeagueFact, LeagueOpened, SeatingDrawn
from controller.league.league import League, LeagueError, NumberedFact, check_fact, league_of
from controller.league.standing import LeagueStandings, league_standings
from controller.ports.maker import Maker
from controller.records.results import FinishedGame, finished_games
from controller.rulebooks.catalogue import known
from controller.rulebooks.rulebook import Rulebook


class LeagueStand(NamedTuple):
    """An event, how it stands, and by which book."""

    league: League
    standing: LeagueStandings
    book: Rulebook


class LeagueDesk:
    """Opened with the first question that needs it. ``tables``: those that run, whose games come in by themselves."""

    def __init__(
        self,
        address: Callable[[], Path | str | None],
        books: Mapping[str, Rulebook],
        tables: Mapping[str, TableService],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._address, self._books, self._tables, self._now = address, books, tables, now
        self._store: SqlJournal | None = None
        self._lock = threading.RLock()
        self._facts = defaultdict[str, list[NumberedFact]](list)
        self._stood: dict[str, LeagueStand] = {}
        self._told_at: dict[int, float] = {}
        self._read = 0
        self._finished: dict[str, tuple[int, Sequence[FinishedGame], Sequence[float], str]] = {}

    def names(self) -> Iterator[tuple[str, League]]:
        """Every event by its id, the newest first."""
        with self._lock:
            self._follow()
            for name in reversed(self._facts):
                found = league_of(self._facts[name])
                if found is not None:
                    yield name, found

    def stand(self, name: str) -> LeagueStand | None:
        """An event with what the tables have told by now, None where there is none of that id; raises JantakuError."""
        with self._lock:
            self._follow()
            found = league_of(self._facts.get(name, ()))
            if found is not None and (games := list(self._games(found))):
                self._append(name, games, "", None)
                found = league_of(self._facts[name])
            return None if found is None else self._stand(name, found)

    def tell(self, name: str, facts: Sequence[LeagueFact], by: str, maker: Maker | None) -> LeagueStand:
        """Keep facts of an event, all or none; raises LeagueError for what cannot be. The first opens it."""
        with self._lock:
            self._follow()
            numbered = [*self._facts.get(name, ())]
            found = league_of(numbered)
            for number, fact in enumerate(facts, self._read + 1):
                if found is None and not isinstance(fact, LeagueOpened):
                    raise LeagueError(f"大会「{name}」はありません", f"no event {name!r}: open it first")
                if found is not None:
                    check_fact(fact, found)
                numbered.append(NumberedFact(number, fact))
                found = league_of(numbered)
            if found is None:
                raise LeagueError("大会の内容がありません", "nothing is told of the event")
            # Where it stands no more by these facts they are refused, and it stands as before.
            stand = self._stand(name, found)
            self._append(name, facts, by, maker)
            return stand

    def _stand(self, name: str, league: League) -> LeagueStand:
        kept = self._stood.get(name)
        if kept is None or kept.league.facts != league.facts:
            book = known(league.rules.rulebook, self._books)
            kept = self._stood[name] = LeagueStand(league, league_standings(league, book), book)
        return kept

    def close(self) -> None:
        """Release the journal."""
        if self._store is not None:
            self._store.close()

    def _append(self, name: str, facts: Sequence[LeagueFact], by: str, maker: Maker | None) -> None:
        store = self._opened(to_write=True)
        assert store is not None
        last, records = store.last(), []
        for fact in facts:
            at = self._now()
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
        """Take up what was kept since."""
        store = self._opened()
        for record in store.read(self._read) if store is not None else ():
            self._read = record.sequence
            if isinstance(record.event, LeagueTold):
                self._facts[record.event.league].append(NumberedFact(record.sequence, record.event.fact))
                self._told_at[record.sequence] = record.time

    def _games(self, league: League) -> Iterator[GameEntered]:
        """Games that tables have finished since their seats were drawn, and those that are told otherwise by now."""
        drawn = {fact.round: self._told_at[number] for number, fact in league.facts if isinstance(fact, SeatingDrawn)}
        taken = {(each.source.table, each.source.game) for each in league.games.values() if each.source is not None}
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
                    # Who stands in from the middle of a game on is at the table too.
                    sat = {league.names.now(name) for row in game.sat for name in row.names}
                    is_here = at >= drawn[number] and all({seat.player, seat.plays} & sat for seat in seats)
                    if is_own or (is_next and is_here and game.rulebook == league.rules.rulebook):
                        if told != known_game:
                            yield told
                        taken.add((each.table, place))
                        break

    def _played(self, table: str, service: TableService) -> tuple[Sequence[FinishedGame], Sequence[float], str]:
        """The finished games of a table, when each ended, and its journal's first hash; read again when it went on."""
        kept = self._finished.get(table)
        if kept is None or kept[0] != service.number:
            number, records = service.number, list(service.records())
            games = finished_games(record.event for record in records)
            kept = self._finished[table] = (number, games, _ends(records), records[0].hash if records else "")
        return kept[1:]


def _ends(records: Sequence[Record]) -> list[float]:
    """When each finished game ended at first; it is told anew when one of its payments is amended."""
    now, ended = 0, dict[int, float]()
    for record in records:
        if isinstance(record.event, GameStarted):
            now = record.event.number
        elif isinstance(record.event, GameEnded):
            ended.setdefault(record.event.game or now, record.time)
    return [ended[number] for number in sorted(ended)]


def _entered(number: int, table: str, game: FinishedGame, source: GameSource) -> GameEntered:
    points = game.points
    return GameEntered(
        *(number, table, game.players, points.scores, points.left_sticks, points.chombo, points.penalty_points),
        wrong_declared=tuple(sorted(map(int, points.wrong_declared))),
        source=source,
    )

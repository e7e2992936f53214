"""From the table to the standings: journals and exported rounds as standings, and the seats of the next game."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from api.http.league.event_files import read_event
from api.stores.sqlite_store import SqliteJournal
from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.records import csv
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import load
from controller.scoring.game.placement import GamePoints
from controller.scoring.game.seat_plan import seat_plan
from controller.scoring.game.standings import EventGame, standings
from tests.support.command_line import jantaku
from tests.support.record_cases import simulated

KENKO = load("kenko-2022")


def journal(path: Path, names: tuple[str, str, str, str], first: Seat, ended: bool = True) -> Path:
    """A journal with one game of one round: a draw with two sticks left."""
    at = 1.0
    dealt: list[ev.Event] = [
        ev.SessionOpened(at=at, rulebook="kenko-2022", profile="wall-only", names=("A", "B", "C", "D")),
        ev.PlayersSeated(at=at, names=names, first=first),
        ev.GameStarted(at=at, number=1, scores=(25000,) * 4),
        ev.RoundStarted(
            at=at,
            prevailing_wind=Wind.EAST,
            number=1,
            dealer=first,
            counters=0,
            riichi_sticks=2,
            scores=(24000, 24000, 25000, 25000),
        ),
        ev.RoundDrawn(at=at, kind=ev.DrawKind.EXHAUSTIVE, tenpai=(Seat.C,), payments=(-1000, -1000, 3000, -1000)),
        ev.SettlementConfirmed(at=at, deltas=(-1000, -1000, 3000, -1000), riichi_sticks=2, by="referee"),
    ]
    if ended:
        dealt.append(ev.GameEnded(at=at, scores=(24000, 24000, 30000, 24000)))
    store, records = SqliteJournal(path), list[Record]()
    for event in dealt:
        records.append(seal(event, at, records[-1] if records else None))
    store.append(records)
    store.close()
    return path


def test_finished_games_of_journals_are_standings_without_being_typed(tmp_path: Path) -> None:
    one = journal(tmp_path / "one.sqlite", ("ann", "bob", "cho", "dai"), Seat.B)
    two = journal(tmp_path / "two.sqlite", ("eve", "fay", "gus", "hal"), Seat.A)
    told = jantaku("standings", "--journal", f"blue={one}", "--journal", str(two), "--json")
    answer = json.loads(told.stdout)
    assert answer["rulebook"] == "kenko-2022"
    games = {game["table"]: game for game in answer["games"]}
    assert games["blue"]["players"] == ["bob", "cho", "dai", "ann"], "from the first dealer on"
    assert set(games) == {"blue", "two"}
    assert len(answer["games"]) == 2, "each game once"
    assert len(answer["standings"]) == 8
    assert [sorted(table) for table in answer["next_seats"]] == [["E", "N", "S", "W"]] * 2


def test_a_journal_without_a_finished_game_is_told(tmp_path: Path) -> None:
    playing = journal(tmp_path / "playing.sqlite", ("ann", "bob", "cho", "dai"), Seat.A, ended=False)
    told = jantaku("standings", "--journal", str(playing))
    assert (told.returncode, told.stdout) == (2, "")
    assert "no finished game" in told.stderr
    assert jantaku("standings").returncode == 2


def test_what_export_writes_as_a_spreadsheet_is_read(tmp_path: Path) -> None:
    played = simulated("mleague", 1, 3)
    sheet = tmp_path / "rounds.csv"
    sheet.write_text(csv.write(played), encoding="utf-8")
    read = read_event(sheet).games
    assert len(read) == len(played)
    for told, game in zip(read, played, strict=True):
        assert told.players == game.names
        assert told.scores == game.rounds[-1].scores_after


def seats(order: Sequence[str], tables: int, game: int) -> list[tuple[str, ...]]:
    """Players of ``tables`` tables, moved on by one wind per game."""
    return [tuple(order[4 * table + (seat + game) % 4] for seat in range(4)) for table in range(tables)]


@pytest.mark.parametrize("tables", [1, 2, 5])
def test_everybody_gets_each_wind_once_and_a_plan_for_every_game(tables: int) -> None:
    players = [f"p{number:02}" for number in range(4 * tables)]
    games: list[EventGame] = []
    next_seats: Sequence[tuple[str, ...]] = seats(players, tables, 0)
    for number in range(1, 5):
        for table, four in enumerate(next_seats):
            a, b, c, d = four
            points = GamePoints((45000 - table * 1000, 33000, 18000, 4000 + table * 1000))
            games.append(EventGame(number, str(table), (a, b, c, d), points))
        found = standings(games, KENKO)
        assert not [note for note in found.notes if note.id == "WIND_TWICE"]
        next_seats = found.next_seats
        assert sorted(player for table in next_seats for player in table) == (players if number < 4 else [])
    assert all(entry.winds_left == () for entry in found.entries)


def test_few_meet_again_where_there_is_a_choice() -> None:
    players = [f"p{number:02}" for number in range(16)]
    first = seats(players, 4, 0)
    left = {player: [wind for wind in Wind if wind is not Wind(players.index(player) % 4)] for player in players}
    plan = seat_plan(players, left, first)
    met = Counter(frozenset((one, other)) for table in first for one in table for other in table if one != other)
    again = [met[frozenset((one, other))] for table in plan for one in table for other in table if one < other]
    assert sum(1 for each in again if each) <= 4
    assert seat_plan(players[:15], left, first) == ()
    assert seat_plan(players[:4], dict.fromkeys(players[:4], (Wind.EAST,)), ()) == ()


def test_where_winds_are_drawn_no_seats_are_given() -> None:
    game = EventGame(1, "1", ("a", "b", "c", "d"), GamePoints((45000, 33000, 18000, 4000)))
    assert standings([game], load("wakashachi-2025")).next_seats == ()

"""An event of many games from the first entry to the last table, over HTTP and in both stores."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.access.roles import Role
from api.http.app import create_app
from tests.api.stores.conftest import new_address, real_postgres
from tests.support.league_season import BOOK, EVENT, PLAYERS, ROUNDS, is_ranked_so, played, reckoned
from tests.support.logged_in import machine
from tests.support.quiet_table import QuietTable, quiet_table

__all__ = ["real_postgres"]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.process)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_address(request.param, request.getfixturevalue, tmp_path)


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[QuietTable]:
    with quiet_table(tmp_path / "table", BOOK) as table:
        yield table


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [2, pytest.param(ROUNDS, marks=pytest.mark.long)])
def test_a_season_stands_as_it_is_reckoned_apart(address: str, camera: QuietTable, rounds: int) -> None:
    assert camera.service is not None
    app = create_app({"1": camera.service}, events_at=lambda: address)
    season = played(machine(app, Role.STAFF), camera, rounds)
    event, (players, teams) = season.now(), reckoned(season)
    assert is_ranked_so(event["standings"], players, lambda row: row["player"])
    assert is_ranked_so(event["teams"], teams, lambda row: row["team"])
    assert sum(map(len, (each["tables"] for each in event["seating"]))) == 10 * rounds
    assert all(table["game"] for each in event["seating"] for table in each["tables"])
    by_hand = [table["by_hand"] for each in event["seating"] for table in each["tables"]]
    assert by_hand.count(False) == rounds, "the games of table 1 come from its journal"
    assert {row["player"]: row["why"]["en"] for row in event["standings"] if not row["rank"]} == {
        "控え甲": "substitute",
        "控え乙": "substitute",
    }
    app.state.leagues.close()
    again = machine(create_app({}, events_at=lambda: address), Role.VIEWER).get(EVENT).json()
    assert again["standings"] == event["standings"], "the store has it all"
    assert len(players) == len(PLAYERS)

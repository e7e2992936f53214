"""An event of many games from the first entry to the final standings, over HTTP and in both stores."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.demo.web import WebServer
from api.http.app import create_app
from controller.ports.referee import Claim, ClaimKind
from tests.api.stores.conftest import new_address, real_postgres
from tests.support.evening import Caller
from tests.support.league_season import BOOK, EVENT, PLAYERS, ROUNDS, at_the_table, is_ranked_so, played, reckoned
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


def test_a_game_of_others_than_are_seated_is_named_and_widths_are_one(tmp_path: Path, camera: QuietTable) -> None:
    """Regression: a game with a wrong name was skipped, and ＡＢ at a table was not AB of the event."""
    assert camera.service is not None
    client = machine(create_app({"1": camera.service}, events_at=lambda: tmp_path / "e.sqlite"), Role.STAFF)
    tell(client, kind="open", name="春", rulebook=BOOK, rounds=2)
    sheet(client, "player", "ＡＢ", "B", "C", "D", "E")
    seats = [{"table": "1", "players": ["AB", "B", "C", "D"]}]
    tell(client, kind="seating", round=1, tables=seats)
    at_the_table(camera, ("ＡＢ", "B", "C", "Ｄ氏"), Random(1))
    (note,) = [each for each in client.get(EVENT).json()["notes"] if each["id"] == "NOT_AS_SEATED"]
    assert (note["subject"], note["en"]) == ("1-1", "a game of ＡＢ, B, C, Ｄ氏 ended without D: not counted.")
    camera.give(Claim(ClaimKind.SEAT_PLAYERS, camera.frame / 5, "desk", names=("ＡＢ", "B", "C", "D"), round=1))
    event = client.get(EVENT).json()
    assert event["games"]
    assert not [each for each in event["notes"] if each["id"] == "NOT_AS_SEATED"]
    camera.give(Claim(ClaimKind.SEAT_PLAYERS, camera.frame / 5, "desk", names=("ＡＢ", "B", "C", "x"), round=1))
    assert client.get(EVENT).json()["standings"] == event["standings"], "a later wrong name takes no game away"
    tell(client, kind="game", round=2, table="1", players=["AB", "B", "C", "E"], scores=[25000] * 4)
    tell(client, kind="seating", round=2, tables=seats)
    assert "1-1" not in str(client.get(EVENT).json()["notes"])
    assert [each["subject"] for each in client.get(EVENT).json()["notes"] if each["id"] == "NOT_AS_SEATED"] == ["2-1"]


@pytest.fixture
def desk(tmp_path: Path) -> TestClient:
    """Staff client of a service with an event of five players, one of them a substitute."""
    client = machine(create_app({}, events_at=lambda: tmp_path / "events.sqlite"), Role.STAFF)
    tell(client, kind="open", name="春", rulebook=BOOK, rounds=4)
    sheet(client, "選手\tチーム\t代走", *(f"{name}\t赤\t" for name in "ABCD"), "Ｅ\t\tはい")
    return client


def tell(client: TestClient, **body: object) -> Any:
    return client.post(f"{EVENT}/facts", json=body)


def sheet(client: TestClient, *lines: str) -> Any:
    return client.post(f"{EVENT}/sheets", content="\n".join(lines).encode(), headers={"content-type": "text/csv"})


def test_tables_of_every_kind_come_in_by_their_headings_and_go_out_again(desk: TestClient) -> None:
    assert sheet(
        desk, "回戦,卓,席,選手", *(f"1,1,{seat},{name}" for seat, name in zip("東南西北", "ABCD", strict=True))
    )
    told = sheet(desk, "player,penalty,carried,why", "A,20,,late", "B,,12.5,heats").json()
    assert [each["points"] for row in told["standings"] for each in row["beside"]] == [12.5, -20]
    scores = (40_000, 30_000, 20_000, 10_000)
    rows = [f"1,{seat},{name},{score}" for seat, name, score in zip("ESWN", "ABCD", scores, strict=True)]
    assert sheet(desk, "game,seat,player,score", *rows).json()["taken"] == 1
    out = {part: desk.get(f"{EVENT}/sheets/{part}").text for part in ("standings", "seating", "games", "players")}
    assert out["standings"].splitlines()[1] == "1,A,赤,40,1,-20,60,"
    for part in ("players", "seating", "games"):
        assert sheet(desk, out[part]).status_code == 200, part
        assert desk.get(f"{EVENT}/sheets/{part}").text == out[part]


def test_what_cannot_be_is_refused_and_nothing_is_kept(desk: TestClient) -> None:
    before = desk.get(EVENT).json()
    wrong = tell(desk, kind="substitute", player="A", by="F", round=1)
    assert (wrong.status_code, wrong.json()["reason"]["ja"]) == (
        409,
        "選手「F」は登録されていません:先に登録してください",
    )
    assert sheet(desk, "game,seat,player,score", "1,E,A,40000").status_code == 409
    assert tell(desk, kind="points", player="A").status_code == 409
    assert tell(desk, kind="withdraw", number=1).status_code == 409
    assert desk.post(f"{EVENT}/draws", json={"rule": "swiss", "rounds": 2}).status_code == 409
    assert desk.get(EVENT).json() == before
    assert desk.get("/api/v1/events/none").json()["code"] == "event-unknown"


def test_a_referee_enters_games_and_nothing_else(desk: TestClient) -> None:
    referee = machine(desk.app, Role.REFEREE)  # type: ignore[arg-type]  # the application of the client
    game = {"kind": "game", "round": 1, "table": "1", "players": ["A", "B", "C", "D"], "scores": [25_000] * 4}
    assert referee.post(f"{EVENT}/games", json=game).status_code == 200
    assert tell(referee, kind="disqualify", player="A").status_code == 403
    assert referee.post(f"{EVENT}/games", json={"kind": "disqualify", "player": "A"}).status_code == 409
    facts = referee.get(f"{EVENT}/facts").json()
    assert (facts[0]["tells"], len(facts)) == ("GameEntered", 7)


def test_a_draw_is_the_same_with_its_seed_and_no_round_with_games_is_drawn_again(desk: TestClient) -> None:
    first = desk.post(f"{EVENT}/draws", json={"rule": "random", "seed": 5}).json()["seating"]
    assert desk.post(f"{EVENT}/draws", json={"rule": "random", "seed": 5, "round": 1}).json()["seating"] == first
    game = {"kind": "game", "round": 1, "table": "1", "players": ["A", "B", "C", "D"], "scores": [25_000] * 4}
    assert desk.post(f"{EVENT}/games", json=game).status_code == 200
    assert desk.post(f"{EVENT}/draws", json={"rule": "random", "round": 1}).status_code == 409


def test_a_demonstration_keeps_its_events_in_its_folder(tmp_path: Path) -> None:
    """Regression: a demonstration had pages of events but no place to store them."""
    web = WebServer({}, events=tmp_path)
    web.start()
    caller = Caller(web.address, web.access.tokens.make("organiser", Role.STAFF))
    status, _ = caller.ask("POST", f"{EVENT}/facts", {"kind": "open", "name": "春", "rulebook": BOOK})
    caller.close()
    web.stop()
    assert (status, [each.name for each in tmp_path.glob("*.sqlite")]) == (200, ["venue.events.sqlite"])

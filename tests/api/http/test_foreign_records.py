"""Files of other programs: read, scored beside their written scores, and converted to another format."""

import io
import json
import zipfile
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from controller.records.logs import read_log
from controller.records.mjai import writer as mjai_writer
from controller.records.record import GameRecord
from controller.records.tenhou import writer as tenhou_writer
from tests.support.foreign_logs import write_mjlog
from tests.support.logged_in import logged_in
from tests.support.record_cases import simulated

GAME: GameRecord = simulated("mleague", 4, 2)[0]
WRITTEN = tenhou_writer.write(GAME)
KIND = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return logged_in(create_app({}), Role.VIEWER)


def packed(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def read(client: TestClient, raw: bytes, query: str = "") -> dict[str, Any]:
    answer = client.post(f"/api/v1/records{query}", content=raw, headers=KIND)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_wins_are_scored_beside_what_was_written(client: TestClient) -> None:
    told = read(client, WRITTEN.encode(), "?game=1&rulebook=mleague")
    assert told["refused"] == []
    assert told["games"][0]["names"] == list(GAME.names)
    wins = [win for each in told["rounds"] for win in each["wins"]]
    assert len(wins) == sum(len(one.wins) for one in GAME.rounds) > 0
    assert all(win["agrees"] and win["score"]["yaku"] for win in wins)
    assert [each["after"]["A"] for each in told["rounds"]] == [one.scores_after[0] for one in GAME.rounds]
    assert all(next(read_log(each["address"])).game.rounds for each in told["rounds"])


def test_a_win_that_is_not_as_written_is_told_with_the_difference(client: TestClient) -> None:
    body = json.loads(WRITTEN)
    place, row = next((place, row) for place, row in enumerate(body["log"]) if row[16][0] == "和了")
    row[16][1] = [2 * points for points in row[16][1]]
    told = read(client, json.dumps(body).encode(), "?game=1&rulebook=mleague")
    (win,) = told["rounds"][place]["wins"]
    assert not win["agrees"]
    assert win["differences"][0]["about"] == "payments"


def test_one_bad_file_of_an_archive_hides_no_other(client: TestClient) -> None:
    raw = packed(**{"a.json": WRITTEN, "b.mjlog": write_mjlog(GAME), "notes.txt": "no record"})
    told = read(client, raw, "?game=2")
    assert [game["member"] for game in told["games"]] == ["a.json", "b.mjlog"]
    assert told["refused"] == []
    assert told["passed_over"][0].endswith("notes.txt")
    assert len(told["rounds"]) == len(GAME.rounds)


def test_what_was_assumed_is_said_in_both_languages(client: TestClient) -> None:
    lines = [
        json.dumps({key: each for key, each in line.items() if key != "names"}) for line in mjai_writer.lines(GAME)
    ]
    (game,) = read(client, "\n".join(lines).encode())["games"]
    assert {"ja": "対局者名の記載がない:名前なしとする", "en": "no names are told: the players stay without"} in game[
        "assumed"
    ]


def test_a_file_without_a_game_is_told_so(client: TestClient) -> None:
    for raw in (b"hello", b"\x89PNG\r\n\xff", b"PK\x03\x04broken", b"\x1f\x8bbroken"):
        told = read(client, raw, "?game=1")
        assert told["games"] == []
        assert told["refused"]
    answer = client.post("/api/v1/records/mjai", content=b"hello", headers=KIND)
    assert answer.status_code == 409
    assert read(client, WRITTEN.encode(), "?rulebook=mleague").keys() == {"games", "refused", "passed_over"}
    assert client.post("/api/v1/records?game=9", content=WRITTEN.encode(), headers=KIND).status_code == 404
    assert (
        client.post("/api/v1/records", content=WRITTEN.encode(), headers={"content-type": "text/plain"}).status_code
        == 415
    )


def test_games_are_given_in_another_format(client: TestClient) -> None:
    two = packed(a=WRITTEN, b=WRITTEN)
    lines = client.post("/api/v1/records/mjai?game=2", content=two, headers=KIND)
    assert next(read_log(lines.text)).game.rounds[0].acts == GAME.rounds[0].acts
    archive = zipfile.ZipFile(io.BytesIO(client.post("/api/v1/records/tenhou6", content=two, headers=KIND).content))
    assert archive.namelist() == ["game-1.json", "game-2.json"]
    table = client.post("/api/v1/records/csv", content=two, headers=KIND)
    assert table.headers["content-type"].startswith("text/csv")
    assert table.text.count("\n") == 1 + 2 * len(GAME.rounds)

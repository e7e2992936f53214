"""Standings for callers: files of games, the command, the HTTP route, and errors in a file."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.http.app import create_app
from api.http.league.event_files import read_event
from controller.errors import EventError
from tests.support.command_line import Answer, jantaku

EXAMPLE = Path(__file__).parents[3] / "docs" / "standings.example.csv"
GAME: dict[str, Any] = {"game": 1, "players": ["a", "b", "c", "d"], "scores": [45000, 33000, 18000, 4000]}
HEAD = "game,seat,player,score\n"
FOUR = "1,E,a,45000\n1,S,b,33000\n1,W,c,18000\n1,N,d,4000\n"


def standings(*arguments: str) -> Answer:
    return jantaku("standings", *arguments)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_the_example_of_the_docs_in_words_and_as_json() -> None:
    words = standings(str(EXAMPLE), "--rulebook", "kenko-2022")
    assert (words.returncode, words.stderr) == (0, "")
    assert words.stdout.splitlines()[0].split()[:3] == ["1", "105", "79000"]
    answer = json.loads(standings(str(EXAMPLE), "--rulebook", "kenko-2022", "--json").stdout)
    assert [entry["player"] for entry in answer["standings"]][:3] == ["105", "107", "103"]
    assert answer["standings"][0]["winds_left"] == ["S", "N"]
    assert [game["penalty_column"] for game in answer["games"][:2]] == [[0, 0, 0, 0], [0, 12000, 0, 0]]


def test_csv_and_json_of_one_game_give_the_same_answer(tmp_path: Path) -> None:
    csv = read_event(written(tmp_path, "event.csv", HEAD + FOUR))
    body = read_event(written(tmp_path, "event.json", json.dumps({"games": [GAME]})))
    assert csv == body


def test_columns_of_a_csv_reach_the_game(tmp_path: Path) -> None:
    head = "game,table,seat,player,score,chombo,penalty_points,wrong_declared,left_sticks\n"
    rows = '1,A,S,b,"33,000",,,1,\n1,A,E,a,45000,2,,,\n1,A,W,c,18000,,500,no,1\n1,A,N,d,-1000,,,,\n'
    game = read_event(written(tmp_path, "event.csv", "\ufeff" + head + rows)).games[0]
    assert (game.players, game.scores) == (("a", "b", "c", "d"), (45000, 33000, 18000, -1000))
    assert (game.chombo, game.penalty_points) == ({"a": 2}, {"c": 500})
    assert (game.wrong_declared, game.left_sticks, game.table) == (("b",), 1, "A")


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("e.csv", "", "line 1: no column 'game'"),
        ("e.csv", HEAD, "games"),
        ("e.csv", HEAD + "1,E,a\n", "line 2, column 'score': nothing there"),
        ("e.csv", HEAD + "1,E,a,1,2\n", "line 2: 5 values, 4 columns"),
        ("e.csv", HEAD + "1,X,a,1\n", "line 2, column 'seat': seat 'X': expected E, S, W or N"),
        ("e.csv", HEAD + "1,E,a,many\n", "line 2, column 'score': 'many': expected a number"),
        ("e.csv", HEAD + "1,E,a,1\n1,E,b,1\n", "line 3: seat E is there twice"),
        ("e.csv", HEAD + "1,E,a,1\n", "game 1, table 1: no line for seat S"),
        ("e.json", "{", "JSON"),
        ("e.json", "[]", "object"),
        ("e.json", json.dumps({"games": [GAME | {"scores": [1, 2, 3]}]}), "games[0].scores"),
        ("e.json", json.dumps({"games": [GAME | {"scores": [1, 2, 3, True]}]}), "games[0].scores[3]"),
        ("e.json", json.dumps({"games": [GAME | {"mood": 1}]}), "games[0]: Object contains unknown field mood"),
        ("e.json", json.dumps({"games": [GAME | {"chombo": {"a\nb": 1}}]}), "games[0].chombo"),
        ("e.json", json.dumps({"games": [GAME | {"left_sticks": -1}]}), "games[0].left_sticks"),
    ],
)
def test_a_bad_file_is_named_with_place_and_reason(tmp_path: Path, name: str, text: str, named: str) -> None:
    path = written(tmp_path, name, text)
    with pytest.raises(EventError) as caught:
        read_event(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert named in message
    assert "\n" not in message


def test_a_missing_file_and_an_unknown_rulebook_end_with_two(tmp_path: Path) -> None:
    for arguments, named in (
        (["nothing.csv"], "nothing.csv"),
        ([str(EXAMPLE), "--rulebook", "nobody"], "nobody"),
        ([str(written(tmp_path, "e.json", json.dumps({"games": [GAME | {"chombo": {"x": 1}}]})))], "x does not play"),
    ):
        answer = standings(*arguments)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert named in answer.stderr
        assert "Traceback" not in answer.stderr


def test_what_a_person_must_look_at_is_told_apart_from_the_data(tmp_path: Path) -> None:
    path = written(tmp_path, "e.csv", HEAD + FOUR.replace("4000\n", "3900\n"))
    answer = standings(str(path), "--json")
    assert answer.returncode == 1
    assert [note["id"] for note in json.loads(answer.stdout)["notes"]] == ["TOTAL_UNDER"]
    assert "合計が100点少なくなって" in answer.stderr


def test_the_files_own_rulebook_holds_unless_another_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "e.json", json.dumps({"rulebook": "tomioka", "games": [GAME]}))
    own = json.loads(standings(str(path), "--json").stdout)
    other = json.loads(standings(str(path), "--json", "--rulebook", "npm-2008").stdout)
    assert (own["rulebook"], [entry["points"] for entry in own["standings"]]) == ("tomioka", [55, 13, -22, -46])
    assert (other["rulebook"], [entry["points"] for entry in other["standings"]]) == ("npm-2008", [65, 13, -22, -56])


def test_the_route_gives_what_the_command_gives() -> None:
    client = TestClient(create_app({}))
    answer = client.post("/api/v1/standings", json={"rulebook": "tomioka", "games": [GAME]})
    assert answer.status_code == 200
    assert [entry["points"] for entry in answer.json()["standings"]] == [55, 13, -22, -46]
    for body, status in (
        ({"games": []}, 422),
        ({"games": [GAME | {"game": 0}]}, 422),
        ({"games": [GAME | {"players": ["a", "b", "c", "d\nd"]}]}, 422),
        ({"games": [GAME | {"players": ["a", "b", "c", ""]}]}, 422),
        ({"rulebook": "nobody", "games": [GAME]}, 409),
        ({"games": [GAME, GAME]}, 409),
    ):
        refused = client.post("/api/v1/standings", json=body)
        assert refused.status_code == status
        assert refused.headers["content-type"] == "application/problem+json"
    assert "/api/v1/standings" in client.get("/openapi.json").json()["paths"]

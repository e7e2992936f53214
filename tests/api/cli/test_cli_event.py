"""``jantaku event``: everything that pages can enter can be entered at a terminal too, by published and house rules."""

import json
from pathlib import Path
from typing import Any

from tests.support.command_line import jantaku

HOUSE = """
base = "mleague"
id = "parlour"
ja = "荘"
en = "Parlour"
[settlement]
rank_points = [20, 10, -10, -20]
"""
PLAYERS = "player,team\nA,red\nB,red\nC,blue\nD,blue\n"


def event(folder: Path, *words: str, code: int = 0) -> str:
    told = jantaku("event", *words, "--journal", str(folder / "e.sqlite"))
    assert told.returncode == code, told.stderr
    return told.stderr if code else told.stdout


def shown(folder: Path, name: str) -> Any:
    return json.loads(event(folder, "show", name, "--json"))


def opened(folder: Path, name: str, book: str = "mleague") -> None:
    (folder / "players.csv").write_text(PLAYERS)
    event(folder, "open", name, "--name", name, "--rulebook", book)
    event(folder, "enter", name, str(folder / "players.csv"))


def points(folder: Path, name: str) -> dict[str, float]:
    return {row["player"]: row["points"] for row in shown(folder, name)["standings"]}


def test_every_kind_of_fact_is_told_and_withdrawn_at_a_terminal(tmp_path: Path) -> None:
    """Regression: substitutes, corrected names, disqualification and carried points could be entered over HTTP only."""
    opened(tmp_path, "summer")

    def tell(*words: str, code: int = 0) -> str:
        return event(tmp_path, "tell", "summer", *words, code=code)

    tell("player", "player=E", "ranked=false")
    tell("seating", "round=1", 'tables=[{"table": "1", "players": ["A", "B", "C", "D"]}]')
    tell("substitute", "player=A", "by=E", "round=1")
    tell("game", "round=1", "table=1", "players=E,B,C,D", "scores=41300,28900,20100,9700")
    tell("points", "player=red", "points=-20000", "why=late")
    tell("rename", "player=B", "name=Ｂ二")
    tell("disqualify", "player=D", "why=absent")
    told = shown(tmp_path, "summer")
    assert points(tmp_path, "summer")["A"] == 61.3
    assert [row["player"] for row in told["standings"] if not row["rank"]] == ["E", "D"]
    assert {each["team"]: each["points"] for each in told["teams"]} == {"red": 50.2, "blue": -70.2}
    number = event(tmp_path, "facts", "summer").split()[0]
    tell("withdraw", f"number={number}")
    assert [row["player"] for row in shown(tmp_path, "summer")["standings"] if not row["rank"]] == ["E"]
    opened(tmp_path, "autumn")
    event(tmp_path, "carry", "autumn", "summer", "--percent", "50")
    assert points(tmp_path, "autumn")["A"] == 30.65
    assert "FIELD=VALUE" in tell("points", "player", code=2)
    assert "no player" in tell("points", "player=zz", "points=5", code=2)


def test_house_rules_are_kept_with_the_event(tmp_path: Path) -> None:
    """Regression: an event accepted only the id of a published book."""
    house = tmp_path / "house.toml"
    house.write_text(
        'base = "mleague"\nid = "parlour"\nja = "荘"\nen = "Parlour"\n[settlement]\nrank_points = [20, 10, -10, -20]\n'
    )
    opened(tmp_path, "own", str(house))
    house.unlink()
    event(tmp_path, "tell", "own", "game", "round=1", "table=1", "players=A,B,C,D", "scores=40000,30000,20000,10000")
    assert shown(tmp_path, "own")["rulebook"] == "parlour"
    assert points(tmp_path, "own") != {"A": 60.0, "B": 10.0, "C": -20.0, "D": -50.0}

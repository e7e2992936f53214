"""A win during its entry: possible additions, errors, corrected readings, and its score in words."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from controller.journal.chain import record_to_line
from controller.journal.events import RoundWon
from controller.riichi.seat import Seat
from tests.support.bench import lap
from tests.support.logged_in import machine
from tests.support.quiet_table import quiet_table

A, B, C, D = Seat


@pytest.fixture(scope="module")
def alone() -> TestClient:
    """A service without a table."""
    return TestClient(create_app({}))


def entered(client: TestClient, path: str = "/api/v1/entries", **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_an_empty_entry_may_begin_with_any_tile_group_or_meld(alone: TestClient) -> None:
    told = entered(alone)
    assert told["missing"] == 13
    assert len(told["taps"]["tile"]) == 34
    assert told["taps"]["chow"]["7s"] == ["7s", "8s", "9s"]
    assert "8s" not in told["taps"]["chow"]
    assert told["meld_taps"]["kan_concealed"]["1z"] == ["1z"] * 4
    assert told["score"] is None


def test_the_palette_closes_as_tiles_are_spent(alone: TestClient) -> None:
    told = entered(alone, hand="1111m22z")
    assert "1m" not in told["taps"]["tile"]
    assert "1m" not in told["taps"]["chow"]
    assert told["taps"]["pair"]["2z"] == ["2z", "2z"]
    assert "2z" not in told["taps"]["pung"]


def test_red_fives_come_only_where_the_book_has_them(alone: TestClient) -> None:
    without, with_reds = (entered(alone, rulebook=book, hand="555m") for book in ("npm-2008", "mleague"))
    assert (without["left"]["0m"], without["left"]["5m"]) == (0, 1)
    assert (with_reds["left"]["0m"], with_reds["left"]["5m"]) == (1, 0)
    assert with_reds["taps"]["chow"]["5m"] == ["0m", "6m", "7m"]


def test_a_hand_of_thirteen_tells_its_waits_and_takes_one_tile_more(alone: TestClient) -> None:
    told = entered(alone, hand="234m567p345678s2z")
    assert told["waits"] == ["2z"]
    assert told["taps"]["pair"] == {}
    whole = entered(alone, hand="234m567p345678s2z", win="2z", by="tsumo", winner=1, dealer=0, riichi="riichi")
    assert whole["said"] == {"ja": "500・1,000", "en": "500 / 1,000"}
    assert whole["taps"]["tile"] == {}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"han": 2, "fu": 30, "by": "tsumo", "winner": 1}, "500・1,000"),
        ({"han": 3, "fu": 30, "by": "tsumo", "winner": 0}, "2,000オール"),
        ({"han": 2, "fu": 40, "by": "tsumo", "winner": 0}, "1,300オール"),
        ({"han": 3, "fu": 30, "winner": 1, "counters": 1}, "3,900は4,200"),
        ({"han": 2, "fu": 40, "by": "tsumo", "winner": 0, "counters": 1}, "1,300は1,400オール"),
        ({"han": 2, "fu": 30, "by": "tsumo", "winner": 1, "counters": 2}, "500・1,000は700・1,200"),
        ({"yakuman": 1, "winner": 0}, "48,000"),
    ],
)
def test_points_are_said_as_at_a_table(alone: TestClient, body: dict[str, Any], said: str) -> None:
    assert entered(alone, **body)["said"]["ja"] == said


def test_values_by_one_tap_are_those_that_a_hand_can_have(alone: TestClient) -> None:
    ron, tsumo = (
        {
            (each["han"], each["fu"]): each["said"]["ja"]
            for each in entered(alone, by=by, values=True, winner=1)["values"]
        }
        for by in ("ron", "tsumo")
    )
    assert (ron[3, 30], ron[5, 0]) == ("3,900", "8,000")
    assert tsumo[2, 20] == "400・700"
    assert (2, 20) not in ron
    assert (2, 25) in ron
    assert (2, 25) not in tsumo
    assert entered(alone, han=2, fu=20)["why_not"]["ja"].startswith("2翻に20符はありません。")


@pytest.mark.parametrize(
    "text",
    [
        "234m567p345678s2z2z",
        "２３４ｍ５６７ｐ３４５６７８ｓ２ｚ２ｚ",
        "二三四萬 567筒 345678s 南南",
        "234m、567p、345678s 南、南",
    ],
)
def test_notation_is_taken_as_people_write_it(alone: TestClient, text: str) -> None:
    told = entered(alone, text=text, riichi="riichi")
    assert (told["notation"], told["win"]) == ("234m567p345678s2z", "2z")
    assert told["score"]["ok"]


def test_melds_stand_in_brackets(alone: TestClient) -> None:
    told = entered(alone, text="22p345s1z1z (白白白) [7777m] 1z")
    assert [meld["kind"] for meld in told["melds"]] == ["pon", "kan_concealed"]
    assert told["win"] == "1z"
    assert told["said"]["en"] == "9,600"
    assert entered(alone, text="12")["problems"][0]["ja"] == "「12」の最後に m/p/s/z のどれかを付けてください。"


def test_circumstances_that_cannot_be_say_why_in_both_languages(alone: TestClient) -> None:
    barred = entered(alone, by="ron")["barred"]
    assert barred["ippatsu"] == {
        "ja": "一発はリーチした手だけに付きます。",
        "en": "ippatsu without riichi: expected riichi or double",
    }
    assert "replacement" in barred
    assert "ippatsu" not in entered(alone, riichi="riichi")["barred"]
    called = entered(alone, melds=[{"kind": "pon", "tiles": "555z", "called": "5z", "from": "left"}])["barred"]
    assert {"riichi", "double", "first_turn"} <= called.keys()


def test_a_table_says_what_was_read_otherwise(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        client = machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")
        table.set_out(3, 4)
        table.turn_dora("9p", C, 5)
        table.see()
        lap(table, "1z", "5p")

        def told(**body: Any) -> list[str]:
            known = {"winner": 0, "loser": 1, "win": "5p", "hand": "46p123m789s22z777z", "dora_indicators": "9p"}
            answer = entered(client, "/api/v1/tables/1/entries", **{**known, **body})
            return [each["en"] for each in answer["contradictions"]]

        assert told() == []
        assert told(loser=2) == ["The last discard is seat B's."]
        assert told(win="4p") == ["The last discard is 5p."]
        assert told(riichi="riichi") == ["The record has no riichi."]
        assert told(dora_indicators="8p") == ["Indicators in the record: 9p."]
        assert "With so many kongs: at most 1 indicators." in told(dora_indicators="98p")
        assert client.post("/api/v1/tables/2/entries", json={}).status_code == 404


def test_a_win_by_han_and_fu_is_settled_kept_and_replayed(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        client = machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")
        table.set_out(3, 4)
        table.turn_dora("9p", C, 5)
        table.see()
        lap(table, "1z", "5p")
        wins = [{"winner": 0, "by": "ron", "loser": 1, "hand": "", "win": "", "han": 3, "fu": 40}]
        answer = client.post("/api/v1/tables/1/claims", json={"kind": "enter_result", "wins": wins})
        assert answer.status_code == 202, answer.text
        view = client.get("/api/v1/tables/1", params={"audience": "staff"}).json()
        (won,) = view["result"]["wins"]
        assert view["result"]["payments"] == [7700, -7700, 0, 0]
        assert (won["hand"], won["winning_tile"], won["said"]["ja"]) == ([], "5p", "7,700")
        assert client.post("/api/v1/tables/1/claims", json={"kind": "confirm_settlement"}).status_code == 202
        kept = [record for record in table.service.records() if isinstance(record.event, RoundWon)]
        assert b'"told":[3,40,0]' in record_to_line(kept[0])
        assert table.director.state.scores == (32700, 17300, 25000, 25000)


def test_han_and_fu_that_no_hand_has_are_refused(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        client = machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")
        table.set_out(3, 4)
        lap(table, "1z", "5p")
        wins = [{"winner": 0, "by": "ron", "loser": 1, "hand": "", "win": "", "han": 2, "fu": 20}]
        answer = client.post("/api/v1/tables/1/claims", json={"kind": "enter_result", "wins": wins})
        assert answer.status_code == 409
        assert "20 fu" in answer.json()["reason"]["en"]
        both = [{**wins[0], "hand": "123m", "fu": 30}]
        assert client.post("/api/v1/tables/1/claims", json={"kind": "enter_result", "wins": both}).status_code == 409


def test_a_fifth_tile_with_those_on_the_table_is_told(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        client = machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")
        table.set_out(3, 4)
        lap(table, "1z", "1z")
        body = {"winner": 2, "loser": 1, "win": "5p", "hand": "46p123m789s111z77z"}
        told = entered(client, "/api/v1/tables/1/entries", **body)["contradictions"]
        assert "Together with the table there are 5 of 1z." in [each["en"] for each in told]

"""Entries of a person over HTTP, the staff's view of faults and questions, and their pictures through the gate."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from controller.ports.eyes import SeenRiverTile
from controller.ports.maker import Maker, MakerKind
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import is_lawful
from controller.riichi.notation import parse_tile
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from hardware.simulator.camera.plain_sight import seen
from tests.support.bench import lap
from tests.support.logged_in import logged_in, machine
from tests.support.quiet_table import UNDO_S, QuietTable, quiet_table

A, B, C, D = Seat


@pytest.fixture
def table(tmp_path: Path) -> Iterator[QuietTable]:
    with quiet_table(tmp_path) as table:
        table.set_out(3, 4)
        table.turn_dora("9p", C, 5)
        table.see()
        yield table


@pytest.fixture
def client(table: QuietTable) -> TestClient:
    assert table.service is not None
    return machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")


def enter(client: TestClient, kind: str, **more: Any) -> Any:
    return client.post("/api/v1/tables/1/claims", json={"kind": kind, **more})


def staff(client: TestClient) -> Any:
    return client.get("/api/v1/tables/1", params={"audience": "staff"}).json()


def doubted(table: QuietTable) -> None:
    """Show a discard with low confidence until it is asked about."""
    face = replace(seen(parse_tile("5p"), confidence=0.3), x=-60.0, y=150.0, other=parse_tile("6p"))
    table.rivers[A].append(SeenRiverTile(face, False))
    table.see(25)


def test_whoever_decides_is_told_and_kept_by_kind_and_id_beside_the_name(table: QuietTable) -> None:
    """Regression: a ruling contained only a name, which another person may have later."""
    assert table.service is not None
    app = create_app({"1": table.service})
    person, program = logged_in(app, Role.REFEREE, "Mori"), machine(app, Role.REFEREE, "robot")
    me = person.get("/api/v1/access/me").json()
    (token,) = app.state.access.tokens.all()
    assert enter(program, "report_fault", subject="hand-too-many", seat=1).status_code == 202
    fault = staff(person)["faults"][0]["id"]
    assert enter(person, "uphold_fault", subject=fault).status_code == 202
    view = staff(person)
    made = {"kind": "person", "id": app.state.access.people.devices()[0]["person_id"], "device": me["device"]}
    assert view["undo"]["maker"] == view["faults"][0]["rulings"][0]["maker"] == made
    assert enter(program, "undo").status_code == 202
    kept = [(record.event, record.event.maker) for record in table.service.records() if record.event.maker]
    told = {type(event).__name__: maker for event, maker in kept}
    assert told["FaultRaised"] == told["DecisionUndone"] == Maker(MakerKind.TOKEN, token["id"])
    assert told["FaultDecided"] == told["DecisionTaken"] == Maker(MakerKind.PERSON, made["id"], me["device"])


def test_a_fault_entered_by_hand_carries_clause_penalty_and_effect_and_is_decided_and_undone(
    table: QuietTable, client: TestClient
) -> None:
    assert enter(client, "report_fault", subject="hand-too-many", seat=1).status_code == 202
    (fault,) = staff(client)["faults"]
    assert (fault["code"], fault["seat"], fault["by"], fault["decision"]) == ("hand-too-many", 1, "Ueda", "open")
    assert fault["name"]["ja"] == "多牌"
    assert fault["clause"].startswith("art.")
    assert fault["penalty"]["id"] == "loses_right"
    assert "noten at a draw" in fault["penalty"]["effect"]["en"]
    assert enter(client, "uphold_fault", subject=fault["id"]).status_code == 202
    view = staff(client)
    (fault,) = view["faults"]
    assert (fault["decision"], fault["decided_by"], fault["imposed"]) == ("upheld", "Ueda", "loses_right")
    assert fault["decided_at"] > 1e9
    assert view["undo"]["subject"] == fault["id"]
    assert view["undo"]["until"] - view["undo"]["at"] == UNDO_S
    assert enter(client, "undo").status_code == 202
    assert staff(client)["faults"][0]["decision"] == "open"
    assert enter(client, "undo").status_code == 409
    assert table.director.state.open_faults()


def test_what_cannot_stand_now_is_told_in_both_languages(client: TestClient) -> None:
    answer = enter(client, "uphold_fault", subject="F99")
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["reason"] == {"ja": "その指摘はありません。", "en": "There is no such fault."}


def test_a_refusal_carries_the_act_that_comes_first_and_that_act_makes_room(
    table: QuietTable, client: TestClient
) -> None:
    lap(table, "1z", "2z", "3z", "4z")
    answer = enter(client, "confirm_settlement")
    assert answer.status_code == 409
    told = answer.json()
    assert told["reason"]["ja"] == "確定できる結果がまだありません。先にこの局の結果を入力してください。"
    assert (told["code"], told["first"]["claim"], told["next"]) == ("no-result", {"kind": "enter_result"}, [])
    assert enter(client, "confirm_draw", seats=[0]).status_code == 202
    told = enter(client, "end_game").json()
    assert told["reason"]["ja"] == "この局の精算が済んでいません。先にこの局の結果を確定してください。"
    assert told["first"]["button"] == {"ja": "確定", "en": "Confirm"}
    assert enter(client, **told["first"]["claim"]).status_code == 202
    undo = staff(client)["undo"]
    assert (undo["place"], undo["text"]["ja"]) == ("result 1", "この局の結果を確定しました")
    assert enter(client, "end_game").status_code == 202


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"kind": "no_such_kind"}, 422, "kind"),
        ({"kind": "undo", "colour": "red"}, 422, "colour"),
        ({"kind": "correct_discard", "index": -1, "tiles": "1m"}, 422, "index"),
        ({"kind": "correct_discard", "index": 0, "tiles": "9x"}, 409, "9x"),
        ({"kind": "enter_result", "wins": [{"hand": "123m", "win": "5z", "by": "luck"}]}, 409, "luck"),
        ({"kind": "enter_result", "wins": [{"hand": "123m"}]}, 409, "win"),
        ({"kind": "seat_players", "names": ["a", "b", "c", "d", "e"]}, 422, "names"),
    ],
)
def test_bad_input_is_one_clear_line(client: TestClient, body: dict[str, Any], status: int, said: str) -> None:
    answer = client.post("/api/v1/tables/1/claims", json=body)
    assert answer.status_code == status
    assert said in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]


def test_a_question_is_asked_with_its_crop_and_answered(table: QuietTable, client: TestClient) -> None:
    doubted(table)
    (question,) = staff(client)["questions"]
    assert (question["asks"], question["choices"], question["taken"]) == ("discard", ["5p", "6p"], "5p")
    crop = client.get(f"/api/v1/tables/1/evidence/{question['id']}/crop", params={"audience": "staff"})
    assert crop.headers["content-type"] == "image/jpeg"
    picture = cv2.imdecode(np.frombuffer(crop.content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (220, 220)
    assert enter(client, "answer_question", subject=question["id"], tiles="6p").status_code == 202
    view = staff(client)
    assert view["seats"][0]["river"][0]["tile"] == "6p"
    assert (view["questions"][0]["answer"], view["questions"][0]["by"]) == ("6p", "Ueda")


def test_frames_around_a_fault_are_kept_before_it_and_after_it(table: QuietTable, client: TestClient) -> None:
    enter(client, "report_fault", subject="call-empty", seat=2)
    table.see(10)
    fault = staff(client)["faults"][0]["id"]
    kept = client.get(f"/api/v1/tables/1/evidence/{fault}", params={"audience": "staff"}).json()
    assert kept["frame"] in kept["frames"]
    assert kept["frames"] == list(range(kept["frame"] - 11, kept["frame"] + 7))
    frame = client.get(f"/api/v1/tables/1/evidence/{fault}/frames/{kept['frame']}", params={"audience": "staff"})
    assert frame.headers["content-type"] == "image/jpeg"
    crop = client.get(f"/api/v1/tables/1/evidence/{fault}/crop", params={"audience": "staff"})
    assert crop.status_code == 200


@pytest.mark.parametrize(
    ("path", "audience", "status"),
    [
        ("F1", "public", 403),
        ("F1/crop", "public", 403),
        ("F1/frames/20", "public", 403),
        ("F9/crop", "staff", 404),
        ("F1/frames/9999", "staff", 404),
        ("..%2F..%2Fjournal.sqlite", "staff", 404),
        ("X1", "staff", 422),
    ],
)
def test_pictures_are_for_the_staff_and_nothing_else_comes_out(
    client: TestClient, path: str, audience: str, status: int
) -> None:
    enter(client, "report_fault", subject="call-empty", seat=2)
    answer = client.get(f"/api/v1/tables/1/evidence/{path}", params={"audience": audience})
    assert answer.status_code == status
    assert "image" not in answer.headers["content-type"]


def test_the_public_sees_no_question_no_fault_and_no_undo(table: QuietTable, client: TestClient) -> None:
    doubted(table)
    enter(client, "report_fault", subject="call-empty", seat=2)
    view = client.get("/api/v1/tables/1").json()
    assert {"questions", "faults", "undo"}.isdisjoint(view)


def test_a_result_is_entered_in_the_shape_of_a_request_to_score(table: QuietTable, client: TestClient) -> None:
    lap(table, "5p")
    win = {"winner": 1, "loser": 0, "by": "ron", "hand": "46p123m789s22z777z", "win": "5p", "dora_indicators": "9p"}
    assert enter(client, "enter_result", wins=[win]).status_code == 202
    view = staff(client)
    (won,) = view["result"]["wins"]
    assert (won["winner"], won["loser"], view["result"]["by"]) == (1, 0, "Ueda")
    preview = client.post("/api/v1/scores", json={"rulebook": "npm-2008", **win, "dealer": 0}).json()
    assert won["score"]["points"] == preview["points"]
    enter(client, "state_points", seat=1, points=preview["points"])
    assert staff(client)["result"]["stated"] == [None, preview["points"], None, None]
    assert enter(client, "enter_result", wins=[{**win, "riichi": "riichi"}]).status_code == 202
    assert staff(client)["result"]["wins"][0]["flags"] == ["riichi"]
    no_yaku = {**win, "hand": "46p123m789s22333z"}
    assert "no yaku" in enter(client, "enter_result", wins=[no_yaku]).json()["detail"]


def test_players_are_seated_before_the_game(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        client = machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")
        names = ["Aoi", "Ren", "Sora", "Yui"]
        assert enter(client, "seat_players", names=names, seat=2).status_code == 202
        view = staff(client)
        assert (view["names"], view["first_dealer"], view["round"]["dealer"]) == (names, 2, 2)


@pytest.mark.parametrize("book", ["npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022"])
def test_the_catalogue_tells_each_fault_that_a_book_knows(client: TestClient, book: str) -> None:
    told = client.get("/api/v1/faults", params={"rulebook": book}).json()
    assert told["rulebook"] == book
    assert len(told["faults"]) > 60
    for fault in told["faults"]:
        assert fault["name"]["ja"]
        assert fault["name"]["en"]
        assert fault["remedy"]["text"]["ja"]
    assert {each["id"] for each in told["after"]} == {"replay", "dealer_passes", "dealer_stays", "referee"}
    lawful = {code for code in FAULT_KINDS if is_lawful(code, rulebook(book))}
    assert {each["code"] for each in told["faults"]} == set(FAULT_KINDS) - lawful
    assert client.get("/api/v1/faults", params={"rulebook": "none"}).status_code == 404


NAMES = ["Aoi", "Ren", "Sora", "Yui"]


def test_whoever_has_sat_at_a_table_is_told_to_its_staff(client: TestClient) -> None:
    assert client.get("/api/v1/players").json() == []
    enter(client, "seat_players", names=NAMES)
    enter(client, "seat_players", names=["Aoi", "Ren", "Kei", "Yui"])
    assert client.get("/api/v1/players").json() == ["Aoi", "Kei", "Ren", "Yui"]


def test_seats_by_tiles_and_rolls_or_by_drawn_winds(client: TestClient) -> None:
    drawn = {"names": NAMES, "row": "1z3m2z3z8p4z", "roller": 2, "rolls": [7, 4]}
    told = client.post("/api/v1/seating", json=drawn).json()
    assert told == {
        "names": ["Sora", "Ren", "Aoi", "Yui"],
        "seats": [2, 1, 0, 3],
        "temporary_east": 0,
        "first": None,
        "row": ["3m", "1z", "2z", "3z", "4z", "8p"],
        "draws_first": 3,
        "drawn_from": "even",
    }
    assert client.post("/api/v1/seating", json={**drawn, "dealer_rolls": [5, 6]}).json()["first"] == 1
    told = client.post("/api/v1/seating", json={"names": NAMES, "winds": "SWNE", "east": 1}).json()
    assert (told["names"], told["first"]) == (["Sora", "Yui", "Aoi", "Ren"], 1)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"winds": "SWNX"}, 422, "E, S, W, N"),
        ({"winds": "SSSS"}, 409, "each of E, S, W, N once"),
        ({"row": "1z2z3z", "rolls": [7, 4]}, 409, "one odd and one even"),
        ({"row": "1z3m2z3z8p4z", "rolls": [7, 13]}, 422, "rolls"),
    ],
)
def test_draws_that_seat_nobody_are_told_in_one_line(
    client: TestClient, body: dict[str, Any], status: int, said: str
) -> None:
    answer = client.post("/api/v1/seating", json={"names": NAMES, **body})
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_the_clock_is_in_the_view_and_in_a_persons_hand(tmp_path: Path) -> None:
    with quiet_table(tmp_path, "kenko-2022") as table:
        assert table.service is not None
        client = machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")
        public = client.get("/api/v1/tables/1").json()["clock"]
        assert (public["minutes"], public["left_s"], public["running"], public["at"]) == (50, 3000.0, False, None)
        assert public["clause"] == "art. 1"
        table.set_out(3, 4)
        clock = staff(client)["clock"]
        assert (clock["running"], clock["left_s"], clock["last"]) == (True, 3000.0, None)
        # Dated by the service's clock, whatever the dates of the table's reports.
        assert clock["at"] > 1e9
        assert enter(client, "stop_clock").status_code == 202
        assert enter(client, "set_clock", minutes=12).status_code == 202
        assert (staff(client)["clock"]["left_s"], staff(client)["clock"]["running"]) == (720.0, False)
        assert enter(client, "set_clock", minutes=601).status_code == 422
        assert enter(client, "set_clock").status_code == 409
        assert enter(client, "start_clock").status_code == 202
        assert enter(client, "add_time", minutes=-1.5).status_code == 202
        assert 625.0 < staff(client)["clock"]["left_s"] <= 630.0
        assert enter(client, "time_up").status_code == 202
        assert staff(client)["clock"]["last"] == "clock"
        assert enter(client, "time_back").status_code == 202
        assert staff(client)["clock"]["last"] is None
        assert enter(client, "time_back").status_code == 409


def test_a_book_without_a_clock_shows_none(client: TestClient) -> None:
    assert staff(client)["clock"] is None
    assert enter(client, "start_clock").status_code == 409


def test_a_picture_without_six_tiles_in_a_row_is_told(client: TestClient) -> None:
    assert client.get("/api/v1/tables/1/row", params={"audience": "public"}).status_code == 403
    answer = client.get("/api/v1/tables/1/row", params={"audience": "staff"})
    assert answer.status_code == 409
    assert "expected a row of 6" in answer.json()["detail"]

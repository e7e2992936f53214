"""The venue's board: every table in one answer, none of which can delay the others; calls for the referee."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from api.http.board import Carded, VenueBoard
from controller.views.gate import Audience, Released, together
from tests.support.hall import begin, hall, trouble
from tests.support.logged_in import logged_in, machine
from tests.support.quiet_table import QuietTable
from tests.support.waiting import PATIENCE_S
from tests.support.whole_board import whole_board

CALLS = "/api/v1/tables/1/calls"


class SlowTable:
    """A table that returns its card once it is permitted to."""

    def __init__(self) -> None:
        self.may = threading.Event()

    def card(self, audience: Audience) -> Released:
        assert audience in Audience
        self.may.wait(2 * PATIENCE_S)
        return together({})


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[dict[str, QuietTable]]:
    with hall(tmp_path, 2) as every:
        yield every


@pytest.fixture
def app(tables: dict[str, QuietTable]) -> FastAPI:
    return create_app({name: each.service for name, each in tables.items() if each.service is not None})


def test_every_table_is_on_the_board_with_what_waits_there(app: FastAPI, tables: dict[str, QuietTable]) -> None:
    begin(tables["1"], laps=0)
    trouble(tables["1"], "table-jam")
    shown = whole_board(logged_in(app, Role.REFEREE), "staff")
    one, two = shown["1"]["card"], shown["2"]["card"]
    assert [each["name"] for each in one["seats"]] == ["東風", "南風", "嶺上", "海底"]
    assert [(each["kind"], each["code"]) for each in one["waits"]] == [("device", "table-jam")]
    assert "電源を切り" in one["waits"][0]["cure"]["ja"]
    assert two["waits"] == []
    assert [shown[name]["stand"]["place"] for name in ("1", "2")] == [0, 1]
    public = whole_board(TestClient(app))["1"]
    assert {"waits", "machine"}.isdisjoint(public["card"])
    assert "trouble" not in public["stand"]
    assert TestClient(app).get("/api/v1/board?audience=staff").status_code == 401


def test_a_table_that_hangs_holds_up_nobody_and_its_age_is_told(
    tables: dict[str, QuietTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = SlowTable(), tables["2"].service
    assert quick is not None
    slow.may.set()
    every: dict[str, Carded] = {"slow": slow, "2": quick}
    begun = time.time()
    board = VenueBoard(every)
    assert "card" in board.newest(Audience.PUBLIC)["slow"]
    slow.may.clear()
    heard = time.time()
    began = time.monotonic()
    board.look()
    monkeypatch.setattr("api.http.board.SILENT_S", 0.0)
    shown = board.newest(Audience.PUBLIC)
    assert time.monotonic() - began < PATIENCE_S
    assert begun <= shown["slow"]["stand"]["silent_since"] <= heard
    assert "card" in shown["slow"], "what it said last is still shown"
    slow.may.set()
    del every["slow"]
    assert board.newest(Audience.PUBLIC)["slow"]["stand"]["gone"]


def test_the_feed_tells_a_table_at_a_time(app: FastAPI) -> None:
    client = logged_in(app, Role.REFEREE)
    whole_board(client, "staff")
    with client.websocket_connect("/api/v1/board/feed?audience=staff") as feed:
        assert set(feed.receive_json()["view"]) == {"1", "2"}
        client.post(f"{CALLS}?seat=C")
        news = feed.receive_json()
    assert news["type"] == "delta"
    assert set(news["changes"]) == {"1"}
    assert news["changes"]["1"]["card"]["needs"][0]["kind"] == "call"


def test_a_call_is_answered_by_name_and_ended(app: FastAPI, tables: dict[str, QuietTable]) -> None:
    client, service = logged_in(app, Role.REFEREE, "Suzuki"), tables["1"].service
    assert service is not None
    assert client.put(f"{CALLS}?seat=B").status_code == 404, "nobody calls there"
    for _ in range(2):
        assert client.post(f"{CALLS}?seat=B").status_code == 202
    assert len(service.calls.now) == 1, "who calls twice waits once"
    assert client.put(f"{CALLS}?seat=B").status_code == 202
    told = service.newest(Audience.STAFF)["summons"][0]
    assert (told["seat"], told["answered_by"]) == (1, "Suzuki")
    assert service.newest(Audience.PUBLIC)["summons"][0].keys() == {"seat", "at", "answered_at"}
    assert client.delete(f"{CALLS}?seat=B").status_code == 202
    assert service.newest(Audience.STAFF)["summons"] == []
    assert service.number == sum(1 for _ in service.records()), "no fact of the game"


def test_a_seats_device_calls_for_its_own_seat_and_can_nothing_else(app: FastAPI) -> None:
    staff = logged_in(app, Role.STAFF)
    made = staff.post("/api/v1/access/tokens", json={"name": "tablet", "role": "viewer", "seat": "1/B/call"}).json()
    assert made["picture"].startswith("data:image/svg+xml")
    path, _, secret = made["address"].partition("#token=")
    assert path.endswith("/seat/1/B")
    seat = TestClient(app, headers={"authorization": f"Bearer {secret}"})
    assert seat.post(f"{CALLS}?seat=B").status_code == 202
    assert seat.delete(f"{CALLS}?seat=B").status_code == 202
    refused = [seat.post(f"{CALLS}?seat=C"), seat.put(f"{CALLS}?seat=B"), seat.post(f"{CALLS}?seat=B&seat=C")]
    refused += [seat.post("/api/v1/tables/2/calls?seat=B"), seat.post("/api/v1/tables/1/mjai?seat=B", json={})]
    assert {each.status_code for each in refused} == {403}
    assert machine(app, Role.VIEWER, "player", "1/B").post(f"{CALLS}?seat=B").status_code in (202, 403)


def test_standings_of_the_evening_wait_for_the_first_finished_game(app: FastAPI) -> None:
    told = TestClient(app).get("/api/v1/board/standings").json()
    assert [(each["rulebook"], each["tables"], each["event"]) for each in told] == [("npm-2008", ["1", "2"], None)]

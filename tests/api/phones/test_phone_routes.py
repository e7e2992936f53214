"""Phones as cameras over HTTP: paired once, able to send pictures of one camera and nothing else, never queued."""

import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from api.access.access import Access
from api.access.roles import Role
from api.access.settings import AccessSettings
from api.http.app import create_app
from api.http.phones.messages import sent_picture
from api.phones.desk import phone_desk
from controller.errors import PictureError
from tests.api.phones.test_phone_desk import jpeg
from tests.support.logged_in import machine


@pytest.fixture
def app() -> Iterator[FastAPI]:
    yield create_app({}, access=Access(settings=AccessSettings(viewers="paired")))
    phone_desk().close()


def message(number: int, data: bytes | None = None, captured: float = 5000.0) -> bytes:
    head = json.dumps({"number": number, "captured": captured}).encode()
    return struct.pack(">H", len(head)) + head + (data or jpeg((96, 128)))


def paired(app: FastAPI, seat: str = "") -> TestClient:
    """A phone that has opened the link of a camera."""
    answer = machine(app, Role.STAFF).post("/api/v1/tables/9/cameras", json={"seat": seat})
    assert answer.status_code == 200, answer.text
    code = answer.json()["address"].partition("#code=")[2]
    opened = TestClient(app).post("/api/v1/access/cameras", json={"code": code, "device": "iPhone"})
    assert opened.json()["camera"] == answer.json()["camera"] == ("9/" + seat).rstrip("/")
    again = TestClient(app).post("/api/v1/access/cameras", json={"code": code})
    assert (again.status_code, again.json()["code"]) == (401, "link-spent")
    return TestClient(app, headers={"authorization": f"Bearer {opened.json()['token']}"})


def socket_of(phone: TestClient, path: str = "/api/v1/tables/9/camera") -> WebSocketTestSession:
    ticket = phone.post("/api/v1/access/tickets").json()["ticket"]
    return phone.websocket_connect(f"{path}{'&' if '?' in path else '?'}ticket={ticket}", headers={"authorization": ""})


def test_a_phone_sends_pictures_and_each_is_acknowledged(app: FastAPI) -> None:
    phone, staff = paired(app), machine(app, Role.REFEREE)
    with socket_of(phone) as socket:
        assert socket.receive_json()["kind"] == "welcome"
        socket.send_json({"kind": "state", "battery": 0.1, "charging": False, "dropped": 4, "angle": 90})
        data = jpeg((96, 128))
        socket.send_bytes(message(0, data))
        heard = _until(socket, "taken")
        assert heard["number"] == 0
        socket.send_json({"kind": "time", "ask": heard["ask"], "now": 5001.0})
        socket.send_bytes(message(1, data))
        assert _until(socket, "taken")["number"] == 1
        (stand,) = staff.get("/api/v1/tables/9/cameras").json()
        assert stand["connected"]
        assert (stand["device"], stand["size"], stand["dropped"], stand["angle"]) == ("iPhone", [128, 96], 4, 90)
        assert stand["battery_low"]
        assert phone_desk().line("9").newest == data
    (stand,) = staff.get("/api/v1/tables/9/cameras").json()
    assert (stand["connected"], stand["trouble"]) == (False, "no phone is connected")


def _until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    while True:
        heard: dict[str, Any] = socket.receive_json()
        if heard["kind"] == kind:
            return heard


def test_it_is_told_how_well_it_sees(app: FastAPI) -> None:
    with socket_of(paired(app)) as socket:
        socket.send_bytes(message(0))
        told = _until(socket, "advice")
        assert set(told) >= {"light", "focus", "sharpness", "field", "hints"}
        assert told["field"] is None


def test_the_token_of_a_camera_is_good_for_nothing_else(app: FastAPI) -> None:
    phone = paired(app, "A")
    for method, path in (
        ("GET", "/api/v1/tables"),
        ("GET", "/api/v1/rulebooks"),
        ("GET", "/api/v1/tables/9/cameras"),
        ("POST", "/api/v1/tables/9/cameras"),
        ("GET", "/api/v1/access/me"),
    ):
        answer = phone.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "camera-only"), path
    for path in ("/api/v1/tables/9/camera", "/api/v1/tables/9/camera?seat=B", "/api/v1/tables/8/camera?seat=A"):
        with pytest.raises(WebSocketDenialResponse) as denied, socket_of(phone, path):
            pass
        assert denied.value.status_code == 403
    with socket_of(phone, "/api/v1/tables/9/camera?seat=A") as socket:
        assert socket.receive_json()["camera"] == "9/A"


def test_no_viewer_sees_or_sends_anything(app: FastAPI) -> None:
    viewer = machine(app, Role.OVERLAY)
    assert viewer.get("/api/v1/tables/9/cameras").status_code == 403
    assert machine(app, Role.REFEREE).post("/api/v1/tables/9/cameras").status_code == 403
    with pytest.raises(WebSocketDenialResponse), viewer.websocket_connect("/api/v1/tables/9/camera"):
        pass


def test_what_is_no_picture_is_refused_and_the_phone_sent_away_in_the_end(app: FastAPI) -> None:
    with socket_of(paired(app)) as socket:
        for _ in range(20):
            socket.send_bytes(message(1, b"no picture"))
        refused = [_until(socket, "refused") for _ in range(20)]
        assert "whole JPEG" in refused[0]["why"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4400
    # Regression: endless nesting made the service fail.
    for said in ('{"kind": "claim"}', f'{{"deep": {"[" * 20_000}', "[" * 20_000):
        with socket_of(paired(app)) as socket:
            assert socket.receive_json()["kind"] == "welcome"
            socket.send_text(said)
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4400


def test_the_phone_that_came_last_is_the_camera(app: FastAPI) -> None:
    with socket_of(paired(app)) as first:
        assert first.receive_json()["kind"] == "welcome"
        with socket_of(paired(app)) as second:
            assert second.receive_json()["kind"] == "welcome"
            with pytest.raises(WebSocketDisconnect) as closed:
                first.receive_json()
            assert closed.value.code == 4409


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"\x00",
        b"\xff\xffxx",
        b"\x00\x02{}" + b"\xff\xd8\xff\xd9",
        message(0)[:-1],
        message(0, b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\xff\xd9"),
        message(0, captured=-1.0),
    ],
)
def test_a_message_that_is_no_picture_is_told_so(wrong: bytes) -> None:
    with pytest.raises(PictureError):
        sent_picture(wrong)

"""Set-up of a table over HTTP: a board on a pseudo-terminal, a camera on loopback, and the venue file written."""

import re
from collections.abc import Iterator
from functools import partial
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from api.setup.devices import cameras, same_camera
from api.venue.plan import empty_plan
from api.venue.running import RunningVenue
from hardware.profiles.load import load_profile
from hardware.simulator.board.pty import BoardOnPty
from tests.support.logged_in import ORIGIN, logged_in, machine
from tests.support.one_picture import SHEETS_CAMERA, camera_of, sheets_seen
from tests.support.table_on_pty import table_on_pty
from tests.support.waiting import eventually
from tests.vision.camera.test_fiducials import LAYOUT
from vision.camera.aim import field_corners

API = "/api/v1/setup/tables/1"
INSIDE = IPv4Address(0x0A00_0001)
PASSWORD = "p4ssw0rd"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patched:
        folder = tmp_path_factory.mktemp("venue")
        patched.setenv("XDG_STATE_HOME", str(folder / "state"))
        yield folder


@pytest.fixture(scope="module")
def venue(folder: Path) -> Iterator[RunningVenue]:
    venue = RunningVenue(empty_plan(folder / "venue.toml", "127.0.0.1", 8000))
    venue.start()
    yield venue
    venue.close()


@pytest.fixture(scope="module")
def owner(venue: RunningVenue) -> Iterator[TestClient]:
    app = create_app(venue.tables, venue)
    yield logged_in(app)
    app.state.setup.close()


@pytest.fixture
def client(owner: TestClient) -> TestClient:
    """Return a client of the owner, with no draft of table 1."""
    owner.app.state.setup.forget("1")  # type: ignore[attr-defined]  # an ASGI app
    return owner


def chosen(client: TestClient) -> list[Any]:
    """Return the chosen values only: other fields depend on whether an earlier table is opening."""
    told = client.get(API).json()
    return [told[key] for key in ("known", "simulated", "without", "values")]


def stands(told: dict[str, Any]) -> dict[str, str]:
    return {each["code"]: each["stand"] for each in told["items"]}


def wires(client: TestClient) -> dict[str, Any]:
    return {each["input"]: each for each in client.get(API).json()["board"]["wires"]}


def was_timed(client: TestClient, times: int) -> bool:
    """True if a single operation was timed, ``times`` times."""
    return [each["times"] for each in client.get(API).json()["board"]["timed"]] == [times]


def pressed(cable: BoardOnPty, *names: str) -> None:
    cable.act(lambda table, now: table.fingers(names, now))


def test_a_board_is_found_pinned_scanned_set_and_proved_by_one_press(client: TestClient, tmp_path: Path) -> None:
    with table_on_pty(tmp_path / "board") as (table, cable):
        told = client.put(API, json={"serial": str(cable.link), "profile": "panel-lamps"}).json()
        assert told["by_camera"] == ["open", "close", "lift", "dice"], "nothing here could prove them"
        told = client.put(API, json={"profile": "four-button", "without": ["camera", "tiles"]}).json()
        assert told["by_camera"] == []
        told = client.post(f"{API}/board", json={"act": "pin"}).json()
        uid = told["board"]["board"]["uid"]
        assert told["values"]["board"] == uid
        assert stands(told)["settings"] == "todo"
        pressed(cable, "DICE_B")
        eventually(lambda: wires(client)["DICE_B"]["seen"])
        pressed(cable)
        assert wires(client)["DICE_B"]["at"] == "U1 D5"
        assert not wires(client)["SET_C"]["seen"]
        told = client.post(f"{API}/board", json={"act": "write"}).json()
        told = client.post(f"{API}/board", json={"act": "selftest"}).json()
        assert {code: stand for code, stand in stands(told).items() if stand not in ("well", "advice")} == {
            "saved": "todo",
            "running": "todo",
        }
        cable.act(lambda table, now: table.turn_key(True, now))
        moves = table.machine.moves
        ended = client.post(f"{API}/goal", json={"verb": "open", "hands_clear": True}).json()
        assert (ended["step"], table.machine.moves) == ("done", moves + 1)
        assert stands(client.get(API).json())["cycle"] == "well"
        # Moving the machine needs a PIN entered recently, and staff may not write the file.
        staff = TestClient(client.app, headers={"origin": ORIGIN})
        link = client.app.state.access.people.link(Role.STAFF, "Mori")  # type: ignore[attr-defined]  # an ASGI app
        assert staff.post("/api/v1/access/login", json={"code": link}).status_code == 200
        assert staff.post(f"{API}/goal", json={"verb": "close"}).json()["code"] == "pin-needed"
        assert staff.post(f"{API}/save").json()["code"] == "role-too-low"
        assert table.machine.moves == moves + 1


@pytest.mark.long
def test_a_profile_of_the_tables_own_is_made_of_what_its_board_showed(
    client: TestClient, folder: Path, tmp_path: Path
) -> None:
    quick = tmp_path / "quick.toml"
    quick.write_text('extends = "four-button"\n[cycle]\ndice_s = { value = 0.9, source = "test" }\n', encoding="utf-8")
    with table_on_pty(tmp_path / "board", str(quick)) as (table, cable):
        client.put(API, json={"serial": str(cable.link), "profile": "four-button", "without": ["camera", "tiles"]})
        client.post(f"{API}/board", json={"act": "pin"})
        rolls = table.machine.rolls
        for times in (1, 2, 3):
            pressed(cable, "DICE_B")
            eventually(lambda: wires(client)["DICE_B"]["on"])
            pressed(cable)
            eventually(partial(was_timed, client, times))
        assert table.machine.rolls == rolls + 3
        told = client.post(f"{API}/profile").json()
        assert told["values"]["profile"] == "1.toml"
        own = load_profile(str(folder / "1.toml"))
        assert {"DICE_B", "DICE_ROLLING", "HATCH_CLOSED", "FAULT_3"} <= set(own.lamps.inputs)
        assert not {"LIFTED", "SET_A"} & set(own.lamps.inputs)
        assert own.cycle.dice_s == pytest.approx(0.9, abs=0.4)
        assert own.sources["cycle.dice_s"].startswith("measured ")
        assert "assumed: FAULT_1" in own.sources["lamps.inputs"]
        assert own.wall == load_profile("four-button").wall, "the rest is the family's"
        guessed = {each["key"] for each in told["guessed"]}
        assert "cycle.dice_s" not in guessed
        assert {"cycle.hatch_open_s", "building.build_s"} <= guessed
        pressed(cable, "SET_A")
        eventually(lambda: "SET_A" in [each["input"] for each in client.get(API).json()["board"]["others"]])
        pressed(cable)
        client.post(f"{API}/profile")
        assert "SET_A" in load_profile(str(folder / "1.toml")).lamps.inputs
        client.put(API, json={"profile": "wall-only"})
        refused = client.post(f"{API}/profile")
        assert (refused.status_code, "is there already" in refused.text) == (409, True)
        assert not list(folder.glob("*.new.toml"))


def test_a_camera_is_aimed_by_sheets_or_corners_and_saved_with_the_table(
    client: TestClient, venue: RunningVenue, folder: Path
) -> None:
    camera, sheets = SHEETS_CAMERA, sheets_seen()
    with camera_of(sheets) as address:
        secret = address.replace("//", f"//referee:{PASSWORD}@")
        told = client.put(API, json={"camera": secret, "serial": ""})
        assert PASSWORD not in told.text
        look = client.get(f"{API}/look").json()
        assert sorted(look["sheets"]) == ["A", "B", "C", "D"]
        assert (look["size"], look["light"]["id"], look["lines"]) == ([960, 720], "well", {})
        assert client.get(f"{API}/picture").content == sheets
        by_sheets = client.post(f"{API}/aim", json={}).json()
        assert by_sheets["well"], by_sheets
        mm = np.column_stack([np.array(field_corners(LAYOUT)), np.zeros(4)])
        px = [[float(x), float(y)] for x, y in camera.project(mm)]
        by_corners = client.post(f"{API}/aim", json={"corners": px}).json()
        assert by_corners["how"] == "corners"
        drawn = client.get(f"{API}/look").json()["lines"]["field"][0]
        assert np.abs(np.array(drawn[:: len(drawn) // 4]) - px).max() < 1.0
        assert client.post(f"{API}/aim", json={"corners": px[:3]}).status_code == 409
        client.put(API, json={"without": ["board", "test", "tiles"]})
        saved = client.post(f"{API}/save")
    assert saved.status_code == 200, saved.text
    text = (folder / "venue.toml").read_text(encoding="utf-8")
    (made,) = (folder / "calibration").iterdir()
    assert f'calibration = "calibration/{made.name}"' in text
    assert "serial" not in text
    assert PASSWORD in text
    assert [each.table for each in venue.tables.stands] == ["1"]
    assert PASSWORD not in saved.text


@pytest.mark.parametrize(
    "body",
    [
        {"camera": "http://192.0.2.9/${JANTAKU_NATS_PASSWORD}"},
        {"camera": "env:HOME"},
        {"camera": "/etc"},
        {"camera": "file:///etc/passwd"},
        {"camera": "pictures"},
        {"camera": "http://"},
        *(
            {"camera": f"{kind}{what}"}
            for kind, what in (
                ("camera:", "/var/lib/jantaku/pictures/1.jpg"),
                ("camera:", "http://169.254.169.254/latest/"),
                ("camera:", "v4l2src ! appsink"),
                ("/dev/video", "0/../../etc/passwd"),
                ("phone:", "/run/other.sock#2"),
            )
        ),
        {"serial": "/etc/passwd"},
        {"serial": "/dev/none"},
        {"rulebook": "npm"},
        {"profile": "none"},
        {"names": ["a", "b", "c"]},
        {"names": ["${JANTAKU_NATS_PASSWORD}", "b", "c", "d"]},
        {"names": ["a", "env:HOME", "c", "d"]},
        {"names": ["a", "\u202e", "c", "d"]},
        {"profile": "/etc/secrets.toml"},
        {"profile": "../venue.toml"},
        {"rulebook": "../other/book.toml"},
        {"rulebook": "${HOME}.toml"},
        {"rulebook": ".hidden.toml"},
        {"surprise": 1},
        {"without": ["table"]},
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_nothing_is_chosen(client: TestClient, body: dict[str, Any]) -> None:
    before = chosen(client)
    answer = client.put(API, json=body)
    assert answer.status_code in (409, 422), answer.text
    assert "\n" not in answer.json()["detail"]
    assert chosen(client) == before
    assert client.get("/api/v1/setup/tables/no%20name").status_code == 409


@pytest.mark.parametrize(
    ("host", "may"),
    [
        *((str(IPv4Address(each)), True) for each in (0x0A09_0807, 0xAC10_0001, 0xC0A8_0114, 0x6440_0009)),
        *((each, True) for each in (f"{INSIDE}:8080", "[fd12:3456::9]")),
        *((each, False) for each in ("127.0.0.1", "localhost", "127.1", "2130706433", "0.0.0.0", "[::1]", "[::]")),
        *((each, False) for each in ("169.254.169.254", "[fe80::1%25lo]", "[fd00:ec2::254]", "100.100.100.200")),
        *((each, False) for each in (f"[::ffff:{INSIDE}]", "[64:ff9b::a00:1]", "192.0.2.1", "camera.example.org")),
        *((each, False) for each in (f"{INSIDE}@127.0.0.1", f"{INSIDE}.example.org", "224.0.0.1")),
    ],
)
def test_the_staff_have_cameras_of_the_venues_network_asked_and_nothing_else(
    client: TestClient, host: str, may: bool
) -> None:
    """Regression: host names, ports of this machine and a cloud's metadata address were accepted as cameras."""
    staff = machine(client.app, Role.STAFF)  # type: ignore[arg-type]  # an ASGI app
    for scheme in ("http", "rtsp"):
        answer = staff.put(API, json={"camera": f"{scheme}://{host}/live"})
        assert answer.status_code == (200 if may else 409), answer.text
    assert client.put(API, json={"camera": f"http://{host}/live"}).status_code == 200, "the owner's are the owner's"


def test_no_picture_of_a_table_in_play_by_whatever_name_its_camera_is_asked_for(
    client: TestClient, venue: RunningVenue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with camera_of(cv2.imencode(".jpg", np.full((60, 80, 3), 90, np.uint8))[1].tobytes()) as address:
        client.put(API, json={"camera": address})
        assert client.get(f"{API}/picture").status_code == 200
        machines = machine(client.app, Role.OWNER)  # type: ignore[arg-type]  # an ASGI app
        assert machines.get(f"{API}/picture").status_code == 403, "a program has no eyes to aim with"
        monkeypatch.setattr(type(venue.tables), "in_round", lambda _: ("1",))
        for asked in ("get", "post"):
            path = "picture" if asked == "get" else "aim"
            refused = client.request(asked, f"{API}/{path}", json={} if asked == "post" else None)
            assert refused.status_code == 409
            assert "in play" in refused.json()["reason"]["en"]


def test_what_keeps_a_device_from_being_used_is_told_with_its_cure_in_both_languages_and_without_a_password(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.setup.camera.FRAME_S", 1.0)
    client.put(API, json={"camera": f"http://referee:{PASSWORD}@127.0.0.1:9/frame.jpg", "serial": "jantaku-none"})
    for answer in (client.get(f"{API}/look"), client.post(f"{API}/board", json={"act": "try"})):
        assert answer.status_code == 409
        reason = answer.json()["reason"]
        assert reason["ja"] != reason["en"]
        assert PASSWORD not in answer.text


LATIN = re.compile(r"[A-Za-z]{3,}")
NAMES = re.compile(r"/dev/\w+|USB|QR|https?|rtsp\S*")


def test_no_refusal_of_the_setup_page_has_english_within_its_japanese(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: 「カメラの画像が使えません。…（no picture: no phone has come yet）」, or refusals in English only."""
    monkeypatch.setattr("api.setup.camera.FRAME_S", 3.0)
    unchosen = client.get(f"{API}/look"), client.post(f"{API}/board", json={"act": "try"})
    client.put(API, json={"camera": "phone:"})
    wrong: tuple[dict[str, object], ...] = ({"camera": "pictures"}, {"camera": "http://"}, {"serial": "a b"})
    typed = [client.put(API, json=each) for each in (*wrong, {"names": [" ", "b", "c", "d"]}, {"rulebook": "../a"})]
    for answer in (*unchosen, client.get(f"{API}/look"), *typed):
        assert answer.status_code == 409, answer.text
        ja = answer.json()["reason"]["ja"]
        assert LATIN.findall(NAMES.sub("", ja.replace("pictures", ""))) == [], ja


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/dev/video0", "camera:0", True),
        ("camera:/dev/video1", "/dev/video1", True),
        ("camera:0", "camera:1", False),
        ("rtsp://192.0.2.1/main", "http://a:b@192.0.2.1:8080/sub.mjpg", True),
        ("rtsp://192.0.2.1/main", "rtsp://192.0.2.2/main", False),
        ("http://127.0.0.1:5001/a.jpg", "http://127.0.0.1:5002/a.jpg", True),
        ("http://127.0.0.1:5001/a.jpg", "http://192.0.2.1:5001/a.jpg", False),
        ("http://localhost:5001/a.jpg", "http://127.0.0.1:5001/b.mjpg", True),
    ],
)
def test_two_addresses_of_one_camera_are_known_as_such(one: str, other: str, same: bool) -> None:
    assert same_camera(one, other) is same


def test_cameras_are_listed_once_each_with_their_names(tmp_path: Path) -> None:
    for number, index in ((0, 0), (1, 1), (10, 0), (2, 0)):
        folder = tmp_path / f"video{number}"
        folder.mkdir()
        (folder / "name").write_text(f"Camera {number}\n", encoding="utf-8")
        (folder / "index").write_text(f"{index}\n", encoding="utf-8")
    assert [each["path"] for each in cameras(tmp_path)] == ["/dev/video0", "/dev/video2", "/dev/video10"]


def test_the_sheets_come_as_one_file_to_print(client: TestClient) -> None:
    answer = client.get("/api/v1/setup/sheets.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")

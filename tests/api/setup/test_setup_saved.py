"""Tables saved with and without devices, drafts kept over a restart, two people at one table, enrolled tile sets."""

import json
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from api.service.compose import TableConfig, open_service
from api.service.eyes import EyesSetup, OpenEyes, Timed, open_eyes
from api.service.table_service import TableService
from api.venue.plan import empty_plan
from api.venue.running import RunningVenue
from controller.ports.eyes import EyesPort, Sighting
from controller.ports.table import TableSignal
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import over_the_table
from tests.support.logged_in import ORIGIN
from tests.support.one_picture import camera_of
from tests.support.table_on_pty import table_on_pty
from tests.support.waiting import PATIENCE_S, eventually
from tests.vision.photo.test_enrolment import photo
from vision.camera.aim import field_corners
from vision.render.arrangement import random_arrangement
from vision.render.painter import Painter

API = "/api/v1/setup/tables/1"
SIZE = (1280, 960)


@dataclass
class Seeing:
    """An ``EyesPort`` that records each sighting together with the name of the tile set in use."""

    port: EyesPort
    tiles: str
    noted: list[tuple[str, Sighting]]

    def look(self, timeout: float) -> Sighting | None:
        seen = self.port.look(timeout)
        if seen is not None:
            self.noted.append((self.tiles, seen))
        return seen

    def signals(self) -> tuple[TableSignal, ...]:
        return tuple(self.port.signals())

    def close(self) -> None:
        self.port.close()


@dataclass
class Place:
    """A folder with a venue file in which services are started; records tables ``opened`` and sightings ``noted``."""

    folder: Path
    opened: list[TableConfig] = field(default_factory=list)
    noted: list[tuple[str, Sighting]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return (self.folder / "venue.toml").read_text(encoding="utf-8")

    @contextmanager
    def served(self) -> Iterator[TestClient]:
        venue = RunningVenue(empty_plan(self.folder / "venue.toml", "127.0.0.1", 8000), self._open)
        venue.start()
        app = create_app(venue.tables, venue)
        try:
            client = TestClient(app, headers={"origin": ORIGIN})
            link = app.state.access.people.link(Role.OWNER, "Sato")
            assert client.post("/api/v1/access/login", json={"code": link}).status_code == 200
            yield client
        finally:
            app.state.setup.close()
            venue.close()

    def _open(self, config: TableConfig) -> TableService:
        def opening(setup: EyesSetup, timed: Timed) -> OpenEyes:
            opened = open_eyes(setup, timed)
            return replace(opened, port=Seeing(opened.port, setup.tiles, self.noted))

        self.opened.append(config)
        return open_service(config, opening)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("JANTAKU_DATA", str(tmp_path / "data"))
    return Place(tmp_path)


def stands(told: dict[str, Any]) -> dict[str, str]:
    return {each["code"]: each["stand"] for each in told["items"]}


def saved(client: TestClient, place: Place) -> dict[str, str]:
    """Save the table, wait until it runs, and return the state of each item of the checklist."""
    before = len(place.opened)
    answer = client.post(f"{API}/save")
    assert answer.status_code == 200, answer.text
    eventually(lambda: len(place.opened) > before and client.get(API).json()["running"])
    return stands(client.get(API).json())


def test_a_table_runs_with_its_board_alone_or_with_nothing_but_console_and_law(place: Place) -> None:
    with place.served() as client, table_on_pty(place.folder / "board") as (_, cable):
        client.put(API, json={"without": ["board", "camera"], "names": ["東", "南", "西", "北"]})
        list_ = saved(client, place)
        assert {"saved": "well", "running": "well"}.items() <= list_.items()
        assert not {"board", "camera", "aim", "cycle", "wires"} & list_.keys(), "nothing is asked of what is not there"
        assert not [key for key in ("serial", "camera", "calibration") if f"{key} =" in place.text]
        # A board is added later: its steps are asked for, and saving replaces the earlier section.
        told = client.put(API, json={"without": ["camera"], "serial": str(cable.link), "profile": "four-button"}).json()
        assert (told["pending"], stands(told)["board"], stands(told)["saved"]) == (True, "todo", "todo")
        client.post(f"{API}/board", json={"act": "pin"})
        list_ = saved(client, place)
        assert {"pinned": "well", "saved": "well", "running": "well"}.items() <= list_.items()
        assert f'serial = "{cable.link}"' in place.text
        assert "camera" not in place.text
        # The board is removed again.
        told = client.put(API, json={"without": ["board", "camera"]}).json()
        assert stands(told)["saved"] == "todo"
        saved(client, place)
        assert [key for key in ("serial", "board", "camera") if f"{key} =" in place.text] == []
    assert [bool(config.serial) for config in place.opened] == [False, True, False]
    assert {config.camera for config in place.opened} == {""}


def test_a_book_most_of_which_is_unverified_is_set_up_once_somebody_agrees_and_not_for_another_book(
    place: Place,
) -> None:
    """Regression: only a command-line flag or an edited file could agree, so the page was refused at its last step."""
    with place.served() as client:
        told = client.put(API, json={"without": ["board", "camera"], "rulebook": "mu"}).json()
        assert stands(told)["read"] == "todo"
        assert f"{len(rulebook('mu').unverified)}項目が" in next(
            each["detail"]["ja"] for each in told["items"] if each["code"] == "read"
        )
        refused = client.post(f"{API}/save")
        assert refused.status_code == 409
        assert "未確認" in refused.json()["detail"]
        assert stands(client.put(API, json={"unverified": True}).json())["read"] == "well"
        assert {"read": "well", "running": "well"}.items() <= saved(client, place).items()
        assert "unverified = true" in place.text
        told = client.put(API, json={"rulebook": "npm-2008"}).json()
        assert (told["values"]["unverified"], "read" in stands(told)) == (False, False)
        assert stands(client.put(API, json={"rulebook": "mu"}).json())["read"] == "todo"


def test_a_draft_outlasts_the_service_and_is_its_owners_alone(place: Place) -> None:
    chosen = {"camera": "http://referee:p4ss@192.0.2.9/1.jpg", "names": ["あ", "い", "う", "え"], "without": ["test"]}
    with place.served() as client:
        before = client.put(API, json=chosen).json()
        assert client.get("/api/v1/setup").json()["tables"] == [{"table": "1", "running": False, "known": False}]
    (kept,) = (place.folder / "state").rglob("setup/*/1.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert not (place.folder / "venue.toml").exists()
    with place.served() as client:
        assert [each["table"] for each in client.get("/api/v1/setup").json()["tables"]] == ["1"]
        told = client.get(API)
        assert "p4ss" not in told.text
        same = ("values", "without", "simulated", "items", "pending")
        assert [told.json()[key] for key in same] == [before[key] for key in same]
        left = client.delete(API).json()
        assert (left["pending"], left["values"]["camera"], left["without"]) == (False, None, [])
        assert not kept.exists()
        # A damaged draft is ignored and does not block the page.
        kept.write_text("{", encoding="utf-8")
    with place.served() as client:
        assert client.get(API).json()["values"]["names"] == ["A", "B", "C", "D"]
        client.put(API, json={"without": ["board", "camera"]})
        assert json.loads(kept.read_text(encoding="utf-8"))["without"] == ["board", "camera"]
        saved(client, place)
        assert not kept.exists(), "what is saved is no draft"


def test_two_people_at_one_table_lose_nothing_of_each_others(place: Place) -> None:
    with place.served() as client:
        seen = client.get(API).json()["version"]
        first = client.put(API, json={"names": ["a", "B", "C", "D"], "seen": seen}).json()
        late = client.put(API, json={"names": ["A", "b", "C", "D"], "seen": seen})
        assert late.status_code == 409
        assert "somebody else" in late.json()["reason"]["en"]
        again = client.put(API, json={"names": ["a", "b", "C", "D"], "seen": first["version"]}).json()
        assert again["values"]["names"] == ["a", "b", "C", "D"]


def test_devices_do_one_thing_at_a_time_and_who_comes_anew_sees_what(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def learning(*_: object) -> dict[str, Any]:
        begun.set()
        go_on.wait(2 * PATIENCE_S)
        return {"set": "1", "faces": 37, "close": []}

    monkeypatch.setattr("api.photos.reading.learn_tiles", learning)
    with place.served() as client:
        answers: list[int] = []

        def photographs() -> None:
            sent = client.post(f"{API}/tiles", content=b"\xff\xd8", headers={"content-type": "image/jpeg"})
            answers.append(sent.status_code)

        person = threading.Thread(target=photographs)
        person.start()
        assert begun.wait(PATIENCE_S)
        other = TestClient(client.app, headers={"origin": ORIGIN}, cookies=client.cookies)
        assert other.get(API).json()["doing"] == "tiles"
        refused = other.post(f"{API}/board", json={"act": "selftest"})
        assert refused.status_code == 409
        assert "wait" in refused.json()["reason"]["en"]
        go_on.set()
        person.join()
        assert answers == [200]
        told = other.get(API).json()
        assert (told["doing"], told["tiles"]["faces"]) == ("", 37)


@pytest.mark.long
def test_a_set_learnt_from_one_photo_is_what_the_running_eyes_read_by(place: Place) -> None:
    rng, profile = np.random.default_rng(11), load_profile()
    arranged, camera = random_arrangement(rng), over_the_table(SIZE)
    table = Painter(profile, camera).jpeg(arranged.scene(Layout(profile), rng), rng)
    faces = cv2.imencode(".jpg", photo(1200, 1))[1].tobytes()
    corners = camera.project(np.column_stack([np.array(field_corners(Layout(profile))), np.zeros(4)]))
    with place.served() as client, camera_of(table) as address:
        client.put(API, json={"camera": address, "without": ["board", "test"]})
        learnt = client.post(f"{API}/tiles", content=faces, headers={"content-type": "image/jpeg"}).json()
        assert learnt["faces"] == 37
        aimed = client.post(f"{API}/aim", json={"corners": corners.round().tolist()}).json()
        assert aimed["error_px"] < 1.0
        assert saved(client, place)["tiles"] == "well"
        eventually(lambda: place.noted)
    assert 'tiles = "1"' in place.text
    tiles, seen = place.noted[0]
    assert tiles == "1"
    rivers = [[(each.seen.tile, each.sideways) for each in river] for river in seen.rivers if river is not None]
    assert rivers == [list(arranged.parts[seat].river) for seat in SEATS]

"""When secrets come out: never by default, with the result, or on a feed that runs late; by feed bytes, not by view."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.cli import calibrate
from api.service.compose import SeatCamera, seat_cameras
from api.service.late_feed import NEVER, LateFeed, Release
from api.service.table_service import TableService
from api.stores.sqlite_store import SqliteJournal
from controller.errors import EyesError, JantakuError
from controller.journal.chain import Record, seal
from controller.journal.state import NOTHING_YET
from controller.ports.eyes import Sighting
from controller.ports.table import TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.table import Audience, table_view
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.bench import Game
from vision.camera.calibration import Calibration
from vision.render.seat_view import clicked_calibration, seat_camera

NPM = rulebook("npm-2008")
SECRETS = ("concealed", "from_hand", "shanten", "waits")


class Nothing:
    """A table and a camera that report nothing."""

    def poll(self, timeout: float) -> tuple[TableSignal, ...]:
        del timeout
        return ()

    def look(self, timeout: float) -> Sighting | None:
        del timeout
        return None

    def signals(self) -> tuple[TableSignal, ...]:
        return ()

    def stand(self) -> None:
        """No machine."""

    def ask(self, goal: int, wish: object) -> None:
        """Nobody listens."""

    def call_off(self) -> None:
        """Nothing is under way."""

    def close(self) -> None:
        """Nothing to release."""


def table(folder: Path, rule: Release, now: list[float]) -> TableService:
    director, opening = Director.open(Venue(rulebook="npm-2008", auto_settle=True), 0.0)
    store = SqliteJournal(folder / "journal.sqlite")
    records: list[Record] = []
    for event in opening.events:
        records.append(seal(event, 0.0, records[-1] if records else None))
    store.append(records, opening.evidence)
    edge: Any = Nothing()
    return TableService("t", director, store, edge, edge, clock=lambda: now[0], rule=rule)


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


def told(service: TableService) -> Iterator[tuple[bool, str]]:
    """Play a round; after each evidence whether a result stands, and all that the live feeds show, as text."""
    for evidence in Game("npm-2008", seed=5, rounds=1, seats=True).evidence():
        service.take(evidence)
        state = service.state.round
        shown = "".join(json.dumps(service.feed(audience).view) for audience in Audience)
        yield state is not None and state.outcome is not None, shown


@pytest.mark.slow
def test_without_a_rule_no_byte_of_a_hand_leaves(tmp_path: Path, now: list[float]) -> None:
    service = table(tmp_path, NEVER, now)
    assert not any(secret in shown for _, shown in told(service) for secret in SECRETS)
    kept = [record for record in service.records() if type(record.event).__name__ == "HandSeen"]
    assert len(kept) > 50, "the journal has them all the same"
    assert service.late_feed() is None


@pytest.mark.slow
def test_with_the_result_hands_come_out_and_no_moment_before(tmp_path: Path, now: list[float]) -> None:
    service = table(tmp_path, Release.parse("round"), now)
    seen = [(over, "concealed" in shown) for over, shown in told(service)]
    assert all(over == shown for over, shown in seen if not over)
    assert any(shown for over, shown in seen if over)


def test_the_late_feed_shows_what_is_so_old_and_nothing_newer() -> None:
    now = [100.0]
    view = table_view(NOTHING_YET, NPM, 15.0)
    late = LateFeed(30.0, 4, view, clock=lambda: now[0])

    async def run() -> list[dict[str, Any]]:
        messages = []
        async for message in late.feed.follow(beat_s=0.02):
            messages.append(message)
            if message["type"] == "snapshot":
                late.put(5, replace(view, game=7))
            elif len(messages) == 3:
                now[0] += 30.0
                late.put(6, replace(view, game=8))
            elif message["type"] == "delta":
                return messages
        return messages

    messages = asyncio.run(run())
    late.close()
    assert [message["type"] for message in messages[:3]] == ["snapshot", "beat", "beat"], "not yet due"
    assert (messages[-1]["number"], messages[-1]["changes"]) == (5, {"game": 7})


@pytest.mark.parametrize("text", ["", "soon", "-1", "inf", "nan"])
def test_a_rule_that_cannot_be_read_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(JantakuError, match="expected never, round, or seconds"):
        Release.parse(text)


def test_seat_cameras_are_named_by_seat_with_their_calibration() -> None:
    assert seat_cameras(["B=/dev/video2"], ["B=b.json"]) == (SeatCamera(Seat.B, "/dev/video2", "b.json"),)
    for cameras, calibrations in ((["B=x"], []), (["E=x"], ["E=y"]), (["B"], ["B=y"])):
        with pytest.raises(EyesError, match="expected"):
            seat_cameras(cameras, calibrations)


def test_a_seat_camera_is_calibrated_by_the_corners_of_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = Layout(load_profile())
    camera = seat_camera(layout, Seat.A)
    known = clicked_calibration(camera, layout, Seat.A)
    picture, out = tmp_path / "row.png", tmp_path / "a.json"
    cv2.imwrite(str(picture), np.zeros((*camera.size[::-1], 3), np.uint8))
    corners = " ".join(f"{point.px[0]},{point.px[1]}" for point in known.points)
    asked = calibrate.CalibrateOptions([str(picture)], out, "wall-only", None, [], corners, None, None, False, row=True)
    assert calibrate.run(asked) == 0
    assert Calibration.load(out) == known
    assert calibrate.run(replace(asked, corners="")) == 2
    assert "--corners" in capsys.readouterr().err

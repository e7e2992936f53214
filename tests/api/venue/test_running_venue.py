"""A running venue: its file is reloaded on SIGHUP or from the console; an invalid file changes nothing."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.venue.asking import reload, state
from api.http.app import create_app
from api.paths import sets_folder
from api.venue.plan import read_plan
from api.venue.running import RunningVenue
from controller.errors import VenueError
from hardware.profiles.load import load_profile
from tests.support.logged_in import logged_in
from tests.support.waiting import eventually
from vision.photo.enrolment import file_of

TABLE = '[table.{0}]\nserial = "/dev/none{0}"\ncamera = "http://127.0.0.1:9/{0}.mjpg"\ncalibration = "{0}.json"\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = tmp_path / "venue.toml"
    file.write_text(TABLE.format(1), encoding="utf-8")
    return file


@pytest.fixture
def venue(file: Path) -> Iterator[RunningVenue]:
    venue = RunningVenue(read_plan(file))
    with venue.listening():
        venue.start()
        venue.wait_settled()
        yield venue
        venue.close()


def names(venue: RunningVenue) -> list[str]:
    return [each.table for each in venue.tables.stands]


def test_the_console_tells_how_tables_stand_and_takes_the_file_again(
    venue: RunningVenue, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert state(file, as_json=False) == 1
    assert capsys.readouterr().out.startswith("1: waits: ")
    file.write_text(TABLE.format(1) + TABLE.format(2), encoding="utf-8")
    assert reload(file) == 0
    assert capsys.readouterr().out == "2: added\n"
    assert names(venue) == ["1", "2"]
    file.write_text(TABLE.format(2), encoding="utf-8")
    assert reload(file) == 0
    assert capsys.readouterr().out == "1: ended\n"
    assert reload(file) == 0
    assert capsys.readouterr().out == "nothing changed\n"
    with pytest.raises(VenueError, match="table 7: expected the id of a running table"):
        reload(file, end=["7"])


def test_a_wrong_file_changes_nothing_and_http_waits_for_the_next_start(venue: RunningVenue, file: Path) -> None:
    for text, told in (
        (TABLE.format(1) + "x = 1\n", "line 5: table.1.x: unknown key"),
        ("[http]\nport = 9\n" + TABLE.format(3), r"\[http\]: changes with the next start"),
        ("", "no table"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(VenueError, match=told):
            venue.reload()
    assert names(venue) == ["1"]


def test_a_file_that_a_table_names_is_read_again(venue: RunningVenue, file: Path) -> None:
    """Regression: a profile was read once only, and a calibration only when its file name changed."""
    own, calibration = file.with_name("own.toml"), file.with_name("1.json")
    own.write_text('extends = "wall-only"\n', encoding="utf-8")
    file.write_text(TABLE.format(1) + 'profile = "own.toml"\n', encoding="utf-8")
    venue.reload()
    assert venue.reload().changed == {}
    own.write_text('extends = "wall-only"\n[cycle]\ndice_s = { value = 9.5, source = "timed" }\n', encoding="utf-8")
    calibration.write_text("{}", encoding="utf-8")
    assert venue.reload().changed == {"1": {"profile": "round's end", "calibration": "table restarts"}}
    assert load_profile(str(own)).cycle.dice_s == 9.5
    own.write_text("[cycle]\n", encoding="utf-8")
    with pytest.raises(VenueError, match="own"):
        venue.reload()


def test_house_rules_and_tiles_that_changed_under_their_name_are_told(
    venue: RunningVenue, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a table kept the old rules, and adopted the new ones in mid-round when it was opened again."""
    monkeypatch.setenv("JANTAKU_DATA", str(file.parent))
    tiles, house = file_of(sets_folder(), "bamboo"), file.with_name("house.toml")
    tiles.parent.mkdir()
    tiles.write_bytes(b"one")
    house.write_text('base = "npm-2008"\n', encoding="utf-8")
    file.write_text(f'{TABLE.format(1)}rulebook = "house.toml"\ntiles = "bamboo"\njournal = "house.sqlite"\n', "utf-8")
    venue.reload()
    assert venue.reload().changed == {}
    house.write_text(
        'base = "npm-2008"\n[scoring]\ncounted_yakuman = { value = 13, clause = "house 4" }\n', encoding="utf-8"
    )
    assert venue.reload().changed == {"1": {"rulebook": "round's end"}}
    tiles.write_bytes(b"another")
    assert venue.reload().changed == {"1": {"tiles": "table restarts"}}


def test_half_of_a_file_ends_no_table(venue: RunningVenue, file: Path) -> None:
    """Regression: a file read while it was being written closed the table whose section was still missing."""
    whole = TABLE.format(1) + TABLE.format(2)
    file.write_text(whole, encoding="utf-8")
    venue.reload()
    file.write_text(TABLE.format(1), encoding="utf-8")
    # The second half is appended during the reload.
    rest = threading.Timer(0.3, lambda: os.write(open_end, TABLE.format(2).encode()))
    open_end = os.open(file, os.O_WRONLY | os.O_APPEND)
    rest.start()
    told = venue.reload()
    rest.join()
    os.close(open_end)
    assert (told.added, told.ended, told.leaving) == ((), (), ())
    assert names(venue) == ["1", "2"]


def test_sighup_takes_the_file_again(venue: RunningVenue, file: Path) -> None:
    file.write_text(TABLE.format(1) + TABLE.format(2), encoding="utf-8")
    os.kill(os.getpid(), signal.SIGHUP)
    eventually(lambda: names(venue) == ["1", "2"])


def test_one_service_serves_a_file_and_without_one_the_console_says_so(venue: RunningVenue, file: Path) -> None:
    with pytest.raises(VenueError, match="another service serves it already"), venue.listening():
        pass
    other = file.with_name("other.toml")
    other.write_text(TABLE.format(1), encoding="utf-8")
    with pytest.raises(VenueError, match="no service of this user serves it"):
        state(other, as_json=True)


def test_the_owner_reloads_over_http_and_the_list_names_tables_that_wait(venue: RunningVenue, file: Path) -> None:
    client = logged_in(create_app(venue.tables, venue))
    assert client.get("/api/v1/tables").json() == [{"table": "1", "running": False}]
    (stand,) = client.get("/api/v1/venue").json()
    assert (stand["table"], stand["running"]) == ("1", False)
    assert "1.json" in stand["trouble"]["en"]
    file.write_text(TABLE.format(1) + TABLE.format(2), encoding="utf-8")
    answer = client.post("/api/v1/venue/reload", json={})
    assert (answer.status_code, answer.json()["added"]) == (200, ["2"])
    file.write_text("[", encoding="utf-8")
    refused = client.post("/api/v1/venue/reload", json={})
    assert refused.status_code == 409
    assert "not TOML" in refused.json()["detail"]
    assert names(venue) == ["1", "2"]

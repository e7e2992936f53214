"""The venue file: all mistakes are reported at once with their lines; secrets come from the environment only."""

import dataclasses
import runpy
from pathlib import Path

import msgspec
import pytest

from api.hiding import Hiding
from api.service.compose import TableConfig
from api.venue.outside import hub_of
from api.venue.plan import VenuePlan, read_plan
from api.venue.schema import TableSettings
from controller.errors import VenueError
from controller.riichi.seat import Seat
from controller.views.policy import When
from tests.support.command_line import jantaku
from vision.capture.open import parted
from vision.capture.settings import CameraSettings

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLE = DOCS / "venue.example.toml"
BARRED = "wakashachi-2025"
SIMULATED = '[http]\nport = 0\n[table.1]\nserial = "simulator"\ncamera = "simulator"\ncalibration = "simulator"\n'
TABLE = 'serial = "/dev/x{0}"\ncamera = "http://cam/{0}.mjpg"\ncalibration = "c{0}.json"\n'


def plan(folder: Path, text: str, **variables: str) -> VenuePlan:
    file = folder / "venue.toml"
    file.write_text(text, encoding="utf-8")
    return read_plan(file, variables)


def mistakes(folder: Path, text: str, **variables: str) -> list[str]:
    with pytest.raises(VenueError) as refused:
        plan(folder, text, **variables)
    start = f"{folder / 'venue.toml'}: "
    return [line.removeprefix(start) for line in str(refused.value).splitlines()]


@pytest.mark.parametrize("key", ["names", "teams"])
@pytest.mark.parametrize("hidden", ["\\u202eevil", "a\\u200bb", "a\\u0007", "\\u2066a", "a\\nb"])
def test_a_name_that_turns_or_hides_what_is_around_it_is_refused(tmp_path: Path, key: str, hidden: str) -> None:
    (told,) = mistakes(tmp_path, f'[table.1]\n{TABLE.format(1)}{key} = ["{hidden}", "b", "c", "d"]\n')
    assert f"table.1.{key}" in told
    assert told.isprintable()


def test_the_example_is_a_venue_of_three_tables() -> None:
    example = read_plan(EXAMPLE, {"CAMERA_PASSWORD": "hush"})
    assert list(example.tables) == ["1", "2", "stream"]
    first, second, stream = example.tables.values()
    assert first.camera == "rtsp://referee:hush@192.0.2.11/main"
    assert first.names == ("East", "South", "West", "North")
    assert (first.undo_s, second.undo_s, second.auto_settle) == (20.0, 20.0, True)
    assert (first.automatic, second.confirmed) == (("set-button-wrong-seat",), ("kuikae",))
    assert (second.rulebook, first.board) == ("teikoku", "00a1b2c3d4e5f607")
    assert first.journal == DOCS / "journals" / "1.sqlite"
    assert stream.release.when is When.ROUND
    assert first.release.delay_s == 300
    assert [seat.seat for seat in stream.seats] == [Seat.A, Seat.B]
    assert stream.seats[0].calibration == str(DOCS / "calibration" / "stream-a.json")


def test_every_key_stands_in_the_document_and_is_a_setting_of_the_table() -> None:
    page = runpy.run_path(str(DOCS / "generate" / "list_venue.py"))["page"]()
    assert (DOCS / "venue.md").read_text("utf-8") == page, "stale: run `python docs/generate/list_venue.py`"
    keys = {field.name for field in msgspec.structs.fields(TableSettings)}
    # The settings of a camera are part of its address.
    assert keys - {"camera_settings"} <= {field.name for field in dataclasses.fields(TableConfig)}


def test_how_a_camera_is_opened_stands_behind_its_address(tmp_path: Path) -> None:
    device = "/dev/v4l/by-id/usb-046d_C920-video-index0"
    keys = 'size = "1920x1080"\nfocus = "30"\nmains = 50\n'
    seat = '[table.1.seats.A]\ncamera = "https://cam/a.jpg"\ncalibration = "a.json"\n'
    own = '[table.1.seats.A.camera_settings]\nca = "cam.pem"\n'
    text = f'[table.1]\ncamera = "{device}"\ncalibration = "c.json"\n[table.1.camera_settings]\n{keys}{seat}{own}'
    table = plan(tmp_path, text).tables["1"]
    assert parted(table.camera) == (device, CameraSettings(size=(1920, 1080), focus="30", mains=50))
    assert parted(table.seats[0].address) == ("https://cam/a.jpg", CameraSettings(ca=str(tmp_path / "cam.pem")))
    (told,) = mistakes(tmp_path, text.replace("1920x1080", "large"))
    assert "table.1.camera_settings.size" in told
    assert "1440x1080" in told
    (told,) = mistakes(tmp_path, text.replace(device, "phone:"))
    assert "expected none for a phone" in told


def test_all_mistakes_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    text = """[http]
prt = 8000
[defaults]
rulebook = "mleag"
undo_s = 700
[table.1]
serial = "/dev/x"
camera = "http://x:${PW}@h/frame.mjpg"
calibration = "c.json"
profil = "wall-only"
release = "neverr"
automatic = ["dice-wrong-rolller"]
[table.2]
serial = 5
camera = "http://x/frame.mjpg"
names = ["a"]
[table.2.seats.E]
camera = "x"
[table."a/b"]
"""
    told = mistakes(tmp_path, text)
    assert [line.split(": ")[:2] for line in told] == [
        ["line 2", "http.prt"],
        ["line 4", "defaults.rulebook"],
        ["line 5", "defaults.undo_s"],
        ["line 8", "table.1.camera"],
        ["line 10", "table.1.profil"],
        ["line 11", "table.1.release"],
        ["line 12", "table.1.automatic"],
        ["line 14", "table.2.serial"],
        ["line 16", "table.2.names"],
        ["line 17", "table.2.seats.E"],
        ["line 19", "table.a/b"],
    ]
    assert "did you mean port?" in told[0]
    assert "700: expected a number from 0 to 600" in told[2]
    assert "environment variable PW is not set" in told[3]
    assert "did you mean profile?" in told[4]
    assert "did you mean dice-wrong-roller?" in told[6]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: table: no table"),
        ("[table.1]\nserial = ", "line 2: not TOML"),
        ("table = 3", "line 1: table: no table"),
        ("[table]\n1 = 2", "line 2: table.1: expected a section of keys"),
        ("[tabel.1]\n", "line 1: tabel: unknown key: did you mean table?"),
        ('[table."x y"]\n' + TABLE.format(1), "line 1: table.x y: expected an id"),
        ("[table.1]\n" + TABLE.format(1) + "undo_s = nan", "line 5: table.1.undo_s: NaN: expected a number"),
        ("[table.1]\n" + TABLE.format(1) + 'board = "x"', 'line 5: table.1.board: "x": expected 16 hexadecimal digits'),
        ("[table.1]\n" + TABLE.format(1) + "teams = ['a']", "line 5: table.1.teams: 1 values: expected four texts"),
        ("[table.1]\n" + TABLE.format(1) + "undo_s = 1979-05-27", "line 5: table.1.undo_s: 1979-05-27: expected"),
        ("[table.1]\n" + TABLE.format(1) + 'serial2 = "${A', "line 5: not TOML"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    found = mistakes(tmp_path, text)
    assert len(found) == 1
    assert found[0].startswith(told)


def test_two_tables_share_no_port_no_camera_and_no_journal(tmp_path: Path) -> None:
    two = f'[table.1]\n{TABLE.format(1)}journal = "j"\n[table.2]\n{TABLE.format(1)}journal = "j"\n'
    told = mistakes(tmp_path, two)
    assert [line.split(": ")[1] for line in told] == ["table.2.serial", "table.2.camera", "table.2.journal"]


def test_a_rulebook_that_the_table_cannot_play_is_told_where_it_stands(tmp_path: Path) -> None:
    text = f'[defaults]\nrulebook = "npm-2008"\nprofile = "wall-only"\n[table.1]\n{TABLE.format(1)}'
    unknown = mistakes(tmp_path, text.replace('"wall-only"', '"wall-onli"'))
    assert unknown == ["line 3: defaults.profile: no table profile 'wall-onli': did you mean wall-only?"]
    barred = mistakes(tmp_path, text.replace("npm-2008", BARRED))
    assert barred[0].startswith(f"line 2: defaults.rulebook: {BARRED} cannot be played at wall-only: ")


def test_values_of_the_environment_reach_the_table_and_no_line(tmp_path: Path) -> None:
    text = f'[http]\nport = "env:PORT"\n[table.1]\n{TABLE.format(1)}'.replace("http://cam", "http://u:${PW}@$$cam")
    found = plan(tmp_path, text, PORT="8123", PW="hush-hush")
    assert found.http.port == 8123
    assert found.tables["1"].camera == "http://u:hush-hush@$cam/1.mjpg"
    hiding = Hiding(found.secrets)
    told = hiding.line("http://u:hush-hush@cam and hush-hush and rtsp://me:other@cam/x")
    assert told == "http://***@cam and *** and rtsp://***@cam/x"
    assert hiding(None, "info", {"event": "on 8123", "number": 3}) == {"event": "on ***", "number": 3}
    wrong = mistakes(tmp_path, text, PORT="many-hush", PW="x")
    assert wrong == ['line 2: http.port: "env:PORT": expected a whole number from 0 to 65535']


def test_every_file_of_a_venue_may_be_in_its_users_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the signing key, the webhook queue and certificates were written to a folder named `~`."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    found = plan(tmp_path, f'[stores]\nfolder = "~/kept"\n[hub]\nvenue = "kyoto"\nca = "~/ca.pem"\n{SIMULATED}')
    told = hub_of(found)
    assert told.ca == str(tmp_path / "home/ca.pem")
    assert {Path(told.signing_key).parent, found.stores, Path(found.events).parent} == {tmp_path / "home/kept"}


@pytest.mark.process
def test_the_command_checks_a_file_and_ends_with_two_where_it_is_wrong(tmp_path: Path) -> None:
    good = tmp_path / "venue.toml"
    good.write_text(SIMULATED, encoding="utf-8")
    checked = jantaku("serve", str(good), "--check")
    assert (checked.returncode, checked.stdout[:25]) == (0, "1: npm-2008 at wall-only,")
    assert checked.stderr == ""
    good.write_text("[table.1]\nserial = 3\n", encoding="utf-8")
    wrong = jantaku("serve", str(good), "--check")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    told = [line.removeprefix(f"jantaku: {good}: ") for line in wrong.stderr.splitlines()]
    assert told == [
        "line 2: table.1.serial: 3: expected a path, auto, usb:VID:PID[:SERIAL], a name below /dev, "
        "or simulator for a table that is simulated",
    ]


def test_what_is_logged_is_said_in_the_file(tmp_path: Path) -> None:
    text = "[table.1]\n" + TABLE.format(1)
    assert (plan(tmp_path, text).settings.logs.form, plan(tmp_path, text).settings.logs.level) == ("console", "info")
    made = plan(tmp_path, f'{text}[logs]\nform = "json"\nlevel = "warning"\n').settings.logs
    assert (made.form, made.level) == ("json", "warning")
    (wrong,) = mistakes(tmp_path, f'{text}[logs]\nform = "xml"\n')
    assert "console or json" in wrong


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("journal", "own.sqlite"),
        ("journal", "postgresql+pg8000://jantaku@localhost/own"),
        ("camera", "camera:0"),
        ("calibration", "own.json"),
    ],
)
@pytest.mark.parametrize("where", ["table.1", "defaults"])
def test_nothing_is_named_for_a_simulated_table_that_it_would_pass_over(
    tmp_path: Path, key: str, value: str, where: str
) -> None:
    """Regression: the configured journal was never written: the table used another one in a temporary folder."""
    simulated = '[table.1]\nserial = "simulator"\n'
    text = f'{simulated}{key} = "{value}"\n' if where == "table.1" else f'[defaults]\n{key} = "{value}"\n{simulated}'
    (wrong,) = mistakes(tmp_path, text)
    assert f"{where}.{key}: expected none: a simulated table has its own, and starts over" in wrong
    assert plan(tmp_path, f'{simulated}camera = "simulator"\ncalibration = "simulator"\n').tables

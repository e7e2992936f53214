"""``serve --check`` tries every device and server of a venue: one line per failure, and an exit status other than 0."""

import json
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pg8000.native
import pytest

from api.health.troubles import KINDS
from api.stores.open import open_journal
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration, over_the_table
from tests.support.command_line import Answer, jantaku
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.one_picture import camera_of
from tests.support.real_nats import need_nats
from tests.support.real_postgres import RealPostgres, real_postgres
from tests.support.small_disk import small_disk

__all__ = ["real_postgres", "small_disk"]
PROFILE: Final = "wall-only"


def told(folder: Path, table: str = "", http: str = "port = 0", more: str = "") -> Answer:
    """Run the check on a venue of one table that works except for the settings ``table``, ``http`` and ``more``."""
    file, pictures, fitted = folder / "venue.toml", folder / "pictures", folder / "c1.json"
    if not pictures.exists():
        pictures.mkdir()
        cv2.imwrite(str(pictures / "000.jpg"), np.zeros((48, 64, 3), np.uint8))
    if not fitted.exists():
        fitted.write_text(json.dumps(calibration(over_the_table(), load_profile(PROFILE))), encoding="utf-8")
    usual = {"serial": "", "camera": "pictures", "calibration": "c1.json", "profile": PROFILE}
    own = dict(line.split(" = ", 1) for line in table.splitlines() if line)
    lines = [f"{key} = {own.get(key, json.dumps(value))}" for key, value in usual.items()]
    lines += [f"{key} = {value}" for key, value in own.items() if key not in usual]
    file.write_text("\n".join([f"[http]\n{http}", "[table.1]", *lines, more]), encoding="utf-8")
    return jantaku("serve", str(file), "--check")


@contextmanager
def taken_port(_: Path) -> Iterator[int]:
    """Yield a port in use by another program."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


def test_a_venue_that_works_ends_with_0_and_its_folders_are_made(tmp_path: Path) -> None:
    answer = told(tmp_path, 'evidence = "kept/evidence"', more='[stores]\nfolder = "journals/deep"')
    assert (answer.returncode, answer.stderr) == (0, "")
    assert (tmp_path / "journals" / "deep").is_dir()
    assert (tmp_path / "kept" / "evidence").is_dir()


FAILING: Final = {
    "camera-lost": 'camera = "http://127.0.0.1:9/frame.jpg"',
    "camera-files": 'calibration = "nowhere.json"',
    "link-lost": 'serial = "/dev/nowhere"',
    "store-away": 'journal = "postgresql+pg8000://nobody@127.0.0.1:9/none"',
}


@pytest.mark.parametrize("code", sorted(FAILING))
def test_each_thing_that_fails_has_one_line_and_the_end_is_1(tmp_path: Path, code: str) -> None:
    """Regression: the check passed although cameras, boards and database were unreachable."""
    answer = told(tmp_path, FAILING[code])
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert line.startswith(f"{tmp_path / 'venue.toml'}: 1: ")
    assert KINDS[code].what.en in line
    assert KINDS[code].todo.ja in line


def test_all_that_fails_is_told_at_once(tmp_path: Path) -> None:
    answer = told(tmp_path, "\n".join(FAILING.values()))
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == len(FAILING)


def test_a_port_that_is_taken_fails(tmp_path: Path) -> None:
    with taken_port(tmp_path) as port:
        answer = told(tmp_path, http=f"port = {port}")
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert f"port {port}" in line
    assert KINDS["port-taken"].what.en in line


@pytest.mark.parametrize(
    "more", ['[hub]\nnats = "nats://127.0.0.1:9"\nvenue = "kyoto"', '[home_assistant]\naddress = "mqtt://127.0.0.1:9"']
)
def test_a_broker_that_is_away_fails(tmp_path: Path, more: str) -> None:
    """Regression: the check did not connect to the home system's broker."""
    answer = told(tmp_path, more=more)
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert KINDS["broker-away"].what.en in line


@pytest.mark.parametrize("user", [f"agent-{OTHER}", "gateway"])
def test_a_broker_that_takes_nothing_of_this_venue_from_that_user_fails(tmp_path: Path, user: str) -> None:
    """Regression: a login at the broker was enough to pass, without the right to publish."""
    with GuardedNats(binary=need_nats()) as server:
        own, other = (
            told(tmp_path, more=f'[hub]\nnats = "{server.address_of(each)}"\nvenue = "{VENUE}"')
            for each in (f"agent-{VENUE}", user)
        )
    assert (own.returncode, own.stderr) == (0, "")
    assert other.returncode == 1
    (line,) = other.stderr.splitlines()
    assert f"jantaku.{VENUE}.1.stored" in line


def test_a_database_that_lets_its_user_make_no_journal_fails(tmp_path: Path, real_postgres: RealPostgres) -> None:
    """Regression: a database that answered was enough to pass, without the right to create a journal."""
    address = real_postgres.database()
    open_journal(address).close()
    with pg8000.native.Connection("jantaku", port=real_postgres.port, database="postgres") as connection:
        connection.run("CREATE ROLE reader LOGIN")
    users = address.replace("//jantaku@", "//reader@")
    for name, failing in ((address, False), (users, True), (f"{users}?journal=another", True)):
        answer = told(tmp_path, f"journal = {json.dumps(name)}")
        assert (answer.returncode, len(answer.stderr.splitlines())) == (int(failing), int(failing)), answer.stderr
    assert "permission denied" in answer.stderr


def test_a_journal_that_another_service_writes_fails(tmp_path: Path) -> None:
    """Regression: the check passed, but the service could not open the table."""
    file = tmp_path / "1.sqlite"
    open_journal(file).close()
    holding = "import sys; from pathlib import Path; from api.stores.one_writer import OneWriter\n"
    holding += "held = OneWriter(Path(sys.argv[1])); print(flush=True); sys.stdin.read()"
    words = [sys.executable, "-c", holding, str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        other.stdout.readline()
        answer = told(tmp_path)
        other.communicate("")
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert f"open in another service (process {other.pid})" in line
    assert told(tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("access.sqlite", ""),
        ("venue.events.sqlite", ""),
        ("signing.pem", f'[hub]\nnats = "nats://127.0.0.1:9"\nvenue = "{VENUE}"'),
        ("webhooks.sqlite", '[webhook.a]\nurl = "https://hooks.example/"\nsecret = "0123456789abcdef"'),
    ],
)
def test_a_file_of_its_own_that_cannot_be_read_fails(tmp_path: Path, name: str, more: str) -> None:
    """Regression: the check passed, but the service did not start or sent no messages."""
    (tmp_path / name).write_bytes(b"nothing" * 1000)
    answer = told(tmp_path, more=more)
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert str(tmp_path / name) in line


@pytest.mark.parametrize("serves", [True, False])
def test_a_network_camera_is_asked_for_a_picture(tmp_path: Path, serves: bool) -> None:
    told(tmp_path)
    picture = (tmp_path / "pictures" / "000.jpg").read_bytes() if serves else b"no picture"
    with camera_of(picture) as address:
        answer = told(tmp_path, f"camera = {json.dumps(address)}")
    assert answer.returncode == int(not serves)
    assert (KINDS["camera-unreadable"].what.en in answer.stderr) is not serves


def test_a_journal_of_a_later_release_fails(tmp_path: Path) -> None:
    open_journal(tmp_path / "1.sqlite").close()
    with closing(sqlite3.connect(tmp_path / "1.sqlite", isolation_level=None)) as later:
        later.execute("PRAGMA user_version = 99")
    answer = told(tmp_path)
    assert answer.returncode == 1
    assert "journal schema 99" in answer.stderr


def test_a_full_disk_fails(small_disk: Path, tmp_path: Path) -> None:
    (small_disk / "full").write_bytes(bytes(1000 * 1024))
    answer = told(tmp_path, more=f"[stores]\nfolder = {json.dumps(str(small_disk))}")
    assert answer.returncode == 1
    assert KINDS["store-folder"].what.en in answer.stderr
    assert "No space left" in answer.stderr

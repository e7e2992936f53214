"""The venue file as the setup page writes it: comments and order are kept, and an invalid file is never written."""

import stat
from pathlib import Path

import pytest

from api.venue.file_change import FileChange, table_values
from api.venue.plan import read_plan
from controller.errors import VenueError

OLD = """# Ours since 2019.
[http]
port = 8123  # behind the proxy

[defaults]
undo_s = 20

# The first table.
[table.1]
serial = "/dev/none1"   # left socket
camera = "http://192.0.2.1/${TOKEN}.mjpg"
calibration = "1.json"

[stores]
folder = "journals"
"""
SECOND = {"serial": "/dev/none2", "camera": "http://192.0.2.2/2.mjpg", "calibration": "2.json"}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TOKEN", "hidden")
    file = tmp_path / "venue.toml"
    file.write_text(OLD, encoding="utf-8")
    return file


def test_a_change_of_one_key_touches_that_key_alone(file: Path) -> None:
    FileChange(file, {("table", "1"): {"serial": "/dev/none9", "camera": "http://192.0.2.1/${TOKEN}.mjpg"}}).put()
    assert file.read_text(encoding="utf-8") == OLD.replace("/dev/none1", "/dev/none9")


def test_a_new_table_is_added_and_what_is_taken_out_goes(file: Path) -> None:
    plan = FileChange(file, {("table", "2"): {**SECOND, "names": ["東", "南", "西", "北"]}}, {"port": 9}).put()
    assert list(plan.tables) == ["1", "2"]
    text = file.read_text(encoding="utf-8")
    assert all(line in text for line in OLD.splitlines())
    assert plan.tables["2"].names == ("東", "南", "西", "北")
    assert plan.http.port == 8123, "a file that is there says itself where it is served"
    FileChange(file, {("table", "2"): {"names": None}}).put()
    assert "names" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("values", "told"),
    [({"serial": "/dev/none1"}, "same as of table 1"), ({"rulebook": "npm"}, "npm"), ({"names": ["a"]}, "four texts")],
)
def test_a_mistake_leaves_the_file_as_it_was_and_no_other_beside_it(
    file: Path, values: dict[str, object], told: str
) -> None:
    with pytest.raises(VenueError, match=told) as refused:
        FileChange(file, {("table", "2"): {**SECOND, **values}}).put()
    assert ".new" not in str(refused.value)
    assert file.read_text(encoding="utf-8") == OLD
    assert [each.name for each in file.parent.iterdir()] == ["venue.toml"]


def test_a_file_that_begins_is_its_owners_alone_and_says_where_it_is_served(tmp_path: Path) -> None:
    file = tmp_path / "venue.toml"
    change = FileChange(file, {("table", "1"): SECOND}, {"host": "0.0.0.0", "port": 8080})
    change.put()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_plan(file).http.host == "0.0.0.0"
    change.undo()
    assert not file.exists()


def test_an_undone_change_gives_back_every_byte_and_the_mode(file: Path) -> None:
    file.chmod(0o640)
    change = FileChange(file, {("table", "2"): SECOND})
    change.put()
    change.undo()
    assert (file.read_text(encoding="utf-8"), stat.S_IMODE(file.stat().st_mode)) == (OLD, 0o640)


def test_what_is_written_is_read_as_it_stands_with_the_defaults_under_it(file: Path) -> None:
    assert table_values(file, "1")["camera"] == "http://192.0.2.1/${TOKEN}.mjpg"
    assert table_values(file, "1")["undo_s"] == 20
    assert table_values(file.with_name("none.toml"), "1") == {}

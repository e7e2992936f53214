"""Teams, colours and photos on a stream: what the venue's file may contain, and checks that a photo is only a photo."""

import os
from pathlib import Path

import pytest

from api.broadcast.looks import LARGEST, TableLooks, check_colours, check_photos, read_photo
from controller.errors import VenueError
from controller.riichi.seat import Seat

PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)


def test_a_photo_is_known_by_its_first_bytes_and_its_version_by_its_file(tmp_path: Path) -> None:
    photo = tmp_path / "a.png"
    photo.write_bytes(PNG)
    looks = TableLooks(("Red", "", "", ""), ("#c02030", "", "", ""), (str(photo), "", "", ""), 5.0, 3.0)
    assert looks.photo(Seat.A) == (PNG, "image/png")
    assert looks.photo(Seat.B) is None
    told = looks.to_json()
    assert (told["delay_s"], told["late_s"]) == (5.0, 3.0)
    first = told["seats"][0]
    assert (first["team"], first["colour"], len(first["version"])) == ("Red", "#c02030", 12)
    assert told["seats"][1] == {"team": "", "colour": "", "version": ""}
    photo.write_bytes(PNG + b"newer")
    assert looks.to_json()["seats"][0]["version"] != first["version"]


def test_links_devices_large_files_and_other_things_are_no_photo(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_bytes(b"not a picture")
    (tmp_path / "link.png").symlink_to(secret)
    (tmp_path / "page.png").write_bytes(b"<svg onload=alert(1)>")
    with (tmp_path / "large.png").open("wb") as large:
        large.write(PNG)
        large.truncate(LARGEST + 1)
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    for name in ("link.png", "page.png", "large.png", "pipe.png", "folder.png", "missing.png"):
        assert read_photo(tmp_path / name) is None, name


@pytest.mark.parametrize("name", ["../a.png", "/etc/a.png", ".a.png", "a.svg", "a.png\n", "a/b.png", "a\x00.png"])
def test_what_is_no_plain_name_of_a_picture_is_refused(name: str) -> None:
    with pytest.raises(VenueError):
        check_photos((name, "", "", ""))


def test_four_or_none_are_taken() -> None:
    check_photos(("a.png", "佐藤 1.JPG", "c-d.webp", ""))
    check_photos(())
    check_colours(("#C02030", "", "", ""))
    for wrong in (("#fff", "", "", ""), ("red", "", "", ""), ("#c02030",)):
        with pytest.raises(VenueError):
            check_colours(wrong)

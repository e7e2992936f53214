"""Record files: compressed, in archives, in other encodings; oversized files are refused before they are unpacked."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from api import record_files
from api.record_files import read_file
from controller.errors import RecordError
from controller.records.mjai import writer as mjai_writer
from controller.records.tenhou import writer as tenhou_writer
from tests.support.foreign_logs import write_mjlog, write_paipu
from tests.support.record_cases import simulated

GAME = simulated("mleague", 4, 2)[0]
TEXTS = {
    "a.json": tenhou_writer.write(GAME).encode(),
    "b.mjlog": gzip.compress(write_mjlog(GAME).encode()),
    "c/d.mjson": "\n".join(mjai_writer.write(GAME)).encode("utf-16"),
    "e.json": write_paipu(GAME).encode("cp932"),
}


def archive(kind: str) -> bytes:
    out = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, raw in TEXTS.items():
                packed.writestr(name, raw)
            packed.writestr("notes.txt", "nothing to read")
        return out.getvalue()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, raw in (*TEXTS.items(), ("notes.txt", b"nothing to read")):
            entry = tarfile.TarInfo(name)
            entry.size = len(raw)
            tar.addfile(entry, io.BytesIO(raw))
    return gzip.compress(out.getvalue()) if kind == "tar.gz" else out.getvalue()


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
def test_every_file_of_an_archive_is_read_and_a_bad_one_hides_none(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(archive(kind))
    refused: list[RecordError] = []
    games = list(read_file(path, refused))
    assert [logged.member for logged in games] == list(TEXTS)
    assert all(len(logged.game.rounds) == len(GAME.rounds) for logged in games)
    assert [str(error) for error in refused] == ["passed over, as no records: 1 files: notes.txt"]
    assert not record_files.is_wrong(refused)
    assert len(list(read_file(path))) == len(TEXTS)


def test_what_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_files, "_MOST", 1 << 20)
    bomb = b" " * (2 << 20)
    packed = tmp_path / "bomb.gz"
    packed.write_bytes(gzip.compress(bomb))
    zipped = tmp_path / "bomb.zip"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as out:
        for number in range(3):
            out.writestr(str(number), bomb[: 3 << 18])
    large = tmp_path / "large.json"
    large.write_bytes(bomb)
    for path in (packed, zipped, large):
        with pytest.raises(RecordError, match=r"more than 1 MiB") as error:
            list(read_file(path, []))
        assert "\n" not in str(error.value)
    monkeypatch.setattr(record_files, "_ENTRIES", 2)
    with pytest.raises(RecordError, match="more than 2 files"):
        list(read_file(zipped, []))


@pytest.mark.parametrize("raw", [b"\x1f\x8bnot packed", b"PK\x03\x04broken", b"", b"\x00\xff\xfe\x81"])
def test_a_broken_file_is_said_in_one_line(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(raw)
    with pytest.raises(RecordError, match=r"^[^\n]+$"):
        list(read_file(path))

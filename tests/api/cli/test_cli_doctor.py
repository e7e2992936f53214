"""``jantaku doctor`` as a person meets it: the board's firmware and every network that reads."""

import json
from pathlib import Path

import pytest

from api.cli import doctor
from hardware.firmware.build import known_builds
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.pty import BoardOnPty
from vision.tiles import classifier


def told(capfd: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    findings = (json.loads(line) for line in capfd.readouterr().out.splitlines())
    return {finding["code"]: finding for finding in findings}


def test_an_older_firmware_is_told_and_the_networks_load(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with BoardOnPty(tmp_path / "old", Board(identity=BoardIdentity(build=1))) as cable:
        doctor.run(True, str(cable.link), ())
    found = told(capfd)
    assert "jantaku table flash" in found["firmware-other"]["cure_ja"]
    assert found["models"]["ok"]


def test_a_network_that_is_damaged_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classifier, "SECOND", "none.onnx")
    with BoardOnPty(tmp_path / "new", Board(identity=BoardIdentity(build=min(known_builds())))) as cable:
        assert doctor.run(True, str(cable.link), ()) == 1
    found = told(capfd)
    assert "none.onnx" in found["models"]["en"]
    assert "firmware-other" not in found

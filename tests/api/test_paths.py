"""Folders of a user's files: those that the system defines, so that files of earlier versions are found."""

from pathlib import Path

import pytest

from api.paths import press_log_path, sets_folder, state_folder


def test_files_lie_where_linux_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "JANTAKU_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local/state/jantaku"
    assert sets_folder() == tmp_path / ".local/share/jantaku/sets"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert press_log_path() == tmp_path / "state/jantaku/presses.jsonl"
    monkeypatch.setenv("JANTAKU_DATA", str(tmp_path / "own"))
    assert sets_folder() == tmp_path / "own/sets"

"""Decorations that a person at a terminal sees, while a pipe gets the data only."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from rich.cells import cell_len

from api.demo import run
from api.evidence.replay import Change
from tests.support.command_line import Terminal, jantaku
from tests.support.quiet_table import quiet_table
from vision.training.progress import shown as counted

HAND = {"rulebook": "npm-2008", "hand": "234m234567p2267s", "win": "8s", "by": "ron", "seat_wind": "S"}
ESCAPE = "\x1b["
BIG = f"{json.dumps(HAND)}\n" * 4 + ("x" * 70_000 + "\n") * 16


def test_a_big_file_of_requests_tells_how_far_it_is_and_how_long_it_takes() -> None:
    at_terminal, in_pipe = (jantaku("score", "--json", given=BIG, terminal=where) for where in ("err", ""))
    assert re.search(r"手牌 hands.*MB.*%.*残り left.*経過 spent", at_terminal.stderr)
    assert in_pipe.stderr == ""
    assert at_terminal.stdout == in_pipe.stdout
    assert len(in_pipe.stdout.splitlines()) == 20


def test_a_few_requests_and_answers_on_a_terminal_are_shown_without_it() -> None:
    assert jantaku("score", "--json", given=json.dumps(HAND), terminal="err").stderr == ""
    assert jantaku("score", "--json", given=BIG, terminal="out err").stderr == ""


def test_a_terminal_that_cannot_move_its_cursor_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert jantaku("score", "--json", given=BIG, terminal="err").stderr == ""


def test_many_logs_are_counted_and_their_lines_stay_whole(tmp_path: Path) -> None:
    logs = [str(tmp_path / f"{number}.json") for number in range(3)]
    for log in logs:
        Path(log).write_text("[]", encoding="utf-8")
    shown, piped = (jantaku("audit", *logs, terminal=where) for where in ("out err", ""))
    assert "牌譜 logs" in shown.stderr
    assert "3/3" not in piped.stderr
    assert "牌譜" not in piped.stderr
    assert shown.stdout.splitlines() == piped.stdout.splitlines()


def test_rounds_of_a_fast_demonstration_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(_setup: Any, _folder: Path, told: Callable[[int, int], None]) -> dict[str, object]:
        told(1, 240)
        return {"rounds": 2, "differences": 0}

    monkeypatch.setattr(run, "measure", played)
    shown, piped = (jantaku("demo", "--fast", "--hands", "2", "--json", terminal=where) for where in ("err", ""))
    assert re.search(r"局 rounds.*1/2.*残り left.*240 facts", shown.stderr)
    assert piped.stderr == ""
    assert json.loads(shown.stdout) == json.loads(piped.stdout)


def test_evidence_that_is_read_again_is_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with quiet_table(tmp_path / "table"):
        pass

    def read_again(_records: object, _folder: Path, told: Callable[[int, int], None]) -> Change:
        told(300, 1200)
        return Change(1200, 0, 0, {}, (), (), 0, 0)

    monkeypatch.setattr("api.evidence.replay.replay_evidence", read_again)
    asked = ("replay", str(tmp_path / "table" / "journal.sqlite"), "--evidence", str(tmp_path), "--json")
    shown, piped = (jantaku(*asked, terminal=where) for where in ("err", ""))
    assert re.search(r"証拠 evidence.*300/1200.*25 %.*残り left", shown.stderr)
    assert piped.stderr == ""
    assert shown.stdout == piped.stdout


def test_a_film_that_is_looked_through_tells_how_far_it_is(tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (320, 240))
    for shade in range(10):
        writer.write(np.full((240, 320, 3), 60 + shade, np.uint8))
    writer.release()
    asked = ("calibrate", str(film), "--out", str(tmp_path / "camera.json"))
    shown, piped = (jantaku(*asked, terminal=where) for where in ("err", ""))
    assert re.search(r"映像 film\.avi.*/10.*残り left", shown.stderr)
    assert "映像" not in piped.stderr
    assert (shown.returncode, piped.returncode) == (2, 2), "no sheet is in sight"


def test_training_is_counted_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with Terminal() as terminal:
        monkeypatch.setattr("sys.stderr", terminal.stream)
        assert list(counted("samples", iter("abc"), 3)) == list("abc")
        assert re.search(r"samples.*100%", terminal.shown().decode())
    in_pipe = io.StringIO()
    monkeypatch.setattr("sys.stderr", in_pipe)
    assert list(counted("samples", iter("abc"), 3)) == list("abc")
    assert in_pipe.getvalue() == ""


def columns(line: str) -> list[int]:
    """Columns in which cells begin, by terminal width."""
    return [cell_len(line[: found.end()]) for found in re.finditer(r"\S {2,}(?=\S)", line)]


def test_columns_stand_straight_under_japanese_names() -> None:
    piped = jantaku("rulebooks", "list")
    assert ESCAPE not in piped.stdout
    starts = [columns(line)[:3] for line in piped.stdout.splitlines()]
    assert len(starts) >= 10
    assert len({tuple(start) for start in starts}) == 1


def test_a_score_is_in_colour_on_a_terminal_and_not_where_nobody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    asked = ("score", "--hand", "234m234567p2267s", "--win", "8s")
    coloured = jantaku(*asked, terminal="out").stdout
    piped = jantaku(*asked).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    plain = jantaku(*asked, terminal="out").stdout
    assert ESCAPE in coloured
    assert ESCAPE not in piped
    assert ESCAPE not in plain
    told = [line.rstrip() for line in plain.splitlines()]
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in coloured.splitlines()] == told
    assert piped.splitlines() == told


def test_where_a_drawing_goes_is_settled_before_anything_is_read(tmp_path: Path) -> None:
    one, two = tmp_path / "1.jpg", tmp_path / "2.jpg"
    for photo in (one, two):
        cv2.imwrite(str(photo), np.full((240, 320, 3), (60, 110, 40), np.uint8))
    # The option is followed by the picture itself: the drawing gets a different name.
    assert jantaku("read", "--draw", str(one)).returncode == 0
    assert (tmp_path / "1.read.png").is_file()
    over = jantaku("read", str(one), "--draw", str(one))
    many = jantaku("read", str(one), str(two), "--draw", str(tmp_path / "both.png"))
    other = jantaku("read", str(one), "--draw", str(tmp_path / "seen.txt"))
    for answer, named in ((over, "1.jpg"), (many, "folder"), (other, ".png")):
        assert answer.returncode == 2
        assert named in answer.stderr
        assert "Traceback" not in answer.stderr
    assert jantaku("read", str(one), str(two), "--draw", str(tmp_path)).returncode == 0
    assert (tmp_path / "2.read.png").is_file()

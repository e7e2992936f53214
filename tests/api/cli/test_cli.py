"""The command line as a person meets it: data on stdout, one clear line on stderr, exit status 0, 1 or 2."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from api.cli.app import app
from api.cli.commands import Command, command_words
from tests.support.command_line import jantaku

HAND = {"rulebook": "npm-2008", "hand": "234m234567p2267s", "win": "8s", "by": "ron", "seat_wind": "S"}
COMMANDS = command_words().commands


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    answer = CliRunner().invoke(app, [*command.split(), "--help"])
    assert answer.exit_code == 0, answer.output
    assert "Example" in answer.stdout
    assert f"jantaku {command}" in answer.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_all_words_of_a_command_are_of_its_options(command: str) -> None:
    words = COMMANDS[command]
    found = Command(command, words, command_words().shared)
    found.load()
    assert set(words.options) <= {each.name for each in found.params}


def test_the_program_explains_itself() -> None:
    answer = jantaku("score", "--help")
    assert answer.returncode == 0
    assert "Example: jantaku score" in answer.stdout


@pytest.mark.parametrize("stream", ["--json", "--batch"])
def test_score_answers_each_line_in_order_and_goes_on_after_a_bad_one(stream: str) -> None:
    lines = [json.dumps(HAND), '{"rulebook": ', json.dumps({**HAND, "win": "1z"}), "x" * 1_000_000, json.dumps(HAND)]
    answer = jantaku("score", stream, given="\n".join(lines))
    replies = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [reply.get("error") for reply in replies] == [None, "bad-request", "not-complete", "bad-request", None]
    assert [reply["line"] for reply in replies if reply.get("error") == "bad-request"] == [2, 4]
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


def test_score_of_one_hand_names_yaku_with_clause() -> None:
    answer = jantaku("score", "--hand", "234m234567p2267s", "--win", "8s")
    assert answer.returncode == 0
    assert "断么九" in answer.stdout
    assert "art. 54-6" in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "named"),
    [
        (["score", "--hand", "234m", "--win", "8s"], 2, "13"),
        (["score", "--hand", "234m234567p2267s", "--win", "1z"], 1, "not-complete"),
        (["rulebooks", "show", "nobody"], 2, "npm-2008"),
        (["rulebooks", "check", "nothing.toml"], 2, "nothing.toml"),
        (["score", "--hand", "1m", "--win", "1m", "--rulebook", "nothing.toml"], 2, "nothing.toml"),
        (["replay", "missing.sqlite"], 2, "missing.sqlite"),
        (["read", "missing.jpg"], 2, "missing.jpg"),
        (["frobnicate"], 2, "frobnicate"),
    ],
)
def test_bad_input_gets_one_line_and_a_status(arguments: list[str], status: int, named: str) -> None:
    answer = jantaku(*arguments)
    assert answer.returncode == status
    assert answer.stdout == ""
    assert named in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_file_that_is_no_picture_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    answer = jantaku("read", "--json", str(broken), str(tmp_path / "none.jpg"))
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 2


@pytest.mark.slow
def test_a_picture_of_a_table_without_calibration_is_read_by_its_tiles_and_drawn(tmp_path: Path) -> None:
    drawing, over = tmp_path / "table.svg", tmp_path / "read.png"
    answer = jantaku("read", "--table", "docs/table.jpg", "--json", "--drawing", str(drawing), "--draw", str(over))
    assert answer.returncode == 0
    table = json.loads(answer.stdout)
    assert [seat["seat"] for seat in table["seats"]] == ["near", "right", "far", "left"]
    rivers = [[tile["tile"] for tile in seat["river"] or ()] for seat in table["seats"]]
    assert all(len(river) >= 10 for river in rivers)
    assert "focal length" in table["assumed"]
    assert abs(table["pose"]["tilt"]) < 8.0
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    before, after = cv2.imread("docs/table.jpg"), cv2.imread(str(over))
    assert before is not None
    assert after is not None
    scale = after.shape[1] / before.shape[1]
    for tile in (tile for seat in table["seats"] for tile in seat["river"] or ()):
        # The outline of every discard is drawn, in the colour of rivers or of doubtful tiles.
        reach, y, x = (round(scale * tile[key]) for key in ("height", "y", "x"))
        around = after[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].astype(int)
        assert min(np.abs(around - colour).sum(axis=2).min() for colour in ((60, 110, 27), (0, 138, 224))) < 12


def test_a_table_of_which_no_tile_is_seen_is_refused_with_the_cure(tmp_path: Path) -> None:
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), np.full((240, 320, 3), (60, 110, 40), np.uint8))
    answer = jantaku("read", str(bare), "--table", "wall-only", "--json")
    assert answer.returncode == 2
    assert "calibration" in answer.stderr


def test_a_file_of_house_rules_scores_like_a_published_book() -> None:
    house = ["--rulebook", "docs/house-rules.example.toml"]
    one = jantaku("score", "--hand", "123m406p789s11p23s", "--win", "4s", *house)
    assert one.returncode == 0
    assert "赤ドラ" in one.stdout
    request = {"rulebook": "example-parlour", "hand": "123m406p789s11p23s", "win": "4s"}
    many = jantaku("score", "--json", *house, given=f"{json.dumps(request)}\n{json.dumps(HAND)}\n")
    assert [json.loads(line)["han"] for line in many.stdout.splitlines()] == [2, 2]


def test_rulebooks_differ_where_the_texts_do() -> None:
    answer = jantaku("rulebooks", "diff", "npm-2008", "tomioka", "--json")
    assert answer.returncode == 1
    fields = [json.loads(line)["field"] for line in answer.stdout.splitlines()]
    assert "scoring.kiriage_30_fu_4_han" in fields
    assert jantaku("rulebooks", "diff", "npm-2008", "npm-2008").returncode == 0

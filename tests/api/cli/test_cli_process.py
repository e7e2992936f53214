"""The command as a separate process: its pipes, its name, and the traces of a crash."""

import json
import subprocess
import sys

from tests.support.waiting import PATIENCE_S

COMMAND = [sys.executable, "-m", "api"]
HAND = {"rulebook": "npm-2008", "hand": "234m234567p2267s", "win": "8s", "by": "ron", "seat_wind": "S"}


def test_score_answers_while_the_caller_waits() -> None:
    with subprocess.Popen(
        [*COMMAND, "score", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(HAND) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == 2000
        process.stdin.close()
        assert process.wait(timeout=PATIENCE_S) == 0


def test_bad_input_ends_the_process_with_one_line_and_two() -> None:
    answer = subprocess.run([*COMMAND, "replay", "missing.sqlite"], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert len(answer.stderr.splitlines()) == 1
    assert "missing.sqlite" in answer.stderr

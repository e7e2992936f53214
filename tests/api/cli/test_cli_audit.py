"""The command that audits published logs: its output and exit status."""

import json
import sys
from pathlib import Path

import pytest

from api.cli import main
from controller.records.tenhou import writer
from tests.support.record_cases import simulated


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["jantaku", "audit", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
    status = ended.value.code
    assert status is None or isinstance(status, int)
    out, err = capsys.readouterr()
    return status or 0, out, err


@pytest.fixture
def right(tmp_path: Path) -> Path:
    path = tmp_path / "right.json"
    path.write_text(writer.write(simulated("mleague", 1, 2)[0]), encoding="utf-8")
    return path


@pytest.fixture
def wrong(right: Path) -> Path:
    body = json.loads(right.read_text(encoding="utf-8"))
    body["log"][1][0][1] += 1
    path = right.with_name("wrong.json")
    path.write_text(json.dumps(body, ensure_ascii=False), encoding="utf-8")
    return path


def test_equal_logs_end_with_nothing_but_the_counts(right: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(right), "--rulebook", "mleague")
    assert (status, err) == (0, "")
    assert out.startswith("1 games, 2 rounds, ")


def test_a_difference_is_one_line(right: Path, wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, str(right), str(wrong), "--rulebook", "mleague")
    assert status == 1
    first, *_ = out.splitlines()
    assert first.startswith("wrong.json ")
    assert ": next-round: logged " in first
    status, out, _ = run(capsys, str(wrong), "--rulebook", "mleague", "--json")
    difference, *_, checked = map(json.loads, out.splitlines())
    assert status == 1
    assert {"game", "round", "about", "logged", "computed"} == set(difference)
    assert checked["checked"]["rounds"] == 2


def test_an_unreadable_log_does_not_keep_the_others_from_being_checked(
    right: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = right.with_name("broken.json")
    broken.write_text("{", encoding="utf-8")
    status, out, err = run(capsys, str(broken), str(right), "--rulebook", "mleague")
    assert status == 2
    assert out.startswith("1 games")
    assert "broken.json" in err
    lines = right.read_text(encoding="utf-8").strip()
    many = right.with_name("many.jsonl")
    many.write_text(f'{lines}\n{{"log": [[]]}}\n{lines}\n', encoding="utf-8")
    status, out, err = run(capsys, str(many), "--rulebook", "mleague")
    assert status == 2
    assert out.startswith("2 games")
    assert "many.jsonl: " in err

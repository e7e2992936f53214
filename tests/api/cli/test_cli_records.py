"""Export and wins on the command line, and every command of the page on records."""

import io
import json
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.cli import main
from api.cli.kept.replay import event_line
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import Record, seal
from controller.journal.events import EVENTS, Event
from controller.journal.state import NOTHING_YET
from controller.journal.wording import FACTS
from controller.records.tenhou import writer
from controller.text import Language
from hardware.simulator.game.truth import round_truth
from tests.controller.records.test_records_collect import recorded
from tests.support.bench import Game
from tests.support.journal_values import values
from tests.support.record_cases import simulated

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs/records.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", DOCUMENT, re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line.startswith("jantaku ")]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a demonstration leaves it: journal, truth, and a game of another program."""
    folder = tmp_path_factory.mktemp("kept")
    played = Game("npm-2008", 44, rounds=2, wrong="")
    store = SqliteJournal(folder / "journal.sqlite")
    records: list[Record] = []
    for event in recorded(played, "npm-2008"):
        records.append(seal(event, event.at, records[-1] if records else None))
    store.append(records)
    store.close()
    lines = [json.dumps(round_truth(one), ensure_ascii=False) for one in played.truth]
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "game.json").write_text(writer.write(simulated("mleague", 1, 2)[0]), encoding="utf-8")
    return folder


@dataclass(frozen=True, slots=True)
class Answer:
    """Output and exit status of a command."""

    returncode: int
    stdout: str
    stderr: str


def jantaku(folder: Path, *arguments: str) -> Answer:
    """Run a command in a folder, within this process."""
    out, said = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(said):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["jantaku", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
    status = ended.value.code
    return Answer(status if isinstance(status, int) else 0, out.getvalue(), said.getvalue())


@pytest.mark.parametrize("line", [line for line in COMMANDS if " demo " not in line and "--evidence" not in line])
def test_commands_of_the_document_run(line: str, kept: Path) -> None:
    arguments = shlex.split(line.removeprefix("jantaku").partition(" > ")[0])
    answer = jantaku(kept, *(argument.removeprefix("kept/") for argument in arguments))
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_journal_with_wins_is_replayed_to_its_end(form: list[str], kept: Path) -> None:
    answer = jantaku(kept, "replay", "journal.sqlite", *form)
    assert answer.returncode == 0
    assert ("RoundWon" if form else " win: ") in answer.stdout
    last = answer.stdout.splitlines()[-1]
    assert json.loads(last)["state"]["rounds"] == 2 if form else last.startswith("game 1, round 2, ")


@pytest.mark.parametrize("kind", EVENTS)
@settings(max_examples=5)
@given(data=st.data())
def test_every_kind_of_event_is_printed_in_one_line(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(values(kind))
    assert isinstance(event, Event)
    for language in Language:
        line = event_line(event, NOTHING_YET, language)
        name = FACTS[kind].of(language).removeprefix("the ")
        assert line.startswith(name)
        assert "\n" not in line


def test_the_document_shows_every_command() -> None:
    said = "\n".join(COMMANDS)
    for part in (
        "--format tenhou6",
        "--format mjai",
        "--format csv",
        "--truth",
        "--addresses",
        "wins",
        "convert",
        "--into",
        "demo",
    ):
        assert part in said


def test_a_difference_from_the_truth_is_shown(kept: Path) -> None:
    told = (kept / "truth.jsonl").read_text(encoding="utf-8")
    wrong = kept / "wrong.jsonl"
    wrong.write_text(told.replace('"dora_marker": "', '"dora_marker": "9m", "was": "', 1), encoding="utf-8")
    answer = jantaku(kept, "export", "journal.sqlite", "--format", "tenhou6", "--truth", "wrong.jsonl")
    assert answer.returncode == 1
    assert "1 of 2 rounds equal" in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("export nowhere.sqlite --format mjai", "no journal"),
        ("export journal.sqlite --format mjai --game 9", "game 9: expected 1-"),
        ("export journal.sqlite --format mjai --released-at soon", "expected a time"),
        ("export journal.sqlite --format mjai --truth game.json", "not a truth file"),
        ("wins journal.sqlite", "cannot be read"),
        ("wins nowhere.json", "cannot be read"),
        ("convert game.json", "which format"),
        ("convert game.json out.txt", "which format"),
        ("convert nowhere.json out.csv", "cannot be read"),
        ("export journal.sqlite --format pgn", "'pgn'"),
    ],
)
def test_bad_usage_is_said_in_one_line(arguments: str, said: str, kept: Path) -> None:
    answer = jantaku(kept, *arguments.split())
    assert answer.returncode == 2
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_several_games_are_several_files_and_nothing_is_overwritten(kept: Path) -> None:
    for form, ending in (("tenhou6", "json"), ("mjai", "mjson"), ("csv", "csv")):
        asked = ("export", "journal.sqlite", "--format", form, "--into", f"files-{form}")
        assert jantaku(kept, *asked).returncode == 0
        (file,) = (kept / f"files-{form}").iterdir()
        assert file.name == f"game-1.{ending}"
        again = jantaku(kept, *asked)
        assert (again.returncode, "File exists" in again.stderr) == (2, True)
    game = (kept / "game.json").read_text(encoding="utf-8")
    (kept / "two.jsonl").write_text(f"{game}\n{game}\n", encoding="utf-8")
    assert jantaku(kept, "convert", "two.jsonl", "turned/two.mjson").returncode == 0
    assert sorted(file.name for file in (kept / "turned").iterdir()) == ["two-1.mjson", "two-2.mjson"]


def test_records_of_others_are_turned_and_what_was_assumed_is_said(kept: Path) -> None:
    body = json.loads((kept / "game.json").read_text(encoding="utf-8"))
    del body["name"]
    (kept / "nameless.json").write_text(json.dumps(body), encoding="utf-8")
    answer = jantaku(kept, "convert", "nameless.json", "--to", "mjai")
    assert answer.returncode == 0
    assert "game 1: assumed: no names" in answer.stderr
    assert json.loads(answer.stdout.splitlines()[0])["type"] == "start_game"
    told = jantaku(kept, "wins", "nameless.json", "--rulebook", "mleague")
    assert told.returncode == 0
    assert told.stdout.startswith("game 1 assumed: no names")
    assert jantaku(kept, "export", "nameless.json", "--format", "csv").returncode == 0
    (kept / "mixed.jsonl").write_text(f"{json.dumps(body)}\n{{\n{json.dumps(body)}\n", encoding="utf-8")
    mixed = jantaku(kept, "wins", "mixed.jsonl", "--rulebook", "mleague")
    assert mixed.returncode == 2
    assert "line 2" in mixed.stderr
    assert "game 2 " in mixed.stdout


def test_unseen_hands_are_named_before_an_engine_stumbles(kept: Path) -> None:
    answer = jantaku(kept, "export", "journal.sqlite", "--format", "mjai")
    assert "in 2 rounds no hand is known" in answer.stderr
    assert jantaku(kept, "export", "journal.sqlite", "--format", "tenhou6").stderr == ""


def test_a_win_that_is_not_as_written_ends_with_one(kept: Path) -> None:
    text = (kept / "game.json").read_text(encoding="utf-8")
    (kept / "changed.json").write_text(re.sub(r"(\d+)符(\d+)飜", r"110符\2飜", text), encoding="utf-8")
    answer = jantaku(kept, "wins", "changed.json", "--rulebook", "mleague", "--json")
    assert answer.returncode == 1
    assert any(
        "fu: written 110" in line for one in answer.stdout.splitlines() for line in json.loads(one)["differences"]
    )

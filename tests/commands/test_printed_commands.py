"""Every command in docs, pages and messages runs as printed; none is unclassified."""

import importlib.util
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import jantaku
from tests.support.command_stage import (
    KNOWN,
    PLACEHOLDER,
    RUNNERS,
    UPPER_WORDS,
    Stage,
    elsewhere,
    is_for_programs,
    is_mention,
    is_name,
    is_prose,
    run,
    stage,
    status_of,
    unknown_options,
    whole,
)
from tests.support.printed_commands import ROOT, Printed, command_of, in_markdown, in_python, printed, spoken, targets
from tests.support.served_commands import serving
from tests.support.shown_ids import shown_ids

TABLE = "tests/vectors/printed_commands.toml"
COMMANDS = [each[0] for text, each in printed().items() if not is_prose(each[0])]
SPOKEN_OF = [each for each in COMMANDS if is_name(each) or is_mention(each)]
LEFT = [each for each in COMMANDS if each not in SPOKEN_OF and serving(each) is None]
ELSEWHERE = [each for each in LEFT if elsewhere(each)]
RUN = [each for each in LEFT if not elsewhere(each)]


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("commands")) as staged:
        yield staged


def test_commands_are_found_wherever_they_are_printed() -> None:
    places = {place.where.split("/")[0] for each in printed().values() for place in each}
    assert {"README.md", "docs", "api", "hardware", "vision", "controller", "firmware_bridge"} <= places
    page = "x\n```sh\njantaku verify a.sqlite  # b\nmake \\\n  demo\n```\n1. a\n\n   ```sh\n   jantaku doctor\n   ```\n"
    page += "See `uv sync`, `make`, `jantaku 雀卓`."
    assert list(in_markdown(page)) == [
        ("jantaku verify a.sqlite  # b", True),
        ("make    demo", True),
        ("jantaku doctor", True),
        ("uv sync", False),
        ("jantaku 雀卓", False),
    ]
    told = (
        'x = Text("jantaku table scan --profile FILE で三周期を計る", f"see jantaku serve {y}"); z = "jantaku read: no"'
    )
    assert list(in_python(told)) == [("jantaku table scan --profile FILE", False), ("jantaku serve {}", False)]
    assert list(spoken("make ways and python -m a.b: c; make test.")) == [
        ("python -m a.b", False),
        ("make test", False),
    ]


@pytest.mark.parametrize("command", RUN, ids=lambda each: each.text)
def test_what_is_printed_runs_as_it_is_printed(
    command: Printed, staged: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert command.words[0] in RUNNERS, f"{command.where}: say in {TABLE} why it cannot run in a test"
    text = re.sub(r"\s#\s.*$", "", staged.filled(whole(command.text)))
    left = [word for word in PLACEHOLDER.findall(text) if not UPPER_WORDS.fullmatch(word)]
    assert left == [], f"{command.where}: give {left} a stand-in in {TABLE}"
    answer = run(command, staged, monkeypatch, tmp_path / "here")
    assert answer.returncode == status_of(command), f"{command.where}: {answer.stderr[-2000:]}"
    assert "Traceback" not in answer.stderr
    if not is_for_programs(command):
        lines = f"{answer.stdout}\n{answer.stderr}".splitlines()
        assert [line for line in lines if [*shown_ids(line)]] == [], command.where


def source_of(module: str) -> str:
    """Source code of a module that is run by its name."""
    found = importlib.util.find_spec(module)
    found = importlib.util.find_spec(f"{module}.__main__") if found and found.submodule_search_locations else found
    assert found is not None, module
    assert found.origin is not None
    return Path(found.origin).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", SPOKEN_OF, ids=lambda each: each.text)
def test_what_sentences_speak_of_is_there(command: Printed) -> None:
    if command.words[0] == "python":
        assert source_of(command.words[2]), command.where
        return
    assert unknown_options(command) == [], command.where
    path, _ = command_of(command.words[1:])
    assert jantaku(*path, "--help").returncode == 0


@pytest.mark.parametrize("command", ELSEWHERE, ids=lambda each: each.text)
def test_what_cannot_run_here_names_what_is_there(command: Printed) -> None:
    words = command.words
    assert not [word for word in words if word.startswith("tests/") and not (ROOT / word).exists()], command.where
    if words[0] == "jantaku":
        assert unknown_options(command) == [], command.where
    elif words[0] == "make":
        assert words[1] in targets(), command.where
    elif words[1:2] == ["-m"] and words[2].split(".")[0] in ("api", "hardware", "tests", "vision"):
        source = source_of(words[2])
        assert [word for word in words[3:] if word.startswith("--") and f'"{word}"' not in source] == [], command.where
    elif words[0] == "python" and words[1].endswith(".py"):
        assert (ROOT / words[1]).exists(), command.where


@pytest.mark.parametrize("target", sorted({each.words[1] for each in COMMANDS if each.words[0] == "make"}))
def test_make_knows_the_target(target: str) -> None:
    answer = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_nothing_is_kept_that_is_printed_no_more() -> None:
    texts = [re.sub(r"^(?:[A-Z][A-Z_]*=\S+\s+)*", "", each.text) for each in COMMANDS]
    texts += [each.text for each in COMMANDS] + [each[0].text for each in printed().values()]
    kept = [
        one for table in ("elsewhere", "ends", "programs", "prose") for row in KNOWN[table] for one in row["starts"]
    ]
    assert [one for one in kept if not any(text.startswith(one) for text in texts)] == []
    assert [one for one in KNOWN["stand_ins"] if not any(one in whole(text) for text in texts)] == []
    assert all(row["why"] for table in ("elsewhere", "ends", "programs") for row in KNOWN[table])

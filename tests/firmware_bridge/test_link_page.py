"""The page about connecting a table: its commands run, its tables match the code, its links work."""

import re
import shlex
from pathlib import Path

import pytest

from docs.generate.draw_wiring import LINK_PAGE, outputs
from firmware_bridge.findings import words
from tests.support.command_line import jantaku
from tests.support.table_on_pty import table_on_pty

ROOT = Path(__file__).parents[2]
PAGE = LINK_PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
LINES = [line.strip() for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line.removeprefix("jantaku ") for line in LINES if line.startswith("jantaku ")]
PORT = "/dev/jantaku-table"


# These need a board to write to, or a person at the table.
BY_HAND = ("flash", "scan")


def test_commands_of_the_page_run_on_a_table_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    own = tmp_path / "hall-3.toml"
    own.write_text('extends = "two-start"\n', encoding="utf-8")
    with table_on_pty(tmp_path / "table") as (_, cable):
        for command in (each for each in COMMANDS if each.split()[1] not in BY_HAND):
            words = command.replace(PORT, str(cable.link)).replace(own.name, str(own))
            answer = jantaku(*shlex.split(words))
            assert answer.returncode == 0, (command, answer.stderr)
            assert answer.stdout, command


def test_the_page_shows_every_command_of_the_table() -> None:
    shown = {command.split()[1] for command in COMMANDS if command.startswith("table")}
    assert shown == {"state", "press", "goal", "log", "flash", "scan", "selftest", "config"}


def test_every_line_of_the_doctor_is_explained_and_nothing_is_stale() -> None:
    assert outputs()[LINK_PAGE] == PAGE, "run python docs/generate/draw_wiring.py"
    assert all(f"| `{code}` |" in PAGE for code in words())


@pytest.mark.parametrize("page", [LINK_PAGE, ROOT / "hardware" / "wiring" / "README.md"], ids=lambda page: page.name)
def test_files_that_the_pages_name_exist(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
    copied = re.findall(r"^\s*sudo cp (\S+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert copied
    assert [name for name in copied if not (ROOT / name).is_file()] == []

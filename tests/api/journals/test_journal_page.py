"""Every command of the page on journals runs, in the page's order, on a journal like a table's."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli.app import app
from api.stores.open import open_journal
from tests.support.small_journal import fill

PAGE = Path(__file__).parents[3] / "docs" / "journal.md"


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "kept").mkdir()
    store = open_journal("kept/journal.sqlite")
    fill(store)
    store.close()
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) > 7
    for command in commands:
        words, _, out = command.removeprefix("jantaku ").partition(" > ")
        done = CliRunner().invoke(app, shlex.split(words))
        assert (done.exit_code, done.exception) == (0, None), command
        if out:
            Path(out).write_text(done.stdout, encoding="utf-8")

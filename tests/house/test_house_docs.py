"""The documents hold: commands in the README run, files it names exist, the make targets are there."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import jantaku

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
SHELL = [line for block in BLOCKS for line in block.splitlines() if line.startswith("uv run jantaku")]
NAMED = sorted({match.split()[0] for match in re.findall(r"`jantaku ([^`]+)`", README)})
LINKS = re.findall(r"\]\((?!https?://)([^)#]+)\)", README)


def test_readme_shows_something_to_run() -> None:
    assert SHELL
    assert {"demo", "serve", "score", "read", "rulebooks", "replay", "doctor"} <= set(NAMED)


@pytest.mark.parametrize("line", SHELL)
def test_commands_of_the_readme_run(line: str) -> None:
    arguments = shlex.split(line.removeprefix("uv run jantaku"))
    answer = jantaku(*arguments)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout


@pytest.mark.parametrize("command", NAMED)
def test_commands_that_the_readme_names_exist(command: str) -> None:
    assert jantaku(command, "--help").returncode == 0


@pytest.mark.parametrize("link", LINKS)
def test_files_that_the_readme_links_exist(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("target", ["demo", "test", "test-fast", "bench", "lint"])
def test_make_knows_the_target(target: str) -> None:
    answer = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_changelog_keeps_an_unreleased_section() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

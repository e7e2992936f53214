"""The page on the hub: its commands are those of the program, and the server takes the configurations they print."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli.app import app
from tests.support.real_nats import need_nats

PAGE = (Path(__file__).parents[3] / "docs" / "hub.md").read_text(encoding="utf-8").replace("\\\n", " ")
SHELL = [line.strip() for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
BROKERS = [line for line in SHELL if line.startswith("jantaku broker")]


@pytest.mark.parametrize("line", BROKERS)
def test_a_printed_configuration_is_one(line: str, tmp_path: Path) -> None:
    need_nats()
    words = shlex.split(line.partition(">")[0])[1:]
    printed = CliRunner().invoke(app, words)
    assert printed.exit_code == 0
    file = tmp_path / "nats.conf"
    config = printed.stdout.replace("/var/lib/jantaku-broker", str(tmp_path))
    file.write_text(config.replace("0.0.0.0", "127.0.0.1"))
    variables = {name: f"pw-{name}" for name in re.findall(r"\$(JANTAKU_\w+)", config)}
    variables |= {name: "nats-leaf://edge-kyoto:pw@127.0.0.1:7422" for name in variables if name.endswith("_URL")}
    words = ["nats-server", "-t", "-c", str(file)]
    told = subprocess.run(words, env={**os.environ, **variables}, capture_output=True, check=False)
    assert told.returncode == 0, told.stderr.decode()


def test_every_command_of_the_page_is_one_with_these_options() -> None:
    named = re.findall(r"jantaku (\w+)([^>\n]*)", "\n".join(SHELL))
    assert {name for name, _ in named} == {"broker", "hub", "gateway"}
    for name, rest in named:
        described = CliRunner().invoke(app, [name, "--help"], terminal_width=200).stdout
        assert all(option in described for option in re.findall(r"--\w+", rest))


def test_what_cannot_be_is_said_in_a_line() -> None:
    for words in (
        ["broker", "edge", "--venue", "a.b"],
        ["broker", "middle", "--venue", "a"],
        ["hub", "--database", "x"],
    ):
        refused = CliRunner().invoke(app, words)
        assert refused.exit_code != 0

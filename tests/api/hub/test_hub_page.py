"""The page on the hub: its commands exist, and the server accepts the configurations that they print."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli.app import app
from api.hub.signing import Keys
from tests.support.real_nats import need_nats

PAGE = (Path(__file__).parents[3] / "docs" / "hub.md").read_text(encoding="utf-8").replace("\\\n", " ")
SHELL = [line.strip() for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
BROKERS = [line for line in SHELL if line.startswith("jantaku broker ")]


@pytest.mark.parametrize("line", BROKERS)
def test_a_printed_configuration_is_one(line: str, tmp_path: Path) -> None:
    binary = need_nats()
    words = shlex.split(line.partition(">")[0])[1:]
    printed = CliRunner().invoke(app, words)
    assert printed.exit_code == 0
    file = tmp_path / "nats.conf"
    config = printed.stdout.replace("/var/lib/jantaku-broker", str(tmp_path))
    file.write_text(config.replace("0.0.0.0", "127.0.0.1"))
    variables = {name: f"pw-{name}" for name in re.findall(r"\$(JANTAKU_\w+)", config)}
    variables |= {name: "nats-leaf://edge-kyoto:pw@127.0.0.1:7422" for name in variables if name.endswith("_URL")}
    words = [binary, "-t", "-c", str(file)]
    told = subprocess.run(words, env={**os.environ, **variables}, capture_output=True, check=False)
    assert told.returncode == 0, told.stderr.decode()


def test_every_command_of_the_page_is_one_with_these_options() -> None:
    named = re.findall(r"jantaku ([\w-]+)([^>\n]*)", "\n".join(SHELL))
    assert {name for name, _ in named} == {"broker", "broker-key", "hub", "gateway"}
    for name, rest in named:
        described = CliRunner().invoke(app, [name, "--help"], terminal_width=200).stdout
        assert all(option in described for option in re.findall(r"--\w+", rest))


@pytest.mark.long
def test_the_steps_of_the_page_make_passwords_keys_and_a_broker_that_starts(tmp_path: Path) -> None:
    """As printed, in one shell: set-up, a further venue, a second key."""
    shim = tmp_path / "jantaku"
    shim.write_text(f'#!/bin/sh\nexec {sys.executable} -m api "$@"\n')
    shim.chmod(0o755)
    steps = [
        line
        for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S)
        for line in block.splitlines()
        if "hub.names" in line or line.startswith(("jantaku broker-key", "chmod", "sed"))
    ]
    store = str(tmp_path / "store")
    script = "\n".join(["set -eu", *steps, f"set -a; . ./hub.env; set +a; {need_nats()} -t -c hub.conf"])
    paths = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(
        ["sh", "-c", script.replace("/var/lib/jantaku-broker", store)],
        cwd=tmp_path,
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    passwords = dict(line.split("=", 1) for line in (tmp_path / "hub.env").read_text().splitlines())
    assert {f"JANTAKU_AGENT_{venue}_PASSWORD" for venue in ("KYOTO", "OSAKA", "NARA")} <= passwords.keys()
    assert len(set(passwords.values())) == len(passwords)
    assert (tmp_path / "hub.secret").read_text().strip() == passwords["JANTAKU_HUB_PASSWORD"]
    assert [line.split()[0] for line in (tmp_path / "venues.keys").read_text().splitlines()].count("kyoto") == 2
    Keys(tmp_path / "venues.keys")


def test_what_cannot_be_is_said_in_a_line() -> None:
    for words in (
        ["broker", "edge", "--venue", "a.b"],
        ["broker", "middle", "--venue", "a"],
        # Each would know the other's password.
        ["broker", "hub", "--venue", "kyoto", "--venue", "Kyoto"],
        ["broker", "hub", "--venue", "north-1", "--venue", "north_1"],
        ["hub", "--database", "x"],
    ):
        refused = CliRunner().invoke(app, words)
        assert refused.exit_code != 0

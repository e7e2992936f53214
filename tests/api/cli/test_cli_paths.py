"""Every command, every path argument and every kind of wrong path: one clear line, never a traceback."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from api.cli import main
from api.cli.app import app

# Commands that run until they are stopped, and retry an address that does not answer.
SERVE: tuple[str, ...] = ("demo", "mjai")
PLACES = ("in a file", "a folder", "missing", "no text", "no name")


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if hasattr(command, "commands"):
        for name, each in command.commands.items():
            yield from commands(each, (*words, name))
    elif words[0] not in SERVE:
        yield words, command


def lines() -> Iterator[tuple[str, ...]]:
    """Yield a command line for every path argument of every command, with ``@`` in place of the path."""
    for words, command in commands(get_command(app)):
        given = [each for each in command.params if each.required]
        for wrong in command.params:
            if wrong.param_type_name != "argument" and "path" not in str(wrong.type).lower():
                continue
            line = list(words)
            for each in dict.fromkeys([*given, wrong]):
                line += [] if each.param_type_name == "argument" else [each.opts[0]]
                line += ["@"]
            yield tuple(line)


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    tmp_path.joinpath("file").write_text("text")
    tmp_path.joinpath("folder").mkdir()
    tmp_path.joinpath("binary").write_bytes(bytes(range(256)) * 8)
    found = ("file/below", "folder", "none/there", "binary", "x" * 300)
    return {name: tmp_path / each for name, each in zip(PLACES, found, strict=True)}


@pytest.mark.parametrize("line", sorted(set(lines())), ids=" ".join)
def test_a_wrong_place_gets_one_line(
    line: tuple[str, ...], places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Regression: a press log that is a folder, or a firmware that is no text, ended in a traceback."""
    monkeypatch.chdir(places["a folder"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for place in places.values():
        monkeypatch.setattr(sys, "argv", ["jantaku", *(str(place) if each == "@" else each for each in line)])
        with pytest.raises(SystemExit):
            main()
        capsys.readouterr()

"""The page from an empty Debian: the operation day runs every line of it, and the parts accept the files it writes."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import jantaku
from tests.support.debian import lacking
from tests.support.operation_day import PAGE, blocks, main, venue

DEPLOY = Path(__file__).parents[3] / "api" / "deploy"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_line_of_the_page_is_in_a_block_that_the_day_runs() -> None:
    lines = [
        line
        for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
    ]
    assert lines == [line for block in blocks(TEXT).values() for line in block.splitlines()]
    assert list(blocks(TEXT)) == ["1", "2", "3", "4", "5", "6", "7", "7b", "8", "9", "10"]


@pytest.mark.parametrize("number", blocks(TEXT))
def test_a_block_is_what_a_shell_takes(number: str) -> None:
    asked = subprocess.run(["bash", "-n"], input=blocks(TEXT)[number], text=True, capture_output=True, check=False)
    assert (asked.returncode, asked.stderr) == (0, "")


def test_every_unit_is_started_and_every_file_that_it_reads_is_written() -> None:
    units = {unit.stem: unit.read_text(encoding="utf-8") for unit in DEPLOY.glob("*.service")}
    started = re.findall(r"^systemctl enable --now (.*)$", TEXT, re.MULTILINE)
    assert {word for line in started for word in line.split()} == set(units)
    read = {name for text in units.values() for name in re.findall(r"/etc/jantaku/(\w+\.\w+)", text)}
    written = set(re.findall(r"> (?:/etc/jantaku/)?([\w.]+\.(?:env|conf|keys))\b", TEXT))
    assert read == written


@pytest.mark.parametrize("signed", [False, True])
def test_the_venue_of_the_day_has_no_mistake(signed: bool, tmp_path: Path) -> None:
    """Boards and cameras are those of the operation day and reported as missing; an error in the file would exit with
    2.
    """
    file = tmp_path / "venue.toml"
    file.write_text(venue(signed), encoding="utf-8")
    answer = jantaku("serve", str(file), "--check")
    assert (answer.returncode, "line " in answer.stderr) == (1, False)


@pytest.mark.long
@pytest.mark.process
@pytest.mark.skipif(bool(lacking()), reason=f"needs {', '.join(lacking())}, and root")
def test_a_day_of_operation() -> None:
    assert main(["--play-s", "20"]) == 0

"""The recipe for a rulebook that is built on another: what its two files make red is what is about its own fields."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.support.seventh_book import CHANGED

ROOT: Final = Path(__file__).parents[3]
HERE: Final = Path(__file__).parent
READ: Final = ("test_differences.py", "test_rulebooks.py", "test_law_coverage.py")


@pytest.mark.long
def test_a_book_built_on_another_needs_lines_only_in_vectors_that_name_its_fields() -> None:
    """Red where others meant what most books say: 67 tests looked at two changed fields."""
    chosen = "books_say or test_rulebooks or law_coverage"
    command = (sys.executable, "-m", "pytest", "-q", "-p", "tests.support.seventh_book", "-p", "no:cacheprovider")
    done = subprocess.run(
        (*command, "--tb=no", "-rf", "-k", chosen, *(str(HERE / name) for name in READ)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    red = re.findall(r"^FAILED \S+::(\w+)(?:\[(.*)\])?", done.stdout, re.MULTILINE)
    about = {
        vector["name"]
        for file in (ROOT / "tests" / "vectors").glob("differences_*.toml")
        for vector in tomllib.loads(file.read_text("utf-8"))["vector"]
        if CHANGED & set(vector["fields"])
    }
    assert {name for test, name in red if test == "test_what_the_books_say"} == about, done.stdout
    assert len(red) == len(about) == 3, done.stdout

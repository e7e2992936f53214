"""The project's own files, as the tests of the house see them."""

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """Root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def files() -> tuple[Path, ...]:
    """Every file of the project relative to its root: those in git, and those about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = sorted(set(listed.split("\0")) - {""})
    return tuple(Path(name) for name in names if (ROOT / name).is_file())


@pytest.fixture(scope="session")
def texts(files: tuple[Path, ...]) -> dict[Path, str]:
    """Contents of every file that is UTF-8 text."""
    found = {}
    for path in files:
        raw = (ROOT / path).read_bytes()
        if b"\0" not in raw:
            found[path] = raw.decode("utf-8")
    return found


@pytest.fixture(scope="session")
def trees(texts: dict[Path, str]) -> dict[Path, ast.Module]:
    """Every Python file outside the tests, parsed."""
    return {path: ast.parse(text) for path, text in texts.items() if path.suffix == ".py" and path.parts[0] != "tests"}

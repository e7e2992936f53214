"""The project's files, for the tests of the repository."""

import ast
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.syntax import Nodes, without_garbage

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """Root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def files() -> tuple[Path, ...]:
    """Every file of the project relative to its root: those in git, and new ones not ignored by it."""
    return _files()


@pytest.fixture(scope="session")
def texts() -> dict[Path, str]:
    """Contents of every file that is UTF-8 text."""
    return _texts()


@pytest.fixture(scope="session")
def locked() -> list[dict[str, Any]]:
    """Packages of the lock file."""
    packages: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    return packages


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """Every Python file outside the tests, parsed."""
    return _trees()


@pytest.fixture(scope="module")
def nodes() -> dict[Path, Nodes]:
    """Nodes of each parsed file, by kind."""
    return _nodes()


def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Release the trees, which take 200 MB, after the last of these tests."""
    if nextitem is None or nextitem.path.parent != Path(__file__).parent:
        _nodes.cache_clear()
        _trees.cache_clear()


@cache
def _files() -> tuple[Path, ...]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = sorted(set(listed.split("\0")) - {""})
    return tuple(Path(name) for name in names if (ROOT / name).is_file())


@cache
def _texts() -> dict[Path, str]:
    found = {}
    for path in _files():
        raw = (ROOT / path).read_bytes()
        if b"\0" not in raw:
            found[path] = raw.decode("utf-8")
    return found


@cache
def _trees() -> dict[Path, ast.Module]:
    python = {path: text for path, text in _texts().items() if path.suffix == ".py" and path.parts[0] != "tests"}
    with without_garbage():
        return {path: ast.parse(text) for path, text in python.items()}


@cache
def _nodes() -> dict[Path, Nodes]:
    with without_garbage():
        return {path: Nodes(tree) for path, tree in _trees().items()}

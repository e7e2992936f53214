"""The recipes of docs/adding.md as patches, and copies of the project in which they are applied.

``python -m tests.support.recipes`` writes the page's table of what each recipe touches.
"""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shutil import copy2, copytree
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "tests" / "vectors" / "recipes"
PAGE: Final = ROOT / "docs" / "adding.md"
HEAD: Final = (
    "| 手順 | recipe | ファイル / files | 行 / lines | うちテスト / of them tests | 見直すテスト / tests to look at |\n"
)
RULE: Final = "| --- | --- | --- | --- | --- | --- |\n"
_COMPILED: Final = Path("build", "bytecode")
_GIT: Final = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}


@dataclass(frozen=True)
class Recipe:
    """One patch: files and text to write, commands that print pages again, and tests that pass afterwards.

    ``red``: tests that passed before the patch and that a person has to review.
    """

    name: str
    body: dict[str, Any]

    @property
    def title(self) -> str:
        """Heading in the page."""
        return str(self.body["recipe"])

    @property
    def red(self) -> tuple[str, ...]:
        """Tests to review."""
        return tuple(self.body.get("red", ()))

    @property
    def checks(self) -> tuple[str, ...]:
        """Tests that pass after the patch, as pytest names them."""
        return tuple(self.body["checks"])

    @property
    def long(self) -> tuple[str, ...]:
        """Further tests that pass and take longer."""
        return tuple(self.body.get("long", ()))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Files that a person writes or changes."""
        return tuple(dict.fromkeys(each["file"] for each in self.body["write"]))

    @property
    def lines(self) -> int:
        """Number of lines that a person writes."""
        return sum(len(each["text"].strip("\n").splitlines()) for each in self.body["write"])

    @property
    def row(self) -> str:
        """Row in the page's table."""
        tests = sum(file.startswith("tests/") for file in self.files)
        cells = (self.body["ja"], self.title, len(self.files), self.lines, tests, len(self.red))
        return f"| {' | '.join(map(str, cells))} |\n"

    @property
    def prints(self) -> tuple[str, ...]:
        """Commands that print pages again."""
        return tuple(self.body.get("run", ()))

    def write(self, root: Path) -> None:
        """Write the patch into a copy of the project."""
        for each in self.body["write"]:
            path = root / each["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._patched(path, each), encoding="utf-8")

    def _patched(self, path: Path, each: dict[str, Any]) -> str:
        text = each["text"].strip("\n")
        where = next((word for word in ("after", "before", "old") if word in each), "")
        if not where:
            assert not path.exists(), f"{self.name}: {path.name} is there already"
            return f"{text}\n"
        found, mark = path.read_text("utf-8"), each[where]
        assert found.count(mark) == 1, f"{self.name}: {each['file']} has {found.count(mark)} of {mark!r}"
        made = {"after": f"{mark}\n{text}", "before": f"{text}\n{mark}", "old": text}
        return found.replace(mark, made[where])


def apply(every: Iterable[Recipe], root: Path) -> None:
    """Write the patches into a copy of the project, and run each printing command once."""
    wanted = tuple(every)
    for recipe in wanted:
        recipe.write(root)
    for command in dict.fromkeys(command for recipe in wanted for command in recipe.prints):
        done = run(root, command)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def recipes() -> tuple[Recipe, ...]:
    """Every recipe that has a patch, in the order of the page."""
    found = [Recipe(path.stem, tomllib.loads(path.read_text("utf-8"))) for path in sorted(FOLDER.glob("*.toml"))]
    order = re.findall(r"^## (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    return tuple(sorted(found, key=lambda each: order.index(each.title)))


def copied(into: Path) -> Path:
    """Copy the project's files; git in the copy reads the original's index and writes nothing."""

    def told(*words: str) -> str:
        command = ["git", *words]
        return subprocess.run(command, cwd=ROOT, env=_GIT, check=True, capture_output=True, text=True).stdout

    for name in told("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / name, into / name)
    # Compiled files are valid only for sources with the same time and size.
    if sys.pycache_prefix and (compiled := _below(sys.pycache_prefix, ROOT)).is_dir():
        copytree(compiled, _below(into / _COMPILED, into))
    (into / ".git").write_text(f"gitdir: {told('rev-parse', '--absolute-git-dir')}", encoding="utf-8")
    return into


def _below(prefix: str | Path, path: Path) -> Path:
    """Folder in which Python stores compiled files of a path."""
    return Path(prefix, *path.resolve().parts[1:])


def run(root: Path, command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a copy with the tests' ``python``; ``more``: additional environment variables."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # Compile once for all commands in the copy.
    compiled = {"PYTHONPYCACHEPREFIX": str(root / _COMPILED), "PYTHONDONTWRITEBYTECODE": ""}
    environment = {**_GIT, "PATH": path, "PYTHONPATH": str(root), **compiled, **more}
    return subprocess.run(
        command, shell=True, cwd=root, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )


def failing(root: Path, tests: Iterable[str], *options: str) -> tuple[set[str], str]:
    """Return names of the tests that fail in a copy, and pytest's output; raises if pytest could not run them."""
    command = "python -m pytest -q -p no:cacheprovider -p no:xdist --tb=short -rfE"
    done = run(root, f"{command} {shlex.join((*options, *tests))}")
    told = done.stdout + done.stderr
    assert done.returncode in (0, 1), told
    return set(re.findall(r"^(?:FAILED|ERROR) (\S+?::\w+)", told, re.MULTILINE)), told


def table() -> str:
    """Return the page's table."""
    return HEAD + RULE + "".join(recipe.row for recipe in recipes())


def page() -> str:
    """Return the page with the current table."""
    text = PAGE.read_text("utf-8")
    begin = text.index(HEAD)
    end = text.index("\n\n", begin)
    return text[:begin] + table().rstrip("\n") + text[end:]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

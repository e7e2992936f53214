"""Layout of the repository: where files are, how long they are, and how they may be named."""

import re
from pathlib import Path

PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}
BESIDE = {
    *("tests", "docs", ".ci", ".gitignore", ".dockerignore", ".gitattributes"),
    *("pyproject.toml", "uv.lock", "Makefile", "README.md", "README.ja.md", "CHANGELOG.md", "LICENSE"),
    *("REUSE.toml", "LICENSES", "CONTRIBUTING.md", "SECURITY.md", ".github"),
}
CODE = {".py", ".js", ".mjs", ".ts", ".css", ".html", ".c", ".h", ".cpp", ".ino"}
LONGEST = 500
WRITTEN = re.compile(r"//[^\n]* written by docs/generate/")
"""First line of a page's data file that a script writes."""
ATTICS = ("utils", "util", "helpers", "helper", "manager", "managers", "misc", "common")


def test_five_packages_and_nothing_else_on_top(files: tuple[Path, ...]) -> None:
    assert {path.parts[0] for path in files} - BESIDE == PACKAGES
    assert [path for path in files if len(path.parts) == 1 and path.suffix == ".py"] == []


def test_every_package_can_be_imported_and_is_typed(files: tuple[Path, ...]) -> None:
    assert {Path(package, name) for package in PACKAGES for name in ("__init__.py", "py.typed")} <= set(files)
    rooms = {path.parent for path in files if path.suffix == ".py" and path.parts[0] in PACKAGES}
    assert sorted(room for room in rooms if room / "__init__.py" not in files) == []


def test_no_file_of_code_is_longer_than_500_lines(texts: dict[Path, str]) -> None:
    lengths = {
        path: len(text.splitlines()) for path, text in texts.items() if path.suffix in CODE and not WRITTEN.match(text)
    }
    assert lengths
    assert {str(path): length for path, length in lengths.items() if length > LONGEST} == {}


def test_no_file_is_an_attic(files: tuple[Path, ...]) -> None:
    words = {path: {word for part in path.parts for word in Path(part).stem.lower().split("_")} for path in files}
    assert [path for path, parts in words.items() if parts & set(ATTICS)] == []


def test_test_files_have_names_of_their_own(files: tuple[Path, ...]) -> None:
    names = [path.name for path in files if path.name.startswith("test_")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []

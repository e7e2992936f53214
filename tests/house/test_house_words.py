"""What is written where: no rulebook by name in code, no place of one machine, no mirror in the lock file."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from controller.rulebooks.catalogue import rulebook_ids
from tests.house.test_house_files import WRITTEN
from tests.support.syntax import Nodes

PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}
BOOKS = Path("controller/rulebooks")
PAGES = {".js", ".mjs", ".ts", ".html"}
FORBIDDEN = {
    "a directory of one machine": re.compile(r"(?<![\w.:/~])/(?:home|root|Users|work|mnt|srv)/\w|[A-Z]:\\Users\\"),
    "a host of one network": re.compile(r"https?://[\w.-]+\.(?:internal|corp|lan|local)\b"),
    "a private address": re.compile(r"\b(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+\b"),
    "an unresolved merge": re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE),
    "an open end": re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"),
    "a key or token": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_\w{20}|\bAKIA[0-9A-Z]{16}\b"),
}
SELF = Path("tests/house/test_house_words.py")


def literals(nodes: Nodes) -> set[str]:
    """Strings of a Python file."""
    return {node.value for node in nodes.of(ast.Constant) if isinstance(node.value, str)}


def test_no_code_outside_the_rulebooks_knows_the_id_of_a_book(texts: dict[Path, str], nodes: dict[Path, Nodes]) -> None:
    """A literal that is an id decides something; an example in a help text or a source in a comment does not."""
    ids = set(rulebook_ids())
    quoted = re.compile("|".join(rf"[\"'`]{re.escape(name)}[\"'`]" for name in sorted(ids)))
    known = {}
    for path, text in texts.items():
        if path.parts[0] not in PACKAGES or BOOKS in path.parents or WRITTEN.match(text):
            continue
        if path.suffix == ".py" and (found := ids & literals(nodes[path])):
            known[str(path)] = sorted(found)
        elif path.suffix in PAGES and (written := quoted.findall(text)):
            known[str(path)] = written
    assert known == {}


def test_no_code_outside_the_rulebooks_imports_a_book(texts: dict[Path, str]) -> None:
    imports = re.compile(r"\bcontroller\.rulebooks\.books\b|\bcontroller\.rulebooks import .*\bbooks\b")
    outside = {path: text for path, text in texts.items() if path.parts[0] in PACKAGES and BOOKS not in path.parents}
    assert [str(path) for path, text in outside.items() if imports.search(text)] == []


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_that_belongs_elsewhere_is_written_down(what: str, texts: dict[Path, str]) -> None:
    found = {str(path): match.group() for path, text in texts.items() if (match := FORBIDDEN[what].search(text))}
    found.pop(str(SELF), None)
    assert found == {}


def test_the_lock_file_points_at_the_public_index_only(root: Path) -> None:
    lock = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))
    sources = {package["source"].get("registry") for package in lock["package"]} - {None}
    assert sources == {"https://pypi.org/simple"}
    urls = {
        file["url"]
        for package in lock["package"]
        for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
    }
    assert [url for url in urls if not url.startswith("https://files.pythonhosted.org/")] == []

"""Forbidden contents: rulebook ids in code, paths of one machine, a mirror in the lock file."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from controller.rulebooks.catalogue import rulebook_ids
from tests.house.test_house_files import WRITTEN
from tests.support.syntax import Nodes

PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}
BOOKS = Path("controller/rulebooks")
PAGES = {".js", ".mjs", ".ts", ".html"}
# Each pattern begins with a character and then looks behind: one that begins with `\b` is tried at every position.
FORBIDDEN = {
    "a directory of one machine": re.compile(
        r"/(?<![\w.:/~]/)(?:home|root|Users|work|mnt|srv)/\w|:(?<=[A-Z]:)\\Users\\"
    ),
    "a host of one network": re.compile(r"https?://[\w.-]+\.(?:internal|corp|lan|local)\b"),
    "a private address": re.compile(r"1(?<=\b1)(?:0\.\d+|92\.168|72\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+\b"),
    "an unresolved merge": re.compile(r"[<>](?<=^[<>])(?:(?<=<)<{6}|(?<=>)>{6}) ", re.MULTILINE),
    "an open end": re.compile(r"[TFXH](?<=\b[TFXH])(?:(?<=T)ODO|(?<=F)IXME|(?<=X)XX|(?<=H)ACK)\b"),
    "a key or token": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY|g(?<=\bg)h[pousr]_\w{20}|A(?<=\bA)KIA[0-9A-Z]{16}\b"),
}
SELF = Path("tests/house/test_house_words.py")


def literals(nodes: Nodes) -> set[str]:
    """Strings of a Python file."""
    return {node.value for node in nodes.of(ast.Constant) if isinstance(node.value, str)}


def test_no_code_outside_the_rulebooks_knows_the_id_of_a_book(texts: dict[Path, str], nodes: dict[Path, Nodes]) -> None:
    """A literal id decides something; an example in a help text or a source in a comment does not."""
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


@pytest.mark.parametrize(
    ("what", "written", "allowed"),
    [
        ("a directory of one machine", "see /home/x", "~/home/x"),
        ("a directory of one machine", r"see C:\Users\x", "see /homes/x"),
        ("a private address", "at 10.0.0.7", "at 110.0.0.7"),
        ("a private address", "192.168.0.1", "172.15.0.1"),
        ("an unresolved merge", "a\n<<<<<<< b", "a <<<<<<< b"),
        ("an unresolved merge", ">>>>>>> b", "<<<<<<>"),
        ("an open end", "a TO" + "DO", "TODOS"),
        ("an open end", "XX" + "X: a", "aFIXME"),
        ("a key or token", "ghp_" + "x" * 20, "highp_" + "x" * 20),
        ("a key or token", "AKIA" + "0" * 16, "AKIA" + "0" * 17),
    ],
)
def test_what_belongs_elsewhere_is_known(what: str, written: str, allowed: str) -> None:
    assert FORBIDDEN[what].search(written)
    assert not FORBIDDEN[what].search(allowed)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_that_belongs_elsewhere_is_written_down(what: str, texts: dict[Path, str]) -> None:
    found = {str(path): match.group() for path, text in texts.items() if (match := FORBIDDEN[what].search(text))}
    found.pop(str(SELF), None)
    assert found == {}


def test_the_lock_file_points_at_the_public_index_only(locked: list[dict[str, Any]]) -> None:
    sources = {package["source"].get("registry") for package in locked} - {None}
    assert sources == {"https://pypi.org/simple"}
    urls = {
        file["url"]
        for package in locked
        for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
    }
    assert [url for url in urls if not url.startswith("https://files.pythonhosted.org/")] == []

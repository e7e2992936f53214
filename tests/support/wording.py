"""Every string for people in Japanese, from Python, TOML and pages, and checks of its wording."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tests.support.syntax import Nodes

JAPANESE: Final = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
HOLE: Final = "{}"
"""Placeholder for a filled-in value."""
WORDS: Final = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
_BESIDE: Final = re.compile(r"（[^（）]*）|\([^()]*\)")
_POLITE: Final = re.compile("(?:です|ます|ません|でした|ました|ください|でしょう|ましょう)(?:か|が)?[」』]*$")
_NOUN: Final = re.compile(r"[\u30a0-\u30ff\u4e00-\u9fff\w」』%\-–)）}]$")
"""End of a sentence in a noun: kanji, katakana, a figure or a filled-in value."""
_HIRAGANA: Final = re.compile("[\u3041-\u309f]$")
_MACHINE: Final = re.compile(
    r"`[^`]*`|(?:https?|rtsp)://\S*|usb:\S+|--[\w-]+(?: [\w.]+)?|(?:docs|hardware|/\w+)/[\w./*-]+|\[[a-z]+\] \w+"
    r"|[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)+|[a-z_]+=[\w-]+|sudo [ -~]*|(?:jantaku|make)(?: [a-z]+)+"
)
"""Literal text to type or open: commands, options, addresses, files, names of settings."""
_LATIN: Final = re.compile("(?<![0-9A-Za-z])[A-Za-z]{3,}(?![0-9A-Za-z])")
_KNOWN: Final = tuple((row.get("where", ""), word) for row in WORDS["latin"] for word in row["words"])
_VALUE: Final = r"\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}"
_SCRIPT: Final = re.compile(
    rf'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.|\$(?!{{)|{_VALUE})*)`|//[^\n]*|/\*.*?\*/', re.DOTALL
)
_FILLED: Final = re.compile(rf"{_VALUE}|{{[^{{}}]*}}")
_MARKUP: Final = re.compile(r"<!--.*?-->|<(?:script|style).*?</(?:script|style)>|<[^>]*>", re.DOTALL)
_JA_KEY: Final = re.compile("(?:^|_)ja$")


@dataclass(frozen=True, slots=True)
class Said:
    """A string with its place; ``both``: its English is given beside it, so it must contain only Japanese."""

    place: str
    text: str
    both: bool


def said(root: Path, nodes: Mapping[Path, Nodes]) -> Iterator[Said]:
    """Yield all Japanese strings without docstrings; f-strings and templates have ``{}`` for their values."""
    for path, each in nodes.items():
        if path.parts[0] != "docs":
            for line, text, both in _python(each):
                if JAPANESE.search(text):
                    yield Said(f"{path.as_posix()}:{line}", _FILLED.sub(HOLE, text), both)
    for path in sorted(root.glob("*/**/*.toml")):
        where = path.relative_to(root)
        if where.parts[0] in {"api", "controller", "firmware_bridge", "hardware", "vision"}:
            for key, text in _toml(tomllib.loads(path.read_text("utf-8"))):
                if _JA_KEY.search(key):
                    yield Said(where.as_posix(), _FILLED.sub(HOLE, text), both=True)
    for path in sorted((root / "api" / "web").rglob("*.*")):
        if "node_modules" not in path.parts and path.suffix in {".js", ".html"}:
            read = _script if path.suffix == ".js" else _page
            for line, text in read(path.read_text("utf-8")):
                if JAPANESE.search(text):
                    place = f"{path.relative_to(root).as_posix()}:{line}"
                    # The title of a page before it is opened contains both languages.
                    yield Said(place, text, both=path.suffix == ".js")


def plain_sentences(text: str) -> list[str]:
    """Sentences in a plain form, ending neither in です・ます nor in a noun, of a text with a 。."""
    each = [one.strip() for one in _BESIDE.sub("", text).split("。")] if "。" in text else []
    return [one for one in each if one and not _POLITE.search(one) and (_HIRAGANA.search(one) or not _NOUN.search(one))]


def latin(text: str, place: str = "") -> list[str]:
    """Latin words of three letters or more, except those that ``words.toml`` allows at that place or everywhere."""
    return [
        word
        for word in _LATIN.findall(_MACHINE.sub("", text.replace(HOLE, "")))
        if not any(word == known and place.startswith(where) for where, known in _KNOWN)
    ]


def _python(nodes: Nodes) -> Iterator[tuple[int, str, bool]]:
    parts = {id(value) for joined in nodes.of(ast.JoinedStr) for value in joined.values}
    notes = {id(node.value) for node in nodes.of(ast.Expr)}
    beside = set()
    rows = [call.args for call in nodes.of(ast.Call)] + [row.elts for row in nodes.of(ast.Tuple)]
    for row in rows:
        for ja, en in pairwise(row):
            if isinstance(en, ast.Constant | ast.JoinedStr) and not JAPANESE.search(_whole(en)):
                beside.add(id(ja))
    for node in nodes.of(ast.Constant, ast.JoinedStr):
        if id(node) not in parts and id(node) not in notes and (text := _whole(node)):
            yield node.lineno, text, id(node) in beside


def _whole(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_whole(value) or HOLE for value in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _toml(held: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in held.items():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from _toml(each)
            elif isinstance(each, str):
                yield name, each


def _script(text: str) -> Iterator[tuple[int, str]]:
    for found in _SCRIPT.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[1]:
            yield line, found[1]
        elif found[2]:
            yield line, _FILLED.sub(HOLE, found[2])
            for value in re.findall(_VALUE, found[2]):
                yield from ((line, inner) for _, inner in _script(value[2:-1]))


def _page(text: str) -> Iterator[tuple[int, str]]:
    for line, plain in enumerate(_MARKUP.sub("\n", text).split("\n"), 1):
        yield line, plain.strip()

"""Finds commands printed in docs, pages, messages and units, and splits them as a shell does.

Markdown marks whole commands as code. Elsewhere commands are within sentences and end where the command line's grammar
does: words that are no subcommand, option or value belong to the sentence.
"""

import ast
import fnmatch
import os
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from api.cli.app import app
from api.cli.commands import Command

ROOT: Final = Path(__file__).parents[2]
HEADS: Final = (
    *("jantaku", "uv", "python", "python3", "make", "pip", "apt-get", "sudo", "curl", "nats-server", "npm", "pytest"),
    *("systemctl", "systemd-analyze", "systemd-cryptenroll", "docker", "podman", "avrdude", "picotool", "openssl"),
)
"""Programs whose command lines are printed somewhere."""
SKIPPED: Final = ("node_modules", ".venv", ".venv-boot", "build", "shared")
_WORDS: Final = "|".join(HEADS)
_SETS: Final = r"(?:[A-Z][A-Z_]*=\S+\s+)*"
_COMMAND: Final = re.compile(rf"{_SETS}(?:{_WORDS})(?:\s+[^\s=].*)?$")
_FENCED: Final = re.compile(r"^ *```[^\n]*\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_INDENTED: Final = re.compile(r"^ {4}\S.*$", re.MULTILINE)
_CODE: Final = re.compile(r"`([^`]+)`")
_SPOKEN: Final = re.compile(rf"(?<![\w./-])(?P<sets>{_SETS})(?P<head>{_WORDS})(?= (?P<rest>[^\n\"'`]*))")
_EXAMPLE: Final = re.compile(r"^\s*[Ee]xamples?:\s*")
_UNIT: Final = re.compile(r"^Exec\w+=\S*/(jantaku\s.*)$", re.MULTILINE)
_VALUE: Final = re.compile(r"[A-Z][A-Z_]*…?$|\{\}|[\w./-]+\.(?:sqlite|toml|json|jsonl|conf)$|[0-9]+$|[A-Z]+_[A-Z]+$")
_COMMENTS: Final = re.compile(r"\s#\s.*$")


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed command and its place; ``typed``: it is on its own line, not within a sentence."""

    text: str
    where: str
    typed: bool = False

    @property
    def words(self) -> list[str]:
        """Words as a shell splits them, without comments and leading variables."""
        plain = _COMMENTS.sub("", self.text)
        words = shlex.split(plain)
        while words and re.match(r"[A-Z][A-Z_]*=", words[0]):
            words = words[1:]
        return words

    @property
    def sets(self) -> dict[str, str]:
        """Variables set in front of the command."""
        before = re.match(_SETS, self.text)
        return dict(re.findall(r"([A-Z][A-Z_]*)=(\S+)", before[0] if before else ""))


@cache
def printed() -> dict[str, list[Printed]]:
    """Every printed command, by its text, with all its places."""
    found: dict[str, list[Printed]] = {}
    for each in _everywhere():
        found.setdefault(each.text, []).append(each)
    return dict(sorted(found.items()))


def _everywhere() -> Iterator[Printed]:
    for path in _files("*.md"):
        yield from _placed(path, in_markdown(path.read_text(encoding="utf-8")))
    for pattern in ("*.js", "*.html"):
        for path in _files(pattern, "api/web"):
            yield from _placed(path, spoken(path.read_text(encoding="utf-8")))
    for package in ("api", "controller", "vision", "hardware", "firmware_bridge"):
        for path in _files("*.py", package):
            yield from _placed(path, in_python(path.read_text(encoding="utf-8")))
    for path in _files("*.toml", "api/data"):
        yield from _placed(path, in_toml(tomllib.loads(path.read_text(encoding="utf-8"))))
    for pattern in ("*.service", "*.yaml", "Containerfile", "*.rules"):
        for path in (*_files(pattern, "api/deploy"), *_files(pattern, "hardware/wiring")):
            text = path.read_text(encoding="utf-8")
            yield from _placed(path, (*((line, True) for line in _UNIT.findall(text)), *spoken(text)))


def _files(pattern: str, below: str = ".") -> Iterator[Path]:
    found = list[Path]()
    for folder, inner, names in os.walk(ROOT / below):
        inner[:] = [each for each in inner if each not in SKIPPED]
        found += [Path(folder, each) for each in fnmatch.filter(names, pattern) if each != "CHANGELOG.md"]
    yield from sorted(found)


def _placed(path: Path, texts: Iterable[tuple[str, bool]]) -> Iterator[Printed]:
    where = path.relative_to(ROOT).as_posix()
    return (Printed(" ".join(text.split()), where, typed) for text, typed in texts)


def in_markdown(text: str) -> Iterator[tuple[str, bool]]:
    """Yield commands of a page: lines of code blocks, and inline code with more than a program's name."""
    for block in _FENCED.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if _COMMAND.match(line.strip()):
                yield line.strip(), True
    rest = _FENCED.sub("", text)
    for line in _INDENTED.findall(rest):
        if _COMMAND.match(line.strip()):
            yield line.strip(), True
    for code in _CODE.findall(rest):
        line = " ".join(code.split())
        if _COMMAND.match(line) and " " in line:
            yield line, False


def in_python(text: str) -> Iterator[tuple[str, bool]]:
    """Yield commands in strings: examples whole, others as far as their grammar goes."""
    if not _program().search(text):
        return
    inner = set[ast.AST]()
    for node in ast.walk(ast.parse(text)):
        if node in inner:
            continue
        if isinstance(node, ast.JoinedStr):
            inner.update(ast.walk(node))
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield from spoken("".join(str(part) for part in parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _in_words(node.value)


def in_toml(value: object) -> Iterator[tuple[str, bool]]:
    """Yield commands in the strings of a TOML file."""
    if isinstance(value, dict):
        for each in value.values():
            yield from in_toml(each)
    elif isinstance(value, str):
        yield from _in_words(value)


def _in_words(text: str) -> Iterator[tuple[str, bool]]:
    if _EXAMPLE.match(text):
        for one in re.split(r";\s+|, or for one table:", _EXAMPLE.sub("", text)):
            if _COMMAND.match(one.strip().rstrip(";")):
                yield one.strip().rstrip(";"), True
    else:
        yield from spoken(text)


def spoken(text: str) -> Iterator[tuple[str, bool]]:
    """Yield commands within sentences: ``jantaku`` as far as its grammar goes, Python modules, targets of make."""
    for found in _SPOKEN.finditer(text):
        head, rest = found["head"], found["rest"].split()
        if head == "jantaku":
            words = _spoken_words(rest)
            if words:
                yield f"jantaku {' '.join(words)}", False
        elif head in ("python", "python3") and rest[:1] == ["-m"] and len(rest) > 1:
            yield f"{head} -m {rest[1].rstrip(':.,;)')}", False
        elif head == "apt-get" and rest[:1] == ["install"] and len(rest) > 1:
            yield f"apt-get install {rest[1].rstrip(':.,;)')}", False
        elif head == "make" and rest and rest[0].rstrip(":.,;)") in targets():
            yield f"make {rest[0].rstrip(':.,;)')}", False


@cache
def _program() -> re.Pattern[str]:
    """Pattern of texts that may contain a command; most files do not match and need not be parsed."""
    plain = "|".join(each for each in HEADS if each not in ("make", "python", "python3"))
    return re.compile(rf"(?<![\w./-])(?:(?:{plain})(?![\w-])|python3? -m|make (?:{'|'.join(targets())}))")


@cache
def targets() -> tuple[str, ...]:
    """Targets of the Makefile that are meant for people."""
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert phony is not None
    return tuple(phony[1].split())


@cache
def grammar() -> TyperGroup:
    """Grammar of the whole command line."""
    found = get_command(app)
    assert isinstance(found, TyperGroup)
    return found


def command_of(words: list[str]) -> tuple[list[str], TyperGroup | TyperCommand]:
    """Return the subcommand path at the start of these words, and the command it leads to."""
    command: TyperGroup | TyperCommand = grammar()
    path: list[str] = []
    for word in words:
        known = command.commands.get(word) if isinstance(command, TyperGroup) else None
        if not isinstance(known, TyperGroup | TyperCommand):
            break
        command, path = known, [*path, word]
    if isinstance(command, Command):
        command.load()
    return path, command


def _spoken_words(rest: list[str]) -> list[str]:
    """Return the leading words of a sentence that still belong to the command."""
    plain = [word.rstrip(":.,;)。、）") for word in rest]
    path, command = command_of(plain)
    # `jantaku read: …` begins a message of the command itself.
    if not path or rest[len(path) - 1].endswith(":"):
        return []
    words, options = list(path), {name: each for each in command.params for name in each.opts}
    left = plain[len(path) :]
    while left:
        option = options.get(left[0])
        takes = isinstance(option, TyperOption) and not option.is_flag
        if option is not None and left[0].startswith("-"):
            words += left[: 2 if takes else 1]
            left = left[2 if takes else 1 :]
        elif left[0].startswith("--") or _VALUE.match(left[0]):
            # An unknown option stays part of the command, so that the test finds it.
            words.append(left.pop(0))
        else:
            break
    return words

"""Where each key of a TOML document stands: the line of every table and value by its path."""

import tomllib
from collections.abc import Iterator
from typing import Any

Path = tuple[str, ...]


def lines_of(text: str) -> dict[Path, int]:
    """Line (from 1) of each key by its path; ``text`` must be valid TOML. Tables count from where they are opened."""
    found: dict[Path, int] = {}
    table: Path = ()
    for line, statement in _statements(text):
        parsed = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _only_chain(parsed)
            for depth in range(len(table)):
                found.setdefault(table[: depth + 1], line)
        else:
            for path in _paths(parsed, table):
                found.setdefault(path, line)
    return found


def line_of(found: dict[Path, int], path: Path) -> int:
    """Line of a path, or of the nearest table around it; 1 where nothing of it is written."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each table header and each key with its value, with the line it begins in.

    A statement is the fewest lines that are TOML by themselves: no value can end before its brackets and quotes do.
    """
    pending: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        pending.append(line)
        try:
            parsed = tomllib.loads("\n".join(pending))
        except tomllib.TOMLDecodeError:
            continue
        if parsed:
            yield number - len(pending) + 1, "\n".join(pending)
        pending.clear()


def _only_chain(parsed: Any) -> Path:
    path: list[str] = []
    while parsed:
        (name, parsed), *_ = parsed.items()
        path.append(name)
        if isinstance(parsed, list):
            (parsed,) = parsed
    return tuple(path)


def _paths(parsed: Any, above: Path) -> Iterator[Path]:
    if isinstance(parsed, dict):
        for name, value in parsed.items():
            yield (*above, name)
            yield from _paths(value, (*above, name))

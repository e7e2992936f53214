"""The acts of a Mahjong Soul game inside whatever JSON they were saved in: their names, and keys in one spelling."""

import re
from collections.abc import Iterator
from typing import Any, Final

Record = dict[str, Any]
_NAME: Final = re.compile(r"(?:\.?lq\.)?((?:Record|Action)[A-Z]\w+)")
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])([A-Z])")


def is_mahjong_soul(body: Any) -> bool:
    """Whether a JSON value holds acts of Mahjong Soul."""
    return next(records(body), None) is not None


def records(body: Any) -> Iterator[tuple[str, Any]]:
    """Name and content of each act, in order: values with ``name`` and ``data``, wherever they lie."""
    if isinstance(body, list):
        for each in body:
            yield from records(each)
    elif isinstance(body, dict):
        name = body.get("name")
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        if match is not None and "data" in body:
            yield match[1], in_one_spelling(body["data"])
            return
        for each in body.values():
            if isinstance(each, list | dict):
                yield from records(each)


def in_one_spelling(value: Any) -> Any:
    """A value with its keys as ``is_liqi``: some programs write ``isLiqi``."""
    if isinstance(value, list):
        return [in_one_spelling(each) for each in value]
    if isinstance(value, dict):
        return {_CAPITAL.sub(r"_\1", str(key)).lower(): in_one_spelling(each) for key, each in value.items()}
    return value


def head(body: Any) -> Record:
    """What is told of the game as a whole, {} where it is not."""
    found = body.get("head") if isinstance(body, dict) else None
    return in_one_spelling(found) if isinstance(found, dict) else {}

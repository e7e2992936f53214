"""Finds the acts of a Mahjong Soul game inside any JSON export, and normalizes their keys.

An act is an object with its name in one of its fields; its content is in ``data``, or in the same object. Some programs
write the names in a separate list.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

Record = dict[str, Any]
_NAME: Final = re.compile(
    r"(?:.*\.)?(?P<by>Record|Action)?(?P<act>MJStart|NewRound|NewCard|DealTile|DiscardTile|ChiPengGang|AnGangAddGang|BaBei"
    r"|Hule\w*|NoTile|LiuJu|ChangeTile|SelectGap|GangResult\w*|RevealTile|UnveilTile|LockTile|FillAwaitingTiles)"
)
"""Names of acts; those of variants are skipped, and any other name is no act."""
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])([A-Z])")


def is_mahjong_soul(body: Any) -> bool:
    """True if a JSON value contains acts of Mahjong Soul."""
    return next(records(body), None) is not None


def is_act(body: Any) -> bool:
    """True if a JSON value is one act and not a game, as in a file with one act per line."""
    return len(list(islice(records(body), 2))) == 1


def records(body: Any) -> Iterator[tuple[str, Any]]:
    """Yield name and content of each act, in order, at any depth."""
    if isinstance(body, list):
        for each in body:
            yield from records(each)
    elif isinstance(body, dict):
        name = next((found for each in body.values() if (found := _named(each, "data" in body))), "")
        if name:
            yield name, in_one_spelling(body.get("data", body))
        else:
            yield from _listed(body)


def _named(value: Any, has_content: bool = True) -> str:
    """Return the name of an act in Mahjong Soul's form; "" for any other value, such as an ambiguous short name."""
    match = _NAME.fullmatch(value) if isinstance(value, str) else None
    is_one = match is not None and (has_content or match["by"] is not None)
    return f"{match['by'] or 'Record'}{match['act']}" if match is not None and is_one else ""


def _listed(body: Record) -> Iterator[tuple[str, Any]]:
    """Yield the acts in the fields of an object; a list of names is paired with a list of as many objects."""
    lists = [each for each in body.values() if isinstance(each, list) and each]
    names = next((each for each in lists if all(map(_named, each))), [])
    told = next((each for each in lists if each is not names and len(each) == len(names)), [])
    if names and told:
        yield from zip(map(_named, names), map(in_one_spelling, told), strict=True)
        return
    for each in body.values():
        if isinstance(each, list | dict):
            yield from records(each)


def in_one_spelling(value: Any) -> Any:
    """Return a value with its keys in the form ``is_liqi``: some programs write ``isLiqi``."""
    if isinstance(value, list):
        return [in_one_spelling(each) for each in value]
    if isinstance(value, dict):
        return {_CAPITAL.sub(r"_\1", str(key)).lower(): in_one_spelling(each) for key, each in value.items()}
    return value


def head(body: Any) -> Record:
    """Return the header of the game, the object that names the players; {} if there is none."""
    level = [body]
    while level:
        found = next((each for each in level if isinstance(each, dict) and "accounts" in each), None)
        if found is not None:
            return dict(in_one_spelling(found))
        level = [inner for each in level if isinstance(each, dict) for inner in each.values()]
    return {}

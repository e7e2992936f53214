"""The acts of a Mahjong Soul game inside any JSON export: their names, and keys in one spelling.

An act is an object with its name in one of its fields; its content is in ``data``, or beside the name. Some programs
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
"""Names of acts; those of the game's variants are skipped, and others are no acts."""
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])([A-Z])")


def is_mahjong_soul(body: Any) -> bool:
    """Whether a JSON value holds acts of Mahjong Soul."""
    return next(records(body), None) is not None


def is_act(body: Any) -> bool:
    """Whether a JSON value is one act and no game, as in a file of one act a line."""
    return len(list(islice(records(body), 2))) == 1


def records(body: Any) -> Iterator[tuple[str, Any]]:
    """Name and content of each act, in order, wherever they lie."""
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
    """The name of an act as Mahjong Soul has it; "" for what is none, such as a short name that might be anybody's."""
    match = _NAME.fullmatch(value) if isinstance(value, str) else None
    is_one = match is not None and (has_content or match["by"] is not None)
    return f"{match['by'] or 'Record'}{match['act']}" if match is not None and is_one else ""


def _listed(body: Record) -> Iterator[tuple[str, Any]]:
    """The acts in the fields of an object; a list of names is matched with as many objects in order."""
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
    """A value with its keys as ``is_liqi``: some programs write ``isLiqi``."""
    if isinstance(value, list):
        return [in_one_spelling(each) for each in value]
    if isinstance(value, dict):
        return {_CAPITAL.sub(r"_\1", str(key)).lower(): in_one_spelling(each) for key, each in value.items()}
    return value


def head(body: Any) -> Record:
    """Header of the game: the object that names the players, {} if there is none."""
    level = [body]
    while level:
        found = next((each for each in level if isinstance(each, dict) and "accounts" in each), None)
        if found is not None:
            return dict(in_one_spelling(found))
        level = [inner for each in level if isinstance(each, dict) for inner in each.values()]
    return {}

"""``jantaku rulebooks``."""

import json
from typing import Any, Final, NamedTuple

from api.plain import plain
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook


def listing(as_json: bool) -> int:
    """Print id and names of every rulebook."""
    for book in map(rulebook, rulebook_ids()):
        if as_json:
            print(
                json.dumps({"id": book.id, "ja": book.ja, "en": book.en, "edition": book.edition}, ensure_ascii=False)
            )
        else:
            print(f"{book.id:16} {book.ja}  {book.en}  ({book.edition})")
    return 0


def show(name: str, as_json: bool) -> int:
    """Print every field of a rulebook with its value and clause."""
    book = rulebook(name)
    if as_json:
        fields = {path: plain(rule) for path, rule in book.rules()}
        print(json.dumps({"id": book.id, "ja": book.ja, "en": book.en, "fields": fields}, ensure_ascii=False))
        return 0
    print(f"{book.id}  {book.ja}  {book.en}  ({book.edition})")
    for path, leaf in _leaves(book).items():
        print(f"{path}: {leaf}")
    return 0


def diff(first: str, second: str, as_json: bool) -> int:
    """Print the fields on which two rulebooks differ; 1 when there are any, as ``diff`` does."""
    left, right = _leaves(rulebook(first)), _leaves(rulebook(second))
    nothing = Leaf(None, "not in this book")
    changed = 0
    for path in dict.fromkeys((*left, *right)):
        one, other = left.get(path, nothing), right.get(path, nothing)
        if one.value == other.value:
            continue
        changed += 1
        if as_json:
            print(json.dumps({"field": path, first: one._asdict(), second: other._asdict()}, ensure_ascii=False))
        else:
            print(f"{path}\n  {first}: {one}\n  {second}: {other}")
    return 1 if changed else 0


class Leaf(NamedTuple):
    """A value with what speaks for it."""

    value: Any
    clause: str

    def __str__(self) -> str:
        value = self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)
        return f"{value}  [{self.clause}]"


def _leaves(book: Rulebook) -> dict[str, Leaf]:
    leaves: dict[str, Leaf] = {}
    for path, rule in book.rules():
        value = plain(rule.value)
        if isinstance(value, list) and value and all(isinstance(item, dict) and "id" in item for item in value):
            for item in value:
                rest = {key: part for key, part in item.items() if key not in _CITED}
                leaves[f"{path}.{item['id']}"] = Leaf(rest, item["clause"] or f"unstated: {item.get('unstated')}")
        else:
            leaves[path] = Leaf(value, rule.cite)
    return leaves


_CITED: Final = ("id", "clause", "unstated", "open_unstated")

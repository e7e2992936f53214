"""``jantaku rulebooks``."""

import json
from dataclasses import asdict
from pathlib import Path

from api.cli.rulebooks.fields import differences, plain, rulebook_fields
from controller.rulebooks.catalogue import load, published, rulebook, rulebook_ids
from controller.rulebooks.house import read_house
from controller.rulebooks.names.fields import TITLES


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
    """Print every field of a rulebook with its title, value and clause."""
    book = load(name)
    if as_json:
        fields = {path: {**asdict(TITLES[path]), **plain(rule)} for path, rule in book.rules()}
        head = {"id": book.id, "ja": book.ja, "en": book.en, "edition": book.edition}
        print(json.dumps({**head, "fields": fields}, ensure_ascii=False))
        return 0
    print(f"{book.id}  {book.ja}  {book.en}  ({book.edition})")
    for path, field in rulebook_fields(book).items():
        print(f"{path}  {field.title.ja}  {field.title.en}\n    {field}")
    return 0


def diff(first: str, second: str, as_json: bool) -> int:
    """Print the fields on which two rulebooks differ; 1 when there are any, as ``diff`` does."""
    left, right = load(first), load(second)
    changed = 0
    for path, one, other in differences(left, right):
        changed += 1
        if as_json:
            sides = {first: one.told(), second: other.told()}
            print(json.dumps({"field": path, **asdict(one.title), **sides}, ensure_ascii=False))
        else:
            print(f"{path}  {one.title.ja}  {one.title.en}\n  {first}: {one}\n  {second}: {other}")
    return 1 if changed else 0


def check(file: Path, as_json: bool) -> int:
    """Say whether a file of house rules holds, and what it changes; 1 with every problem by line where it does not."""
    house = read_house(file, published())
    book, base = house.rulebook, house.base
    changed = list(differences(base, book)) if base and book else []
    if as_json:
        problems = [{"line": found.line, "field": found.field, "reason": found.reason} for found in house.problems]
        overrides = [
            {"field": path, **asdict(after.title), "base": before.told(), "house": after.told()}
            for path, before, after in changed
        ]
        head = {"ok": book is not None, "file": str(file), "base": base and base.id, "id": book and book.id}
        print(json.dumps({**head, "problems": problems, "overrides": overrides}, ensure_ascii=False))
    elif base and book:
        print(f"{file}: sound: {book.id}  {book.ja}  {book.en}, on {base.id}")
        for path, before, after in changed:
            print(f"{path}  {after.title.ja}  {after.title.en}\n    {before}\n    {after}")
    else:
        for problem in house.problems:
            print(f"{file}: {problem}")
    return 0 if book is not None else 1

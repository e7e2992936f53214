"""``jantaku rulebooks``: lists, shows and compares rulebooks, and checks house rules."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from api.cli.terminal.rows import print_line, print_rows
from api.cli.terminal.styles import DOUBT, FAINT, FIRST, SECOND, STRONG, Cell
from api.rulebooks.briefing import Difference, briefing, by_part
from api.rulebooks.fields import RulebookField, differences, plain, rulebook_fields
from controller.rulebooks.catalogue import known_books, load, published
from controller.rulebooks.house import read_house
from controller.rulebooks.names.fields import PART_NAMES, title_of
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.text import Language, Text

_COUNTED: Final = Text("相違 {}", "{} differences")
_MARK: Final = Text("† 原文に明記がなく、既定値を用いる", "† not printed in the text: a default, with its reason")


def listing(*, as_json: bool = False) -> int:
    """Print id and names of every rulebook, with the number of its unverified fields."""
    rows: list[list[Cell]] = []
    for book in known_books().values():
        if as_json:
            print(json.dumps({**_head(book), "unverified": len(book.unverified)}, ensure_ascii=False))
        mark = f"{len(book.unverified)} fields unverified" if book.unverified else ""
        rows.append([(book.id, STRONG), book.ja, book.en, (f"({book.edition})", FAINT), (mark, DOUBT)])
    if not as_json:
        print_rows(rows)
    return 0


def show(rulebook: str, *, as_json: bool = False) -> int:
    """Print every field of a rulebook with title, value and clause; unverified fields are listed first."""
    book = load(rulebook)
    if as_json:
        fields = {path: {**asdict(title_of(path)), **_rule_json(rule)} for path, rule in book.rules()}
        doubt = {"unverified": book.unverified, "source": book.source, "base": book.base}
        print(json.dumps({**doubt, **_head(book), "fields": fields}, ensure_ascii=False))
        return 0
    if book.unverified:
        print(f"unverified 未確認: {len(book.unverified)} fields; the text was not read whole: {book.source}")
        for path in book.unverified:
            print(f"    {path}  {'  '.join(title_of(path))}")
        print()
    print(f"{book.id}  {book.ja}  {book.en}  ({book.edition})")
    for path, field in rulebook_fields(book).items():
        print_line((path, FAINT), "  ", (field.title.ja, STRONG), "  ", (field.title.en, STRONG), f"\n    {field}")
    return 0


def _rule_json(rule: Rule[Any]) -> dict[str, Any]:
    """Return a rule as plain values; ``stated_for`` only if the text covers particular amounts."""
    told: dict[str, Any] = {
        "value": plain(rule.value),
        "clause": rule.clause.article if rule.clause else "",
        "unstated": rule.unstated.en if rule.unstated else "",
        "cited": asdict(rule.cited),
    }
    return {**told, "stated_for": plain(rule.stated_for)} if rule.stated_for else told


def _head(book: Rulebook) -> dict[str, str]:
    return {"id": book.id, "ja": book.ja, "en": book.en, "edition": book.edition}


def diff(first: str, second: str, *, lang: Language = Language.EN, as_json: bool = False) -> int:
    """Print the differences of two rulebooks in the order of play; 1 if there are any, as ``diff`` does."""
    left, right = load(first), load(second)
    rows = briefing(left, right)
    if as_json:
        _diff_json(first, second, rows, {path: sides for path, *sides in differences(left, right)})
    else:
        _print_difference(left, right, rows, lang)
    return 1 if rows else 0


def _diff_json(
    first: str, second: str, rows: Sequence[Difference], fields: Mapping[str, Sequence[RulebookField]]
) -> None:
    for row in rows:
        told = {"part": row.part.value, "told": {first: asdict(row.first.told), second: asdict(row.second.told)}}
        for path in row.fields:
            one, other = fields[path]
            sides = {first: one.to_json(), second: other.to_json()}
            print(json.dumps({"field": path, **asdict(one.title), **sides, **told}, ensure_ascii=False))


def _print_difference(left: Rulebook, right: Rulebook, rows: Sequence[Difference], lang: Language) -> None:
    books, wide = (left, right), max(len(left.id), len(right.id))
    for book in books:
        print(f"{book.id:{wide}}  {Text(book.ja, book.en).of(lang)}  ({book.edition})")
    print(_COUNTED.of(lang).format(len(rows)))
    for part, among in by_part(rows):
        print_line("\n", (PART_NAMES[part].of(lang), STRONG))
        for row in among:
            for mark, book, side in zip("- ", books, (row.first, row.second), strict=True):
                doubt = side.doubt.of(lang)
                cited = f" [{side.cited.of(lang)}]" if side.clause else ""
                told = f"{mark} {book.id:{wide}}  {side.told.of(lang)}"
                print_line((told, FIRST if mark == "-" else SECOND), (cited, FAINT), (doubt and f" (†{doubt})", DOUBT))
    if any(side.doubt.of(lang) for row in rows for side in (row.first, row.second)):
        print(f"\n{_MARK.of(lang)}")


def check(file: Path, *, as_json: bool = False) -> int:
    """Check a file of house rules and print what it changes; 1 with every problem and its line if it is invalid."""
    house = read_house(file, published())
    book, base = house.rulebook, house.base
    changed = list(differences(base, book)) if base and book else []
    if as_json:
        problems = [{"line": found.line, "field": found.field, "reason": found.reason} for found in house.problems]
        overrides = [
            {"field": path, **asdict(after.title), "base": before.to_json(), "house": after.to_json()}
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

"""Each difference between two rulebooks has a golden situation that shows it; proved field by field from the data."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import YakuRule
from tests.support.golden import answers
from tests.support.situations import KINDS, Told, plainly, told_by

VECTORS: Final = Path(__file__).parents[2] / "vectors"
FILES: Final = tuple(sorted(path.stem for path in VECTORS.glob("differences_*.toml")))
Vector = dict[str, Any]

# Fields whose effect only a camera and a clock beside a live table can show, each with the observation.
LIVE: Final = {
    "riichi.open_kong_dora_shown": "the moment at which an indicator is turned, seen by the camera: faults kan-dora-*",
    "riichi.kong_dora_shown": "the moment at which an indicator is turned, seen by the camera: faults kan-dora-*",
}


def vectors() -> list[Vector]:
    """Every situation of the files."""
    return [entry for name in FILES for entry in tomllib.loads((VECTORS / f"{name}.toml").read_text("utf-8"))["vector"]]


ALL: Final = vectors()


@cache
def leaves(book: Rulebook) -> dict[str, Any]:
    """Values of a book by field, without clauses, with one entry per yaku."""
    found: dict[str, Any] = {}
    for name, rule in book.rules():
        if name == "scoring.yaku":
            found |= {f"{name}.{yaku.id}": (yaku.closed, yaku.open, yaku.yakuman) for yaku in rule.value}
        elif name == "scoring.fu":
            found[name] = [(line.id, line.fu) for line in rule.value]
        else:
            found[name] = plainly(rule.value)
    return found


VALUES: Final = {name: leaves(rulebook(name)) for name in rulebook_ids()}
FIELDS: Final = tuple(dict.fromkeys(field for values in VALUES.values() for field in values))
DIFFERING: Final = tuple(
    field for field in FIELDS if any(values.get(field) != VALUES["npm-2008"].get(field) for values in VALUES.values())
)


def clause_of(book: Rulebook, field: str) -> str:
    """The clause that a book cites for a field; an unlisted yaku is under the clause of all."""
    yaku = {rule.id: rule for rule in book.scoring.yaku.value}
    name = field.removeprefix("scoring.yaku.")
    if name in yaku:
        return yaku[name].clause.cite
    return dict(book.rules())["scoring.yaku" if name != field else field].cite


def swapped(book: Rulebook, other: Rulebook, fields: list[str]) -> Rulebook:
    """Return the book with some fields of the other; raises ContradictionError."""
    sections: dict[str, dict[str, Any]] = {}
    for field in fields:
        chapter, name, *item = field.split(".")
        rule = getattr(getattr(other, chapter), name)
        if item:
            rule = replace(rule, value=with_yaku(sections, book, other, item[0]))
        sections.setdefault(chapter, {})[name] = rule
    return replace(book, **{name: replace(getattr(book, name), **parts) for name, parts in sections.items()})


def with_yaku(sections: dict[str, dict[str, Any]], book: Rulebook, other: Rulebook, name: str) -> tuple[YakuRule, ...]:
    """The yaku of a book with one of them as in the other, or removed if the other has none."""
    ours = sections.get("scoring", {}).get("yaku", book.scoring.yaku).value
    theirs = [rule for rule in other.scoring.yaku.value if rule.id == name]
    return (*(rule for rule in ours if rule.id != name), *theirs)


@cache
def outcome(number: int, name: str) -> Told:
    return told_by(ALL[number]["kind"], ALL[number]["situation"], rulebook(name))


def changed(book: Rulebook) -> list[str]:
    """Fields with a value different from that of the base."""
    ours, theirs = leaves(book), leaves(rulebook(book.base))
    return [field for field in ours if ours[field] != theirs.get(field)]


def names(fields: list[str], field: str) -> bool:
    """True if a vector's fields name a field, or its list."""
    return field in fields or field.rpartition(".")[0] in fields


def as_its_base(book: Rulebook, fields: list[str]) -> Rulebook:
    """A book that a vector does not name, with all but the vector's fields as in its base."""
    if not book.base:
        return book
    base = rulebook(book.base)
    try:
        return swapped(book, base, [each for each in changed(book) if not names(fields, each)])
    except ContradictionError:
        return book


def makes_the_difference(number: int, field: str, one: str, other: str) -> bool:
    """True if one book with the other's value of this field has another outcome.

    If the field alone would contradict the rest of the book, the fields named beside it are changed too.
    """
    vector = ALL[number]
    for fields in ([field], vector["fields"]):
        try:
            book = swapped(rulebook(one), rulebook(other), fields)
        except ContradictionError:
            continue
        return told_by(vector["kind"], vector["situation"], book) != outcome(number, one)
    return False


@pytest.mark.parametrize("number", range(len(ALL)), ids=[f"{entry['name']}" for entry in ALL])
def test_what_the_books_say(number: int) -> None:
    vector = ALL[number]
    assert vector["source"]
    assert vector["kind"] in KINDS
    assert set(vector["fields"]) <= {*FIELDS, "scoring.yaku"}
    for name, (place, clause) in answers([one["books"] for one in vector["outcomes"]]).items():
        if is_named(number, name) or not rulebook(name).base:
            assert says(number, name, place, clause), name


def is_named(number: int, name: str) -> bool:
    """True if a vector names the book itself."""
    return any(name in one["books"] for one in ALL[number]["outcomes"])


def says(number: int, name: str, place: int, clause: str) -> bool:
    """True if a book has the outcome and the clause; one that a vector does not name is tried with its fields only."""
    vector = ALL[number]
    got, expected = outcome(number, name), vector["outcomes"][place]["expect"]
    if not is_named(number, name):
        got = told_by(vector["kind"], vector["situation"], as_its_base(rulebook(name), vector["fields"]))
    is_cited = clause_of(rulebook(name), vector["fields"][0]).startswith(clause)
    return is_cited and {key: got.get(key) for key in expected} == expected


@pytest.mark.parametrize("name", [name for name in rulebook_ids() if rulebook(name).base])
def test_a_book_has_a_line_wherever_it_says_something_else_than_its_base(name: str) -> None:
    """Names the vectors that need a line; if none of the book's own fields is named, its base's line applies."""
    own = changed(rulebook(name))
    unsaid = [
        vector["name"]
        for number, vector in enumerate(ALL)
        if not is_named(number, name) and any(names(vector["fields"], field) for field in own)
        if not says(number, name, *answers([one["books"] for one in vector["outcomes"]])[name])
    ]
    assert unsaid == []


def test_a_book_that_a_vector_does_not_name_is_among_the_others() -> None:
    groups = [{"npm-2008": "art. 1", "others": ""}, {"mleague": "art. 2"}]
    books = ("npm-2008", "mleague", "seventh")
    assert answers(groups, books, {}) == {"npm-2008": (0, "art. 1"), "mleague": (1, "art. 2"), "seventh": (0, "")}
    with pytest.raises(AssertionError, match=r"unknown: .'mleague'."):
        answers(groups, ("npm-2008",))
    with pytest.raises(AssertionError, match="named twice"):
        answers([*groups, {"mleague": ""}], books)
    on_base = answers(groups, (*books, "third"), {"seventh": "mleague", "third": "seventh"})
    assert on_base["seventh"] == on_base["third"] == (1, "art. 2")
    with pytest.raises(AssertionError, match="others"):
        answers(groups[1:], books)


def test_names_of_situations_are_their_own() -> None:
    names = [entry["name"] for entry in ALL]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


# Two terms of different texts with the same meaning.
ALIKE: Final = {"riichi.riichi_kong": {"sets", "sets_and_waits"}}


def pairs(field: str) -> Iterator[tuple[Any, Any]]:
    """Yield each two values that books have of a field, except equivalent ones."""
    values = {repr(values.get(field)): values.get(field) for values in VALUES.values()}
    for one, other in combinations(list(values.values()), 2):
        if field not in ALIKE or {one, other} != ALIKE[field]:
            yield one, other


def told_apart(field: str, value: Any, other: Any) -> bool:
    """True if a situation that names the field has different outcomes for books with these values."""
    ones = [name for name, values in VALUES.items() if values.get(field) == value]
    others = [name for name, values in VALUES.items() if values.get(field) == other]
    return any(
        outcome(number, one) != outcome(number, two)
        and (makes_the_difference(number, field, one, two) or makes_the_difference(number, field, two, one))
        for number, vector in enumerate(ALL)
        if field in vector["fields"]
        for one in ones
        for two in others
    )


def test_the_books_differ_on_many_fields() -> None:
    assert len(DIFFERING) > 75
    assert {field.partition(".")[0] for field in DIFFERING} == {name for name, _ in rulebook("npm-2008").chapters()}


@pytest.mark.parametrize("field", [field for field in DIFFERING if field not in LIVE])
def test_each_difference_between_two_books_has_a_situation_that_shows_it(field: str) -> None:
    untold = [(value, other) for value, other in pairs(field) if not told_apart(field, value, other)]
    assert untold == []


def test_what_only_a_live_table_can_show_does_differ() -> None:
    assert set(LIVE) <= set(DIFFERING)
    assert all(LIVE.values())

"""Every clause of the five texts is listed, clauses marked right are tested, and every citation names a clause."""

import runpy
from pathlib import Path

import pytest

from controller.referee.faults.kinds import FAULT_KINDS
from controller.rulebooks.catalogue import rulebook
from tests.support.law_clauses import BOOKS, Clause, Status, cited, clauses
from tests.support.law_tests import reach, status, touches

DOCS = Path(__file__).parents[3] / "docs"
_NESTED = ("scoring.yaku.", "scoring.fu.", "scoring.limits.")
# Number of numbered clauses of the texts on their first level.
ARTICLES = {"npm-2008": 58, "wakashachi-2025": 17, "kenko-2022": 14}


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_called_right_is_touched_by_a_test(book: str) -> None:
    untested = [
        clause.id
        for clause in clauses(book).values()
        if status(book, clause) in (Status.RIGHT, Status.BY_HAND) and not reach(book, clause).touches
    ]
    assert untested == []


def test_what_a_person_enters_and_nothing_sees_is_not_called_seen_and_judged() -> None:
    by_hand = [
        (book, each) for book in BOOKS for each in clauses(book).values() if status(book, each) is Status.BY_HAND
    ]
    assert len(by_hand) == 34
    shown_by = {FAULT_KINDS[code].shown_by for book, clause in by_hand for code in reach(book, clause).codes}
    assert shown_by == {"K"}


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_a_rulebook_cites_exists(book: str) -> None:
    strange = [
        (field, rule.cite) for field, rule in rulebook(book).rules() if rule.clause and not cited(book, rule.cite)
    ]
    assert strange == []


@pytest.mark.parametrize("book", BOOKS)
def test_what_reaches_a_clause_exists(book: str) -> None:
    fields = {field for field, _ in rulebook(book).rules()}
    for clause in clauses(book).values():
        assert all(field in fields or field.startswith(_NESTED) for field in clause.fields), clause
        assert clause.codes <= FAULT_KINDS.keys(), clause


@pytest.mark.parametrize("book", BOOKS)
def test_tests_are_marked_with_clauses_that_exist(book: str) -> None:
    marked = {name for touch in touches()[book] for name in touch.clauses}
    assert marked <= clauses(book).keys()


@pytest.mark.parametrize(("book", "articles"), ARTICLES.items())
def test_no_article_is_missing(book: str, articles: int) -> None:
    assert {str(number) for number in range(1, articles + 1)} <= clauses(book).keys()


def test_no_chapter_of_teikoku_nor_list_of_tomioka_is_missing() -> None:
    last = {1: 10, 2: 14, 3: 7, 4: 6, 5: 3}
    assert {f"{chapter}-{article}" for chapter, end in last.items() for article in range(1, end + 1)} <= clauses(
        "teikoku"
    ).keys()
    lists = {
        "basic": 10,
        "riichi": 7,
        "renchan": 3,
        "kan": 5,
        "pao": 1,
        "furiten": 5,
        "points": 5,
        "rank": 4,
        "yaku": 39,
    }
    assert {f"{name} {line}" for name, end in lists.items() for line in range(1, end + 1)} <= clauses("tomioka").keys()


@pytest.mark.parametrize(
    ("book", "citation", "names"),
    [
        ("npm-2008", "art. 52 to, chi", {"52 to", "52 chi"}),
        ("npm-2008", "art. 45 he-chi", {"45 he", "45 to", "45 chi"}),
        ("npm-2008", "art. 54-4, 55-2", {"54-4", "55-2"}),
        ("npm-2008", "art. 37-39", {"37", "38", "39"}),
        ("npm-2008", "appendix, hand-stacked tables", {"hand-stacked"}),
        ("teikoku", "art. 2-8 to 2-10", {"2-8", "2-9", "2-10"}),
        ("tomioka", "riichi 4, rank 4", {"riichi 4", "rank 4"}),
        ("tomioka", "points 2 (sanbaiman; the rest as usual)", {"points 2"}),
        ("wakashachi-2025", "art. 17: M.League, secondary source", {"17"}),
        ("kenko-2022", "penalties, lost right 2", {"penalties, lost right 2"}),
        ("kenko-2022", "records, ties 1, 2", {"records, ties 1", "records, ties 2"}),
    ],
)
def test_a_citation_names_its_clauses(book: str, citation: str, names: set[str]) -> None:
    assert cited(book, citation) == names


def test_the_page_is_as_its_generator_writes_it() -> None:
    page = runpy.run_path(str(DOCS / "generate" / "list_law.py"))["page"]()
    assert (DOCS / "law-coverage.md").read_text("utf-8") == page, "stale: run `python docs/generate/list_law.py`"


def test_clauses_are_told_in_two_languages() -> None:
    rows: list[Clause] = [clause for book in BOOKS for clause in clauses(book).values()]
    assert all(clause.ja and clause.en and clause.ja != clause.en for clause in rows)

"""Every fault of the catalogue staged with perfect sightings: detected, at the right seat, with the book's clause."""

import runpy
import tomllib
from pathlib import Path
from typing import Final

import pytest

from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import due_remedy, is_lawful
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from tests.support.fault_cases import BOOKS, Case, cases
from tests.support.fault_suite import FIGURES, Clean, tell
from tests.support.golden import OTHERS
from tests.support.longer import others_long

ALL: Final = tuple(cases())
DOCS: Final = Path(__file__).parents[3] / "docs"


def shared_out() -> list[tuple[Case, str]]:
    """Each case under one of its books in turn; ``python -m tests.support.fault_suite`` runs all of them."""
    chosen = []
    for number, case in enumerate(ALL):
        chosen.append((case, case.books[number % len(case.books)]))
    return chosen


def test_every_code_of_the_catalogue_is_staged() -> None:
    assert {case.code for case in ALL} == set(FAULT_KINDS)
    assert all(case.what for case in ALL)
    for case in ALL:
        lawful = {name for name in BOOKS if is_lawful(case.code, rulebook(name))}
        assert set(case.books).isdisjoint(lawful), case.file
        assert bool(case.clauses) is (OTHERS in case.clauses) is bool(FAULT_KINDS[case.code].field), case.file
        assert set(case.clauses) <= {*case.books, OTHERS}, case.file


@pytest.mark.parametrize(("case", "book"), shared_out(), ids=lambda value: getattr(value, "file", value))
def test_a_staged_fault_is_found_under_its_clause_and_nothing_else(case: Case, book: str) -> None:
    told = tell(case, book, 0)
    assert told.found
    assert case.speaks_so(book, told.clause), told.clause
    assert told.strange == ()


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(BOOKS, "npm-2008", "kenko-2022"))
def test_clean_rounds_with_hands_over_the_tiles_raise_no_fault(book: str) -> None:
    assert Clean(book, 7, rounds=1).play().faults == []


@pytest.mark.parametrize("book", rulebook_ids())
def test_each_fault_has_a_remedy_with_a_clause_or_a_reason_under_each_book(book: str) -> None:
    remedies = {code: due_remedy(code, rulebook(book), None) for code in FAULT_KINDS}
    assert [code for code, remedy in remedies.items() if not (remedy.text.ja and remedy.text.en)] == []
    assert [code for code, remedy in remedies.items() if not remedy.clause and FAULT_KINDS[code].field] == []


def test_the_page_of_faults_is_what_catalogue_rulebooks_and_figures_say() -> None:
    page = runpy.run_path(str(DOCS / "generate" / "list_faults.py"))["page"]()
    assert (DOCS / "faults.md").read_text("utf-8") == page, "stale: run `python docs/generate/list_faults.py`"
    figures = tomllib.loads(FIGURES.read_text("utf-8"))
    staged, found = (sum(each[name] for each in figures["codes"].values()) for name in ("staged", "found"))
    # A new fault needs no full run; a removed code leaves no figures behind.
    assert set(figures["codes"]) <= set(FAULT_KINDS)
    assert found >= 0.99 * staged
    assert figures["games_with_false_alarms"] <= 1

"""Every field that has a clause and a doubt decides an answer, and that answer names it.

Compares an answer under the book with the answer under another reading of it; a field that another one disables is
tested with that one enabled. ``tests/support/resting.py`` has the answers.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import pytest

from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.doubts import Otherwise, otherwise, rests_on, with_values
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.riichi import RiichiKong
from tests.controller.rulebooks.test_field_witnesses import GATES
from tests.support.resting import ANSWERS, tried

# Answers to compare, by the doubtful chapter or field; the longest name applies.
ASKED: Final = {
    "scoring.": ("scores",),
    "claims.": ("verdicts",),
    "claims.liability_": ("results",),
    "claims.liability_only_its_yakuman": ("scores",),
    "riichi.": ("verdicts", "faults"),
    "flow.": ("results",),
    "flow.nagashi_is_win": ("settlements",),
    "settlement.": ("placements",),
    "penalties.": ("faults",),
    "penalties.chombo": ("settlements",),
    "table.": ("faults",),
    "penalties.wrong_meld": ("later",),
    "penalties.wrong_meld_correctable": ("faults",),
    "table.break_opening": ("later",),
    "table.seating": ("tables",),
    "table.hand_stacked_only": ("tables",),
}
MORE: Final = {"flow.nagashi_is_win": {"scoring.nagashi_mangan": True}}
DOUBTED: Final = [
    (name, field)
    for name in rulebook_ids()
    for field, rule in rulebook(name).rules()
    # The other limits of a text are printed; tests of scores cover amounts without a clause.
    if rule.clause and rule.unstated and field != "scoring.limits"
]
# A text without a clause on kongs in riichi is never read as one of the others (see riichi_kong.py).
READ_AS: Final = (
    *(RiichiKong.INDEPENDENT_TRIPLET, RiichiKong.SETS),
    *(RiichiKong.SETS_AND_YAKU, RiichiKong.SETS_AND_WAITS),
)


def asked_of(field: str) -> tuple[str, ...]:
    return ASKED[max((each for each in ASKED if field.startswith(each)), key=len)]


def opened(name: str, field: str) -> Iterator[Rulebook]:
    """Yield the book, and the book with the field enabled."""
    yield rulebook(name)
    with suppress(ContradictionError):
        yield with_values(rulebook(name), {**GATES.get(field, {}), **MORE.get(field, {})})


def read_otherwise(book: Rulebook, field: str) -> Iterator[Otherwise]:
    for other in otherwise(book, field):
        if field != "riichi.riichi_kong" or other.book.riichi.riichi_kong.value in READ_AS:
            yield other


@pytest.mark.parametrize(("name", "field"), DOUBTED)
def test_an_answer_that_a_doubtful_field_decides_names_it(name: str, field: str) -> None:
    named = []
    for kind in asked_of(field):
        pair = next(decided(name, field, kind), None)
        if pair is not None:
            named.append(field.partition(".")[2] in (*pair[0], *pair[1]))
    assert named, "nothing rests on it"
    assert all(named)


def decided(name: str, field: str, kind: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the fields named by both answers if the field makes the difference between them."""
    for book in opened(name, field):
        for asked in ANSWERS[kind](field):
            here = tried(asked, book)
            for other in read_otherwise(book, field):
                there = tried(asked, other.book)
                if there.what != here.what:
                    yield here.named, there.named


def test_sixty_five_fields_have_a_clause_and_a_doubt() -> None:
    books = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022")
    marked = [field for book in books for field, rule in rulebook(book).rules() if rule.clause and rule.unstated]
    assert len(marked) == 65


def test_an_answer_that_no_reading_changes_rests_on_nothing() -> None:
    book = rulebook("teikoku")
    assert rests_on(book, lambda law: law.id) == ()
    assert rests_on(book, lambda law: law.table.seating.value) == ("seating",)
    assert rests_on(book, lambda law: law.table.seating.value, "flow.", "scoring.") == ()


def test_what_must_go_along_with_another_reading_is_as_much_in_doubt() -> None:
    # Wakashachi omits M.League's penalties: both how a chombo is paid and the amount in the record.
    book = rulebook("wakashachi-2025")
    assert rests_on(book, lambda law: law.penalties.chombo_cost.value) == ("chombo_cost", "chombo_points")

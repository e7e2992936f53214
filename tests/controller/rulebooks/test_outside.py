"""Books outside the law: their results for published examples, distinguished from their base; unverified ones first."""

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from api.cli.rulebooks import commands as command
from api.http.schemas.scores import answer
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty
from controller.referee.faults.remedies import due_remedy, is_lawful
from controller.rulebooks.catalogue import outside_ids, published, rulebook
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.rule import UNVERIFIED
from tests.controller.rulebooks.test_differences import ALL, clause_of, leaves, swapped
from tests.support.situations import KINDS, Told, told_by

FILE: Final = Path(__file__).parents[2] / "vectors" / "outside_books.toml"
OWN: Final[list[dict[str, Any]]] = tomllib.loads(FILE.read_text("utf-8"))["vector"]
BASES: Final = {
    "mleague-2026": "mleague",
    **dict.fromkeys(("wrc-2025", "saikouisen", "renmei-a", "rmu-a", "mu", "tenhou"), "mleague-2026"),
    "renmei-b": "renmei-a",
    **dict.fromkeys(("rmu-b", "rmu-m"), "rmu-a"),
    **dict.fromkeys(("tenhou-2020", "mahjong-soul"), "tenhou"),
}
# Differences that no situation of this kind can show, each with the reason.
UNSHOWN: Final = {
    ("mleague-2026", "riichi.riichi_kong"): "where the sets stay the waits stay",
    ("saikouisen", "riichi.riichi_kong"): "where the sets stay the waits stay",
    ("tenhou", "riichi.open_kong_dora_shown"): "the moment at which an indicator is turned, seen on the table",
    ("renmei-a", "scoring.most_yakuman"): "no hand holds five yakuman that count once",
    (
        "mahjong-soul",
        "settlement.oka",
    ): "the return is the start, so that there is none",
}


@pytest.mark.parametrize("vector", OWN, ids=[one["name"] for one in OWN])
def test_what_the_books_say(vector: dict[str, Any]) -> None:
    assert vector["source"]
    assert vector["kind"] in KINDS
    for outcome in vector["outcomes"]:
        for name, clause in outcome["books"].items():
            got = told_by(vector["kind"], vector["situation"], rulebook(name))
            assert {key: got.get(key) for key in outcome["expect"]} == outcome["expect"], name
            assert clause_of(rulebook(name), vector["fields"][0]).startswith(clause), name


def test_every_book_outside_has_a_base_and_vectors_of_its_own() -> None:
    assert tuple(sorted(BASES)) == tuple(sorted(outside_ids()))
    spoken = {name for vector in OWN for outcome in vector["outcomes"] for name in outcome["books"]}
    assert spoken == set(outside_ids())


def differing(book: str) -> list[str]:
    """Fields on which a book differs from its base."""
    ours, theirs = leaves(rulebook(book)), leaves(rulebook(BASES[book]))
    return [field for field in dict.fromkeys((*ours, *theirs)) if ours.get(field) != theirs.get(field)]


@pytest.mark.parametrize("book", outside_ids())
def test_each_difference_from_the_base_has_a_situation_that_shows_it(book: str) -> None:
    untold = [
        field
        for field in differing(book)
        if (book, field) not in UNSHOWN and not any(shows(vector, field, book) for vector in (*OWN, *ALL))
    ]
    assert untold == []


def shows(vector: dict[str, Any], field: str, book: str) -> bool:
    """True if the outcome changes with the field as in the base, and as in the book itself."""
    if field not in vector["fields"]:
        return False
    other = BASES[book]
    return makes(vector, field, book, other) or makes(vector, field, other, book)


def makes(vector: dict[str, Any], field: str, one: str, other: str) -> bool:
    said = told(vector, one)
    for fields in ([field], vector["fields"]):
        try:
            changed = swapped(rulebook(one), rulebook(other), fields)
        except ContradictionError:
            continue
        return told_by(vector["kind"], vector["situation"], changed) != said
    return False


def told(vector: dict[str, Any], book: str) -> Told:
    return told_by(vector["kind"], vector["situation"], rulebook(book))


@pytest.mark.parametrize("name", outside_ids())
def test_what_is_unverified_is_printed_first(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    book = rulebook(name)
    assert book.source.startswith("https://")
    command.show(name, as_json=False)
    lines = capsys.readouterr().out.splitlines()
    first = f"unverified 未確認: {len(book.unverified)} fields; the text was not read whole: {book.source}"
    assert (lines[0] == first) == bool(book.unverified)
    assert [line.split()[0] for line in lines[1 : 1 + len(book.unverified)]] == list(book.unverified)
    command.show(name, as_json=True)
    shown = json.loads(capsys.readouterr().out)
    assert list(shown)[:2] == ["unverified", "source"]
    assert shown["unverified"] == list(book.unverified)
    assert shown["source"] == book.source


def test_books_that_were_read_whole_have_nothing_unverified() -> None:
    whole = {name for name, book in published().items() if not book.unverified}
    assert set(outside_ids()) - whole == {
        "wrc-2025",
        "saikouisen",
        "renmei-a",
        "renmei-b",
        "rmu-a",
        "rmu-b",
        "rmu-m",
        "mu",
    }


def test_an_answer_that_rests_on_what_nobody_verified_says_so() -> None:
    hand = {"hand": "123m456p789s11p23s", "win": "4s", "riichi": "riichi", "dora_indicators": "9p"}
    request = {**hand, "winner": 1, "loser": 2, "dealer": 0, "prevailing_wind": "E", "rulebook": "renmei-b"}
    reply = answer(request, published())
    assert {"yaku", "fu", "limits"} & set(reply["unstated"])
    assert {line["reason_en"] for line in reply["default_lines"]} == {UNVERIFIED.en}


@pytest.mark.parametrize("name", outside_ids())
def test_every_fault_has_a_remedy_and_a_penalty_in_words(name: str) -> None:
    book = rulebook(name)
    for code in FAULT_KINDS:
        if not is_lawful(code, book):
            remedy, penalty = due_remedy(code, book, None), due_penalty(code, book)
            assert remedy.text.ja
            assert remedy.text.en
            assert penalty is None or (penalty.text.ja and penalty.text.en), code

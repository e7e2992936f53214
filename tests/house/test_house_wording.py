"""Wording of Japanese texts: です・ます in sentences, one word for one thing, no English except names."""

import re
from pathlib import Path

import pytest

from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty, effect
from controller.referee.faults.remedies import due_remedy, is_lawful
from controller.rulebooks.catalogue import load, outside_ids, rulebook_ids
from controller.rulebooks.schema.penalties import Penalty
from tests.support.syntax import Nodes
from tests.support.wording import WORDS, Said, latin, plain_sentences, said


@pytest.fixture(scope="module")
def heard(root: Path, nodes: dict[Path, Nodes]) -> list[Said]:
    """Every string in Japanese."""
    every = [one for one in said(root, nodes) if not one.place.startswith(tuple(WORDS["not_ours"]))]
    assert len(every) > 3000
    return every


def test_sentences_are_polite(heard: list[Said]) -> None:
    """Regression: 「届かなかった。接続を確かめる。」 and です・ます stood by turns."""
    found = [
        f"{one.place}: {sentence}"
        for one in heard
        if one.both and not one.place.startswith(tuple(WORDS["tables"]))
        for sentence in plain_sentences(one.text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("row", WORDS["not_said"], ids=lambda row: row["pattern"])
def test_one_word_is_said_for_one_thing(row: dict[str, str], heard: list[Said]) -> None:
    found = [f"{one.place}: {one.text}" for one in heard if re.search(row["pattern"], one.text)]
    assert not found, "\n".join([f"say {row['said']}", *found])


def test_no_english_stands_in_japanese(heard: list[Said]) -> None:
    found = [
        f"{one.place}: {word}: {one.text}"
        for one in heard
        if one.both and not one.place.startswith(tuple(WORDS["tables"]))
        for word in latin(one.text, one.place)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", [*rulebook_ids(), *outside_ids()])
def test_every_fault_is_judged_in_japanese_under_every_book(name: str) -> None:
    """Checks remedies, penalties and their effects with all values filled in."""
    book = load(name)
    told = {effect(each, book).ja for each in Penalty}
    for code in FAULT_KINDS:
        if not is_lawful(code, book):
            told |= {due.text.ja for due in (due_remedy(code, book, None), due_penalty(code, book)) if due is not None}
    assert len(told) > len(Penalty)
    assert [text for text in told if plain_sentences(text) or latin(text)] == []

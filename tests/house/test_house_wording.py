"""How people are spoken to in Japanese: です・ます in sentences, one word for one thing, no English but names."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.syntax import Nodes
from tests.support.wording import HOLE, Said, said

WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
BESIDE = re.compile(r"（[^（）]*）|\([^()]*\)")
POLITE = re.compile("(?:です|ます|ません|でした|ました|ください|でしょう|ましょう)(?:か|が)?[」』]*$")
# A sentence may end in a noun: in kanji, katakana, a figure or a value that is filled in.
NOUN = re.compile(r"[\u30a0-\u30ff\u4e00-\u9fff\w」』%\-–)）}]$")
HIRAGANA = re.compile("[\u3041-\u309f]$")
# What is typed or opened as it stands: commands, options, addresses, files, names of settings.
MACHINE = re.compile(
    r"`[^`]*`|(?:https?|rtsp)://\S*|usb:\S+|--[\w-]+(?: [\w.]+)?|(?:docs|hardware|/\w+)/[\w./*-]+|\[[a-z]+\] \w+"
    r"|\w+[._-][\w.-]+|\w+=[\w-]+|sudo [ -~]*|jantaku(?: [a-z]+)*"
)
LATIN = re.compile("[A-Za-z]{3,}")


@pytest.fixture(scope="module")
def heard(root: Path, nodes: dict[Path, Nodes]) -> list[Said]:
    """Everything that is read in Japanese."""
    every = [one for one in said(root, nodes) if not one.place.startswith(tuple(WORDS["not_ours"]))]
    assert len(every) > 3000
    return every


def spoken(text: str) -> list[str]:
    """Sentences of a text that has one: each that ends in 。, and what follows the last."""
    return [one for each in BESIDE.sub("", text).split("。") if (one := each.strip())] if "。" in text else []


def plain(sentence: str) -> bool:
    """Whether it ends in a plain form: neither です・ます nor a noun."""
    return not POLITE.search(sentence) and (bool(HIRAGANA.search(sentence)) or not NOUN.search(sentence))


def test_sentences_are_polite(heard: list[Said]) -> None:
    """Red where 「届かなかった。接続を確かめる。」 and です・ます stood by turns."""
    found = [
        f"{one.place}: {sentence}"
        for one in heard
        for sentence in spoken(one.text)
        if one.both and not one.place.startswith(tuple(WORDS["tables"])) and plain(sentence)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("row", WORDS["not_said"], ids=lambda row: row["pattern"])
def test_one_word_is_said_for_one_thing(row: dict[str, str], heard: list[Said]) -> None:
    found = [f"{one.place}: {one.text}" for one in heard if re.search(row["pattern"], one.text)]
    assert not found, "\n".join([f"say {row['said']}", *found])


def test_no_english_stands_in_japanese(heard: list[Said]) -> None:
    known = [(row.get("where", ""), word) for row in WORDS["latin"] for word in row["words"]]
    found = [
        f"{one.place}: {word}: {one.text}"
        for one in heard
        if one.both and not one.place.startswith(tuple(WORDS["tables"]))
        for word in LATIN.findall(MACHINE.sub("", one.text.replace(HOLE, "")))
        if not any(one.place.startswith(where) and word == named for where, named in known)
    ]
    assert not found, "\n".join(found)

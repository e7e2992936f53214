"""Word catalogues of the pages: both languages have every key, and the pages use exactly these keys."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.axe import AXE
from tests.support.real_servers import lacking
from tests.support.wording import WORDS as OF_WORDS

ROOT = Path(__file__).parents[2]
WEB = ROOT / "api" / "web"
MODULES = AXE.parents[1]
CATALOGUES = ROOT / "tests" / "support" / "catalogues.mjs"
VERB = re.compile("(?:[うくぐすつぬぶむる]|ない)）?$")
"""A verb in its plain form at the end, or in brackets there."""
PAGE = """
import { words } from "./words.js";
const opens = (name, text) => h("button.plain", { name }, icon("go"), text);
export const acts = [opens("a", words.title), h("div", {}, words.table.wide), h("button", {}, on ? words.old : "")];
export const shown = (kind) => [words.title, words.kinds[kind], words.table.wide, words.titel, words.table.narow];
"""
WORDS = """
const BOTH = {
  ja: { title: "卓", kinds: { a: "あ" }, table: { wide: "広い", narrow: "狭い" }, old: "旧", only: "日本" },
  en: { title: "Table", kinds: { a: "a" }, table: { wide: "wide", narrow: "narrow" }, old: "old" },
};
export let words = BOTH.ja;
"""


def catalogues(web: Path) -> dict[str, dict[str, Any]]:
    """Return, per module with a catalogue, the keys of both languages, the unused, the missing and those on buttons."""
    node = Path(sys.executable).with_name("node")
    answer = subprocess.run([node, CATALOGUES, web], check=True, capture_output=True, text=True, encoding="utf-8")
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, Any]]:
    """The catalogues of the pages."""
    return catalogues(WEB)


@pytest.fixture(scope="module", autouse=True)
def _parser() -> None:
    if not MODULES.is_dir():
        lacking("the tools of the pages are not there: make pages")


def test_both_languages_have_each_word_and_a_page_uses_it(found: dict[str, dict[str, Any]]) -> None:
    assert sum(len(each["ja"]) for each in found.values()) > 1000
    one = {name: sorted({*each["ja"]} ^ {*each["en"]}) for name, each in found.items()}
    assert {name: keys for name, keys in one.items() if keys} == {}, "in one language alone"
    assert {name: each["unused"] for name, each in found.items() if each["unused"]} == {}
    assert {name: each["missing"] for name, each in found.items() if each["missing"]} == {}


def test_a_button_says_in_a_verb_what_the_user_does(found: dict[str, dict[str, Any]]) -> None:
    on_buttons = [text.strip() for each in found.values() for texts in each["buttons"].values() for text in texts]
    assert len(on_buttons) > 100
    nouns = {text: re.compile(rf"{text}$") for row in OF_WORDS["button"] for text in row.get("ends", ())}
    nouns |= {text: re.compile(rf"^{text}$") for row in OF_WORDS["button"] for text in row.get("texts", ())}
    others = [text for text in on_buttons if not VERB.search(text)]
    assert [text for text in others if not any(noun.search(text) for noun in nouns.values())] == []
    assert [noun for noun, of in nouns.items() if not any(map(of.search, others))] == [], "on no button any more"


def test_what_is_wrong_with_a_catalogue_is_found(tmp_path: Path) -> None:
    shutil.copy(WEB / "package.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    (tmp_path / "words.js").write_text(WORDS, encoding="utf-8")
    (tmp_path / "page.js").write_text(PAGE, encoding="utf-8")
    (found,) = catalogues(tmp_path).values()
    assert {*found["ja"]} - {*found["en"]} == {"only"}
    assert found["unused"] == ["table.narrow", "only"]
    assert found["missing"] == ["titel", "table.narow"]
    assert found["buttons"] == {"title": ["卓"], "old": ["旧"]}

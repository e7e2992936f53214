"""Words of the law: one glossary in Japanese, and clauses as a referee cites them."""

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.rulebooks.fields import rulebook_fields
from controller.rulebooks.catalogue import load, outside_ids, rulebook_ids
from controller.rulebooks.names.chombo import chombo_cost, chombo_effect
from controller.rulebooks.names.clauses import clause_name
from tests.support.syntax import Nodes

ROOT = Path(__file__).parents[2]
# The players' kana. Names of hands and of aborted rounds keep their characters, as do kinds of kongs.
OLD = re.compile("和了|立直|聴牌|不聴|振聴|自摸|栄和|槓")
NAMES = re.compile("門前清自摸和|門前清栄和加符|四家立直|四槓散了|四槓子|三槓子|暗槓|大明槓|明槓|加槓|槍槓|送り槓")
# What other programs write, and what a referee may type.
OTHERS = ("controller/records/tenhou/", "controller/records/majiang/", "controller/referee/faults/spoken.py")


def said(nodes: dict[Path, Nodes]) -> Iterator[tuple[str, str]]:
    """Every string of the product that is no docstring, with its place; of pages whole lines."""
    for path, each in nodes.items():
        if path.parts[0] != "docs":
            notes = {id(node.value) for node in each.of(ast.Expr)}
            for node in each.of(ast.Constant):
                if isinstance(node.value, str) and id(node) not in notes:
                    yield f"{path.as_posix()}:{node.lineno}", node.value
    for file in sorted((ROOT / "api" / "web").rglob("*.js")):
        if "node_modules" not in file.parts:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                yield f"{file.relative_to(ROOT)}:{number}", line


def test_one_glossary_is_spoken(nodes: dict[Path, Nodes]) -> None:
    """Red where 立直 and リーチ, 和了 and アガリ stood in one list."""
    found = [
        f"{place}: {text}"
        for place, text in said(nodes)
        if not place.startswith(OTHERS) and OLD.search(NAMES.sub("", text))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("book", "clause", "ja"),
    [
        ("npm-2008", "art. 52 to", "第52条ト"),
        ("npm-2008", "art. 54-5", "第54条⑤"),
        ("npm-2008", "art. 54-58", "第54条～第58条"),
        ("npm-2008", "art. 45 he-chi", "第45条ヘ～チ"),
        ("npm-2008", "art. 21 ro, 27 ro, 28 ro", "第21条ロ・第27条ロ・第28条ロ"),
        ("teikoku", "art. 4-1", "第4章第1条"),
        ("teikoku", "art. 2-6 to 2-11", "第2章第6条～第2章第11条"),
        ("tomioka", "basic 4a", "基本4a"),
        ("wakashachi-2025", "art. 10, 16-1", "第10項・第16項①"),
        ("wakashachi-2025", "art. 14: M.League, secondary source", "第14項：M.League・二次資料"),
        ("kenko-2022", "penalties, lost right 2", "罰則・権利の喪失2"),
        ("kenko-2022", "hand-built 1 to 4", "手積み1～4"),
        ("mleague-2026", "ch. 7 art. 4-1", "第7章第4条①"),
        ("teikoku", "unstated: the text is silent", "原文に記載なし"),
    ],
)
def test_a_clause_is_cited_as_its_book_counts(book: str, clause: str, ja: str) -> None:
    """Red where teikoku's art. 4-1, the first article of chapter 4, was 第4条の1."""
    assert clause_name(clause, load(book).citing).ja == ja


def test_pages_cite_every_clause_in_japanese() -> None:
    listing = runpy.run_path(str(ROOT / "docs" / "generate" / "list_clauses.py"))
    page = listing["page"]()
    written = (ROOT / "api" / "web" / "shared" / "text" / "clause_words.js").read_text("utf-8")
    assert written == page, "stale: run `python docs/generate/list_clauses.py`"
    latin = re.findall(r'": "([^"]*\b(?:art|ch)\. [^"]*)"', page)
    assert latin == []


# Names of leagues, and what a text itself writes so (tomioka's second rule 4, RMU's A and B).
KNOWN = re.compile(r"M\.League|Mリーグ|Mのみ|基本4a|AからB|BはA|[ABM]ルール")


@pytest.mark.parametrize("book", [*rulebook_ids(), *outside_ids()])
def test_no_word_of_english_is_left_where_a_field_is_told_in_japanese(book: str) -> None:
    """Red where npm-2008 and kenko-2022 stood as ids, and "17は" for 第17項は."""
    told = [
        f"{name}: {ja}"
        for name, field in rulebook_fields(load(book)).items()
        for ja in (field.title.ja, field.words.ja, field.cited.ja, field.doubt.ja)
        if re.search("[A-Za-z]{2}|[a-z]", KNOWN.sub("", ja))
    ]
    assert told == []


@pytest.mark.parametrize(
    ("book", "ja"),
    [
        ("npm-2008", "チョンボはトータルから40ポイント減算"),
        ("teikoku", "チョンボは満貫払い（子8,000・親12,000）"),
        ("tomioka", "チョンボは満貫払い（子8,000・親12,000）"),
        ("kenko-2022", "チョンボは持ち点から12,000点を減算（罰符欄に記入）"),
    ],
)
def test_a_chombo_is_told_as_players_pay_it(book: str, ja: str) -> None:
    """Red where a chombo cost 8,000 points and a dealer pays 12,000."""
    assert chombo_cost(load(book)).ja == ja
    assert ja in chombo_effect(load(book)).ja

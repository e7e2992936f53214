"""Legal terms: one Japanese glossary, and citations of clauses as a referee makes them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.rulebooks.fields import rulebook_fields
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty
from controller.referee.faults.remedies import due_remedy
from controller.rulebooks.catalogue import load, outside_ids, published, rulebook_ids
from controller.rulebooks.cited import cited, clauses_of, every_line
from controller.rulebooks.clause import SILENT
from controller.rulebooks.names.chombo import chombo_cost, chombo_effect
from controller.text import Text
from tests.support import wording
from tests.support.syntax import Nodes

ROOT = Path(__file__).parents[2]
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
# Kana as players write them. Names of hands and of aborted rounds keep their characters, as do kinds of kongs.
OLD = re.compile("和了|立直|聴牌|不聴|振聴|自摸|栄和|槓")
NAMES = re.compile("門前清自摸和|門前清栄和加符|四家立直|四槓散了|四槓子|三槓子|暗槓|大明槓|明槓|加槓|槍槓|送り槓")
# Formats of other programs, and words that a referee may type.
OTHERS = ("controller/records/tenhou/", "controller/records/majiang/", "controller/referee/faults/spoken.py")


def said(nodes: dict[Path, Nodes]) -> Iterator[tuple[str, str]]:
    """Yield every string of the product except docstrings, with its place; of pages whole lines."""
    for path, each in nodes.items():
        if path.parts[0] != "docs":
            notes = {id(node.value) for node in each.of(ast.Expr)}
            for node in each.of(ast.Constant):
                if isinstance(node.value, str) and id(node) not in notes:
                    yield f"{path.as_posix()}:{node.lineno}", node.value
    # Of data files only strings marked as Japanese.
    yield from ((each.place, each.text) for each in wording.said(ROOT, {}) if each.place.endswith(".toml"))
    for file in sorted((ROOT / "api" / "web").rglob("*.js")):
        if "node_modules" not in file.parts:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                yield f"{file.relative_to(ROOT)}:{number}", line


def test_one_glossary_is_spoken(nodes: dict[Path, Nodes]) -> None:
    """Regression: 立直 and リーチ, 和了 and アガリ stood in one list."""
    found = [
        f"{place}: {text}"
        for place, text in said(nodes)
        if not place.startswith(OTHERS) and OLD.search(NAMES.sub("", text))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("book", "article", "ja"),
    [
        ("npm-2008", "art. 52 to", "第52条ト"),
        ("npm-2008", "art. 54-5", "第54条⑤"),
        ("npm-2008", "art. 42 i-5", "第42条イ-5"),
        ("npm-2008", "art. 45 he-chi", "第45条ヘ～チ"),
        ("npm-2008", "art. 21 ro, 27 ro, 28 ro, 29 ni", "第21条ロ・第27条ロ・第28条ロ・第29条ニ"),
        ("teikoku", "art. 4-2", "第4章第2条"),
        ("tomioka", "basic 4a", "基本4a"),
        ("wakashachi-2025", "art. 10, 16-1", "第10項・第16項①"),
        ("wakashachi-2025", "art. 14: M.League, secondary source", "第14項：M.League・二次資料"),
        ("kenko-2022", "penalties, lost right 2", "罰則・権利の喪失2"),
        ("mleague-2026", "ch. 7 art. 5-5", "第7章第5条⑤"),
        ("teikoku", "unstated: the text is silent", "原文に記載なし"),
        ("npm-2008", "art. 39 ro; art. 39 ha", "第39条ロ・第39条ハ"),
        ("npm-2008", "house 3", "house 3"),
    ],
)
def test_a_clause_is_cited_as_its_book_counts(book: str, article: str, ja: str) -> None:
    """Regression: teikoku's art. 4-1, the first article of chapter 4, was 第4条の1."""
    assert cited(load(book), article) == Text(ja, article.removeprefix(SILENT))


@pytest.mark.parametrize("book", published())
def test_a_clause_says_one_thing_in_a_book_and_names_its_article_in_both_languages(book: str) -> None:
    """The numbers of an article must match between its Japanese and its English, so that none is corrected alone."""
    notes: dict[str, Text] = {}
    numbers = {circled: place for place, circled in enumerate(CIRCLED, 1)}
    for clause in (*(rule.clause for _, rule in load(book).rules()), *every_line(load(book))):
        if clause is not None:
            assert notes.setdefault(clause.cite, clause.note) == clause.note
            plain = "".join(f"-{numbers.get(each)}" if each in numbers else each for each in clause.note.ja)
            here, there = (set(re.findall(r"\d+", text)) for text in (plain, clause.note.en.replace("npm-2008", "")))
            assert here == there, (clause.note.ja, clause.note.en)


# Names of leagues, and notations of the texts themselves (tomioka's second rule 4, RMU's A and B).
KNOWN = re.compile(r"M\.League|Mリーグ|Mのみ|基本4a|AからB|BはA|[ABM]ルール")


@pytest.mark.parametrize("book", [*rulebook_ids(), *outside_ids()])
def test_no_word_of_english_is_left_where_a_field_is_told_in_japanese(book: str) -> None:
    """Regression: npm-2008 and kenko-2022 stood as ids, and "17は" for 第17項は."""
    told = [
        f"{name}: {ja}"
        for name, field in rulebook_fields(load(book)).items()
        for ja in (field.title.ja, field.words.ja, field.cited.ja, field.doubt.ja)
        if re.search("[A-Za-z]{2}|[a-z]", KNOWN.sub("", ja))
    ]
    told += [each.ja for each in clauses_of(load(book)).values() if re.search("[A-Za-z]{2}", KNOWN.sub("", each.ja))]
    assert told == []


@pytest.mark.parametrize("book", [*rulebook_ids(), *outside_ids()])
def test_what_is_due_for_a_fault_is_cited_in_japanese(book: str) -> None:
    """Regression: a page showed 267 of 383 clauses in English: what the book has, and what faults cite of it."""
    law = load(book)
    due = [due_remedy(code, law, None).clause for code in FAULT_KINDS]
    due += [found.clause for code in FAULT_KINDS if (found := due_penalty(code, law))]
    told = {cite: cited(law, cite).ja for cite in due if cite}
    assert told
    assert [cite for cite, ja in told.items() if re.search("[A-Za-z]{3}", KNOWN.sub("", ja))] == []


def test_no_page_shows_the_name_of_a_clause() -> None:
    """Pages show `cited` in the reader's language; `clause` is for programs."""
    shown = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in sorted((ROOT / "api" / "web").rglob("*.js"))
        if "node_modules" not in file.parts
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"\w\.\w*clause\b(?!\])", re.sub(r"[\"'`]\w*\.clause", "", line))
    ]
    assert shown == []


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
    """Regression: a chombo cost 8,000 points and a dealer pays 12,000."""
    assert chombo_cost(load(book)).ja == ja
    assert ja in chombo_effect(load(book)).ja

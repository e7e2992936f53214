"""The rulebooks as data: complete, cited, free of contradictions, and named in no other code."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from controller.errors import RulebookError
from controller.rulebooks.catalogue import outside_ids, published, rulebook, rulebook_ids
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import FuritenEnd, SeveralRons, Wrong
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.scoring import LimitStep
from controller.rulebooks.schema.table import RemedyKind
from controller.text import Text

ROOT: Final = Path(__file__).parents[3]
BOOKS: Final = tuple(published().values())


def rule(book: str, field: str) -> Rule[Any]:
    return dict(rulebook(book).rules())[field]


def test_the_books_are_known_and_another_is_refused_by_name() -> None:
    assert {"npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022", "mleague"} <= set(rulebook_ids())
    assert [book.id for book in BOOKS] == [*rulebook_ids(), *outside_ids()]
    with pytest.raises(RulebookError, match=r"unknown rulebook 'ema': expected one of npm-2008, .*, mahjong-soul$"):
        rulebook("ema")


@pytest.mark.parametrize("book", BOOKS, ids=list(published()))
def test_every_field_cites_a_clause_or_says_why_not(book: Rulebook) -> None:
    for name, field in book.rules():
        assert isinstance(field, Rule), name
        assert field.cite, name
        assert "\n" not in field.cite, name
    for yaku in book.scoring.yaku.value:
        assert yaku.clause, yaku
        assert yaku.closed or yaku.open or yaku.yakuman or yaku.limit, yaku


def test_bare_names_of_fields_are_unique_so_that_an_answer_can_name_them() -> None:
    names = [name.partition(".")[2] for name, _ in BOOKS[0].rules()]
    assert len(names) == len(set(names))


def article_of(rule: Rule[Any]) -> str:
    """The article that a rule cites, "" for a default."""
    return rule.clause.article if rule.clause else ""


# Read from the original texts, clause by clause.
@pytest.mark.parametrize(
    ("book", "field", "value", "cite"),
    [
        ("npm-2008", "scoring.ba_zoro", 2, "art. 43"),
        ("npm-2008", "scoring.kiriage_30_fu_4_han", True, "art. 45 i"),
        ("npm-2008", "claims.several_rons", SeveralRons.NEAREST, "art. 33 ha"),
        ("npm-2008", "claims.same_turn_furiten_ends", FuritenEnd.OWN_TILE, "art. 33 ni"),
        ("npm-2008", "claims.swap_calling", Wrong.LOSES_RIGHT, "art. 51"),
        ("npm-2008", "claims.liability", (), "art. 53"),
        ("npm-2008", "flow.winds_played", 2, "art. 1"),
        ("npm-2008", "flow.noten_payment", 3000, "art. 17 ho"),
        ("npm-2008", "settlement.start_points", 25_000, "art. 37"),
        ("npm-2008", "settlement.rank_points", (30, 10, -10, -30), "art. 39 ro"),
        ("npm-2008", "table.rolls", 1, "art. 13 ro"),
        ("npm-2008", "table.rolls_hand_stacked", 2, "appendix, hand-stacked tables"),
        ("npm-2008", "table.dora_stack", 3, "art. 9 i"),
        ("npm-2008", "penalties.chombo_points", 40_000, "art. 52 to"),
        ("npm-2008", "penalties.wrong_meld_correctable", True, "art. 50 i"),
        ("teikoku", "penalties.after_chombo", AfterChombo.DEALER_PASSES, "art. 1-5, 1-6"),
        ("teikoku", "penalties.empty_call", Penalty.PAYS_POT, "art. 4-3"),
        ("wakashachi-2025", "penalties.false_win_by_voice", Penalty.FREE, "art. 4"),
        ("wakashachi-2025", "penalties.too_few_tiles", Penalty.CORRECTED, "art. 16"),
        ("kenko-2022", "penalties.chombo_cost", ChomboCost.TO_NOBODY, "penalties, chombo"),
        ("teikoku", "scoring.counted_yakuman", 13, "art. 5-3"),
        ("teikoku", "scoring.nagashi_mangan", True, "art. 5-2"),
        ("teikoku", "claims.same_turn_furiten_ends", FuritenEnd.OWN_DISCARD, "art. 2-12"),
        ("teikoku", "riichi.riichi_tiles_left", 4, "art. 3-3"),
        ("teikoku", "riichi.riichi_below_stick", False, "art. 3-3"),
        ("tomioka", "scoring.kiriage_30_fu_4_han", False, "points 1"),
        ("tomioka", "claims.kokushi_robs_concealed_kong", True, "kan 3"),
        ("tomioka", "claims.liability", ("DAISANGEN", "DAISUUSHII", "SUUKANTSU"), "pao 1"),
        ("tomioka", "settlement.rank_points", (20, 10, -10, -20), "rank 3"),
        ("wakashachi-2025", "flow.winds_played", 1, "art. 1"),
        ("wakashachi-2025", "flow.clock_minutes", 45, "art. 1, 7"),
        ("wakashachi-2025", "scoring.counter_value", 0, "art. 9"),
        ("wakashachi-2025", "claims.several_rons", SeveralRons.ALL, "art. 11"),
        ("wakashachi-2025", "claims.liability", (), "art. 14"),
        ("wakashachi-2025", "scoring.red_fives", (1, 1, 1), "art. 17: M.League, secondary source"),
        ("kenko-2022", "flow.clock_minutes", 50, "art. 1"),
        ("kenko-2022", "settlement.start_points", 30_000, "art. 2"),
        ("kenko-2022", "scoring.kiriage_60_fu_3_han", True, "art. 5"),
        ("kenko-2022", "claims.swap_calling", Wrong.ALLOWED, "art. 6"),
        ("mleague", "scoring.double_wind_pair", 2, "M.League, secondary source"),
    ],
)
def test_fields_read_off_the_texts(book: str, field: str, value: object, cite: str) -> None:
    found = rule(book, field)
    assert (found.value, found.cite) == (value, cite)


@pytest.mark.parametrize(
    ("book", "before", "after", "article"),
    [
        ("npm-2008", RemedyKind.SHUFFLE_AGAIN, RemedyKind.STANDS, "art. 13 ni"),
        ("kenko-2022", RemedyKind.REFEREE, RemedyKind.REFEREE, ""),
    ],
)
def test_remedy_for_a_wrong_break(book: str, before: RemedyKind, after: RemedyKind, article: str) -> None:
    table = rulebook(book).table
    for remedy, kind in ((table.wrong_break_before, before), (table.wrong_break_after, after)):
        assert (remedy.value.kind, article_of(remedy)) == (kind, article)
        assert remedy.value.ja
        assert remedy.value.en


def test_remedy_for_a_wrong_dora_indicator() -> None:
    for book, article in (("npm-2008", "art. 9 i"), ("teikoku", "art. 2-3")):
        table = rulebook(book).table
        before, after = table.wrong_dora_before, table.wrong_dora_after
        assert (before.value.kind, article_of(before)) == (RemedyKind.PUT_RIGHT, article)
        assert (after.value.kind, article_of(after)) == (RemedyKind.SWAP, article)


@pytest.mark.law("wakashachi-2025", "17.1")
def test_wakashachi_takes_over_what_it_does_not_write() -> None:
    base = dict(rulebook("mleague").rules())
    taken = {name: field for name, field in rulebook("wakashachi-2025").rules() if field.cite.startswith("art. 17: ")}
    assert len(taken) > 40
    for name, field in taken.items():
        assert (field.value, field.cite) == (base[name].value, f"art. 17: {base[name].cite}")


@pytest.mark.law("wakashachi-2025", "17.1")
def test_wakashachi_takes_over_no_penalty() -> None:
    """wakashachi art. 17."""
    for name, field in rulebook("wakashachi-2025").penalties.rules():
        assert "M.League, secondary source" not in field.cite, name


def test_contradictions_are_refused_with_the_field() -> None:
    book = rulebook("npm-2008")
    backwards = tuple(reversed(book.scoring.limits.value))
    with pytest.raises(RulebookError, match=r"scoring.limits: expected known limits"):
        replace(book, scoring=replace(book.scoring, limits=Rule(backwards, clause("ハウスルール", "house"))))
    with pytest.raises(RulebookError, match=r"claims.liability and scoring.yaku: expected yakuman of this book"):
        replace(book, claims=replace(book.claims, liability=Rule(("DAISHARIN",), clause("ハウスルール", "house"))))
    with pytest.raises(RulebookError, match=r"flow.winds_played: 5 is out of bounds: expected 1 to 4"):
        replace(book, flow=replace(book.flow, winds_played=Rule(5, clause("ハウスルール", "house"))))
    with pytest.raises(RulebookError, match=r"settlement.return_points and settlement.start_points: expected no less"):
        replace(book, settlement=replace(book.settlement, return_points=Rule(20_000, clause("ハウスルール", "house"))))
    with pytest.raises(RulebookError, match=r"neither a clause nor a reason"):
        Rule(1)


def test_a_silent_field_gives_its_reason_in_place_of_a_clause() -> None:
    field = unstated(LimitStep(5, "mangan", 2000), Text("通例による", "as usual"))
    assert field.cite == "unstated: as usual"
    assert Rule(2, clause("第1条", "art. 1")).cite == "art. 1"


def test_nobody_but_the_rulebooks_knows_a_book_by_name() -> None:
    rooms = [path for top in ("controller", "firmware_bridge", "vision") for path in (ROOT / top).rglob("*.py")]
    outside = [path for path in rooms if "rulebooks" not in path.parts]
    assert len(outside) > 20
    # A record format has the same name as the site whose book it is.
    named = set(published()) - {"tenhou"}
    assert [(path.name, name) for path in outside for name in named if f'"{name}"' in path.read_text()] == []

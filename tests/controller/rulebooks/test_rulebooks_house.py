"""House rules: a base plus overrides, every field accessible, every error refused with file, line and reason."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import RulebookError
from controller.rulebooks.catalogue import load, published, rulebook, rulebook_ids
from controller.rulebooks.cited import clauses_of
from controller.rulebooks.clause import clause
from controller.rulebooks.files.toml import line_of, lines_of
from controller.rulebooks.house import LARGEST, HouseRules, house_rules
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons
from controller.rulebooks.schema.manners import Manner
from controller.rulebooks.schema.penalties import Penalty
from tests.support.random_rules import toml

ROOT: Final = Path(__file__).parents[3]
EXAMPLE: Final = ROOT / "docs" / "house-rules.example.toml"


def read(text: str, name: str = "house") -> HouseRules:
    return house_rules(text, name, published())


def book_of(text: str) -> Rulebook:
    house = read(text)
    assert house.problems == ()
    assert house.rulebook is not None
    return house.rulebook


def test_the_example_of_the_docs_is_sound() -> None:
    book = load(str(EXAMPLE))
    assert (book.id, book.ja, book.edition) == ("example-parlour", "見本荘ハウスルール", "example")
    assert book.scoring.red_fives.value == (1, 1, 1)
    assert book.scoring.red_fives.cite == "house rule"
    assert (book.scoring.kiriage_30_fu_4_han.value, book.scoring.kiriage_30_fu_4_han.cite) == (False, "house 3")
    assert book.claims.several_rons.value is SeveralRons.ALL
    worth = {rule.id: (rule.yakuman, rule.clause.cite) for rule in book.scoring.yaku.value}
    assert worth["RENHOU"] == (1, "house 5")
    assert worth["DAISUUSHII"] == (2, "house 5")
    assert worth["DAISHARIN"] == (1, "house 5")
    assert {"SANRENKOU", "SHIIAROUTAI"} <= worth.keys()
    assert worth["KOKUSHI"] == (1, "art. 58-3")
    base = dict(rulebook("npm-2008").rules())
    changed = {name for name, rule in book.rules() if rule.value != base[name].value}
    assert len(changed) == 16


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_field_of_a_book_can_be_written_as_a_house_rule(book: str) -> None:
    """A book written field by field over another base is the same book, clauses included."""
    source = published()[book]
    lines = [f'base = "{next(name for name in rulebook_ids() if name != book)}"']
    for name, section in source.chapters():
        lines.append(f"[{name}]")
        lines += [
            f'{field} = {{ value = {toml(rule.value)}, clause = "{rule.cite}" }}' for field, rule in section.rules()
        ]
    copy = book_of("\n".join(lines))
    assert [(name, rule.value, rule.cite) for name, rule in copy.rules()] == [
        (name, rule.value, rule.cite) for name, rule in source.rules()
    ]
    assert not any(rule.unstated for _, rule in copy.rules())


def test_what_is_not_overridden_stays_with_its_clause_or_its_reason() -> None:
    book = book_of('base = "tomioka"\n[flow]\nnoten_payment = 1800')
    base = dict(rulebook("tomioka").rules())
    assert {name for name, rule in book.rules() if rule != base[name]} == {"flow.noten_payment"}
    assert (book.id, book.ja, book.en) == (
        "house",
        "富岡麻雀交流大会（ハウスルール）",
        "Tomioka Mahjong Exchange Tournament, house rules",
    )


def test_a_yaku_is_added_changed_or_taken_out_and_the_others_stay() -> None:
    text = """
base = "npm-2008"
[scoring.yaku]
RENHOU = { yakuman = 1 }
TANYAO = { open = 0, clause = "house 2" }
[scoring.yaku.IPPATSU]
closed = 0
"""
    before = {rule.id: rule for rule in rulebook("npm-2008").scoring.yaku.value}
    after = {rule.id: rule for rule in book_of(text).scoring.yaku.value}
    assert after.keys() ^ before.keys() == {"RENHOU", "IPPATSU"}
    assert after["TANYAO"][1:5] == (1, 0, 0, clause("house 2", "house 2"))
    assert all(after[name] == before[name] for name in before if name not in ("TANYAO", "IPPATSU"))


# Text, then line, field and beginning of the reason of each problem.
REFUSED: Final = {
    "no base": ("[scoring]\nba_zoro = 0", [(1, "base", "absent: expected one of npm-2008")]),
    "unknown base": ('\nbase = "ema"', [(2, "base", "unknown rulebook 'ema': expected one of npm-2008")]),
    "base of another kind": ("base = 3", [(1, "base", "expected a text")]),
    "not TOML": ('base = "npm-2008"\n[scoring\n', [(2, "", "not TOML: ")]),
    "cut off": ('base = "npm-2008"\n[claims]\nliability = ["DAISANGEN",\n', [(4, "", "not TOML: ")]),
    "a key twice": ('base = "npm-2008"\n[table]\nrolls = 1\nrolls = 2', [(4, "", "not TOML: Cannot overwrite")]),
    "unknown chapter": ('base = "npm-2008"\n[scorin]\nx = 1', [(2, "scorin", "unknown chapter: did you mean scoring")]),
    "a chapter that is no table": ('base = "npm-2008"\nscoring = 1', [(2, "scoring", "expected a table of fields")]),
    "unknown field": (
        'base = "npm-2008"\n# why\n[scoring]\nba_zoro = 0\n\nred_five = [1, 1, 1]',
        [(6, "scoring.red_five", "unknown field: did you mean red_fives")],
    ),
    "dotted and quoted": (
        'base = "npm-2008"\nscoring."red fives" = 1',
        [(2, "scoring.red fives", "unknown field")],
    ),
    "a text for a number": (
        'base = "npm-2008"\n[flow]\nnoten_payment = "3000"',
        [(3, "flow.noten_payment", '"3000": expected a whole number')],
    ),
    "a number for a switch": (
        'base = "npm-2008"\n[scoring]\nippatsu = 1',
        [(3, "scoring.ippatsu", "1: expected true or false")],
    ),
    "a switch for a number": (
        'base = "npm-2008"\n[scoring]\nba_zoro = true',
        [(3, "scoring.ba_zoro", "true: expected a whole number")],
    ),
    "a fraction": ('base = "npm-2008"\n[scoring]\nba_zoro = 0.5', [(3, "scoring.ba_zoro", "0.5: expected a whole")]),
    "a choice that there is not": (
        'base = "npm-2008"\n[claims]\nseveral_rons = "two"',
        [(3, "claims.several_rons", '"two": expected one of all, nearest')],
    ),
    "too few": (
        'base = "npm-2008"\n[scoring]\nred_fives = [\n  1, # man\n  1, # pin\n]',
        [(3, "scoring.red_fives", "2 values: expected 3")],
    ),
    "a value for a list": (
        'base = "npm-2008"\n[claims]\nliability = "DAISANGEN"',
        [(3, "claims.liability", '"DAISANGEN": expected a list')],
    ),
    "an unknown key beside a value": (
        'base = "npm-2008"\n[scoring]\nba_zoro = { value = 0, source = "x" }',
        [(3, "scoring.ba_zoro.source", "unknown key: expected value and clause")],
    ),
    "an empty clause": (
        'base = "npm-2008"\n[scoring]\nba_zoro = { value = 0, clause = "" }',
        [(3, "scoring.ba_zoro.clause", "expected the clause as a text")],
    ),
    "an unknown yaku": (
        'base = "npm-2008"\n[scoring.yaku]\nTANYAO = { closed = 2 }\nTANYOU = { closed = 1 }',
        [(4, "scoring.yaku.TANYOU", "unknown yaku: did you mean TANYAO")],
    ),
    "an unknown key of a yaku": (
        'base = "npm-2008"\n[scoring.yaku.TANYAO]\nclosed = 1\nhan = 1',
        [(4, "scoring.yaku.TANYAO.han", "unknown key: expected one of closed")],
    ),
    "a yaku worth a number": (
        'base = "npm-2008"\n[scoring.yaku]\nTANYAO = { value = 2 }',
        [(3, "scoring.yaku.TANYAO", "expected a table of closed, open, yakuman, limit, clause")],
    ),
    "amounts that are none": (
        'base = "npm-2008"\n[scoring]\nba_zoro = { value = 0, stated_for = "all" }',
        [(3, "scoring.ba_zoro", '"all": expected a list')],
    ),
    "chapters like no book": (
        'base = "npm-2008"\nlike = "ema"\n[silent]\nscoring = "unverified"',
        [(3, "silent", "expected chapters of the book named by like")],
    ),
    "notes that are none": ('base = "npm-2008"\nnotes = 3', [(2, "notes", "expected a table of texts by name")]),
    "a fu line where no fu is counted": (
        'base = "wakashachi-2025"\n[scoring.fu]\nTANKI = 2',
        [(3, "scoring.fu.TANKI", "unknown fu line: the base counts no fu")],
    ),
    "a key missing in a record": (
        'base = "npm-2008"\n[scoring]\nlimits = [{ han = 5, limit = "mangan" }]',
        [(3, "scoring.limits", "no basic_points: expected han, limit, basic_points")],
    ),
    "an id that is taken": (
        'base = "npm-2008"\nid = "tomioka"',
        [(2, "id", "'tomioka' is the id of another rulebook")],
    ),
    "an id that is none": ('base = "npm-2008"\nid = "My House"', [(2, "id", "'My House' is no id")]),
    "a name over two lines": ('base = "npm-2008"\nja = """a\nb"""', [(2, "ja", "expected a text of one line")]),
    "a date": ('base = "npm-2008"\n[flow]\nclock_minutes = 2020-01-01', [(3, "flow.clock_minutes", "a date or time")]),
    "out of bounds": (
        'base = "npm-2008"\n[flow]\nwinds_played = 5',
        [(3, "flow.winds_played", "5 is out of bounds: expected 1 to 4")],
    ),
    "not to be paid": (
        'base = "npm-2008"\n[flow]\nnoten_payment = 1000',
        [(3, "flow.noten_payment", "1000 cannot be paid: expected a multiple of 600")],
    ),
    "an announcement without a clock": (
        'base = "npm-2008"\n[flow]\nclock_announced_at = 10',
        [(3, "flow.clock_announced_at", "expected fewer minutes than the clock has (beside flow.clock_minutes)")],
    ),
    "liability for what is no yakuman": (
        'base = "tomioka"\n[claims]\nliability = ["TOITOI"]',
        [(3, "claims.liability", "expected yakuman of this book (beside scoring.yaku)")],
    ),
    "a yakuman worth more than the most": (
        'base = "kenko-2022"\n[scoring.yaku]\nDAISUUSHII = { yakuman = 2 }',
        [(2, "scoring.yaku", "expected no yakuman worth more than the most that count (beside scoring.most_yakuman)")],
    ),
    "open worth more than closed": (
        'base = "npm-2008"\n[scoring.yaku.CHANTA]\nopen = 3',
        [(2, "scoring.yaku", "expected known yaku, each once")],
    ),
    "a fine without its price": (
        'base = "npm-2008"\n[penalties]\nempty_call = "pays_pot"',
        [(2, "penalties.pot_fine", "expected points where a penalty is a fine")],
    ),
    "points of first to fourth that do not add up": (
        'base = "npm-2008"\n[settlement]\nrank_points = [30, 10, -10, -20]',
        [(3, "settlement.rank_points", "expected points that fall from first to last and add up to 0")],
    ),
    "what no play knows": (
        'base = "npm-2008"\n[scoring]\nlate_yaku = false\n[flow]\naborted_rounds = true',
        [(3, "scoring.late_yaku", "expected true"), (5, "flow.aborted_rounds", "expected true with the kinds")],
    ),
    "several at once, by line": (
        'base = "npm-2008"\n[flow]\nwinds_played = 9\nx = 1\n[table]\nrolls = "one"',
        [(3, "flow.winds_played", "9 is out"), (4, "flow.x", "unknown field"), (6, "table.rolls", '"one": expected')],
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_line_field_and_reason(case: str, tmp_path: Path) -> None:
    text, expected = REFUSED[case]
    house = read(text)
    assert house.rulebook is None
    assert [(problem.line, problem.field) for problem in house.problems] == [
        (line, field) for line, field, _ in expected
    ]
    for problem, (_, _, reason) in zip(house.problems, expected, strict=True):
        assert problem.reason.startswith(reason)
        assert "\n" not in str(problem)
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError) as refused:
        load(str(file))
    line, field, reason = expected[0]
    assert str(refused.value).startswith(f"{file}: line {line}: {field}: {reason}" if field else f"{file}: line {line}")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"none\.toml: No such file or directory: expected a TOML file"):
        load(str(tmp_path / "none.toml"))
    with pytest.raises(RulebookError, match="Is a directory"):
        load(f"{tmp_path}/")
    long = tmp_path / "long.toml"
    long.write_text("# long\n" * LARGEST)
    with pytest.raises(RulebookError, match="longer than"):
        load(str(long))
    latin = tmp_path / "latin.toml"
    latin.write_bytes('base = "npm-2008"\nja = "é"'.encode("latin-1"))
    with pytest.raises(RulebookError, match="line 2: not UTF-8"):
        load(str(latin))
    with pytest.raises(RulebookError, match=r"unknown rulebook 'ema': expected one of .*, or a TOML file"):
        load("ema")


def test_lines_are_found_whatever_the_values_look_like() -> None:
    text = '''# [not]
base = "npm-2008" # base = 2
[a]
text = """
[b]
x = 1
"""
rows = [
  "]", # [c]
  [1, 2],
]
inline = { x = 1, "y z" = [1] }
[a.b]
x = 1
a.b = 2
[[rows]]
n = 1
[[rows]]
n = 2
'''
    found = lines_of(text)
    assert found == {
        ("base",): 2,
        ("a",): 3,
        ("a", "text"): 4,
        ("a", "rows"): 8,
        ("a", "inline"): 12,
        ("a", "inline", "x"): 12,
        ("a", "inline", "y z"): 12,
        ("a", "b"): 13,
        ("a", "b", "x"): 14,
        ("a", "b", "a"): 15,
        ("a", "b", "a", "b"): 15,
        ("rows",): 16,
        ("rows", "n"): 17,
    }
    assert lines_of(text.replace("\n", "\r\n")) == found
    assert line_of(found, ("a", "inline", "z")) == 12
    assert line_of(found, ("nowhere",)) == 1


_NAMES: Final = st.sampled_from(("base", "id", "scoring", "yaku", "red_fives", "limits", "RENHOU", "value", "clause"))
_VALUES: Final = st.recursive(
    st.booleans() | st.integers(-3, 3) | st.sampled_from(("none", "all", "npm-2008", "TANYAO", "é\n")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=6,
)


def written(value: Any) -> str:
    """Any plain value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {written(part)}' for name, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return toml(value).replace("\n", "\\n")


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.dictionaries(_NAMES, st.dictionaries(_NAMES, _VALUES, max_size=4), max_size=4), st.booleans())
def test_no_document_ends_in_anything_but_a_book_or_problems(document: dict[str, Any], has_base: bool) -> None:
    lines = ['base = "npm-2008"'] if has_base else []
    for chapter, given_fields in document.items():
        if chapter != "base" or not has_base:
            lines.append(f"[{chapter}]")
            lines += [f"{name} = {written(value)}" for name, value in given_fields.items()]
    house = read("\n".join(lines))
    assert (house.rulebook is None) == bool(house.problems)
    assert all(1 <= problem.line <= len(lines) + 1 and "\n" not in str(problem) for problem in house.problems)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_no_text_ends_in_anything_but_a_book_or_problems(text: str) -> None:
    house = read(text)
    assert (house.rulebook is None) == bool(house.problems)


def test_the_clause_stands_beside_the_value_in_every_field_and_line() -> None:
    book = book_of(
        """
base = "kenko-2022"
[notes]
"house 7" = "店内規7"
[scoring]
counter_value = { value = 1500, clause = "house 7" }
ura_dora = { unstated = { ja = "店内規に記載なし", en = "the house is silent" } }
[scoring.yaku]
RENHOU = { value = { limit = "mangan" }, clause = "house 7" }
[scoring.fu]
TANKI = { value = 4, clause = "house 7" }
[table.manners]
manner-pace = { value = "referee", clause = "house 7" }
manner-dice-left = "note"
[table]
wrong_roller = { value = "ask-referee", clause = "house 7" }
"""
    )
    seven = clause("店内規7", "house 7")
    yaku = {line.id: line for line in book.scoring.yaku.value}["RENHOU"]
    manners = {line.manner.value: line for line in book.table.manners.value}
    base = rulebook("kenko-2022")
    assert [book.scoring.counter_value.clause, yaku.clause, book.table.wrong_roller.clause] == [seven] * 3
    assert (yaku.limit, book.table.wrong_roller.value.kind.value) == ("mangan", "referee")
    assert {line.id: line for line in book.scoring.fu.value}["TANKI"] == ("TANKI", 4, seven)
    assert manners["manner-pace"] == (Manner.PACE, seven, Penalty.REFEREE)
    assert manners["manner-dice-left"].clause.cite == "house rule"
    assert book.table.manners.clause == base.table.manners.clause
    assert {line.manner for line in base.table.manners.value} <= {line.manner for line in book.table.manners.value}
    assert (book.scoring.ura_dora.value, book.scoring.ura_dora.cite) == (
        base.scoring.ura_dora.value,
        "unstated: the house is silent",
    )


@pytest.mark.parametrize("book", published())
def test_a_published_book_cites_in_both_languages(book: str) -> None:
    """A misspelt name of a note would be cited unchanged, in Japanese too."""
    for name, cited in clauses_of(published()[book]).items():
        assert cited.ja != cited.en or not re.search("[a-z]", cited.en), name

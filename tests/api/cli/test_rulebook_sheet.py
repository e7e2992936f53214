"""Rulebooks as people read them: titles and words in both languages, the page of the docs, diff and check."""

import dataclasses
import json
from enum import Enum
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest
from fastapi.testclient import TestClient

from api.cli.rulebooks import commands as command
from api.cli.rulebooks.sheet import sheet
from api.http.app import create_app
from api.rulebooks.words import words_of
from api.service.compose import TableConfig, open_director
from api.stores.open import open_journal
from controller.errors import JournalError
from controller.rulebooks.catalogue import load, outside_ids, published, rulebook, rulebook_ids
from controller.rulebooks.names.fields import title_of, words
from controller.rulebooks.names.score_lines import DORA_NAMES, FU_NAMES
from controller.rulebooks.names.values import LIMIT_NAMES, VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import BesideWin
from controller.rulebooks.usual import YAKU_IDS
from controller.scoring.hand.scoring_rules import scoring_rules_of
from controller.scoring.hand.yaku import YAKU
from controller.text import Text
from hardware.profiles.load import DEFAULT_PROFILE

ROOT: Final = Path(__file__).parents[3]
BOOKS: Final = tuple(published().values())
PAGES: Final = (
    (ROOT / "docs" / "rulebooks.md", tuple(map(rulebook, rulebook_ids()))),
    (ROOT / "docs" / "rulebooks-outside.md", tuple(map(rulebook, outside_ids()))),
)
FIELDS: Final = tuple(name for name, _ in BOOKS[0].rules())


def enums_in(kind: Any) -> set[type[Enum]]:
    """Enumerations that occur within a type of the schema."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {kind}
    inner = get_args(kind) or tuple(getattr(kind, "__annotations__", {}).values())
    return {found for one in inner if one is not kind for found in enums_in(one)}


def is_japanese(text: str) -> bool:
    return any("\u3040" <= sign <= "\u30ff" or "\u4e00" <= sign <= "\u9fff" for sign in text)


def is_bilingual(name: Text) -> bool:
    return is_japanese(name.ja) and bool(name.en) and not is_japanese(name.en)


def test_every_chapter_and_field_has_a_title_in_both_languages() -> None:
    titles, chapters = {name: row.title for name, row in words().fields.items()}, words().chapters
    assert set(titles) == set(FIELDS)
    assert tuple(chapters) == tuple(name for name, _ in BOOKS[0].chapters())
    for name, title in {**titles, **chapters}.items():
        assert is_bilingual(title), name
    assert len(set(titles.values())) == len(titles)


def test_every_value_that_a_book_can_pick_has_words_in_both_languages() -> None:
    choices = {
        member
        for _, section in BOOKS[0].chapters()
        for kind in get_type_hints(type(section)).values()
        for choice in enums_in(kind)
        for member in choice
    }
    assert len(choices) > 60
    # Values chosen by a ruling, not by a book.
    assert set(VALUE_NAMES) - set(BesideWin) == choices
    assert all(map(is_bilingual, VALUE_NAMES.values()))


def test_every_field_of_every_book_can_be_told() -> None:
    for book in BOOKS:
        for name, rule in book.rules():
            assert all(words_of(rule.value)), (book.id, name)


def test_lines_of_an_answer_have_names_in_both_languages() -> None:
    names: dict[str, Text] = {**FU_NAMES, **DORA_NAMES, **LIMIT_NAMES}
    names |= {yaku.id: Text(yaku.ja, yaku.en) for yaku in YAKU}
    assert {line for book in BOOKS for line in scoring_rules_of(book).fu} == set(FU_NAMES)
    assert {yaku.id for yaku in YAKU} == YAKU_IDS
    for line, name in names.items():
        assert is_bilingual(name), line


@pytest.mark.parametrize(("page", "books"), PAGES, ids=["law", "outside"])
def test_the_page_of_the_docs_is_what_the_data_say(page: Path, books: tuple[Rulebook, ...]) -> None:
    assert page.read_text("utf-8") == sheet(books), f"stale: `jantaku rulebooks sheet [--outside] > docs/{page.name}`"


@pytest.mark.parametrize(("page", "books"), PAGES, ids=["law", "outside"])
def test_the_page_holds_every_field_with_value_clause_and_reason(page: Path, books: tuple[Rulebook, ...]) -> None:
    rows = {}
    for line in page.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].endswith("`") and len(cells) == len(books) + 1:
            rows[cells[0].rpartition("<br>")[2].strip("`")] = cells[1:]
    told = {name for name in FIELDS if name not in ("scoring.yaku", "scoring.fu")}
    held = {rule.id for book in books for rule in book.scoring.yaku.value}
    assert {name.partition(".")[2] for name in told} | held <= set(rows)
    for place, book in enumerate(books):
        for name, rule in book.rules():
            if name in told:
                cell = rows[name.partition(".")[2]][place]
                words = words_of(rule.value)
                notes = (*(rule.clause.note if rule.clause else ()), *(rule.unstated or ()))
                assert all(part in cell for part in (*words, *notes)), (book.id, name)
                assert ("†" in cell) == bool(rule.unstated), (book.id, name)


def test_show_tells_each_field_by_title_value_and_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.show("npm-2008", as_json=False) == 0
    told = capsys.readouterr().out
    assert (
        "scoring.kiriage_30_fu_4_han  30符4翻は満貫  30 fu 4 han is mangan\n    ○  yes  [第45条イ  art. 45 i]" in told
    )
    assert command.show("npm-2008", as_json=True) == 0
    fields = json.loads(capsys.readouterr().out)["fields"]
    assert fields["claims.several_rons"] == {
        "ja": "同時のロン",
        "en": "Several rons",
        "value": "nearest",
        "clause": "art. 33 ha",
        "unstated": "",
        "cited": {"ja": "第33条ハ", "en": "art. 33 ha"},
    }
    assert tuple(fields) == FIELDS


def test_diff_tells_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.diff("npm-2008", "tomioka", as_json=True) == 1
    rows = {row["field"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    row = rows["scoring.kiriage_30_fu_4_han"]
    assert Text(row["ja"], row["en"]) == title_of("scoring.kiriage_30_fu_4_han")
    assert row["npm-2008"] == {
        "value": True,
        "ja": "○",
        "en": "yes",
        "clause": "art. 45 i",
        "cited": {"ja": "第45条イ", "en": "art. 45 i"},
    }
    assert row["tomioka"] == {
        "value": False,
        "ja": "×",
        "en": "no",
        "clause": "points 1",
        "cited": {"ja": "点数1", "en": "points 1"},
    }
    assert rows["scoring.yaku.RENHOU"]["npm-2008"]["value"] is None
    assert rows["scoring.yaku.RENHOU"]["ja"] == "人和"


def test_check_tells_what_a_sound_file_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.check(ROOT / "docs" / "house-rules.example.toml", as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["id"], told["base"], told["problems"]) == (True, "example-parlour", "npm-2008", [])
    changed = {row["field"]: row for row in told["overrides"]}
    assert changed["scoring.kiriage_30_fu_4_han"]["base"]["clause"] == "art. 45 i"
    assert changed["scoring.kiriage_30_fu_4_han"]["house"]["clause"] == "house 3"
    assert "scoring.yaku.RENHOU" in changed


def test_check_tells_every_problem_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "npm-2008"\n[flow]\nwinds_played = 7\nclock_minute = 50\n')
    assert command.check(file, as_json=False) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: line 3: flow.winds_played: 7 is out of bounds: expected 1 to 4",
        f"{file}: line 4: flow.clock_minute: unknown field: did you mean clock_minutes?",
    ]
    assert command.check(file, as_json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert [(row["line"], row["field"]) for row in told["problems"]] == [
        (3, "flow.winds_played"),
        (4, "flow.clock_minute"),
    ]


def test_a_house_rulebook_is_scored_under_its_id_beside_the_published_ones() -> None:
    app = create_app({})
    house = load(str(ROOT / "docs" / "house-rules.example.toml"))
    app.state.books = {**published(), house.id: house}
    client = TestClient(app)
    hand = {"hand": "123m456p789s11p23s", "win": "4s", "riichi": "riichi", "dora_indicators": "9p"}
    answers = client.post("/api/v1/scores", json=[hand | {"rulebook": name} for name in ("npm-2008", house.id)]).json()
    assert [answer["points"] for answer in answers] == [12000, 11600]
    assert house.id in {book["id"] for book in client.get("/api/v1/rulebooks").json()}
    refused = TestClient(create_app({})).post(
        "/api/v1/scores", json=hand | {"rulebook": "docs/house-rules.example.toml"}
    )
    assert refused.json()["error"] == "bad-request"


def test_a_table_plays_by_house_rules_and_goes_on_by_them(tmp_path: Path) -> None:
    house = ROOT / "docs" / "house-rules.example.toml"
    config = TableConfig("1", DEFAULT_PROFILE, str(house), "t", "c", "k", tmp_path / "journal.sqlite")
    for _ in range(2):
        store = open_journal(config.journal)
        director = open_director(config, store)
        store.close()
        assert director.rulebook.scoring.red_fives.value == (1, 1, 1)
        assert director.state.rulebook == "example-parlour"
    with pytest.raises(JournalError, match="journal is of rulebook example-parlour, not of npm-2008"):
        open_director(dataclasses.replace(config, rulebook="npm-2008"), open_journal(config.journal))

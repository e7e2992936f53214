"""Differences of two rulebooks: each once, in sentences of both languages, in the order of play."""

import json
import re
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from api.cli.rulebooks import commands as command
from api.http.app import create_app
from api.rulebooks.briefing import Difference, briefing, by_part
from api.rulebooks.fields import differences
from controller.rulebooks.catalogue import published, rulebook
from controller.rulebooks.names.fields import PART_NAMES, Part
from controller.text import Language

PAGE: Final = (Path(__file__).parents[3] / "docs" / "briefing.md").read_text("utf-8")
PAIRS: Final = tuple(permutations(published(), 2))
# Patterns that must not be shown to players: field names, values in Python or JSON notation, unfilled gaps.
RAW: Final = re.compile(r"[A-Za-z]+_[A-Za-z_]+|\b(None|True|null)\b|: False$|[{}<>]|\(\(")


def is_japanese(text: str) -> bool:
    return bool(re.search("[\u3040-\u30ff\u4e00-\u9fff]", text))


def row(first: str, second: str, field: str) -> Difference:
    return next(row for row in briefing(rulebook(first), rulebook(second)) if field in row.fields)


def test_every_part_has_a_name() -> None:
    assert tuple(PART_NAMES) == tuple(Part)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_difference_of_two_books_is_told_once_in_both_languages(first: str, second: str) -> None:
    one, other = rulebook(first), rulebook(second)
    rows = briefing(one, other)
    told = [field for each in rows for field in each.fields]
    assert sorted(told) == sorted(path for path, _, _ in differences(one, other))
    for each in rows:
        for side in (each.first, each.second):
            assert is_japanese(side.told.ja), each
            assert side.told.en, each
            assert not is_japanese(side.told.en), each
            assert not any(RAW.search(text) for text in (*side.told, *side.doubt)), each
        assert each.first.told.ja != each.second.told.ja, each
        assert each.first.told.en != each.second.told.en, each


def test_the_parts_come_in_the_order_of_play() -> None:
    rows = briefing(rulebook("npm-2008"), rulebook("kenko-2022"))
    parts = [part for part, _ in by_part(rows)]
    assert parts == [part for part in Part if part in parts]
    assert [each for _, among in by_part(rows) for each in among] == list(rows)


def test_a_referee_reads_what_differs() -> None:
    several = row("npm-2008", "wakashachi-2025", "claims.several_rons")
    assert several.part is Part.WINNING
    assert several.first.told.en == "Several rons on one tile: the nearest winner only"
    assert (several.second.told.en, several.second.clause) == ("Several rons on one tile: all who ron", "art. 11")
    rounded = row("npm-2008", "tomioka", "scoring.kiriage_30_fu_4_han")
    assert rounded.first.told.ja == "30符4翻は満貫に切り上げる"
    assert rounded.second.told.ja == "30符4翻は切り上げない（7,700／11,600）"
    renhou = row("npm-2008", "tomioka", "scoring.yaku.RENHOU")
    assert (renhou.first.told.ja, renhou.second.told.ja) == ("人和：役ではない", "人和：役満")
    length = row("npm-2008", "wakashachi-2025", "flow.winds_played")
    assert length.second.told.en == "East only: the game ends with East 4"


def test_a_book_without_fu_says_so_in_one_sentence() -> None:
    fu = row("npm-2008", "wakashachi-2025", "scoring.fu.BASE")
    assert "scoring.fu.TSUMO" in fu.fields
    assert (fu.first.told.en, fu.second.told.en) == ("Fu are counted", "Fu are not counted")


def test_what_the_text_does_not_print_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.diff("npm-2008", "kenko-2022", as_json=False, lang=Language.EN) == 1
    told = capsys.readouterr().out
    assert "  kenko-2022  Only one yakuman is ever paid [art. 13] (†no special treatment of yakuman is read as" in told
    assert told.endswith("† not printed in the text: a default, with its reason\n")
    assert command.diff("npm-2008", "kenko-2022", as_json=False, lang=Language.JA) == 1
    told = capsys.readouterr().out
    assert "\n点数計算\n" in told
    assert "  kenko-2022  役満の複合なし（シングルのみ） [第13項] (†「役マンの特例なし」は役満は一つだけと読む)" in told


def test_a_book_beside_itself_has_nothing_to_tell(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.diff("teikoku", "teikoku", as_json=False) == 0
    assert "0 differences" in capsys.readouterr().out


def test_the_data_say_which_part_of_play_and_the_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.diff("npm-2008", "tomioka", as_json=True) == 1
    rows = {each["field"]: each for each in map(json.loads, capsys.readouterr().out.splitlines())}
    each = rows["claims.kokushi_robs_concealed_kong"]
    assert each["part"] == "kongs"
    assert each["told"]["tomioka"]["en"] == "Thirteen orphans may rob a concealed kong"


def test_the_differences_are_offered_over_http() -> None:
    client = TestClient(create_app({}))
    told = client.get("/api/v1/rulebooks/npm-2008/differences/tomioka").json()
    assert (told["first"]["id"], told["second"]["id"]) == ("npm-2008", "tomioka")
    assert sum(len(part["differences"]) for part in told["parts"]) == told["differences"]
    kongs = next(part for part in told["parts"] if part["id"] == "kongs")
    assert (kongs["ja"], kongs["en"]) == ("カン", "Kongs")
    robbed = next(each for each in kongs["differences"] if "claims.kokushi_robs_concealed_kong" in each["fields"])
    assert robbed["second"] == {
        "ja": "国士無双の暗槓ロンあり",
        "en": "Thirteen orphans may rob a concealed kong",
        "clause": "kan 3",
        "cited": {"ja": "カン3", "en": "kan 3"},
        "unstated": {"ja": "", "en": ""},
    }
    missing = client.get("/api/v1/rulebooks/npm-2008/differences/nobody")
    assert missing.status_code == 404
    assert "nobody" in missing.json()["detail"]


@pytest.mark.parametrize("lang", Language)
def test_the_page_of_the_docs_shows_what_is_printed(lang: Language, capsys: pytest.CaptureFixture[str]) -> None:
    # Text in the other language is a quotation.
    page = re.sub(r"^> ?", "", PAGE, flags=re.M)
    shown = re.findall(
        rf"```console\n\$ jantaku rulebooks diff (\S+) (\S+) --lang {lang}\n…\n(.*?)\n…\n```", page, re.S
    )
    assert len(shown) == 1
    for first, second, excerpt in shown:
        command.diff(first, second, as_json=False, lang=lang)
        assert excerpt in capsys.readouterr().out

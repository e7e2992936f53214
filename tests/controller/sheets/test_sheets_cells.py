"""Numbers, seats and text as people write them in tables."""

import csv
import io
from fractions import Fraction
from itertools import islice, product

import pytest

from api.http.league.event_files import read_games
from controller.errors import EventError, SheetError
from controller.riichi.seat import Wind
from controller.sheets.cells import is_yes, number_of, seat_of
from controller.sheets.decode import decoded, one_form
from controller.sheets.rows import read_sheet

TABLE = "氏名,得点\n髙橋①,▲3000\n"


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        *(("48000", 48000), ("48,000", 48000), ("４８，０００", 48000), ("48 000", 48000), ("+300", 300), ("0", 0)),
        *(
            ("▲3000", -3000),
            ("△3,000", -3000),
            ("−3000", -3000),
            ("－３０００", -3000),
            ("-3000", -3000),
            ("ー3000", -3000),
        ),
        *(("(3,000)", -3000), ("48.0", 48), ("48000点", 48000), ("-15.5", Fraction(-31, 2)), (" 100 ", 100)),
    ],
)
def test_a_number_is_read_however_it_is_written(cell: str, value: Fraction) -> None:
    assert number_of(cell, "") == value


@pytest.mark.parametrize("cell", ["", "many", "4,8", "1,2345", "--3", "(3", "3)", "1e5", "東"])
def test_what_is_no_number_is_refused_with_its_place(cell: str) -> None:
    with pytest.raises(SheetError, match=r"^line 3: "):
        number_of(cell, "line 3")


@pytest.mark.parametrize(
    ("cells", "wind"), [("E,e,Ｅ,東,東家,East,起家,1", Wind.EAST), ("N,Ｎ,北,北家,north,４", Wind.NORTH)]
)
def test_a_seat_is_read_however_it_is_written(cells: str, wind: Wind) -> None:
    assert {seat_of(cell, "") for cell in cells.split(",")} == {wind}


def test_yes_has_many_words_and_an_empty_cell_is_no() -> None:
    assert all(map(is_yes, ("1", "Yes", "はい", "○", "✓", "ＹＥＳ")))
    assert not any(map(is_yes, ("", "0", "no", "いいえ", "×")))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932"])
def test_text_is_read_in_every_encoding_that_spreadsheets_write(encoding: str) -> None:
    assert decoded(TABLE.encode(encoding)) == TABLE


def test_zero_bytes_behind_a_file_are_none_of_it() -> None:
    for encoding in ("utf-8", "utf-8-sig", "cp932", "utf-16", "utf-16-le", "utf-16-be"):
        assert decoded(TABLE.encode(encoding) + bytes(3000)) == TABLE
        with pytest.raises(SheetError, match="zero bytes stand in it"):
            decoded(TABLE.replace(",", ",\0").encode(encoding))


def test_text_of_other_systems_is_read() -> None:
    assert decoded("氏名,得点\n山田太郎,3000\n".encode("euc_jp")) == "氏名,得点\n山田太郎,3000\n"
    assert decoded("氏名,得点\n".encode("iso2022_jp")) == "氏名,得点\n"
    assert decoded("Name;Score\nJosé;3000\nMüller;1\n".encode("cp1252")) == "Name;Score\nJosé;3000\nMüller;1\n"


@pytest.mark.parametrize(
    ("raw", "todo"),
    [
        *((begins, "save it as CSV") for begins in (b"\xd0\xcf\x11\xe0\xa1\xb1", b"%PDF-1.7", b"\x89PNG\r\n")),
        *((begins, "unpack it") for begins in (b"PK\x03\x04\x14\x00", b"\x1f\x8b\x08\x00", b"Rar!\x1a\x07")),
    ],
)
def test_what_is_no_text_is_refused_by_what_to_do(raw: bytes, todo: str) -> None:
    with pytest.raises(SheetError, match=todo):
        decoded(raw)


def test_an_accent_typed_on_a_phone_is_the_same_name() -> None:
    assert one_form("か\u3099く") == one_form("がく") == one_form(" ｶﾞく ".replace("ｶﾞ", "が"))
    assert one_form("ＡＢＣ") == "ABC"


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932")
SEATS = ("東南西北", "ESWN", "ＥＳＷＮ", "eswn", ("東家", "南家", "西家", "北家"), ("East", "south", "WEST", "Ｎorth"))
NUMBERS = (
    *(("48000", "-3000", "30000", "25000"), ("48,000", "▲3,000", "30,000", "25,000"), ("48.0", "−3.0", "30.0", "25.0")),
    *(("４８０００", "△３０００", "３００００", "２５０００"), ("48000点", "(3000)", "+30000", "25 000")),
)
HEADINGS = (
    *(("回戦", "卓", "席", "選手名", "得点"), ("Game", "TABLE", "seat", "Player Name", "Final Score")),
    ("ゲーム", "卓番", "風", "氏名", "素点"),
)
GAME_NUMBERS = (("1",) * 4, ("第1回戦", "", "", ""), ("Game 1",) * 4)
PLAYERS = (("髙橋", "ＡＢＣ", "山田 花子", "ｶﾄｳ"), ("髙橋 ", "ABC", " 山田 花子", "カトウ"))
BELOW: tuple[list[list[str]], ...] = ([], [[""] * 5, [""] * 5], [["", "", "", "", "", "", ""]])


def test_tables_are_the_same_in_every_encoding_separator_and_word() -> None:
    # A stride without common factor with any of the sizes visits every pair of them.
    ways = product(ENCODINGS, ",\t;", SEATS, NUMBERS, HEADINGS, GAME_NUMBERS, PLAYERS, BELOW)
    for encoding, separator, seats, numbers, headings, games, players, below in islice(ways, 0, None, 97):
        rows = zip(games, ("A", "", "", ""), seats, players, numbers, strict=True)
        cells = [["第3節"], headings, *rows, *below]
        text = io.StringIO()
        csv.writer(text, delimiter=separator).writerows(cells)
        (game,) = read_games(decoded(text.getvalue().encode(encoding)), []).games
        assert (game.game, game.table) == (1, "A")
        assert game.players == ("髙橋", "ABC", "山田 花子", "カトウ")
        assert game.scores == (48000, -3000, 30000, 25000)


def test_an_empty_cell_of_merged_ones_is_told_from_one_that_is_missing() -> None:
    text = "回戦,席,選手,得点\n1,東,a,1000\n,南,b,2000\n,西,c,3000\n,{},d,94000\n"
    assert read_games(text.format("北"), []).games[0].players == ("a", "b", "c", "d")
    for seat, said in (("", "line 5, column '席': nothing there"), ("東", "line 5: seat E is there twice")):
        with pytest.raises((EventError, SheetError), match=said):
            read_games(text.format(seat), [])
    with pytest.raises(EventError, match="line 2, column '回戦': '': expected the number"):
        read_games(text.format("北").replace("1,東", ",東"), [])


@pytest.mark.parametrize("separator", [",", "\t", ";"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_separator_is_told_by_the_heading(separator: str, end: str) -> None:
    lines = [["", "Player Name", "SCORE"], ["", '"a, b; c"', '"48,000"'], ["", "", ""], ["", "d", "'=1", ""]]
    text = end.join(separator.join(line[1:]) for line in lines) + end
    sheet = read_sheet(text, {"player": ("player name",), "score": ()}, ("player", "score"))
    assert [(row.line, row["player"], row["score"]) for row in sheet.rows] == [(2, "a, b; c", "48,000"), (4, "d", "=1")]
    told = read_sheet(f"sep={separator}{end}{text}", {"player": ("player name",), "score": ()}, ("player",))
    assert len(told.rows) == 2

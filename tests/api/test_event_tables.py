"""Spreadsheets of an event as organisers write them: encodings, separators, headings; doubtful cells are reported."""

import io
import json
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from itertools import product
from pathlib import Path

import openpyxl
import pytest

from api.cli.standings import standings
from api.http.league.event_files import Doubt, read_event
from api.http.schemas.standings import EventBody
from controller.errors import EventError

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp932")
HEADINGS = (
    ("game", "seat", "player", "score", "penalty_points"),
    ("Game", "SEAT", "Player Name", "Final Score", "Penalty"),
    ("回戦", "席", "氏名", "持ち点", "減点"),
    ("ゲーム", "家", "選手", "得点", "ペナルティ"),
)
SEATS = ("ESWN", "東南西北", "ＥＳＷＮ", "eswn")
SCORES = (
    ("48000", "30000", "29000", "-7000"),
    ("48,000", "30,000", "29,000", "▲7,000"),
    ("48.0", "30.0", "29.0", "−7.0"),
)
PLAYERS = ("がく", "髙橋", "鈴木", "C")


def table(separator: str, heading: tuple[str, ...], seats: str, scores: tuple[str, ...]) -> str:
    rows = [heading, *(("1", seat, *each, "") for seat, *each in zip(seats, PLAYERS, scores, strict=True))]
    cells = (f'"{cell}"' if separator in cell else cell for row in rows for cell in row)
    lines = [separator.join(line) for line in zip(*[cells] * len(heading), strict=True)]
    return "\r\n".join([*lines, separator * (len(heading) - 1), ""])


def read(tmp_path: Path, text: str, encoding: str = "utf-8") -> tuple[EventBody, list[Doubt]]:
    doubts: list[Doubt] = []
    (tmp_path / "f.csv").write_bytes(text.encode(encoding))
    return read_event(tmp_path / "f.csv", doubts), doubts


def test_every_table_of_the_same_game_is_the_same_game(tmp_path: Path) -> None:
    found = set()
    for encoding, separator, heading, seats, scores in product(ENCODINGS, ",\t;", HEADINGS, SEATS, SCORES):
        if encoding == "cp932" and "−7.0" in scores:
            continue
        body, doubts = read(tmp_path, table(separator, heading, seats, scores), encoding)
        found.add((body.games[0].players, body.games[0].scores))
        assert not any(doubt.asks for doubt in doubts)
    assert found == {(PLAYERS, (48000, 30000, 29000, -7000))}


def asked(tmp_path: Path, text: str) -> list[str]:
    return [f"{doubt.where}: {doubt.said.en}" for doubt in read(tmp_path, text)[1] if doubt.asks]


def game(number: int, *players: str, scores: tuple[str, ...] = SCORES[0], off: str = "") -> str:
    return "".join(
        f"{number},{seat},{who},{each},{off}\n" for seat, who, each in zip("ESWN", players, scores, strict=True)
    )


HEAD = "game,seat,player,score,penalty\n"


def test_what_is_doubtful_is_said_with_its_place_and_a_proposal(tmp_path: Path) -> None:
    odd = asked(
        tmp_path, HEAD + game(1, "a", "b", "c", "d", scores=("24,980".replace(",", ""), "25000", "25000", "25000"))
    )
    assert odd == [
        "line 2, column 'score': 24,980 points are no number of hundreds: the sum of the game asks for 25,000"
    ]
    off = asked(tmp_path, HEAD + game(1, "a", "b", "c", "d", off="-20"))
    assert off[0] == "line 2, column 'penalty': 20 points off are 0.02 in thousands: for 20 write 20,000"
    two = asked(tmp_path, HEAD + game(1, "ABC", "b", "c", "d") + game(2, "ＡＢＣ", "b", "c", "d"))
    assert two == ["line 6, column 'player': 'ＡＢＣ' is read as 'ABC'"]
    accents = read(tmp_path, HEAD + game(1, "か\u3099く", "b", "c", "d") + game(2, "がく", "b", "c", "d"))[0]
    assert {each.players[0] for each in accents.games} == {"がく"}


def test_a_game_that_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.csv").write_text(HEAD + game(1, "a", "b", "c", "d") + game(3, "a", "b", "c", "d"))
    assert standings(tmp_path / "f.csv", rulebook="mleague-2026", as_json=True) == 1
    told = capsys.readouterr()
    assert "Game 2 is missing" in told.err
    assert len(json.loads(told.out)["standings"]) == 4


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"PK\x03\x04workbook", "save it as CSV"),
        (b"game\tseat\tplayer\n1\tE\ta\n", "line 1: no column 'score'"),
        ("ゲーム,席,氏名,得点\n1,中,a,1\n".encode("cp932"), "line 2, column '席': seat '中': expected E, S, W or N"),
        (b"game,seat,player,score\n1,E,a,48,000\n", "a comma within a number needs quotes"),
    ],
)
def test_what_cannot_be_read_is_said_by_place_and_what_to_do(raw: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "f.tsv").write_bytes(raw)
    with pytest.raises(EventError) as error:
        read_event(tmp_path / "f.tsv")
    assert said in str(error.value)
    assert "JSON" not in str(error.value)


def workbook(*sheets: Sequence[Sequence[object]]) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    book.save(out)
    return out.getvalue()


def of_bytes(tmp_path: Path, raw: bytes) -> tuple[EventBody, list[Doubt]]:
    doubts: list[Doubt] = []
    (tmp_path / "f.xlsx").write_bytes(raw)
    return read_event(tmp_path / "f.xlsx", doubts), doubts


def rows_of(scores: Sequence[object]) -> list[list[object]]:
    return [
        ["回戦", "席", "氏名", "持ち点"],
        *([1, seat, *each] for seat, *each in zip("東南西北", PLAYERS, scores, strict=True)),
    ]


@pytest.mark.parametrize("scores", [(48000, 30000, 29000, -7000), (48.0, 30.0, 29.0, -7.0), SCORES[1]])
def test_a_workbook_is_the_same_game_as_its_csv(tmp_path: Path, scores: tuple[object, ...]) -> None:
    title: list[list[object]] = [["第三節 成績", None], [date(2026, 11, 29)], []]
    for sheets in ([rows_of(scores)], [[*title, *rows_of(scores)], [], [["集計"], ["がく", 48.0]]]):
        body, doubts = of_bytes(tmp_path, workbook(*sheets))
        assert (body.games[0].players, body.games[0].scores) == (PLAYERS, (48000, 30000, 29000, -7000))
        assert not any(doubt.asks for doubt in doubts)


def test_places_in_a_workbook_are_told_by_the_number_of_the_row(tmp_path: Path) -> None:
    rows: list[list[object]] = [["第三節"], [], *rows_of((48000, "many", 29000, -7000))]
    with pytest.raises(EventError, match=r"line 5, column '持ち点': 'many': expected a number"):
        of_bytes(tmp_path, workbook(rows))


def test_a_workbook_that_cannot_be_taken_says_what_to_do(tmp_path: Path) -> None:
    games = rows_of((48000, 30000, 29000, -7000))
    whole = workbook(games)
    with pytest.raises(EventError, match="several sheets of the workbook"):
        of_bytes(tmp_path, workbook(games, games))
    with pytest.raises(EventError, match="without a filled cell"):
        of_bytes(tmp_path, workbook([]))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name in parts:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for other, part in parts.items():
                archive.writestr(other, part[: len(part) // 2] if other == name else part)
        with suppress(EventError):
            # Styles and properties may be missing.
            assert of_bytes(tmp_path, out.getvalue())[0].games[0].players == PLAYERS
            assert "sheet" not in name
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(EventError, match="LibreOffice document: expected a table; save it as CSV"):
        of_bytes(tmp_path, out.getvalue())


def test_what_stands_above_a_heading_and_columns_that_nobody_knows_are_passed_over(tmp_path: Path) -> None:
    text = "秋季リーグ,,,\n第三節;2026-11-29\n\n順位,回戦,席,氏名,持ち点,備考\n"
    rows = "".join(
        f"1,1,{seat},{who},{each},-\n" for seat, who, each in zip("東南西北", PLAYERS, SCORES[0], strict=True)
    )
    body, doubts = read(tmp_path, text + rows)
    assert body.games[0].scores == (48000, 30000, 29000, -7000)
    assert [(each.where, each.said.en) for each in doubts] == [("line 4", "columns that are not read: '順位', '備考'")]
    with pytest.raises(EventError, match="line 8, column '持ち点'"):
        read(tmp_path, text + rows.replace("-7000", "?"))

"""Exports in the form that readers need: indicators, counted yakuman, final points, spreadsheets, addresses."""

import csv as spreadsheet
import io
import json
from dataclasses import replace
from fractions import Fraction
from urllib.parse import unquote

import pytest

from controller.journal import events as ev
from controller.records import csv
from controller.records.collect import games
from controller.records.mjai import writer as mjai_writer
from controller.records.record import CallAct, DiscardAct, DrawAct, DrawName, DrawNote, ScoreNote, YakuNote
from controller.records.tenhou import names as words
from controller.records.tenhou import reader as tenhou_reader
from controller.records.tenhou import writer as tenhou_writer
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import From, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load
from controller.scoring.score import Limit
from tests.controller.records.test_records import round_of
from tests.controller.records.test_records_collect import begun, discarded, ended
from tests.support.record_cases import simulated

NOTEN = DrawNote(DrawName.VOID, (0, 0, 0, 0))
PUNG = CallAct(Seat.A, Meld(MeldKind.PON, (Tile.P1,) * 3, Tile.P1, From.RIGHT))
ADDED = CallAct(Seat.A, Meld(MeldKind.KAN_ADDED, (Tile.P1,) * 4, Tile.P1, From.RIGHT))
AGAIN = CallAct(Seat.A, Meld(MeldKind.KAN_ADDED, (Tile.P2,) * 4, Tile.P2, From.RIGHT))
CLOSED = CallAct(Seat.A, Meld(MeldKind.KAN_CONCEALED, (Tile.EAST,) * 4))
OPEN = CallAct(Seat.A, Meld(MeldKind.KAN_OPEN, (Tile.WEST,) * 4, Tile.WEST, From.RIGHT))
DRAW, DROP = DrawAct(Seat.A), DiscardAct(Seat.A, Tile.P9)


@pytest.mark.parametrize(
    ("acts", "order"),
    [
        ([DRAW, ADDED, DRAW, DROP], "tsumo kakan tsumo dahai dora"),
        ([DRAW, CLOSED, DRAW, DROP], "tsumo ankan dora tsumo dahai"),
        ([OPEN, DRAW, DROP], "daiminkan tsumo dahai dora"),
        ([DRAW, ADDED, DRAW, AGAIN, DRAW, DROP], "tsumo kakan tsumo kakan dora tsumo dahai dora"),
        ([DRAW, ADDED, DRAW, CLOSED, DRAW, DROP], "tsumo kakan tsumo ankan dora dora tsumo dahai"),
        ([DRAW, ADDED, DRAW], "tsumo kakan tsumo dora"),
        ([DRAW, ADDED, DRAW, replace(DROP, riichi=True)], "tsumo kakan tsumo reach dahai dora reach_accepted"),
    ],
)
def test_indicators_of_kongs_stand_where_review_tools_put_them(acts: list[DrawAct], order: str) -> None:
    indicators = (Tile.M1,) * (1 + order.split().count("dora"))
    lines = mjai_writer.round_lines(round_of(list(acts), NOTEN, indicators))
    assert [line["type"] for line in lines][1:-2] == order.split()


def test_a_counted_yakuman_is_called_so() -> None:
    note = ScoreNote(Limit.YAKUMAN, None, (32000,), (YakuNote("CHINITSU", 6), YakuNote("DORA", 7)))
    assert words.score_text(note, by_tsumo=False) == "数え役満32000点"
    assert words.read_score("数え役満32000点", ["清一色(6飜)", "ドラ(7飜)"], "") == note
    named = ScoreNote(Limit.YAKUMAN, None, (32000,), (YakuNote("KOKUSHI", 0),))
    assert words.score_text(named, by_tsumo=False) == "役満32000点"


def test_a_finished_game_tells_its_points_and_has_a_name_that_no_release_changes() -> None:
    over = ev.GameEnded(at=9.0, scores=(36000, 30000, 20000, 14000))
    (game,) = games([*begun(), discarded(Seat.A, Tile.P1), *ended(), over], load("npm-2008"))
    assert game.final_scores == (36000, 30000, 20000, 14000)
    assert game.final_totals is not None
    body = tenhou_writer.document(game)
    assert body["sc"][::2] == [36000, 30000, 20000, 14000]
    assert [Fraction(str(each)) * 1000 for each in body["sc"][1::2]] == list(game.final_totals)
    assert tenhou_reader.game_of(body).final_totals == game.final_totals
    masked = replace(game, rounds=tuple(replace(one, acts=()) for one in game.rounds))
    assert body["ref"] == tenhou_writer.document(masked)["ref"] != ""
    (unfinished,) = games([*begun(), discarded(Seat.A, Tile.P1), *ended()], load("npm-2008"))
    assert "sc" not in tenhou_writer.document(unfinished)


def test_a_spreadsheet_reads_kanji_and_computes_no_name() -> None:
    (game, *_) = simulated("npm-2008", 2, 1)
    text = csv.write([replace(game, names=("=1+1", "東さん", "@x", "＝1"))])
    assert text.encode("utf-8").startswith(b"\xef\xbb\xbf")
    heading, row, *_ = spreadsheet.reader(io.StringIO(text.removeprefix("\ufeff")))
    told = dict(zip(heading, row, strict=True))
    assert [told[f"{seat}_player"] for seat in csv.SEAT_COLUMNS] == ["'=1+1", "東さん", "'@x", "'＝1"]
    assert int(told["east_change"]) == game.rounds[0].deltas[0]


def test_an_address_is_no_longer_than_it_must_be() -> None:
    for seed in range(3):
        for each in tenhou_writer.addresses(simulated("npm-2008", seed, 1)[0]):
            assert len(each) < 2000
            body = json.loads(unquote(each.partition("#json=")[2]))
            assert len(body["log"]) == 1

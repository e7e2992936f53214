"""Record formats: written records are read back unchanged, in exactly the form that other programs expect."""

import json
import tomllib
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.errors import RecordError
from controller.records import csv, secrecy_gate
from controller.records.mjai import reader as mjai_reader
from controller.records.mjai import writer as mjai_writer
from controller.records.mjai.names import tile_name
from controller.records.record import (
    UNSEEN,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    WinNote,
    YakuNote,
)
from controller.records.tenhou import names as words
from controller.records.tenhou import reader as tenhou_reader
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import scored_wins
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load, rulebook_ids
from controller.scoring.hand.yaku import YAKU
from controller.scoring.score import Limit
from controller.views.gate import Audience
from tests.support.record_cases import NAMES, simulated

VECTORS = tomllib.loads((Path(__file__).parents[2] / "vectors/records.toml").read_text(encoding="utf-8"))
games = st.builds(simulated, st.sampled_from(rulebook_ids()), st.integers(0, 10**6), st.integers(1, 5))
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def masked(played: list[GameRecord]) -> list[GameRecord]:
    return [secrecy_gate.let_out(game, Audience.PUBLIC, 0.0) for game in played]


@pytest.mark.slow
@few
@given(games, st.booleans())
def test_mjai_lines_are_read_back_as_they_were_written(played: list[GameRecord], open_hands: bool) -> None:
    out = played if open_hands else masked(played)
    text = "\n".join(line for game in out for line in mjai_writer.write(game))
    assert mjai_reader.read(text) == out


@pytest.mark.slow
@few
@given(games, st.booleans())
def test_tenhou_documents_are_read_back_as_they_were_written(played: list[GameRecord], open_hands: bool) -> None:
    for game in played if open_hands else masked(played):
        text = tenhou_writer.write(game)
        again = tenhou_reader.read(text)
        assert tenhou_writer.write(again) == text
        assert replace(again, rounds=()) == replace(tenhou_writer.carried(game), rounds=())
        for place, told in enumerate(game.rounds):
            assert len(json.loads(text)["log"][place]) == 17
            # The rows do not show which of two equal discards was called: the truth is among the readings.
            assert told in list(tenhou_reader.readings_of(json.loads(text), place))


@pytest.mark.slow
@few
@given(games)
def test_every_simulated_win_is_scored_as_written(played: list[GameRecord]) -> None:
    for game in played:
        book = load(game.rulebook)
        (seen,) = mjai_reader.read("\n".join(mjai_writer.write(secrecy_gate.let_out(game, Audience.STAFF, 0.0))))
        for record in (tenhou_reader.read(tenhou_writer.write(game)), seen):
            for one in record.rounds:
                assert [win.differences for win in scored_wins(one, book)] == [()] * len(one.wins)
                assert all(win.agrees for win in scored_wins(one, book))


@pytest.mark.parametrize("case", VECTORS["tile"], ids=lambda case: case["ours"])
def test_tiles_have_the_names_of_other_programs(case: dict[str, Any]) -> None:
    tile = parse_tile(case["ours"])
    assert words.number(tile) == case["tenhou"]
    assert words.tile_of(case["tenhou"], "") is tile
    assert tile_name(tile) == case["mjai"]


@pytest.mark.parametrize("case", VECTORS["call"], ids=lambda case: case["text"])
def test_calls_are_written_as_others_read_them(case: dict[str, Any]) -> None:
    source = From[case["from"]] if "from" in case else None
    called = parse_tile(case["called"]) if "called" in case else None
    call = CallAct(Seat.B, Meld(MeldKind(case["kind"]), parse_tiles(case["tiles"]), called, source))
    assert tenhou_reader.read_call(case["text"], Seat.B, "") == call
    assert tenhou_writer.call_text(call) == case["text"]


@pytest.mark.parametrize("case", VECTORS["score"], ids=lambda case: case["text"])
def test_scores_are_written_as_the_viewer_matches_them(case: dict[str, Any]) -> None:
    limit = Limit(case["limit"]) if "limit" in case else None
    lines = (YakuNote("RIICHI", case["han"]),)
    note = ScoreNote(limit, case.get("fu"), tuple(case["parts"]), lines)
    assert words.score_text(note, case.get("each", False) or len(note.parts) == 2) == case["text"]
    line = f"立直({case['han']}飜)" if case["han"] else "立直(役満)"
    assert words.read_score(case["text"], [line], "") == note


def test_every_yaku_has_a_word_that_is_read_back() -> None:
    assert set(words.YAKU) == {yaku.id for yaku in YAKU} | {"DORA", "URA_DORA", "RED_FIVES"}
    one = round_of([], DrawNote(DrawName.EXHAUSTIVE, (0, 0, 0, 0)))
    win = WinNote(Seat.C, None, (0, 0, 0, 0))
    for name in words.YAKU:
        text = words.yaku_text(YakuNote(name, 2), win, one)
        read = words.read_score("満貫8000点", [text], "")
        assert read is not None
        assert read.yaku == (YakuNote(name, 2),)
    assert words.yaku_text(YakuNote("JIKAZE", 1), win, one) == "自風 西(1飜)"
    assert words.yaku_text(YakuNote("BAKAZE", 1), win, one) == "場風 東(1飜)"


def round_of(
    acts: list[DrawAct | DiscardAct | CallAct],
    result: tuple[WinNote, ...] | DrawNote,
    dora: tuple[Tile | None, ...] = (Tile.M1,),
) -> RoundRecord:
    return RoundRecord(
        Wind.EAST, Seat.A, 0, 0, (25000, 25000, 25000, 25000), dora, (), (UNSEEN,) * 4, tuple(acts), result
    )


def test_a_ronned_riichi_pays_no_stick_and_a_passed_one_does() -> None:
    acts: list[DrawAct | DiscardAct | CallAct] = [
        DrawAct(Seat.A),
        DiscardAct(Seat.A, Tile.P1, riichi=True),
        DrawAct(Seat.B),
        DiscardAct(Seat.B, Tile.P2, riichi=True),
    ]
    one = round_of(acts, (WinNote(Seat.C, Seat.B, (0, -2000, 3000, 0)),))
    assert list(one.riichi_paid()) == [Seat.A]
    assert one.scores_after == (24000, 23000, 28000, 25000)
    types = [line["type"] for line in mjai_writer.round_lines(one)]
    assert types == [
        *("start_kyoku", "tsumo", "reach", "dahai", "reach_accepted", "tsumo", "reach", "dahai"),
        *("hora", "end_kyoku"),
    ]


def test_an_indicator_of_a_kong_comes_before_the_replacement_tile() -> None:
    kong = CallAct(Seat.A, Meld(MeldKind.KAN_CONCEALED, (Tile.EAST,) * 4))
    acts: list[DrawAct | DiscardAct | CallAct] = [DrawAct(Seat.A), kong, DrawAct(Seat.A), DiscardAct(Seat.A, Tile.P1)]
    one = round_of(acts, DrawNote(DrawName.VOID, (0, 0, 0, 0)), (Tile.M1, Tile.M2))
    types = [line["type"] for line in mjai_writer.round_lines(one)]
    assert types[1:6] == ["tsumo", "ankan", "dora", "tsumo", "dahai"]


def test_two_equal_discards_of_which_one_was_called_give_both_readings() -> None:
    pung = CallAct(Seat.C, Meld(MeldKind.PON, (Tile.RED,) * 3, Tile.RED, From.ACROSS))
    noten = DrawNote(DrawName.EXHAUSTIVE, (0, 0, 0, 0), (False,) * 4)

    def turn(seat: Seat, tile: Tile) -> list[DrawAct | DiscardAct | CallAct]:
        return [DrawAct(seat), DiscardAct(seat, tile)]

    b, c, d, a = (turn(seat, Tile.P1) for seat in (Seat.B, Seat.C, Seat.D, Seat.A))
    early = [*turn(Seat.A, Tile.RED), pung, DiscardAct(Seat.C, Tile.P1, False), *d, *turn(Seat.A, Tile.RED), *b, *c, *d]
    row = tenhou_writer.round_row(round_of(early, noten))
    found = [one.acts for one in tenhou_reader.readings(row, "round")]
    assert tuple(early) in found
    assert all(tenhou_writer.round_row(round_of(list(acts), noten)) == row for acts in found)
    assert a[0] == DrawAct(Seat.A)


def test_only_what_lay_open_leaves_before_the_release() -> None:
    played = simulated("npm-2008", 5, 6)
    (text, *_) = [tenhou_writer.write(game) for game in played]
    for released_at, opened in ((None, False), (101.0, False), (100.0, True)):
        for audience in Audience:
            out = [secrecy_gate.let_out(game, audience, 100.0, released_at) for game in played]
            assert (out == played) is opened
            assert (tenhou_writer.write(out[0]) == text) is opened
            if opened:
                continue
            for one in out[0].rounds:
                assert one.hands == (UNSEEN,) * 4
                known = [act for act in one.acts if isinstance(act, DrawAct) and act.tile is not None]
                won = [win for win in one.wins if win.loser is None]
                assert len(known) == len(won)
                assert all(act.drawn is not True for act in one.acts if isinstance(act, DiscardAct))


def test_a_table_of_rounds_adds_up() -> None:
    (game, *_) = simulated("kenko-2022", 3, 6)
    heading, *rows = csv.write([game]).splitlines()
    assert len(rows) == len(game.rounds)
    for row, following in pairwise(rows):
        told = dict(zip(heading.split(","), row.split(","), strict=True))
        after = dict(zip(heading.split(","), following.split(","), strict=True))
        for seat in csv.SEAT_COLUMNS:
            change = int(told[f"{seat}_change"]) - 1000 * int(told[f"{seat}_riichi"])
            assert int(told[f"{seat}_before"]) + change == int(told[f"{seat}_after"]) == int(after[f"{seat}_before"])


def test_a_changed_win_is_found() -> None:
    (game, *_) = simulated("mleague", 1, 1)
    (one,) = game.rounds
    (win,) = one.wins
    assert win.score is not None
    wrong = replace(win, deltas=(0, 0, 0, 0), score=replace(win.score, parts=(9900,)))
    (found,) = scored_wins(replace(one, result=(wrong,)), load("mleague"))
    assert [each.about for each in found.differences] == ["payments", "points"]
    (blind,) = scored_wins(replace(one, hands=(UNSEEN,) * 4, shown=(None,) * 4), load("mleague"))
    assert not blind.agrees
    assert blind.unknown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "tenhou.net/6: not JSON"),
        ("[]", "expected a JSON object"),
        ('{"name": ["A"], "log": []}', "name: expected a list of 4"),
        ('{"name": ["A", "B", "C", "D"], "log": [[]]}', "log[0]: expected 17 elements"),
        ('{"name": ["A", "B", "C", "D"], "log": 5}', "log: expected a list of rounds"),
    ],
)
def test_a_document_that_cannot_be_read_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=r"^[^\n]+$") as error:
        tenhou_reader.read(text)
    assert said in str(error.value)


def test_addresses_hold_one_round_each() -> None:
    (game, *_) = simulated("npm-2008", 2, 2)
    found = tenhou_writer.addresses(game)
    assert len(found) == len(game.rounds)
    assert all(each.startswith("https://tenhou.net/6/#json=%7B") for each in found)


TENHOU = json.loads(tenhou_writer.write(simulated("mleague", 4, 2)[0]))
MJAI = [json.loads(line) for line in mjai_writer.write(simulated("mleague", 4, 2)[0])]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 99),
    st.text(max_size=8),
    st.just([]),
    st.just([[]]),
    st.just({}),
    st.floats(),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


def put(body: Any, path: tuple[Any, ...], junk: Any) -> Any:
    if not path:
        return junk
    key, *rest = path
    copied = body.copy()
    copied[key] = put(body[key], tuple(rest), junk)
    return copied


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(places(TENHOU)), JUNK)
def test_a_spoilt_document_is_read_or_refused(path: tuple[Any, ...], junk: Any) -> None:
    with suppress(RecordError):
        tenhou_writer.write(tenhou_reader.read(json.dumps(put(TENHOU, path, junk))))


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(places(MJAI)[1:]), JUNK)
def test_spoilt_lines_are_read_or_refused(path: tuple[Any, ...], junk: Any) -> None:
    text = "\n".join(json.dumps(line) for line in put(MJAI, path, junk))
    with suppress(RecordError):
        for game in mjai_reader.read(text):
            list(mjai_writer.write(game))


def test_names_are_those_of_the_game() -> None:
    assert {game.names for game in simulated("npm-2008", 1, 2)} == {NAMES}

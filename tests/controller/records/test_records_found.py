"""Records as they are found: whatever stands before them, with chips, short games, own rules, and no tiles at all."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from controller.errors import RecordError, UnknownRecordError
from controller.records.audit.difference import AuditCounts, LogDifference
from controller.records.audit.games import audit_game
from controller.records.audit.stated import as_stated
from controller.records.logs import LoggedGame, read_log
from controller.records.tenhou import writer as tenhou_writer
from controller.records.tenhou.rules import stated_in
from controller.rulebooks.catalogue import load
from tests.support.foreign_logs import write_mjlog, write_soul
from tests.support.record_cases import simulated

GAME = simulated("tenhou", 4, 3)[0]
MJLOG = write_mjlog(GAME)
TENHOU6 = tenhou_writer.write(GAME)


def only(text: str) -> LoggedGame:
    (logged,) = read_log(text)
    return logged


def differences(logged: LoggedGame, book: str = "tenhou") -> list[LogDifference]:
    return list(audit_game(logged.game, load(book), "g", AuditCounts(), logged.readings))


@pytest.mark.parametrize(
    "head",
    [
        f"<!-- {'x' * 400} -->\n",
        "<!-- a <mjlog> of 2017 -->",
        "\ufeff \n\n",
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- one --><!-- two -->\n',
        "http://tenhou.net/0/?log=2023101409gm-0001-0000-00000000\n",
    ],
)
def test_an_mjlog_is_told_wherever_it_begins(head: str) -> None:
    # MahjongPantheon/pantheon Mimir/tests/helpers/onlineLog/testdata: 9 of 23 begin with a long comment.
    assert only(head + MJLOG).game == only(MJLOG).game
    assert only(head + MJLOG.replace('"', "'")).game == only(MJLOG).game


@pytest.mark.parametrize("head", ["// of the league\n", "# note\n\n", "/* one\ntwo */ ", "\ufeff\t"])
def test_json_is_told_wherever_it_begins(head: str) -> None:
    assert only(head + TENHOU6).game == only(TENHOU6).game


def test_an_address_may_hold_spaces_and_stand_in_a_message() -> None:
    plain = TENHOU6.replace('"title":["",""]', '"title":["第一 節","a b"]')
    for written in (plain, quote(plain), quote(plain).replace("%20", " "), quote(plain, safe='{}[]":,')):
        text = f"E1 here: https://tenhou.net/6/#json={written}&ts=0"
        assert only(text).game.title == ("第一 節", "a b")
    folded = quote(plain)
    folded = "\r\n".join(folded[at : at + 76] for at in range(0, len(folded), 76))
    assert only(f"https://tenhou.net/5/#json={folded}").game.rounds == only(plain).game.rounds


def with_chips(text: str) -> str:
    """The log as a parlour room of tenhou.net has it: points of four seats, then chips of four seats."""
    text = text.replace('GO type="9"', 'GO type="521"')
    pieces = text.split(' sc="')
    told = [piece.replace('"', ',0,2,0,-1,0,-1,0,0"', 1) for piece in pieces[1:]]
    return ' sc="'.join([pieces[0], *told])


def test_chips_are_kept_beside_the_points() -> None:
    # dnovikoff/tenhou log/test_data/chip.xml_: sc and owari of 16 numbers.
    read = only(with_chips(MJLOG)).game
    assert [one.result for one in read.rounds] == [one.result for one in only(MJLOG).game.rounds]
    assert {one.chips for one in read.rounds} == {(2, -1, -1, 0)}
    assert read.rules == "般南喰赤祝"
    last = with_chips(MJLOG).rpartition(" />")[0]
    ended = f'{last} owari="300,10.0,448,64.0,45,-55.0,207,-19.0,-1,0,12,0,-8,0,-3,0" /></mjloggm>'
    final = only(ended).game
    assert (final.final_scores, final.final_chips) == ((30000, 44800, 4500, 20700), (-1, 12, -8, -3))


@pytest.mark.parametrize(
    ("line", "east_only", "tanyao", "red"),
    [
        ("般東喰赤", True, True, True),
        ("鳳南喰赤", False, True, True),
        ("特南", False, False, False),
        ("般南喰赤速祝５", False, True, True),
        ("mleague 南", False, None, None),
        ("玉の間東", True, None, None),
        ("四南", False, None, None),
        ("", None, None, None),
    ],
)
def test_a_line_of_rules_says_what_it_says(
    line: str, east_only: bool | None, tanyao: bool | None, red: bool | None
) -> None:
    assert stated_in(line)[1:] == (east_only, tanyao, red)


def test_a_record_of_an_east_game_is_over_after_its_fourth_round() -> None:
    game = next(game for game in simulated("tenhou", 3, 14) if any(one.prevailing_wind for one in game.rounds))
    body = json.loads(tenhou_writer.write(game))
    body["log"] = [row for row in body["log"] if row[0][0] < 4]
    body["sc"] = [value for points in game.rounds[len(body["log"]) - 1].scores_after for value in (points, 0)]
    body["rule"]["disp"] = "般東喰赤"
    logged = only(json.dumps(body))
    book, said = as_stated(load("tenhou"), logged.game)
    assert book.flow.winds_played.value == 1
    assert [each.en for each in said] == ["the record says East only, unlike tenhou: followed"]
    assert as_stated(load("tenhou"), only(TENHOU6).game) == (load("tenhou"), ())
    assert "end" not in [each.about for each in differences(logged)]
    body["rule"]["disp"] = "般南喰赤"
    assert "end" in [each.about for each in differences(only(json.dumps(body)))]


def test_rules_of_a_lobby_are_kept_and_said() -> None:
    # dnovikoff/tenhou log/test_data/newattr2023.xml
    own = 'lobby="1" title="" rule=",,0101,0,0,0,0" csrule="0FE0BF0B,0000001F,,,30000,30000,30000"'
    logged = only(MJLOG.replace('GO type="9"', f'GO type="257" {own}'))
    assert json.loads(logged.game.own_rules)["csrule"].startswith("0FE0BF0B")
    assert any("csrule" in said.en for said in logged.assumed)
    assert "csrule" in only(tenhou_writer.write(logged.game)).game.own_rules


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"tiles0"', '"tiles9"', 1),
        lambda text: text.replace('"scores"', '"score"', 1),
        lambda text: text.replace('"seat": 1', '"seat": 9', 1),
        lambda text: text.replace('"doras": [', '"doras": [5, ', 1),
    ],
)
def test_no_word_of_python_is_in_what_is_said_of_a_broken_record(spoil: Any) -> None:
    for text in (spoil(write_soul(GAME)), MJLOG.replace("seed=", "sead=", 1), MJLOG.replace('ten="250', 'ten="x', 1)):
        with pytest.raises(RecordError) as error:
            list(read_log(text))
        said = str(error.value)
        assert not any(word in said for word in ("Error", "literal", "NoneType", "object", "valid Seat", "index")), said


@pytest.mark.parametrize("text", ["", "read me", "<html></html>", '{"name": "package"}', "a,b,c\n1,2,3\n", "\x00\x01"])
def test_what_is_no_record_is_told_apart_from_one_that_is_broken(text: str) -> None:
    with pytest.raises(UnknownRecordError):
        list(read_log(text))


def unseen(deltas: list[int], after: list[int] | None = None) -> LoggedGame:
    """A win entered by hand; no tile of it is known."""
    empty: list[Any] = [[] for _ in range(12)]
    first = [[0, 0, 0], [25000] * 4, [], [], *empty, ["和了", deltas, [0, 3, 0, "満貫8000点"]]]
    rounds = [first]
    if after is not None:
        rounds.append([[0, 1, 0], after, [], [], *empty, ["流局", [0, 0, 0, 0]]])
    return only(json.dumps({"title": ["", ""], "name": list("ABCD"), "rule": {"disp": "南", "aka": 1}, "log": rounds}))


def test_sums_are_checked_where_no_tile_is_known() -> None:
    assert [each.about for each in differences(unseen([8000, 0, 0, -7900]))] == ["sum"]
    assert differences(unseen([8000, 0, 0, -8000])) == []


def test_sticks_of_a_round_that_nobody_saw_are_told_by_the_points_after_it() -> None:
    logged = unseen([9000, 0, 0, -8000], [33000, 25000, 25000, 17000])
    assert logged.game.rounds[0].deposits == (1, 0, 0, 0)
    assert any("riichi sticks are not told" in said.en for said in logged.assumed)
    assert "scores" not in [each.about for each in differences(logged)]

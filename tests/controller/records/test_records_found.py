"""Records in circulation: with leading comments, chips, short games, house rules, and without tiles."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest

from api.record_files import is_wrong, read_bytes, written
from controller.errors import RecordError, UnknownRecordError
from controller.records.audit.difference import AuditCounts, LogDifference
from controller.records.audit.games import audit_game
from controller.records.audit.stated import as_stated
from controller.records.formats import RecordFormat
from controller.records.logs import LoggedGame, read_log
from controller.records.mjai import writer as mjai_writer
from controller.records.tenhou import writer as tenhou_writer
from controller.records.tenhou.rules import stated_in
from controller.rulebooks.catalogue import load
from tests.support.foreign_logs import write_mjlog, write_paipu, write_soul
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
    for each in (plain, quote(plain), quote(plain).replace("%20", " "), quote(plain, safe='{}[]":,')):
        text = f"E1 here: https://tenhou.net/6/#json={each}&ts=0"
        assert only(text).game.title == ("第一 節", "a b")
    folded = quote(plain)
    folded = "\r\n".join(folded[at : at + 76] for at in range(0, len(folded), 76))
    assert only(f"https://tenhou.net/5/#json={folded}").game.rounds == only(plain).game.rounds


def with_chips(text: str) -> str:
    """Return the log in the form of a tenhou.net parlour room: points of four seats, then chips of four seats."""
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
    assert [each.en for each in said] == [f"the record says East only, unlike {book.en}: followed"]
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


def test_rounds_that_ended_stay_where_a_record_breaks_off() -> None:
    tags, refused = MJLOG[: MJLOG.rindex("<INIT") + 20], list[RecordError]()
    assert [each.en for each in only(tags).assumed] == ["the record breaks off: the rounds that ended are read"]
    lines = "\n".join(mjai_writer.write(GAME))
    (cut,) = read_log(lines[: lines.rindex('"type":"start_kyoku"') + 40], refused.append)
    assert len(only(tags).game.rounds) == len(cut.game.rounds) == len(GAME.rounds) - 1
    assert [str(each).partition(": ")[2] for each in refused] == ["not JSON: it breaks off, expected the whole of it"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "read me",
        "[.ShellClassInfo]\r\nIconFile=a.ico\r\n",
        "{author: me}",
        "<html></html>",
        '{"name": "package"}',
        "a,b,c\n1,2,3\n",
        "\x00\x01",
    ],
)
def test_what_is_no_record_is_told_apart_from_one_that_is_broken(text: str) -> None:
    with pytest.raises(UnknownRecordError):
        list(read_log(text))


def unseen(deltas: list[int], after: list[int] | None = None) -> LoggedGame:
    """A win entered by hand, without tiles."""
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


KEPT = {
    **{form.value: written(form, [GAME]) for form in RecordFormat},
    "mjlog": MJLOG,
    "majiang": write_paipu(GAME),
    "mahjong-soul": write_soul(GAME),
}
JUNK = {
    "__MACOSX/._a": b"\0\5\x16\7" + bytes(60),
    "Thumbs.db": b"\xd0\xcf\x11\xe0" + bytes(60),
    ".DS_Store": b"\0\0\0\1Bud1",
    "desktop.ini": b"[.ShellClassInfo]\r\nIconFile=a.ico\r\n",
    "readme.txt": b"games of Sunday\n",
    "a.json.zip": b"PK\x03\x04",
}


def archive(files: dict[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return raw.getvalue()


def cut_off(part: int, text: str) -> bytes:
    """Return the first ``part`` percent of the text."""
    return text[: len(text) * part // 100].encode()


WHOLE: dict[str, Callable[[str], bytes]] = {
    "bom": lambda text: text.lstrip("\ufeff").encode("utf-8-sig"),
    "utf-16": lambda text: text.encode("utf-16"),
    "wide": lambda text: text.lstrip("\ufeff").encode("utf-16-be"),
    "cp932": lambda text: text.lstrip("\ufeff").encode("cp932"),
    "lines": lambda text: text.replace("\n", "\r\n").encode(),
    "zeros": lambda text: text.encode() + bytes(512),
    "archive": lambda text: archive({"a.jpg": text.encode(), **JUNK}),
    "packed": lambda text: gzip.compress(text.encode()),
}
BROKEN: dict[str, Callable[[str], bytes]] = {
    **{f"cut {part}": partial(cut_off, part) for part in (1, 10, 30, 50)},
    "zeros": lambda text: (text[:50] + "\0" + text[50:]).encode(),
    "twice packed": lambda text: gzip.compress(gzip.compress(text.encode())),
    "half packed": lambda text: gzip.compress(text.encode())[:-9],
    "half archive": lambda text: archive({"a": text.encode()})[:-30],
    "archive in archive": lambda text: archive({"a": archive({"b": text.encode()})}),
    "picture": lambda text: b"\xff\xd8\xff\xe0" + text.encode(),
    "nothing": lambda text: text[:0].encode() + b" \n",
}


@pytest.mark.parametrize("form", KEPT)
def test_a_file_is_read_however_it_is_kept(form: str) -> None:
    text = KEPT[form]
    plain = [logged.game for logged in read_log(text)]
    for name, kept in WHOLE.items():
        refused = list[RecordError]()
        assert [logged.game for logged in read_bytes(kept(text), refused, 1 << 22)] == plain, name
        assert not is_wrong(refused), (name, refused)


@pytest.mark.parametrize("form", KEPT)
def test_a_file_that_is_spoilt_is_said_in_one_sentence(form: str) -> None:
    for name, kept in BROKEN.items():
        refused, said = list[RecordError](), list[str]()
        try:
            said += [each.en for logged in read_bytes(kept(KEPT[form]), refused, 1 << 22) for each in logged.assumed]
        except RecordError as error:
            refused.append(error)
        said += map(str, refused)
        assert said, name
        for each in said:
            assert not re.search(r"Error|codec|literal|NoneType|byte 0x|\bdict\b|object at|\n", each), (name, each)
            assert len(each) < 300, (name, each)

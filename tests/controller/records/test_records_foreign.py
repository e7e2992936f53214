"""Records as other programs write them are read as well, and assumptions are reported."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from controller.errors import RecordError, UnknownRecordError
from controller.records.logs import LoggedGame, read_log
from controller.records.mahjong_soul import document
from controller.records.mjai import writer as mjai_writer
from controller.records.mjai.names import YAKU_NAMES as IDS
from controller.records.record import DiscardAct, DrawName, DrawNote, GameRecord, RoundRecord
from controller.records.tenhou import names as words
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import likeliest_wins, scored_wins
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import load
from controller.scoring.score import Limit
from controller.text import Text
from tests.support.foreign_logs import write_mjlog, write_paipu, write_soul
from tests.support.record_cases import simulated

BOOK = load("mleague")
GAME: GameRecord = simulated("mleague", 4, 3)[0]


def body() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(tenhou_writer.write(GAME))
    return told


def lines() -> list[dict[str, Any]]:
    return list(mjai_writer.lines(GAME))


def only(text: str) -> LoggedGame:
    (logged,) = read_log(text)
    return logged


def packed(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def agree(game: GameRecord) -> bool:
    return all(win.agrees for one in game.rounds for win in scored_wins(one, BOOK))


def test_a_document_may_be_laid_out_and_others_may_follow_it() -> None:
    laid_out = json.dumps(body(), indent=2, ensure_ascii=False)
    for text in (laid_out, f"\ufeff{laid_out}"[1:], f"{laid_out}\n{packed(body())}", f"{packed(body())},{laid_out}"):
        games = list(read_log(text))
        assert len(games) == 1 + text.count('"log"') - 1
        assert {logged.game.rounds for logged in games} == {only(packed(body())).game.rounds}


@pytest.mark.parametrize(
    "title", [["銅の間", 1697295290], ["銅の間", "Sat, 14 Oct 2023 14:54:59 GMT"], "銅の間", None, 5, []]
)
def test_a_title_may_hold_a_time_or_be_missing(title: object) -> None:
    assert len(only(packed(body() | {"title": title})).game.rounds) == len(GAME.rounds)


def test_what_a_document_leaves_out_is_assumed_and_said() -> None:
    told = body()
    del told["name"], told["rule"], told["title"]
    logged = only(packed(told))
    assert logged.game.names == ("", "", "", "")
    assert logged.game.red_fives == (1, 1, 1)
    assert len(logged.assumed) == 2
    assert only(packed(body())).assumed == ()


@pytest.mark.parametrize(
    ("score", "yaku", "limit", "ids"),
    [
        ("30符2飜2000点", ["立直(1飜)", "ドラ(1飜)", "裏ドラ(0飜)"], None, ["RIICHI", "DORA"]),
        ("30Fu2Han500-1000Points", ["Riichi(1Han)", "Ura Dora(0Han)", "All Simples(1Han)"], None, ["RIICHI", "TANYAO"]),
        ("Mangan 4000Points∀", ["Seat Wind(1Han)", "Red Five(4Han)"], Limit.MANGAN, ["JIKAZE", "RED_FIVES"]),
        (
            "満貫8000点",
            ["断么九(1飜)", "ダブル立直(2飜)", "役牌:自風牌(1飜)"],
            Limit.MANGAN,
            ["TANYAO", "DOUBLE_RIICHI", "JIKAZE"],
        ),
        ("数え役満32000点", ["清一色(6飜)", "ドラ(7飜)"], Limit.YAKUMAN, ["CHINITSU", "DORA"]),
        ("Yakuman 32000Points", ["Thirteen Orphans(Yakuman )"], Limit.YAKUMAN, ["KOKUSHI"]),
        ("役満64000点", ["国士無双十三面待ち(2倍役満)"], Limit.YAKUMAN, ["KOKUSHI_JUUSANMEN"]),
    ],
)
def test_words_of_other_programs_mean_the_same(
    score: str, yaku: list[str], limit: Limit | None, ids: list[str]
) -> None:
    said: list[Text] = []
    note = words.read_score(score, yaku, "", said.append)
    assert note is not None
    assert note.limit is limit
    assert [line.id for line in note.yaku] == ids
    assert said == []


def test_words_that_nobody_knows_are_kept_and_said() -> None:
    told = body()
    won = next(row for row in told["log"] if row[16][0] == "和了")
    won[16][2][3:] = ["about 5000", "立直(1飜)"]
    told["log"].append([*won[:16], ["錯和流局", [0, 0, 0, 0]]])
    logged = only(packed(told))
    result = logged.game.rounds[-1].result
    assert result == DrawNote(DrawName.VOID, (0, 0, 0, 0), said="錯和流局")
    assert tenhou_writer.document(logged.game)["log"][-1][16][0] == "錯和流局"
    assert any("about 5000" in said.en for said in logged.assumed)
    assert any("錯和流局" in said.en for said in logged.assumed)
    note = words.read_score("30符1飜1000点", ["八連荘(1飜)"], "")
    assert note is not None
    assert note.yaku[0].id == "八連荘"


def test_who_is_named_as_the_loser_of_a_drawn_win_is_liable() -> None:
    game, place = next(
        (game, place)
        for seed in range(1, 20)
        for game in simulated("mleague", seed, 4)
        for place, one in enumerate(game.rounds)
        if one.wins and one.wins[0].loser is None
    )
    told = json.loads(tenhou_writer.write(game))
    win = told["log"][place][16][2]
    liable = (win[0] + 1) % 4
    win[1] = liable
    logged = only(packed(told))
    (read,) = logged.game.rounds[place].wins
    assert (read.loser, read.liable) == (None, Seat(liable))
    assert any("liable" in said.en for said in logged.assumed)


def test_mjai_may_be_a_list_and_leave_out_names_points_and_flags() -> None:
    told = lines()
    bare = [
        {key: value for key, value in line.items() if key not in ("names", "scores", "tsumogiri", "honba")}
        for line in told
    ]
    points = {"scores": told[1]["scores"]}
    logged = only(packed([bare[0], bare[1] | points, *bare[2:]]))
    assert [one.scores for one in logged.game.rounds] == [one.scores for one in GAME.rounds]
    assert {act.drawn for one in logged.game.rounds for act in one.acts if isinstance(act, DiscardAct)} == {None}
    for said in ("names", "carried on", "honba", "just been drawn"):
        assert any(said in each.en for each in logged.assumed), said
    assert len(list(read_log(packed([told, told])))) == 2
    assert only(packed({"mjai_log": told})).game.rounds == only("\n".join(map(packed, told))).game.rounds


def test_payments_that_mjai_leaves_out_are_told_by_the_points_of_the_next_round() -> None:
    told = [{key: value for key, value in line.items() if key != "deltas"} for line in lines()]
    logged = only("\n".join(map(packed, told)))
    assert [one.deltas for one in logged.game.rounds[:-1]] == [one.deltas for one in GAME.rounds[:-1]]
    assert any("what was paid is told nowhere" in said.en for said in logged.assumed)


def test_a_round_that_does_not_end_is_left_out_and_the_others_stay() -> None:
    told = lines()
    cut = next(place for place, line in enumerate(told) if line["type"] in ("hora", "ryukyoku"))
    rest = [line for place, line in enumerate(told) if place not in (cut, cut + 1)]
    assert len(only("\n".join(map(packed, rest))).game.rounds) == len(GAME.rounds) - 1
    assert len(only("\n".join(map(packed, told[:-3]))).game.rounds) == len(GAME.rounds) - 1
    mjlog = re.sub(r"<(AGARI|RYUUKYOKU)[^>]*>", "", write_mjlog(GAME), count=1)
    assert len(only(mjlog).game.rounds) == len(GAME.rounds) - 1


def test_majiangs_records_are_the_same_game() -> None:
    logged = only(write_paipu(GAME))
    assert [one.acts for one in logged.game.rounds] == [one.acts for one in GAME.rounds]
    assert [one.hands for one in logged.game.rounds] == [one.hands for one in GAME.rounds]
    assert [one.deltas for one in logged.game.rounds] == [one.deltas for one in GAME.rounds]
    assert agree(logged.game)
    assert len(list(read_log(f"[{write_paipu(GAME)},{packed(body())}]"))) == 2


def test_an_address_is_the_record_in_it() -> None:
    text = "\n".join(tenhou_writer.addresses(GAME))
    assert [logged.game.rounds[0].acts for logged in read_log(text)] == [one.acts for one in GAME.rounds]
    whole = f"tenhou.net/5/#json={quote(packed(body()))}&ts=0"
    assert len(only(whole).game.rounds) == len(GAME.rounds)
    with pytest.raises(RecordError, match="address of a page"):
        list(read_log("https://tenhou.net/0/?log=2023101409gm-0029-0000-00000000"))


@pytest.mark.parametrize("bad", ["{", '{"log": [[]], "name": ["a", "b", "c", "d"]}', '{"log": 1e9999}', "nonsense"])
def test_a_bad_game_hides_no_other(bad: str) -> None:
    refused: list[RecordError] = []
    text = f"{packed(body())}\n{bad}\n{packed(body())}"
    assert len(list(read_log(text, refused.append))) == 2
    assert len(refused) == 1
    events = "\n".join(map(packed, lines()))
    broken = events.replace('"type": "tsumo"', '"type": "tsumo", "actor": 9, "was": 0', 1)
    broken = re.sub(r'"actor": 9, "was": 0, "actor": \d', '"actor": 9', broken)
    refused.clear()
    assert len(list(read_log(f"{events}\n{broken}\n{events}", refused.append))) == 2
    assert [str(error).partition(":")[0].startswith("line ") for error in refused] == [True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "not JSON"),
        ('{"a":' * 90 + "1" + "}" * 90, "lists in each other"),
        ('{"log": [[' + "9" * 5000 + "]]}", "17 elements"),
        ('{"name": ["a","b","c","d"], "log": [[[' + "9" * 30 + ",0,0]" + ",0" * 16 + "]]}", "expected a whole number"),
        ('{"log": NaN}', "NaN is no number"),
        ('<!DOCTYPE a [<!ENTITY b "ccc">]><mjloggm ver="&b;"><INIT seed="&b;"/></mjloggm>', "INIT"),
        ('<mjloggm ver="2.3"><GO type="' + "9" * 6000 + '"/></mjloggm>', "GO"),
        ('{"name": ["a","b","c"], "log": []}', "a game of three"),
    ],
)
def test_hostile_text_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(RecordError) as error:
        list(read_log(text))
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_another_order_of_play_is_tried_before_a_difference_is_told() -> None:
    one = next(one for one in GAME.rounds if one.wins)
    (right,) = one.wins
    wrong = replace(one, acts=one.acts[:-2])
    assert not all(win.agrees for win in likeliest_wins(wrong, BOOK, ()))
    (found,) = likeliest_wins(wrong, BOOK, [one])
    assert (found.agrees, found.note) == (True, right)


def wrapped() -> dict[str, str]:
    """The same game in formats in circulation: in programs, logs, pages, nested objects, with additions."""
    told, events, acts = packed(body()), lines(), json.loads(write_soul(GAME))
    rest = [{key: value for key, value in line.items() if key != "jantaku"} for line in events]
    paipu, tags = json.loads(write_paipu(GAME)), write_mjlog(GAME)
    meta = {"meta": {"q_values": [0.5], "mask_bits": 7, "is_greedy": True}}
    honours = dict(zip("ESWNPFC", (f"{rank}z" for rank in range(1, 8)), strict=True))
    spelt = packed(rest)
    for name, other in (honours | {"5mr": "0m", "5pr": "0p", "5sr": "0s"}).items():
        spelt = spelt.replace(f'"{name}"', f'"{other}"')
    return {
        "variable": f"var json = {told};",
        "page": f"<html><script>\nlet log = {told}\n</script></html>",
        "call": f"show({told});",
        "timed lines": "\n".join(f"[12:00:0{at % 10}.123] RECV: {packed(line)}" for at, line in enumerate(rest)),
        "lines as texts": packed([packed(line) for line in rest]),
        "each in a list": packed([[line] for line in rest]),
        "in a page": f'<a href="https://tenhou.net/6/#json={told.replace(chr(34), "&quot;")}">E1</a>',
        "an act a line": "\n".join(packed(each["result"]) for each in acts["data"]["actions"]),
        "text": f"My game [1]:\n```json\n{told}\n```\n",
        "log of a program": "\n".join(f"2026-11-29 12:00:00 [recv] {packed(line)}" for line in rest),
        "asked": packed({"record": events, "request": {"type": "legal_moves"}}),
        "within": packed({"code": 0, "data": {"game": body()}}),
        "rows": packed(body()["log"]),
        "engine": "\n".join(packed(line | meta) for line in rest),
        "honours": spelt,
        "no names": "\n".join(map(packed, rest[1:])),
        "cut root": tags[tags.index("<GO") : tags.rindex("</")],
        "shown": tags.replace("<", "&lt;").replace(">", "&gt;"),
        "declared": f'<?xml version="1.0"?>\n<!-- {"x" * 400} -->{tags}',
        "acts": packed([each["result"] for each in acts["data"]["actions"]]),
        "paipu": packed(paipu["log"]),
    }


@pytest.mark.parametrize("name", wrapped())
def test_a_record_is_found_wherever_it_begins(name: str) -> None:
    refused: list[RecordError] = []
    (logged,) = read_log(wrapped()[name], refused.append)
    assert refused == []
    assert [one.deltas for one in logged.game.rounds] == [one.deltas for one in GAME.rounds]
    assert [one.hands for one in logged.game.rounds] == [one.hands for one in GAME.rounds]
    assert [one.deposits for one in logged.game.rounds] == [one.deposits for one in GAME.rounds]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"name": ".lq.RecordNewRound", "data": "CAAQABgA"}]', "still packed"),
        ('[{"name": "ActionNewRound", "data": {"chang": 0}}]', "what one player was sent"),
        ("牌譜: https://game.mahjongsoul.com/?paipu=230101-0000", "address of a page"),
        ('{"log": []}', "log: expected a list of rounds"),
        ("[0, [1, 2], 3]", "without log"),
        ("{" * 5000, "no record"),
        ("{'log': [[[0, 0, 0], [25000, 25000, 25000, 25000]]]}", "no record"),
        ("x {\n" * 5000, "no record"),
    ],
)
def test_what_holds_no_record_is_refused_in_one_line(text: str, said: str) -> None:
    refused: list[RecordError] = []
    try:
        assert list(read_log(text, refused.append)) == []
    except RecordError as error:
        refused.append(error)
    assert [said in str(error) for error in refused] == [True]


def test_sticks_are_kept_however_their_field_is_spelt() -> None:
    spelt = [{("kyoutaku" if key == "kyotaku" else key): value for key, value in line.items()} for line in lines()]
    logged = only("\n".join(map(packed, spelt)))
    assert [one.riichi_sticks for one in logged.game.rounds] == [one.riichi_sticks for one in GAME.rounds]
    assert logged.assumed == ()


def changed(told: list[dict[str, Any]], kind: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """Return the lines with those of one kind changed."""
    return packed([change(line) if line["type"] == kind else line for line in told])


def respelt(line: dict[str, Any], **names: str) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in line.items()}


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("start_kyoku", lambda line: respelt(line, kyotaku="riichi_sticks")),
        ("hora", lambda line: respelt(line, fan="han", ura_markers="uradora_markers")),
        ("hora", lambda line: line | {"yakus": [{"name": name, "han": han} for name, han in line["yakus"]]}),
        ("hora", lambda line: line | {"yakus": [[words.YAKU[IDS[name]], han] for name, han in line["yakus"]]}),
        ("hora", lambda line: line | {"yakus": [[IDS[name].lower(), han] for name, han in line["yakus"]]}),
    ],
)
def test_mjai_of_other_programs_means_the_same(kind: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    # RiichiEnv's excerpts of tenhou.net, FlyA, Akagi: different spellings, yaku by their Japanese names.
    told = [line for line in lines() if line["type"] != "dora"]
    told = [{**line, "yakus": [each for each in line.get("yakus", ()) if each[0] in IDS]} for line in told]
    assert only(changed(told, kind, change)) == only(packed(told))


def counted_in(line: dict[str, Any], counters: int) -> dict[str, Any]:
    return line | {"hora_points": line["hora_points"] + 300 * counters}


def test_counters_may_be_in_the_points_of_a_win_in_mjai() -> None:
    game = next(
        game
        for seed in range(1, 30)
        for game in simulated("mleague", seed, 4)
        if any(one.wins and one.counters for one in game.rounds)
    )
    told, counters = list(mjai_writer.lines(game)), 0
    inside = []
    for line in told:
        counters = line.get("honba", counters)
        inside.append(counted_in(line, counters) if line["type"] == "hora" else line)
    assert only(packed(inside)).game == only(packed(told)).game


def test_points_after_a_result_tell_what_it_paid_in_mjai() -> None:
    told = lines()
    ends = iter([one.scores_after for one in GAME.rounds])
    after = [
        respelt(line | {"scores": list(next(ends))}, deltas="_") if line["type"] in ("hora", "ryukyoku") else line
        for line in told
    ]
    logged = only(packed([*after[:-1], {"type": "end_game", "scores": [40000, 30000, 20000, 10000]}]))
    assert [one.deltas for one in logged.game.rounds] == [one.deltas for one in GAME.rounds]
    assert logged.game.final_scores == (40000, 30000, 20000, 10000)
    assert logged.assumed == ()


@pytest.mark.parametrize(("word", "east_only"), [("tonpu", True), ("tonnan", False), ("one_kyoku", None)])
def test_mjai_of_gimites_server_tells_the_length(word: str, east_only: bool | None) -> None:
    told = lines()
    del told[0]["kyoku_first"]
    told[0]["gametype"] = word
    assert only(packed(told)).game.east_only is east_only


def test_an_empty_reason_and_an_empty_hand_tell_nothing_in_mjai() -> None:
    told = [line | ({"hora_tehais": []} if line["type"] == "hora" else {}) for line in lines()]
    assert all(hand is None or hand for one in only(packed(told)).game.rounds for hand in one.shown)
    drawn = {"type": "ryukyoku", "reason": "", "tehais": [], "deltas": [0, 0, 0, 0]}
    one = only(packed([*lines()[:2], drawn, {"type": "end_kyoku"}])).game.rounds[0]
    assert one.result == DrawNote(DrawName.EXHAUSTIVE, (0, 0, 0, 0))


SOUL: dict[str, Any] = json.loads(write_soul(GAME))


def soul_as(acts: object, **more: object) -> LoggedGame:
    return only(packed({"head": SOUL.get("head", {}), "data": acts} | more))


def test_acts_of_mahjong_soul_are_told_however_programs_name_them() -> None:
    # RiichiEnv (NewRound), a parser's wrapper (_wrapper_type), and what downloadlogs writes beside tenhou.net/6.
    told, plain = list(document.records(SOUL)), only(packed(SOUL))
    assert soul_as([{"name": name.removeprefix("Record"), "data": data} for name, data in told]) == plain
    assert soul_as([{"name": name, **data} for name, data in told]) == plain
    assert soul_as([{"result": {"_wrapper_type": f".lq.{name}", **data}} for name, data in told]) == plain
    beside = {
        "mjshead": SOUL.get("head", {}),
        "mjslog": [data for _, data in told],
        "mjsrecordtypes": [name for name, _ in told],
        "log": [],
    }
    assert only(packed(beside)) == plain


def test_dora_of_which_there_was_none_is_no_line_in_any_format() -> None:
    # kobalab/tenhou-log writes 裏ドラ with 0 飜, as tenhou.net's own logs do by its number.
    paipu, mjai, tenhou6, soul = json.loads(write_paipu(GAME)), lines(), body(), list(document.records(SOUL))
    for told in (act["hule"] for one in paipu["log"] for act in one if "hule" in act):
        told["hupai"].append({"name": "裏ドラ", "fanshu": 0})
    for line in mjai:
        line.get("yakus", []).append(["uradora", 0])
    for row in tenhou6["log"]:
        row[16][2:3] = [[*win, "裏ドラ(0飜)"] for win in row[16][2:3]]
    for told in (won for _, data in soul for won in data.get("hules", ())):
        told["fans"].append({"id": 33, "val": 0})
    forms = ((paipu, write_paipu(GAME)), (mjai, packed(lines())), (tenhou6, packed(body())))
    for changed, plain in (*forms, ([{"name": name, "data": data} for name, data in soul], packed(SOUL))):
        assert [one.result for one in only(packed(changed)).game.rounds] == [
            one.result for one in only(plain).game.rounds
        ]


def test_payments_tell_who_was_tenpai_where_mahjong_soul_does_not() -> None:
    # smly/RiichiEnv tests/data/mjsoul_final_deposits.json: neither players nor a head.
    game = next(game for seed in range(1, 9) for game in simulated("mleague", seed, 4) if any(drawn(game)))
    told = [
        {"name": name, "data": {field: each for field, each in data.items() if field != "players"}}
        for name, data in document.records(json.loads(write_soul(game)))
    ]
    logged = only(packed(told))
    assert [one.result for one in drawn(logged.game)] == [one.result for one in drawn(game)]
    assert any("no names are told" in said.en for said in logged.assumed)


def drawn(game: GameRecord) -> list[RoundRecord]:
    return [one for one in game.rounds if isinstance(one.result, DrawNote) and any(one.deltas)]


def test_a_record_may_be_a_text_in_json() -> None:
    tenhou6, paipu = tenhou_writer.write(GAME), write_paipu(GAME)
    for text in (tenhou6, paipu, packed(lines()), write_mjlog(GAME), "\n".join(map(packed, lines()))):
        plain = only(text).game
        assert [only(packed(each)).game for each in (text, {"paifu": text}, [[text]])] == [plain] * 3
        assert only(packed(packed(text))).game == plain
    with pytest.raises(UnknownRecordError):
        list(read_log(packed(["read me"])))


@pytest.mark.parametrize("more", ['type="2121"', 'type="521"'])
def test_rules_that_the_type_of_an_mjlog_names_and_nobody_follows_are_said(more: str) -> None:
    # dnovikoff/tenhou log/test_data/ratio.xml, chip.xml_: rooms with different points and stakes.
    text = write_mjlog(GAME).replace('type="9"', more).replace(" /></mjloggm>", ' ratio="0,1" /></mjloggm>')
    logged = only(text)
    assert json.loads(logged.game.own_rules) == {"type": more[6:-1], "ratio": "0,1"}
    assert any("ratio" in said.en for said in logged.assumed)
    assert only(write_mjlog(GAME)).game.own_rules == ""

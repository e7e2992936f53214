"""The score exchange: shapes of the interface page, and one clear answer to any input."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.http.schemas.scores import answer, answer_line

HAND = {"rulebook": "npm-2008", "hand": "123m456p789s1155z", "win": "5z"}


def test_the_answer_has_the_agreed_shape() -> None:
    reply = json.loads(answer_line(json.dumps(HAND | {"riichi": "riichi", "counters": 1, "dora_indicators": "3m"}), 1))
    assert reply == {
        "ok": True,
        "han": 2,
        "fu": 40,
        "yakuman": 0,
        "limit": None,
        "basic_points": 640,
        "yaku": [
            {"id": "RIICHI", "ja": "リーチ", "en": "Riichi", "han": 1, "clause": "art. 54-2"},
            {"id": "HAKU", "ja": "役牌 白", "en": "White dragon", "han": 1, "clause": "art. 54-4"},
        ],
        "dora": 0,
        "ura": 0,
        "red": 0,
        "dora_lines": [],
        "fu_lines": [
            {"id": "BASE", "ja": "副底", "en": "Base", "fu": 20, "clause": "art. 42 i-1"},
            {"id": "CLOSED_RON", "ja": "門前清栄和加符", "en": "Closed ron", "fu": 10, "clause": "art. 42 i-2"},
            {
                "id": "OPEN_PUNG_ORPHAN",
                "ja": "么九牌の明刻",
                "en": "Open pung of terminals or honours",
                "fu": 4,
                "clause": "art. 42 i-5",
            },
            {
                "id": "DOUBLE_WIND_PAIR",
                "ja": "連風牌の対子",
                "en": "Double wind pair",
                "fu": 2,
                "clause": "art. 42 i-5",
            },
        ],
        "points": 3900,
        "payments": [4200, 0, -4200, 0],
        "payment_lines": [
            {"id": "RON", "ja": "ロンアガリ", "en": "Ron", "amounts": [3900, 0, -3900, 0], "clause": "art. 43, 44"},
            {"id": "COUNTERS", "ja": "積み棒", "en": "Counters", "amounts": [300, 0, -300, 0], "clause": "art. 18 ha"},
        ],
        "riichi_sticks_taken": 0,
        "ba_zoro": 2,
        "unstated": [],
        "default_lines": [],
        "cited": {
            "art. 18 ha": {"ja": "第18条ハ", "en": "art. 18 ha"},
            "art. 42 i-1": {"ja": "第42条イ-1", "en": "art. 42 i-1"},
            "art. 42 i-2": {"ja": "第42条イ-2", "en": "art. 42 i-2"},
            "art. 42 i-5": {"ja": "第42条イ-5", "en": "art. 42 i-5"},
            "art. 43, 44": {"ja": "第43条・第44条", "en": "art. 43, 44"},
            "art. 54-2": {"ja": "第54条②", "en": "art. 54-2"},
            "art. 54-4": {"ja": "第54条④", "en": "art. 54-4"},
        },
    }


def test_seats_follow_from_the_seat_wind_or_the_winner() -> None:
    by_wind = answer(HAND | {"seat_wind": "W", "riichi": "riichi", "dealer": 3})
    by_seat = answer(HAND | {"winner": 1, "riichi": "riichi", "dealer": 3})
    assert by_wind["payments"] == by_seat["payments"] == [0, 2600, 0, -2600]
    wrong = answer(HAND | {"winner": 1, "seat_wind": "N", "dealer": 3})
    assert wrong["detail"] == "seat_wind N does not fit winner 1 with dealer 3: expected W"


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ("", "not JSON"),
        ('{"rulebook": "npm-2008", "hand"', "not JSON"),
        ("[1, 2]", "Expected object, got array"),
        ("null", "Expected object, got null"),
        (json.dumps({"hand": "1m", "win": "1m"}), "missing required field rulebook"),
        (json.dumps(HAND | {"rulebook": "ema"}), "unknown rulebook 'ema': expected one of npm-2008,"),
        (json.dumps(HAND | {"hand": "123m456p789s115z"}), "holds 12 tiles: expected 13"),
        (json.dumps(HAND | {"hand": "11111m456p789s55z"}), "five of 1m"),
        (json.dumps(HAND | {"dora_indicators": "55z"}), "five of 5z"),
        (json.dumps(HAND | {"hand": "123m456p789s118z"}), "no tile 8z"),
        (json.dumps(HAND | {"hand": "123m456p789s11?z"}), "unexpected '?'"),
        (json.dumps(HAND | {"win": "55z"}), "holds 2 tiles: expected one"),
        (json.dumps(HAND | {"by": "draw"}), "by is 'draw'"),
        (json.dumps(HAND | {"ippatsu": 1}), "Expected bool, got int at ippatsu"),
        (json.dumps(HAND | {"ippatsu": True}), "ippatsu without riichi"),
        (json.dumps(HAND | {"winner": 4}), "Expected int <= 3 at winner"),
        (json.dumps(HAND | {"winner": True}), "got bool at winner"),
        (json.dumps(HAND | {"counters": -1}), "Expected int >= 0 at counters"),
        (json.dumps(HAND | {"seat_wind": "Q"}), "seat_wind is 'Q': expected E, S, W, N"),
        (json.dumps(HAND | {"loser": 0}), "ron needs a loser other than the winner"),
        (json.dumps(HAND | {"by": "tsumo", "robbed_kong": True}), "robbed_kong with tsumo"),
        (json.dumps(HAND | {"yaku": ["RIICHI"]}), "unknown field yaku"),
        (json.dumps(HAND | {"melds": {}}), "Expected array | null, got object at melds"),
        (json.dumps(HAND | {"melds": ["777z"]}), "Expected object, got str at melds[0]"),
        (json.dumps(HAND | {"melds": [{"kind": "pon", "tiles": "776z"}]}), "expected tiles of one kind"),
        (
            json.dumps(HAND | {"melds": [{"kind": "pon", "tiles": "777z", "from": "below"}]}),
            "from of a meld is 'below': expected right, across, left",
        ),
        (
            json.dumps(HAND | {"melds": [{"kind": "pong", "tiles": "777z"}]}),
            "kind of a meld is 'pong': expected chii, pon",
        ),
        ("x" * 1_000_000, "line of 1000000 characters"),
        ("[" * 60_000, "Expected object, got array"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_and_where(line: str, detail: str) -> None:
    reply = json.loads(answer_line(line, 7))
    assert (reply["ok"], reply["error"], reply["line"]) == (False, "bad-request", 7)
    assert detail in reply["detail"]
    assert "\n" not in reply["detail"]
    assert len(reply["detail"]) < 300


def test_no_win_is_no_malformed_line() -> None:
    reply = json.loads(answer_line(json.dumps(HAND | {"win": "1m"}), 7))
    assert (reply["error"], "line" in reply) == ("not-complete", False)


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["5z", "E", "ron"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "tiles", "from"]), inner),
    max_leaves=5,
)
_FIELDS = (
    *("hand", "win", "by", "melds", "seat_wind", "prevailing_wind", "riichi", "ippatsu", "last_tile", "replacement"),
    *("robbed_kong", "first_turn", "dora_indicators", "ura_indicators", "counters", "riichi_sticks", "winner", "loser"),
    *("dealer", "liable", "tile_shown_apart", "rulebook", "other"),
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(_FIELDS), _JUNK, max_size=4))
def test_any_object_gets_an_answer(junk: dict[str, object]) -> None:
    reply = json.loads(answer_line(json.dumps(HAND | junk), 3))
    assert reply["ok"] or reply["error"] in ("bad-request", "not-complete", "no-yaku", "kong-not-robbable")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_line_gets_an_answer(line: str) -> None:
    answer_line(line, 1).encode("utf-8")


def test_nothing_heavy_is_loaded_to_score() -> None:
    code = (
        "import sys, api.http.schemas.scores; "
        "print([m for m in ('numpy', 'pydantic', 'fastapi', 'cv2') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# Teikoku does not mention red fives, npm art. 4 excludes them: only the first refusal depends on a doubtful field.
@pytest.mark.parametrize(("book", "names"), [("teikoku", ["red_fives"]), ("npm-2008", None)])
def test_a_refusal_names_the_doubtful_field_that_it_rests_on(book: str, names: list[str] | None) -> None:
    request = {"rulebook": book, "hand": "123m406p11s55z789s", "win": "5z", "by": "ron", "winner": 1, "loser": 2}
    told = answer(request)
    assert (told["ok"], told["error"]) == (False, "bad-request")
    assert told.get("unstated") == names
    assert [each["id"] for each in told.get("default_lines", [])] == (names or [])

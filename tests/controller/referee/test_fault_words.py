"""Faults are found by referees' words: in either kana, in Latin letters, by at most three letters."""

import pytest

from controller.referee.faults.catalogue import SPOKEN
from controller.referee.faults.kinds import FAULT_KINDS, is_of_machine, likely_in
from controller.referee.faults.spoken import folded, in_latin, search_keys


def found(typed: str, phase: str = "play") -> list[str]:
    """Codes in the order of a search: words that begin with the text before words that contain it."""
    wanted = folded(typed)
    keys = {kind.code: search_keys(kind) for kind in likely_in(phase)}
    hits = [code for code, own in keys.items() if any(wanted in key for key in own)]
    return sorted(hits, key=lambda code: not any(key.startswith(wanted) for key in keys[code]))


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("フリテン", "win-furiten"),
        ("ふり", "win-furiten"),
        ("fur", "win-furiten"),
        ("ﾌﾘﾃﾝ", "win-furiten"),
        ("誤ロン", "win-incomplete"),
        ("ごろん", "win-no-yaku"),
        ("チョンボ", "win-incomplete"),
        ("chombo", "wall-broken"),
        ("chonbo", "wall-broken"),
        ("食い替え", "kuikae"),
        ("喰い替え", "kuikae"),
        ("くいか", "kuikae"),
        ("空ポン", "call-empty"),
        ("からぽん", "call-empty"),
        ("山こぼし", "wall-broken"),
        ("やまこ", "wall-broken"),
        ("先ヅモ", "draw-early"),
        ("さきづ", "draw-early"),
        ("多牌", "hand-too-many"),
        ("たーは", "hand-too-many"),
        ("少牌", "hand-too-few"),
        ("ノーテンリーチ", "riichi-noten"),
        ("見せ牌", "manner-tile-shown"),
        ("三味線", "manner-talk"),
        ("アガリ放棄", "dead-player-acts"),
    ],
)
def test_what_a_referee_says_finds_the_fault(typed: str, code: str) -> None:
    assert code in found(typed)


@pytest.mark.parametrize("typed", ["ふり", "fur", "くい", "からぽ", "やまこ", "さきづ"])
def test_three_letters_bring_it_among_the_first_three(typed: str) -> None:
    wanted = {"ふり": "win-furiten", "fur": "win-furiten", "くい": "kuikae", "からぽ": "call-empty"}
    assert wanted.get(typed, {"やまこ": "wall-broken", "さきづ": "draw-early"}.get(typed)) in found(typed)[:3]


def test_words_are_of_known_faults_and_kana_becomes_latin() -> None:
    assert SPOKEN.keys() <= FAULT_KINDS.keys()
    assert in_latin("ちょんぼ") == "chonbo"
    assert in_latin("りーちしゃってぃ") == "riーchishatti"
    assert in_latin(folded("マッチ")) == "matchi"
    assert folded("チー・ポン　ＲＯＮ") == "ちぽんron"


def test_what_is_likely_in_a_phase_comes_first_and_machines_last() -> None:
    assert likely_in("dice")[0].code == "set-button-wrong-seat"
    assert likely_in("play")[0].code == "discard-out-of-turn"
    assert likely_in("result")[0].code == "riichi-noten"
    for phase in ("dice", "play", "result", "no phase"):
        order = likely_in(phase)
        assert {kind.code for kind in order} == FAULT_KINDS.keys()
        machine = [is_of_machine(kind.code) for kind in order]
        assert machine == sorted(machine)

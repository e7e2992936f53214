"""Golden hands and tables of tests/vectors, each with its source, run through the answer that callers get."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from api.http.schemas.scores import answer
from controller.rulebooks.catalogue import rulebook
from controller.scoring.hand.scoring_rules import scoring_rules_of
from controller.scoring.hand.value import value_of
from tests.support.golden import PROVED

VECTORS: Final = Path(__file__).parents[2] / "vectors"
FILES: Final = (
    *("scoring_yaku", "scoring_yakuman", "scoring_fu", "scoring_combined", "scoring_limits", "scoring_books"),
    "scoring_defaults",
)
WITH_FU: Final = tuple(name for name in PROVED if not rulebook(name).scoring.han_table.value)
BASE: Final = {"winner": 1, "dealer": 0, "prevailing_wind": "E"}
MEANT: Final[dict[str, Callable[[dict[str, Any]], Any]]] = {
    "yaku": lambda reply: {line["id"]: line["han"] for line in reply["yaku"]},
    "fu_lines": lambda reply: sorted(line["id"] for line in reply["fu_lines"]),
    "limit": lambda reply: reply["limit"] or "none",
    "sticks": lambda reply: reply["riichi_sticks_taken"],
}


def load(name: str) -> list[dict[str, Any]]:
    """The vectors of one file, once per book that they apply to."""
    entries = tomllib.loads((VECTORS / f"{name}.toml").read_text("utf-8"))["vector"]
    meant = {"*": PROVED, "fu": WITH_FU}
    return [
        entry | {"book": book} for entry in entries for group in entry["books"] for book in meant.get(group, (group,))
    ]


ALL: Final = [pytest.param(entry, id=f"{entry['name']} ({entry['book']})") for name in FILES for entry in load(name)]


@pytest.mark.parametrize("vector", ALL)
def test_golden_hand(vector: dict[str, Any]) -> None:
    request = BASE | vector["request"]
    if request.get("by", "ron") == "ron":
        # Before South's first tile only East has discarded.
        request = {"loser": 0 if request.get("first_turn") else 2} | request
    reply = answer(request | {"rulebook": vector["book"]})
    expected = dict(vector["expect"])
    assert vector["source"]
    if "error" in expected:
        assert (reply["ok"], reply.get("error")) == (False, expected["error"]), reply
        return
    assert reply["ok"], reply
    assert set(expected.pop("unstated_has", ())) <= set(reply["unstated"])
    assert not set(expected.pop("unstated_hasnt", ())) & set(reply["unstated"])
    expected["fu_lines"] = sorted(expected["fu_lines"]) if "fu_lines" in expected else MEANT["fu_lines"](reply)
    got = {name: MEANT[name](reply) if name in MEANT else reply[name] for name in expected}
    assert got == expected
    assert sum(reply["payments"]) == 1000 * reply["riichi_sticks_taken"]
    amounts = [line["amounts"] for line in reply["payment_lines"]]
    assert [sum(column) for column in zip(*amounts, strict=True)] == reply["payments"]
    assert all(line["clause"] and line["ja"] and line["en"] for line in reply["payment_lines"])
    assert all(line["clause"] for line in (*reply["yaku"], *reply["fu_lines"]))
    if reply["fu_lines"]:
        total = sum(line["fu"] for line in reply["fu_lines"])
        assert reply["fu"] == (total if total == 25 else -(-total // 10) * 10)


def rows() -> list[tuple[str, list[int]]]:
    """The rows of points.toml, once per book that they apply to."""
    tables = tomllib.loads((VECTORS / "points.toml").read_text("utf-8"))["table"]
    return [(book, row) for table in tables for book in table["books"] for row in table["rows"]]


def test_points_table() -> None:
    wrong = []
    for book, (han, fu, *expected) in rows():
        sheet = scoring_rules_of(rulebook(book))
        child, dealer = value_of(sheet, han, fu, False), value_of(sheet, han, fu, True)
        got = [child.ron, child.child_share, child.dealer_share, dealer.ron, dealer.child_share]
        if any(wanted not in (0, value) for value, wanted in zip(got, expected, strict=True)):
            wrong.append((book, han, fu, got, expected))
    assert wrong == []


def test_every_yaku_of_every_book_has_a_golden_hand_closed_and_open() -> None:
    seen = {
        (yaku, any(meld["kind"] != "kan_concealed" for meld in entry["request"].get("melds", ())))
        for name in FILES
        for entry in load(name)
        for yaku in entry["expect"].get("yaku", {})
    }
    wanted = {(rule.id, False) for book in PROVED for rule in rulebook(book).scoring.yaku.value if rule.closed}
    wanted |= {(rule.id, True) for book in PROVED for rule in rulebook(book).scoring.yaku.value if rule.open}
    assert wanted - seen == set()
    yakuman = {rule.id for book in PROVED for rule in rulebook(book).scoring.yaku.value if rule.yakuman}
    assert yakuman - {yaku for yaku, _ in seen} == set()


def test_every_fu_line_has_a_golden_hand() -> None:
    seen = {line for entry in load("scoring_fu") for line in entry["expect"].get("fu_lines", ())}
    assert {line for book in WITH_FU for line in scoring_rules_of(rulebook(book)).fu} - seen == set()


def test_every_limit_of_every_book_has_a_golden_hand_of_child_and_dealer_by_ron_and_tsumo() -> None:
    seen = {
        (entry["book"], entry["expect"]["limit"], entry["request"].get("winner", 1) == 0, entry["request"].get("by"))
        for name in FILES
        for entry in load(name)
        if "limit" in entry["expect"]
    }
    wanted = {
        (book, step.limit, dealer, by)
        for book in PROVED
        for step in rulebook(book).scoring.limits.value
        for dealer in (False, True)
        for by in (None, "tsumo")
    }
    assert wanted - seen == set()


def test_names_of_golden_hands_are_their_own() -> None:
    names = [
        entry["name"] for name in FILES for entry in tomllib.loads((VECTORS / f"{name}.toml").read_text())["vector"]
    ]
    assert sorted({name for name in names if names.count(name) > 1}) == []

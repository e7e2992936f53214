"""Fields cited to published records agree with those records: their wins scored again, field by field."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from api.http.schemas.scores import answer
from controller.records.tenhou.mjlog_calls import call, tile
from controller.referee.faults.remedies import field_of
from controller.riichi.meld import Meld
from controller.riichi.notation import format_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import outside_ids, rulebook

VECTORS: Final = Path(__file__).parents[2] / "vectors"
RECORDS: Final = tomllib.loads((VECTORS / "published_wins.toml").read_text("utf-8"))
OUTSIDE: Final = tomllib.loads((VECTORS / "outside_books.toml").read_text("utf-8"))["vector"]
CITED: Final = "published records"
# mjlog's numbers of a win's circumstances.
_RIICHI, _IPPATSU, _ROBBED, _REPLACEMENT, _DOUBLE = 1, 2, 3, 4, 21
_LAST: Final = (5, 6)


def numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",") if each]


def request(win: dict[str, Any]) -> dict[str, Any]:
    """Scorer request for a published win."""
    seat, tiles, told = Seat(win["who"]), numbers(win["hai"]), numbers(win["yaku"])[::2]
    tiles.remove(win["machi"])
    melds = [call(bits, seat, True).meld for bits in numbers(win.get("m", ""))]
    riichi = "double" if _DOUBLE in told else "riichi" if _RIICHI in told else "none"
    by_ron = {"by": "ron", "loser": win["from"]} if win["from"] != win["who"] else {"by": "tsumo"}
    return {
        "hand": format_tiles(tile(each, True) for each in tiles),
        "win": str(tile(win["machi"], True)),
        **by_ron,
        "melds": [
            {"kind": each.kind.value, "tiles": format_tiles(each.tiles)}
            | (
                {}
                if each.called is None or each.source is None
                else {"called": str(each.called), "from": each.source.name.lower()}
            )
            for each in melds
        ],
        "prevailing_wind": win["wind"],
        "dealer": win["dealer"],
        "winner": win["who"],
        "riichi": riichi,
        "ippatsu": _IPPATSU in told,
        "robbed_kong": _ROBBED in told,
        "replacement": _REPLACEMENT in told,
        "last_tile": bool(set(_LAST) & set(told)),
        "dora_indicators": format_tiles(tile(each, True) for each in numbers(win["dora"])),
        "ura_indicators": format_tiles(tile(each, True) for each in numbers(win.get("ura", ""))),
    }


def _claimed(meld: Meld) -> dict[str, str]:
    if meld.called is None or meld.source is None:
        return {}
    return {"called": str(meld.called), "from": meld.source.name.lower()}


def scored(book: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield every published win of that book with the scorer's answer."""
    told = [(win, request(win)) for win in RECORDS["win"]] if book == "tenhou" else []
    if book == "mahjong-soul":
        told = [(win, win["request"]) for win in RECORDS["mahjong_soul"]]
    for win, asked in told:
        yield win, answer({**asked, "rulebook": book}, {book: rulebook(book)})


@pytest.mark.parametrize("book", ["tenhou", "mahjong-soul"])
def test_published_wins_have_the_fu_and_points_that_were_published(book: str) -> None:
    told = [(win["source"], got.get("fu"), got.get("points"), got.get("detail")) for win, got in scored(book)]
    assert told == [(win["source"], win["fu"], win["points"], None) for win, _ in scored(book)]


@pytest.mark.parametrize("fact", RECORDS["fact"], ids=[one["field"] for one in RECORDS["fact"]])
def test_a_field_is_as_a_record_shows_it(fact: dict[str, Any]) -> None:
    for book in fact["books"]:
        assert field_of(rulebook(book), fact["field"]).value == fact["value"]


@pytest.mark.parametrize("book", outside_ids())
def test_every_value_cited_to_published_records_is_held_against_one(book: str) -> None:
    """Regression: 24 of 28 such fields had no record; a field without record must name another source."""
    # published_finals.toml has the records of finals.
    shown = {"settlement.rounding_to_record", "settlement.round_below_zero_by_magnitude"}
    shown |= {fact["field"] for fact in RECORDS["fact"] if book in fact["books"]}
    for vector in OUTSIDE:
        held = any(outcome["books"].get(book) == CITED for outcome in vector["outcomes"])
        if held and vector["source"].startswith(CITED):
            shown |= set(vector["fields"])
    lines = {line["id"] for _, got in scored(book) for line in got["fu_lines"]}
    if {each.id for each in rulebook(book).scoring.fu.value if each.clause.cite == CITED} <= lines:
        shown.add("scoring.fu")
    taken_over = dict(rulebook("tenhou").rules()) if book != "tenhou" else {}
    own = [(name, rule) for name, rule in rulebook(book).rules() if taken_over.get(name) != rule]
    assert [name for name, rule in own if rule.cite == CITED and name not in shown] == []

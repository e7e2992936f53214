"""Legality under every book: the situations of tests/vectors/legality_*.toml, with the refusing books and clauses."""

import tomllib
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from controller.journal.state import Discard
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.rules.furiten import FuritenCase, Offer, furiten
from controller.referee.rules.liability import liabilities, liable_for
from controller.referee.rules.meld_limits import MeldCase, may_meld, may_rob
from controller.referee.rules.precedence import Call, Voice, precedence
from controller.referee.rules.riichi_acts import (
    RiichiCase,
    RiichiMoment,
    may_declare,
    may_take_back,
    next_sideways,
    stands_when_ronned,
)
from controller.referee.rules.riichi_kong import RiichiKongCase, riichi_kong
from controller.referee.rules.swap_calling import swap_calling
from controller.referee.rules.tenpai import DrawnHand, noten_riichi, tenpai_at_draw
from controller.referee.verdict import Verdict
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.riichi import RiichiKong
from tests.support.golden import answers, speaking_for

VECTORS: Final = Path(__file__).parents[2] / "vectors"
Vector = dict[str, Any]


def load(name: str) -> list[Any]:
    """The situations of one file."""
    return [pytest.param(entry, id=entry["name"]) for entry in entries_of(name)]


def entries_of(name: str) -> list[Vector]:
    entries: list[Vector] = tomllib.loads((VECTORS / f"legality_{name}.toml").read_text("utf-8"))["vector"]
    return entries


def meld(text: str) -> Meld:
    """A meld such as ``pon 555z 5z left`` or ``kan_concealed 1111m``."""
    kind, tiles, *claim = text.split()
    if not claim:
        return Meld(MeldKind(kind), parse_tiles(tiles))
    return Meld(MeldKind(kind), parse_tiles(tiles), parse_tile(claim[0]), From[claim[1].upper()])


def melds(vector: Vector) -> tuple[Meld, ...]:
    return tuple(map(meld, vector.get("melds", ())))


def chosen(vector: Vector, *names: str) -> Vector:
    """Fields of a situation that are used unchanged."""
    return {name: vector[name] for name in names if name in vector}


def check(vector: Vector, answer: Callable[[Vector, Rulebook], Verdict]) -> None:
    """Compare the answers under every book with ``refused`` and ``allowed``, and their clauses."""
    assert vector["source"]
    for book, (allowed, clause) in verdicts(vector).items():
        found = answer(vector, rulebook(book))
        assert found.allowed is bool(allowed), (book, found)
        codes = [*vector.get("codes", ()), *vector.get("more_codes", {}).get(book, ())]
        assert sorted(set(found.codes)) == ([] if allowed else sorted(codes)), (book, found)
        assert set(found.codes) <= set(FAULT_KINDS), (book, found)
        assert any(each.clause.startswith(clause) for each in found.grounds), (book, found)
        assert bool(found.unstated) is _is_doubtful(vector, book) or not clause, (book, found)
        assert all(each.text.ja and each.text.en and each.clause for each in found.grounds), (book, found)


def _is_doubtful(vector: Vector, book: str) -> bool:
    """True if the situation says that this book, or its representative, has no clause on it."""
    doubtful = vector.get("doubtful", ())
    return speaking_for(book, {*doubtful, *vector.get("refused", {}), *vector.get("allowed", {})}) in doubtful


def verdicts(vector: Vector) -> dict[str, tuple[int, str]]:
    """For each book 1 if the situation is allowed, 0 if it is refused, and the clause."""
    return answers([vector.get("refused", {}), vector.get("allowed", {})])


def furiten_of(vector: Vector, book: Rulebook) -> Verdict:
    offers, riichi_at = [], None
    for place, text in enumerate(vector["offers"]):
        seat, tile, *more = text.split()
        riichi_at = place if "riichi" in more else riichi_at
        kong = next((MeldKind(word) for word in more if word != "riichi"), None)
        offers.append(Offer(Seat[seat], parse_tile(tile), kong))
    case = FuritenCase(
        seat=Seat.A,
        hand=parse_tiles(vector["hand"]),
        melds=melds(vector),
        offers=tuple(offers),
        claimed=not vector.get("taken", False),
        taken=vector.get("taken", False),
        riichi_at=riichi_at,
    )
    return furiten(case, book)


def swap_of(vector: Vector, book: Rulebook) -> Verdict:
    return swap_calling(meld(vector["meld"]), parse_tile(vector["discard"]), book)


def riichi_of(vector: Vector, book: Rulebook) -> Verdict:
    if "take_back" in vector:
        return may_take_back(RiichiMoment[vector["take_back"].upper()], book)
    if "ronned" in vector:
        return stands_when_ronned(book)
    if "river" in vector:
        words = [text.split() for text in vector["river"]]
        river = [Discard(Seat.A, parse_tile(w[0]), "sideways" in w, Seat.B if "called" in w else None) for w in words]
        return next_sideways(river, book)
    case = RiichiCase(
        hand=parse_tiles(vector["hand"]),
        melds=melds(vector),
        visible=parse_tiles(vector.get("visible", "")),
        **chosen(vector, "tiles_left", "points", "called", "sideways", "stick"),
    )
    return may_declare(case, book)


def riichi_kong_of(vector: Vector, book: Rulebook) -> Verdict:
    drawn = parse_tile(vector["drawn"])
    kind = parse_tile(vector["kong"] if "kong" in vector else vector["drawn"]).kind
    more = chosen(vector, "ippatsu")
    return riichi_kong(RiichiKongCase(parse_tiles(vector["hand"]), drawn, kind, melds(vector), **more), book)


def meld_limits_of(vector: Vector, book: Rulebook) -> Verdict:
    kind = MeldKind(vector["kind"])
    if "robbed" in vector:
        return may_rob(kind, parse_tiles(vector["hand"]), melds(vector), parse_tile(vector["robbed"]), book)
    return may_meld(MeldCase(kind, **chosen(vector, "tiles_left", "kongs", "drew")), book)


def draw_of(vector: Vector, book: Rulebook) -> Verdict:
    more = chosen(vector, "riichi", "shown", "declared", "lost_right")
    case = DrawnHand(parse_tiles(vector["hand"]), melds(vector), **more)
    return noten_riichi(case, book, by_draw=vector["by_draw"]) if "by_draw" in vector else tenpai_at_draw(case, book)


def voices_of(vector: Vector) -> list[Voice]:
    words = [text.split() for text in vector["voices"]]
    return [Voice(Seat[seat], Call[call.upper()], *map(int, order)) for seat, call, *order in words]


@pytest.mark.parametrize("vector", load("furiten"))
def test_furiten(vector: Vector) -> None:
    check(vector, furiten_of)


@pytest.mark.parametrize("vector", load("swap_calling"))
def test_swap_calling(vector: Vector) -> None:
    check(vector, swap_of)


@pytest.mark.parametrize("vector", load("riichi"))
def test_riichi(vector: Vector) -> None:
    check(vector, riichi_of)


@pytest.mark.parametrize("vector", load("riichi_kong"))
def test_concealed_kong_after_riichi(vector: Vector) -> None:
    check(vector, riichi_kong_of)


@pytest.mark.parametrize("vector", load("melds"))
def test_limits_of_melds(vector: Vector) -> None:
    check(vector, meld_limits_of)


@pytest.mark.parametrize("vector", load("draw"))
def test_draw(vector: Vector) -> None:
    check(vector, draw_of)


@pytest.mark.parametrize("vector", load("calls"))
def test_precedence(vector: Vector) -> None:
    voices = voices_of(vector)
    for book, (place, clause) in answers([entry["books"] for entry in vector["stands"]]).items():
        found = precedence(voices, Seat[vector["discarder"]], rulebook(book))
        wanted = vector["stands"][place]
        stands = " ".join(f"{each.seat.name} {each.call.name.lower()}" for each in found.stands)
        assert stands == wanted["calls"], (book, found)
        assert {*found.stands, *found.outranked} == {*voices}
        assert any(each.clause.startswith(clause) for each in found.verdict.grounds), (book, found)
        assert bool(found.verdict.unstated) is (book in vector.get("doubtful", ())) or not clause, (book, found)


@pytest.mark.parametrize("vector", load("liability"))
def test_liability(vector: Vector) -> None:
    calls = [meld(text) for text in vector["calls"]]
    for book in rulebook_ids():
        found = liabilities(calls, Seat.A, rulebook(book))
        assert [f"{each.yakuman} {each.seat.name}" for each in found] == vector["liable"].get(book, []), book
        assert any(each.unstated for each in found) is (book in vector.get("doubtful", ())), (book, found)
        assert all(each.ground.clause and each.ground.text.ja for each in found)
        assert liable_for(calls, Seat.A, rulebook(book)) == tuple((each.yakuman, each.seat) for each in found)


# Fields judged elsewhere: with payments, sticks and indicators.
ELSEWHERE: Final = {
    *("claims.several_rons_pot_to_nearest", "claims.liability_ron_percent", "claims.liability_counters"),
    *("claims.liability_only_its_yakuman", "claims.open_kong_rinshan_liability"),
    *("riichi.left_sticks", "riichi.noten_riichi_points"),
    *("riichi.kong_dora_shown", "riichi.open_kong_dora_shown"),
}
FILES: Final = ("furiten", "swap_calling", "riichi", "riichi_kong", "melds", "draw", "calls", "liability")


def outcome(vector: Vector, book: str) -> object:
    """Outcome of a situation under one book."""
    if "stands" in vector:
        place, _ = answers([entry["books"] for entry in vector["stands"]])[book]
        return vector["stands"][place]["calls"]
    if "liable" in vector:
        return vector["liable"].get(book)
    return verdicts(vector)[book][0]


def test_every_field_on_which_two_books_differ_has_a_situation_that_tells_them_apart() -> None:
    entries = [entry for name in FILES for entry in entries_of(name)]
    values = {book: {name: rule.value for name, rule in rulebook(book).rules()} for book in rulebook_ids()}
    fields = {name for name in values[rulebook_ids()[0]] if name.partition(".")[0] in ("claims", "riichi")} - ELSEWHERE
    fields |= {"flow.tenpai_needs_yaku", "flow.tenpai_holding_all_waits", "flow.tenpai_shown"}
    untold = []
    for field in sorted(fields):
        told = [entry for entry in entries if entry.get("field") == field]
        pairs = list(combinations(rulebook_ids(), 2))
        differing = [(one, two) for one, two in pairs if values[one][field] != values[two][field]]
        apart = [(a, b) for a, b in differing if any(outcome(entry, a) != outcome(entry, b) for entry in told)]
        if differing and not apart:
            untold.append(field)
    assert untold == []


def test_the_policies_of_a_kong_after_riichi_are_told_apart_but_for_the_waits_that_go_with_the_sets() -> None:
    entries = entries_of("riichi_kong")
    columns = {
        rulebook(book).riichi.riichi_kong.value: tuple(verdicts(entry)[book][0] for entry in entries)
        for book in rulebook_ids()
    }
    outside = {RiichiKong.WAITS, RiichiKong.ALL}  # books outside the law alone: tests/vectors/outside_*.toml
    assert set(columns) == set(RiichiKong) - outside
    assert columns[RiichiKong.SETS] == columns.pop(RiichiKong.SETS_AND_WAITS)
    assert len(set(columns.values())) == len(columns)

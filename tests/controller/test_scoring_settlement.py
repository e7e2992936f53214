"""Golden settlements: payments, rounds, penalties, flow, games and events, and that they tell the books apart."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest

from controller.errors import HandError, RulebookError
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.flow import Round
from controller.scoring.rons import score_rons
from controller.scoring.settlement import settle_win
from controller.scoring.settlement_penalties import settle_chombo
from tests.controller.golden import has_clause, house, vectors
from tests.controller.golden_situations import outcome_of

FILES: Final = (
    *("settlement_wins", "settlement_rounds", "settlement_penalties", "settlement_flow", "settlement_games"),
    *("standings_wakashachi", "standings_kenko"),
)
BOOKS: Final = tuple(map(rulebook, rulebook_ids()))


@pytest.mark.parametrize(("vector", "name"), vectors(*FILES))
def test_golden_situation(vector: dict[str, Any], name: str) -> None:
    book = house(rulebook(name), vector.get("house", {}))
    expected = dict(vector["expect"])
    outcome = outcome_of(vector, book)
    assert vector["source"]
    assert expected.pop("refused", "") in outcome.pop("refused", ""), outcome
    assert set(expected.pop("unstated", ())) <= set(outcome["unstated"])
    for table in ("win_rates", "winds_left"):
        assert outcome.get(table, {}).items() >= expected.pop(table, {}).items()
    if "clock" in expected:
        expected["clock"] = {"left": None} | expected["clock"]
    assert {key: outcome[key] for key in expected} == expected
    assert not outcome["clauses"] or has_clause(vector["clause"][name], outcome["clauses"])
    if "column" in outcome:
        # Nothing is lost: points in hand, sticks on the table and the penalty column together stay the same.
        sticks = outcome["sticks"] - vector.get("now", {}).get("riichi_sticks", 0)
        assert sum(outcome["deltas"]) + sum(outcome["column"]) + 1000 * sticks == 0


@pytest.mark.parametrize("name", FILES[:4])
def test_every_book_has_golden_situations(name: str) -> None:
    assert {param.values[1] for param in vectors(name)} == set(rulebook_ids())


# Fields of the rulebooks that settle a round, a game or an event; the other fields are shown elsewhere.
SETTLING: Final = (
    *("scoring.counter_value", "scoring.nagashi_mangan"),
    *("claims.several_rons", "claims.liability"),
    *("riichi.left_sticks", "riichi.noten_riichi", "riichi.noten_riichi_points"),
    *("flow.winds_played", "flow.clock_minutes", "flow.clock_announced_at", "flow.counter_on_dealer_win"),
    *("flow.counter_on_draw_dealer_stays", "flow.counter_on_draw_dealer_passes"),
    *(f"settlement.{name}" for name, _ in BOOKS[0].settlement.rules()),
    *(f"event.{name}" for name, _ in BOOKS[0].event.rules()),
    *("penalties.chombo_cost", "penalties.chombo_points", "penalties.chombo_counter_points"),
    *("penalties.after_chombo", "penalties.after_chombo_dealer_tenpai", "penalties.chombo_sticks"),
    *("penalties.chombo_forgiven_by_win", "penalties.pot_fine"),
)
# Fields that a book cannot change alone.
LINKED: Final = {
    "riichi.noten_riichi": ("riichi.noten_riichi_points",),
    "riichi.noten_riichi_points": ("riichi.noten_riichi",),
    "penalties.pot_fine": ("penalties.empty_call",),
    "penalties.chombo_cost": ("penalties.chombo_points",),
    "penalties.chombo_points": ("penalties.chombo_cost",),
    "settlement.start_points": ("settlement.return_points",),
}


def differing() -> Iterator[Any]:
    """Each field of these, with one book for each two values that books have."""
    for path in SETTLING:
        having = {repr(dict(book.rules())[path].value): book for book in reversed(BOOKS)}
        for one, other in combinations(having.values(), 2):
            yield pytest.param(path, one, other, id=f"{path}: {one.id} / {other.id}")


@cache
def with_field_of(name: str, overrides: str, path: str, source: Rulebook) -> Rulebook | None:
    """The book, house rules and all, with a field as another has it; None where that would be a contradiction."""
    book = house(rulebook(name), json.loads(overrides))
    theirs = dict(source.rules())
    sections: dict[str, Any] = {}
    for each in (path, *LINKED.get(path, ())):
        section, _, field = each.partition(".")
        sections[section] = replace(sections.get(section, getattr(book, section)), **{field: theirs[each]})
    try:
        return replace(book, **sections)
    except RulebookError:
        return None


def tells_apart(vector: dict[str, Any], name: str, path: str, one: Rulebook, other: Rulebook) -> bool:
    overrides = json.dumps(vector.get("house", {}))
    books = with_field_of(name, overrides, path, one), with_field_of(name, overrides, path, other)
    if None in books or path in vector.get("house", {}):
        return False
    first, second = (outcome_of(vector, book) for book in books if book is not None)
    return {**first, "clauses": [], "unstated": []} != {**second, "clauses": [], "unstated": []}


@pytest.mark.parametrize(("path", "one", "other"), list(differing()))
def test_each_field_on_which_two_books_differ_has_a_situation_whose_outcome_differs(
    path: str, one: Rulebook, other: Rulebook
) -> None:
    files = FILES if path.startswith(("scoring.", "claims.")) else FILES[1:]
    situations = [param.values for param in vectors(*files)]
    assert any(tells_apart(vector, name, path, one, other) for vector, name in situations)


def test_nonsense_is_refused() -> None:
    book = rulebook("npm-2008")
    with pytest.raises(HandError, match="at least one offender"):
        settle_chombo(Round(), [], book)
    with pytest.raises(HandError, match="each once"):
        settle_chombo(Round(), [Seat.A, Seat.A], book)
    with pytest.raises(HandError, match="at least one"):
        settle_win(Round(), [], book)
    with pytest.raises(HandError, match="one discarder"):
        score_rons([], Round(), book)

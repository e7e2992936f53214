"""Golden settlements: payments, rounds, penalties, flow, games and events, and the defaults they rest on."""

from typing import Any, Final

import pytest

from controller.errors import HandError
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.scoring.game.flow import Round
from controller.scoring.penalties import settle_chombo
from controller.scoring.settlement import score_rons, settle_win
from tests.controller.rulebooks.test_rulebooks_unstated import other_values, otherwise
from tests.support.golden import has_clause, house, vectors
from tests.support.golden_situations import outcome_of

FILES: Final = (
    *("settlement_wins", "settlement_rounds", "settlement_penalties", "settlement_flow", "settlement_games"),
    *("standings_wakashachi", "standings_kenko"),
)


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
        sticks = outcome["sticks"] - vector.get("round", {}).get("riichi_sticks", 0)
        assert sum(outcome["deltas"]) + sum(outcome["column"]) + 1000 * sticks == 0


@pytest.mark.parametrize("name", FILES[:4])
def test_every_book_has_golden_situations(name: str) -> None:
    assert {param.values[1] for param in vectors(name)} == set(rulebook_ids())


# Chapters and fields that settle a round, a game or an event; wins rest on fields shown elsewhere.
SETTLING: Final = (
    *("scoring.counter_value", "scoring.riichi_stick", "scoring.nagashi_mangan", "claims.several_rons"),
    *("riichi.left_sticks", "riichi.noten_riichi", "flow.winds_played", "flow.dealer_stays", "flow.ends_below_zero"),
    *("flow.noten_payment", "flow.counter", "flow.nagashi_is_win", "settlement.", "event."),
    *("penalties.chombo", "penalties.after_chombo", "penalties.every_offender_pays"),
)
SILENT: Final = [
    (name, field)
    for name in rulebook_ids()
    for field, rule in rulebook(name).rules()
    if rule.unstated and field.startswith(SETTLING)
]


def numbers(outcome: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in outcome.items() if key not in ("clauses", "unstated")}


@pytest.mark.parametrize(("name", "field"), SILENT)
def test_a_settlement_that_would_differ_names_the_default(name: str, field: str) -> None:
    book = rulebook(name)
    changed = [otherwise(book, field, value) for value in other_values(field, dict(book.rules())[field])]
    others = [other for other in changed if other is not None]
    missing = []
    for vector, book_name in (param.values for param in vectors(*FILES[1:])):
        if book_name != name or "house" in vector or "refused" in vector["expect"]:
            continue
        outcome = outcome_of(vector, book)
        if field.partition(".")[2] in outcome["unstated"]:
            continue
        missing += [
            (vector["name"], dict(other.rules())[field].value)
            for other in others
            if numbers(outcome_of(vector, other)) != numbers(outcome)
        ]
    assert missing == []


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

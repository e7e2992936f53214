"""Golden settlements: payments, rounds, penalties, flow, games and events, and the defaults they depend on."""

from typing import Any, Final

import pytest

from controller.errors import HandError
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.scoring.game.flow import Round
from controller.scoring.penalties import settle_chombo
from controller.scoring.settlement import score_rons, settle_win
from tests.support.golden import PROVED, has_clause, house, vectors
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
        # Points are conserved: the sum of points in hand, sticks on the table and the penalty column is constant.
        sticks = outcome["sticks"] - vector.get("round", {}).get("riichi_sticks", 0)
        assert sum(outcome["deltas"]) + sum(outcome["column"]) + 1000 * sticks == 0


@pytest.mark.parametrize("name", FILES[:4])
def test_every_book_has_golden_situations(name: str) -> None:
    assert {param.values[1] for param in vectors(name)} == set(PROVED)


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

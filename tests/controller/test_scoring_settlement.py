"""Golden situations of settlement_rounds.toml and settlement_penalties.toml: who pays, what follows, by what clause."""

from collections.abc import Iterable
from typing import Any

import pytest

from controller.errors import HandError
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.penalty_rules import AfterChombo, ChomboCost, ChomboSticks
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.flow import Following, Last, Round
from controller.scoring.payment_lines import totals
from controller.scoring.rons import score_rons
from controller.scoring.score import PaymentLine
from controller.scoring.settlement import Settlement, settle_draw, settle_win
from controller.scoring.settlement_penalties import Ruling, fine_empty_call, settle_chombo, settle_noten_riichi
from controller.scoring.win import Riichi, Win, WinBy
from tests.controller.golden import has_clause, house, vectors


def round_of(vector: dict[str, Any]) -> Round:
    now = vector.get("now", {})
    wind = Wind.from_letter(now.get("wind", "E"))
    return Round(wind, Seat(now.get("dealer", 0)), now.get("counters", 0), now.get("riichi_sticks", 0))


def told(following: Following | None) -> str:
    if following is None:
        return "referee"
    if following.round is None:
        return "over"
    then = following.round
    return f"{then.name} {then.counters} {then.riichi_sticks}"


def cited(lines: Iterable[PaymentLine], following: Following | None) -> list[str]:
    return [line.clause for line in lines] + list(following.clauses if following is not None else ())


def wins(vector: dict[str, Any], now: Round) -> list[Win]:
    rons = vector["rons"]
    return [
        Win(
            hand=parse_tiles(hand),
            tile=parse_tile(rons["tile"]),
            by=WinBy.RON,
            winner=Seat(int(seat)),
            dealer=now.dealer,
            loser=Seat(rons["loser"]),
            prevailing_wind=now.prevailing_wind,
            riichi=Riichi.RIICHI if int(seat) in rons.get("riichi", ()) else Riichi.NONE,
        )
        for seat, hand in rons["hands"].items()
    ]


def settled(vector: dict[str, Any], book: Rulebook) -> Settlement | None:
    """The settlement that the vector asks for."""
    now = round_of(vector)
    scores = tuple(vector["scores"]) if "scores" in vector else None
    last = Last(vector["last"]) if "last" in vector else None
    laid = [Seat(seat) for seat in vector.get("laid", ())]
    at_draw = vector.get("dealer_tenpai", False)
    if "rons" in vector:
        won = score_rons(wins(vector, now), now, book)
        assert [win.winner for win, _ in won] == vector["expect"]["winners"]
        return settle_win(now, won, book, scores=scores, last=last)
    if "draw" in vector:
        tenpai = [seat in vector["draw"]["tenpai"] for seat in range(4)]
        nagashi = [Seat(seat) for seat in vector["draw"].get("nagashi", ())]
        return settle_draw(now, tenpai, book, nagashi=nagashi, scores=scores, last=last)
    if "noten_riichi" in vector:
        seats = [Seat(seat) for seat in vector["noten_riichi"]]
        won_already = vector.get("round_won", False)
        return settle_noten_riichi(now, seats, book, laid=laid, round_won=won_already, dealer_tenpai=at_draw, last=last)
    ruling = None
    if "ruling" in vector:
        given = vector["ruling"]
        cost, after, sticks = ChomboCost(given["cost"]), AfterChombo(given["after"]), ChomboSticks(given["sticks"])
        ruling = Ruling(cost, given["points"], after, sticks)
    return settle_chombo(
        now,
        [Seat(seat) for seat in vector["chombo"]],
        book,
        laid=laid,
        with_win=vector.get("with_win", False),
        dealer_tenpai=at_draw,
        ruling=ruling,
        scores=scores,
        last=last,
    )


@pytest.mark.parametrize(("vector", "name"), vectors("settlement_rounds", "settlement_penalties"))
def test_golden_settlement(vector: dict[str, Any], name: str) -> None:
    book = house(rulebook(name), vector.get("house", {}))
    expected, clause = vector["expect"], vector["clause"][name]
    assert vector["source"]
    if "empty_call" in vector:
        check_fine(vector, book, clause)
        return
    if "refused" in expected:
        with pytest.raises(HandError, match=expected["refused"]):
            settled(vector, book)
        return
    found = settled(vector, book)
    if expected.get("forgiven"):
        assert found is None
        return
    assert found is not None
    lines, now = found.lines, round_of(vector)
    got = {
        "deltas": list(found.deltas),
        "lines": [line.id for line in lines],
        "sticks": found.riichi_sticks,
        "column": list(found.column),
        "off_total": list(totals(found.off_total)),
        "next": told(found.following),
        "next_round": told(found.following).partition(" ")[0],
    }
    wanted = {key: value for key, value in expected.items() if key not in ("unstated", "winners")}
    assert {key: got[key] for key in wanted} == wanted
    assert set(expected.get("unstated", ())) <= set(found.unstated)
    assert all(line.ja and line.en and line.clause for line in (*lines, *found.off_total))
    assert has_clause(clause, cited((*lines, *found.off_total), found.following))
    # Nothing is lost: points in hand, sticks on the table and the penalty column together stay the same.
    assert sum(found.deltas) + sum(found.column) + 1000 * (found.riichi_sticks - now.riichi_sticks) == 0


def check_fine(vector: dict[str, Any], book: Rulebook, clause: str) -> None:
    expected = vector["expect"]
    a, b, c, d = vector["scores"]
    fine = fine_empty_call(Seat(vector["empty_call"]), (a, b, c, d), book)
    assert (fine is None) == expected.get("forgiven", False)
    if fine is not None:
        assert list(totals(fine.lines)) == expected["deltas"]
        assert [line.id for line in fine.lines] == expected["lines"]
        assert (fine.riichi_sticks, fine.loses_right) == (expected["sticks"], expected["loses_right"])
        assert (None if fine.last is None else fine.last.value) == expected.get("last")
        assert fine.clause == clause


def test_every_book_has_a_golden_draw_ron_and_chombo() -> None:
    for name in ("settlement_rounds", "settlement_penalties"):
        books = {param.values[1] for param in vectors(name)}
        assert books == set(rulebook_ids())


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

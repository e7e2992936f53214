"""The referee's data and judgements without a table: catalogue, remedies, furiten, copies."""

import pytest

from controller.journal.events import Called, Discarded, RiichiDeclared, RoundStarted, Severity
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, RoundState
from controller.ports.table import SignalKind, TableSignal
from controller.referee.detect.finding import trouble
from controller.referee.detect.playing import fifth_copies
from controller.referee.faults.devices import DEVICE_CURES, END_UNSEEN
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import due_remedy
from controller.referee.rules.furiten import in_furiten
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.schema.table import RemedyKind
from controller.text import words
from firmware_bridge.session.events import Reason

A, B, C, D = Seat
WAITS_14P = parse_tiles("23p123m789s22z777z")


def played(*discards: str, riichi: Seat | None = None) -> RoundState:
    """A round of dealer A with discards in turn order, such as ``1z``; the riichi seat declares with its first one."""
    state = reduce(
        NOTHING_YET,
        RoundStarted(
            at=0.0,
            prevailing_wind=Wind.EAST,
            number=1,
            dealer=A,
            counters=0,
            riichi_sticks=0,
            scores=(25_000, 25_000, 25_000, 25_000),
        ),
    )
    for number, tile in enumerate(discards):
        seat = A.turn(number)
        declares = seat is riichi and number < 4
        state = reduce(state, Discarded(at=0.0, seat=seat, tile=parse_tile(tile), sideways=declares))
        if declares:
            state = reduce(state, RiichiDeclared(at=0.0, seat=seat))
    assert state.round is not None
    return state.round


@pytest.mark.parametrize(
    ("discards", "riichi", "furiten"),
    [
        (("9m", "1z", "2z", "1p"), None, False),
        (("4p", "1z", "2z", "1p"), None, True),
        (("1p", "1z", "2z", "4p"), None, True),
        (("9m", "1p", "2z", "4p"), None, True),
        (("9m", "4p", "2z", "3z", "8m", "1z", "1p"), None, False),
        (("9m", "4p", "2z", "3z", "8m", "1z", "1p"), A, True),
    ],
    ids=[
        "none",
        "own discard",
        "own discard of the other wait",
        "passed this turn",
        "passed before",
        "passed in riichi",
    ],
)
def test_furiten_from_own_discards_the_running_turn_and_riichi(
    discards: tuple[str, ...], riichi: Seat | None, furiten: bool
) -> None:
    assert in_furiten(played(*discards, riichi=riichi), A, WAITS_14P, rulebook("npm-2008")) is furiten


def test_an_own_discard_counts_though_another_has_claimed_it() -> None:
    now = played("4p")
    state = reduce(
        reduce(
            NOTHING_YET,
            RoundStarted(
                at=0.0, prevailing_wind=Wind.EAST, number=1, dealer=A, counters=0, riichi_sticks=0, scores=(25_000,) * 4
            ),
        ),
        Discarded(at=0.0, seat=A, tile=Tile.P4),
    )
    pung = Meld(MeldKind.PON, parse_tiles("444p"), Tile.P4, From.LEFT)
    state = reduce(state, Called(at=0.0, seat=B, meld=pung))
    state = reduce(state, Discarded(at=0.0, seat=B, tile=Tile.P1))
    assert state.round is not None
    assert state.round.river(A) == ()
    assert in_furiten(state.round, A, WAITS_14P, rulebook("npm-2008"))
    assert not in_furiten(now, A, parse_tiles("159m159p159s1234z"), rulebook("npm-2008"))


def test_every_fault_has_a_name_in_both_languages_and_a_remedy_in_every_book() -> None:
    assert len(FAULT_KINDS) > 75
    for code, entry in FAULT_KINDS.items():
        assert entry.code == code
        assert entry.name.ja
        assert entry.name.en
        for book in rulebook_ids():
            remedy = due_remedy(code, rulebook(book), None)
            assert remedy.text.ja
            assert remedy.text.en
    of_devices = {code for code, each in FAULT_KINDS.items() if each.severity is Severity.SERVICE}
    # A device's omission is for the referee to enter, with a remedy beside it.
    assert set(DEVICE_CURES) <= of_devices | {END_UNSEEN}


def test_the_remedy_of_a_wrong_break_turns_with_the_first_discard_where_the_book_says_so() -> None:
    npm = rulebook("npm-2008")
    assert due_remedy("break-wrong-stack", npm, None).kind is RemedyKind.SHUFFLE_AGAIN
    assert due_remedy("break-wrong-stack", npm, played("1z")).kind is RemedyKind.STANDS
    assert due_remedy("break-wrong-wall", npm, played("1z")).clause == "art. 13 ni"
    assert due_remedy("dora-wrong-position", npm, played("1z")).kind is RemedyKind.SWAP


def test_five_copies_and_red_fives_that_the_set_does_not_hold_are_found() -> None:
    tiles = parse_tiles("1111s123m")
    assert list(fifth_copies(tiles, rulebook("npm-2008"))) == []
    assert [each.subject for each in fifth_copies((*tiles, Tile.S1), rulebook("npm-2008"))] == ["1s"]
    assert [each.subject for each in fifth_copies((Tile.P5_RED,), rulebook("npm-2008"))] == ["0p"]
    assert list(fifth_copies((Tile.P5_RED,), rulebook("mleague"))) == []
    assert [each.subject for each in fifth_copies((Tile.P5_RED,) * 2, rulebook("mleague"))] == ["0p"]


def test_only_reports_of_trouble_are_faults() -> None:
    assert trouble(TableSignal(SignalKind.MIXING, 0.0)) is None
    for reason in Reason:
        lost = trouble(TableSignal(SignalKind.LINK_LOST, 0.0, code=reason.value))
        # Regression: the code of the reason stood on the Japanese page.
        assert lost is not None
        assert (lost.code, lost.detail) == ("link-lost", words("link-lost")[reason.value])
    jam = trouble(TableSignal(SignalKind.FAULT, 0.0, code="table-jam"))
    assert jam is not None
    assert (jam.code, jam.detail.ja) == ("table-jam", "機器からの報告がありました。")
    unknown = trouble(TableSignal(SignalKind.FAULT, 0.0, code="E12"))
    assert unknown is not None
    assert (unknown.code, "E12" in unknown.detail.ja) == ("table-fault", True)
    untold = trouble(TableSignal(SignalKind.FAULT, 0.0, code="table-fault"))
    assert untold is not None
    assert "原因は卓からは分かりません" in untold.detail.ja
    assert "does not report the cause" in untold.detail.en

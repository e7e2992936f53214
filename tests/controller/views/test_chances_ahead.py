"""Probabilities after a result are those of the following round, for every kind of end under every book."""

from dataclasses import replace

import pytest

from controller.journal import events as ev
from controller.journal.ledger import standing
from controller.journal.state import TableState
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.scoring.game.flow import Last, abortive_draws
from controller.views.standing import standings_of
from tests.support.longer import others_long
from tests.support.unseen_rounds import Played, Script, scripted

BOOKS = (*rulebook_ids(), *outside_ids())
LONG = 9
CHOMBO = "chombo"


def ends(book: Rulebook, script: Script) -> list[Script]:
    """A script with every possible end of a round under a book."""
    plain = replace(script, wins=(), loser=None, tenpai=(), draw="", nagashi=())
    dealer = script.dealer
    drawn = [replace(plain, tenpai=tenpai) for tenpai in ((), (dealer,), (dealer.turn(1),), tuple(SEATS))]
    nagashi = [replace(each, nagashi=(seat,)) for each in drawn[:2] for seat in (dealer, dealer.turn(2))]
    return [
        script,
        *drawn,
        *(nagashi if book.scoring.nagashi_mangan.value else ()),
        *(replace(plain, draw=each.value) for each in abortive_draws(book)),
        replace(plain, draw="void"),
        *(replace(plain, draw=f"{CHOMBO} {after.value}") for after in AfterChombo),
    ]


def ended(book: Rulebook, scripts: list[Script], end: Script) -> Played:
    """A game after these rounds and that end, which waits for its confirmation."""
    game = Played(book, auto_settle=False)
    for script in scripts:
        game.play(script)
    kind, _, after = end.draw.partition(" ")
    if kind != CHOMBO:
        game.play(end)
        return game
    game.play(end, unseen=True, heard=3)
    game.signal(SignalKind.FAULT_CLEARED, code="camera-lost")
    game.claim(ClaimKind.REPORT_FAULT, "hand-opened", seat=Seat.B)
    (fault,) = (each.fault.id for each in game.state.open_faults() if each.fault.code == "hand-opened")
    game.give(Claim(ClaimKind.UPHOLD_FAULT, game.at, "referee", fault, penalty=Penalty.CHOMBO.value, after=after))
    return game


def chances(state: TableState, book: Rulebook) -> object:
    return [each.chances for each in standings_of(state, book).shown]


@pytest.mark.parametrize("book_id", others_long(BOOKS, *rulebook_ids()))
def test_chances_after_a_result_are_those_of_the_round_that_follows(book_id: str) -> None:
    """Regression: nagashi mangan, an abortive draw and a chombo were followed by the same round again."""
    book, compared = rulebook(book_id), set[str]()
    for seed, rounds in ((1, 1), (2, LONG)):
        *scripts, last = scripted(book, seed, rounds)
        for end in ends(book, last):
            game = ended(book, scripts, end)
            if game.round_.outcome is None:
                continue
            told, before = chances(game.state, book), game.state
            game.signal(SignalKind.SET_PRESSED, game.round_.dealer)
            if game.state.game == before.game:
                assert told == chances(game.state, book), (end.draw, end.nagashi, end.tenpai)
                compared.add(end.draw)
            else:
                assert {max(each) for each in told} == {1.0}  # type: ignore[attr-defined]  # rows of four
    assert compared >= {each.draw for each in ends(book, last)} - {f"{CHOMBO} {AfterChombo.REFEREE.value}"}


def test_the_last_round_by_the_clock_decides_the_game() -> None:
    """Regression: the lead of a first round, the last by the clock, was valued as one of eight rounds."""
    book = rulebook("wakashachi-2025")
    game = Played(book)
    for script in scripted(book, 3, 2):
        game.play(script)
    game.signal(SignalKind.SET_PRESSED, game.round_.dealer)
    leader = max(SEATS, key=lambda seat: standing(game.state).scores[seat])
    plain = standings_of(game.state, book).shown[leader].chances
    game.facts(ev.LastRoundCalled(at=game.at, reason=Last.CLOCK, begun=True))
    last = standings_of(game.state, book).shown[leader].chances
    assert plain is not None
    assert last is not None
    assert last[0] > plain[0]

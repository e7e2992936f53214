"""What the five books leave out of the game: no draw in the middle of a round, no riichi with an open hand."""

from collections.abc import Iterator

import pytest

from controller.journal import events as ev
from controller.journal.state import Phase
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, From, Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.effects import Refuse
from controller.table.venue import Venue
from tests.support.law_clauses import BOOKS
from tests.support.random_games import FactsDirector


def dealt(book: str) -> FactsDirector:
    """A table of that book with four hands before it."""
    director, _ = FactsDirector.open(Venue(book), 0.0, rulebook(book))
    place = ev.StackPlace(Seat.A, 5)
    indicator = ev.DoraShown(at=1.0, tile=parse_tile("9p"), expected=place, seen=place)
    broken = ev.WallBroken(at=1.0, expected=place, seen=place)
    director.take((ev.WallsRaised(at=1.0), broken, indicator, ev.HandsDealt(at=1.0)), 1.0)
    assert director.phase is Phase.DEALT
    return director


def four_winds() -> Iterator[ev.Event]:
    """Four discards of the same wind, one after the other."""
    for seat in SEATS:
        yield ev.Discarded(at=2.0, seat=seat, tile=parse_tile("1z"))


def four_riichi() -> Iterator[ev.Event]:
    """Four riichi, each of whose tile passes."""
    for seat, tile in zip(SEATS, parse_tiles("1234p"), strict=True):
        yield ev.Discarded(at=2.0, seat=seat, tile=tile, sideways=True)
        yield ev.RiichiDeclared(at=2.0, seat=seat)
        yield ev.RiichiAccepted(at=2.0, seat=seat)


def four_kongs() -> Iterator[ev.Event]:
    """Four kongs of two seats."""
    kongs = (Seat.A, "1111m"), (Seat.B, "2222m"), (Seat.A, "3333m"), (Seat.B, "4444m")
    for seat, tiles in kongs:
        yield ev.Called(at=2.0, seat=seat, meld=Meld(MeldKind.KAN_CONCEALED, parse_tiles(tiles)))
        yield ev.Discarded(at=2.0, seat=seat, tile=parse_tile("9s" if seat is Seat.A else "8s"))


@pytest.mark.law("npm-2008", "16")
@pytest.mark.law("tomioka", "renchan 3")
@pytest.mark.law("kenko-2022", "8")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("facts", [four_winds, four_riichi, four_kongs])
def test_the_five_books_know_no_draw_in_the_middle_of_a_round(book: str, facts: object) -> None:
    director = dealt(book)
    assert callable(facts)
    step = director.take(tuple(facts()), 2.0)
    assert step.refused == ()
    assert director.phase is Phase.PLAY
    assert not any(isinstance(event, ev.RoundDrawn) for event in step.events)


@pytest.mark.law("tomioka", "riichi 7")
@pytest.mark.parametrize("book", BOOKS)
def test_the_five_books_know_no_riichi_with_an_open_hand(book: str) -> None:
    director = dealt(book)
    director.take((ev.Discarded(at=2.0, seat=Seat.A, tile=parse_tile("4s")),), 2.0)
    hand = EnteredWin(Seat.B, parse_tiles("123m456p789s11p23s"), parse_tile("4s"), Seat.A, riichi="open")
    step = director.handle(Claim(ClaimKind.ENTER_RESULT, 3.0, "referee", wins=(hand,)))
    assert any(isinstance(effect, Refuse) for effect in step.effects)
    assert director.phase is Phase.PLAY


@pytest.mark.law("npm-2008", "28 i", "31 ro")
@pytest.mark.parametrize("book", BOOKS)
def test_the_turn_goes_on_from_whoever_called(book: str) -> None:
    director = dealt(book)
    pon = Meld(MeldKind.PON, parse_tiles("555z"), parse_tile("5z"), From.RIGHT)
    director.take((ev.Discarded(at=2.0, seat=Seat.A, tile=parse_tile("5z")),), 2.0)
    director.take((ev.Called(at=3.0, seat=Seat.D, meld=pon),), 3.0)
    director.take((ev.Discarded(at=4.0, seat=Seat.D, tile=parse_tile("9m")),), 4.0)
    assert director.state.round is not None
    assert director.state.round.turn is Seat.A

"""Events of a table collected into records: exactly what a camera above the table can see."""

from dataclasses import replace

import pytest

from controller.journal import events as ev
from controller.records import csv, secrecy_gate
from controller.records.collect import games
from controller.records.mjai import writer as mjai_writer
from controller.records.record import CallAct, DiscardAct, DrawAct, DrawName, DrawNote, GameRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.gate import Audience
from hardware.simulator.game.record import game_records
from tests.support.bench import Game
from tests.support.longer import others_long

POINTS = (25000, 25000, 25000, 25000)
NAMES = ("A", "B", "C", "D")


def recorded(game: Game, book: str) -> list[ev.Event]:
    """Events that a table's director records of a simulated game, with perfect sightings."""
    director, step = Director.open(Venue(book, auto_settle=True), 0.0)
    events = list(step.events)
    for each in game.evidence():
        events += director.handle(each).events
    return events


def out(played: GameRecord) -> GameRecord:
    return secrecy_gate.let_out(played, Audience.PUBLIC, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "seed"), others_long([("npm-2008", 40), ("tomioka", 42), ("mleague", 45)], ("tomioka", 42))
)
def test_a_tables_record_is_the_file_of_its_truth(book: str, seed: int) -> None:
    truth = Game(book, seed, rounds=4, wrong="3")
    read = [out(game) for game in games(recorded(truth, book), load(book))]
    told = [out(game) for game in game_records(truth.truth, read[0].names)]
    assert sum(len(game.rounds) for game in read) == 4
    assert read == told
    assert [tenhou_writer.write(game) for game in read] == [tenhou_writer.write(game) for game in told]
    assert [list(mjai_writer.write(game)) for game in read] == [list(mjai_writer.write(game)) for game in told]
    assert csv.write(read) == csv.write(told)


def begun(dealer: Seat = Seat.A, number: int = 1) -> list[ev.Event]:
    return [
        ev.SessionOpened(at=0.0, rulebook="npm-2008", profile="wall-only", names=NAMES),
        ev.GameStarted(at=0.0, number=1, scores=POINTS),
        ev.RoundStarted(
            at=0.0,
            prevailing_wind=Wind.EAST,
            number=number,
            dealer=dealer,
            counters=0,
            riichi_sticks=0,
            scores=(10000, 20000, 30000, 40000),
        ),
    ]


def ended(kind: ev.DrawKind = ev.DrawKind.EXHAUSTIVE) -> list[ev.Event]:
    return [ev.RoundDrawn(at=9.0, kind=kind, tenpai=(Seat.C,), payments=(-1000, -1000, 3000, -1000))]


def discarded(seat: Seat, tile: Tile) -> ev.Event:
    return ev.Discarded(at=1.0, seat=seat, tile=tile)


def test_seats_count_from_the_first_east() -> None:
    (game,) = games([*begun(dealer=Seat.C, number=2), discarded(Seat.C, Tile.P1), *ended()])
    (one,) = game.rounds
    assert game.names == ("B", "C", "D", "A")
    assert one.dealer is Seat.B
    assert one.scores == (20000, 30000, 40000, 10000)
    assert one.acts == (DrawAct(Seat.B), DiscardAct(Seat.B, Tile.P1))
    assert one.result == DrawNote(DrawName.EXHAUSTIVE, (-1000, 3000, -1000, -1000), (False, True, False, False))


def test_corrections_and_what_was_undone_are_told_as_they_stand() -> None:
    events = [
        *begun(),
        discarded(Seat.A, Tile.P1),
        ev.RiichiDeclared(at=1.0, seat=Seat.A),
        ev.DiscardCorrected(at=2.0, index=0, tile=Tile.P2),
        ev.RiichiCancelled(at=2.0, seat=Seat.A),
        ev.DecisionTaken(at=3.0, what="correction", subject="", by="referee"),
        discarded(Seat.B, Tile.P9),
        ev.DecisionUndone(at=4.0, back_to="play", by="referee"),
        discarded(Seat.B, Tile.P8),
        *ended(),
    ]
    (game,) = games(events)
    assert game.rounds[0].acts == (
        DrawAct(Seat.A),
        DiscardAct(Seat.A, Tile.P2),
        DrawAct(Seat.B),
        DiscardAct(Seat.B, Tile.P8),
    )


def test_a_claim_names_whom_it_truly_took_from() -> None:
    meld = Meld(MeldKind.PON, parse_tiles("111p"), Tile.P1, From.LEFT)
    call = ev.Called(at=2.0, seat=Seat.C, meld=meld, taken_from=Seat.A)
    (game,) = games([*begun(), discarded(Seat.A, Tile.P1), call, discarded(Seat.C, Tile.P2), *ended()])
    assert game.rounds[0].acts[2:] == (
        CallAct(Seat.C, replace(meld, source=From.ACROSS)),
        DiscardAct(Seat.C, Tile.P2, False),
    )


@pytest.mark.parametrize("kind", ev.DrawKind)
def test_every_end_without_a_win_can_be_written(kind: ev.DrawKind) -> None:
    (game,) = games([*begun(), discarded(Seat.A, Tile.P1), *ended(kind)])
    told = ("流局", "流し満貫", "九種九牌", "四風連打", "四家立直", "四槓散了", "三家和了")
    assert tenhou_writer.document(game)["log"][0][16][0] in told
    assert [line["type"] for line in mjai_writer.lines(game)][-3:] == ["ryukyoku", "end_kyoku", "end_game"]
    result = game.rounds[0].result
    assert isinstance(result, DrawNote)
    assert result.name.value in csv.write([game])


def test_a_round_that_is_not_over_is_left_out() -> None:
    assert games([*begun(), discarded(Seat.A, Tile.P1)]) == ()


def test_sticks_that_no_discard_declares_are_told_in_the_table_of_rounds() -> None:
    """As if people had entered the rounds, and with fines."""
    facts = [*begun(), ev.HandsDealt(at=1.0), ev.RiichiAccepted(at=2.0, seat=Seat.C)]
    facts.append(ev.FinePaid(at=3.0, fault="F1", seat=Seat.C, points=1000, riichi_sticks=1))
    facts.append(ev.RoundDrawn(at=4.0, kind=ev.DrawKind.EXHAUSTIVE, tenpai=(), payments=(0, 0, 0, 0)))
    (game,) = games(facts, load("npm-2008"))
    assert game.rounds[0].deposits == (0, 0, 2, 0)
    assert game.rounds[0].scores_after == (10000, 20000, 28000, 40000)
    assert ",0,0,2,0," in csv.write([game])

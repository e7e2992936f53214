"""The value of a riichi stick is the rulebook's, wherever sticks are moved or counted."""

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.codec import event_to_json
from controller.journal.reduce import replay
from controller.journal.state import Phase
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind, TableSignal
from controller.records.collect import games
from controller.referee.rules.riichi_acts import RiichiCase, may_declare
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from tests.support.bench import Bench, Game, faults, lap, only
from tests.support.golden import house
from tests.support.longer import others_long

A, B, C, D = Seat
HALF = house(rulebook("mleague"), {"scoring.riichi_stick": 500})


def riichi_of_b(book: Rulebook = HALF) -> Bench:
    """Seat B has declared riichi with its first discard, which nobody claimed."""
    director, step = Director.open(Venue(book.id), 0.0, book)
    table = Bench(director, events=list(step.events), steps=[step])
    table.set_out(3, 4)
    table.turn_dora("9p", C, 5)
    table.see()
    lap(table, "1z")
    table.discard(B, "2z", sideways=True)
    table.see()
    lap(table, "3z", first=C)
    return table


def enter(table: Bench, kind: ClaimKind, subject: str = "", seat: Seat | None = None) -> None:
    table.give(Claim(kind, table.frame / 5, "referee", subject, seat=seat))


def upheld(table: Bench, code: str, seat: Seat) -> None:
    enter(table, ClaimKind.REPORT_FAULT, code, seat)
    enter(table, ClaimKind.UPHOLD_FAULT, table.director.state.faults[-1].fault.id)


def test_an_accepted_riichi_pays_the_stick_of_the_book_and_the_sum_holds() -> None:
    table = riichi_of_b()
    state = table.director.state
    assert (state.scores, state.riichi_sticks) == ((25_000, 24_500, 25_000, 25_000), 1)


def test_a_riichi_that_does_not_stand_gets_as_much_back() -> None:
    table = riichi_of_b()
    upheld(table, "riichi-incomplete", B)
    assert (table.director.state.scores, table.director.state.riichi_sticks) == ((25_000,) * 4, 0)


def test_a_void_round_gives_the_stick_of_the_book_back() -> None:
    table = riichi_of_b(house(rulebook("npm-2008"), {"scoring.riichi_stick": 500}))
    upheld(table, "dealer-wrong", C)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    start = table.director.rulebook.settlement.start_points.value
    assert (table.director.state.scores, table.director.state.riichi_sticks) == ((start,) * 4, 0)


def test_points_that_the_table_reports_are_summed_with_the_stick_of_the_book() -> None:
    table = riichi_of_b()
    enter(table, ClaimKind.REPORT_FAULT, "hand-opened", D)
    enter(table, ClaimKind.CONFIRM_DRAW)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    state = table.director.state
    assert (state.phase, state.riichi_sticks) == (Phase.SETTLEMENT, 1)
    for count in range(12):
        table.give(TableSignal(SignalKind.POINTS, table.frame / 5 + count, points=state.scores))
    assert faults(table.events, "points") == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", others_long([45, 46], 46))
def test_whole_rounds_with_another_stick_are_recorded_as_they_were_paid(seed: int) -> None:
    truth = Game("mleague", seed, rounds=3, rules=HALF)
    director, step = Director.open(Venue("mleague", auto_settle=True), 0.0, HALF)
    events = list(step.events)
    for each in truth.evidence():
        step = director.handle(each)
        events += step.events
        assert step.refused == ()
    assert only(events, ev.RiichiAccepted) != []
    rounds = [one for game in games(events, HALF) for one in game.rounds]
    assert [one.scores_after for one in rounds] == [played.points_after for played in truth.truth]


def test_a_game_tells_its_stick_so_that_its_journal_replays_alone() -> None:
    table = riichi_of_b()
    (started,) = only(table.events, ev.GameStarted)
    assert event_to_json(started)["riichi_stick"] == 500
    record: Record | None = None
    records = [record := seal(event, 0.0, record) for event in table.events]
    assert replay(records).state == table.director.state


def test_a_usual_stick_goes_without_saying_so_that_older_journals_keep_their_hashes() -> None:
    started = ev.GameStarted(at=0.0, number=1, scores=(25_000,) * 4)
    assert started.riichi_stick == 1000
    assert "riichi_stick" not in event_to_json(started)


@pytest.mark.parametrize(("stick", "points", "codes"), [(2000, 1500, ("riichi-no-points",)), (500, 700, ())])
def test_whether_the_points_are_enough_for_a_riichi_goes_by_the_stick_of_the_book(
    stick: int, points: int, codes: tuple[str, ...]
) -> None:
    book = house(rulebook("mleague"), {"scoring.riichi_stick": stick, "riichi.riichi_below_stick": False})
    case = RiichiCase(parse_tiles("123m456p789s11z23s"), points=points)
    assert may_declare(case, book).codes == codes

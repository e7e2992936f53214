"""Seating is an event with the round from which it is valid: corrected, swapped and substituted at any time."""

from itertools import product
from random import Random

import pytest

from api.record_files import written
from controller.journal import events as ev
from controller.journal.codec import event_from_json, event_to_json
from controller.journal.ledger import who_sat
from controller.journal.reduce import reduce
from controller.journal.seating import SatFrom, Seatings, seated_anew, seated_at
from controller.journal.state import NOTHING_YET, TableState
from controller.ports.referee import ClaimKind, EnteredWin
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.logs import read_log
from controller.records.results import finished_games
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from tests.support.kept_by_hand import Desk

A, B, C, D = Seat
FOUR = ("Aoi", "Ren", "Sora", "Yui")


def rows(state: TableState, game: int = 1) -> list[tuple[str, ...]]:
    return [by.names for _, by in who_sat(state, game)]


def played(rounds: int) -> Desk:
    desk = Desk.open("wrc-2025")
    desk.enter(ClaimKind.SEAT_PLAYERS, names=FOUR)
    for _ in range(rounds):
        desk.won(B, D, 2, 30)
    return desk


def test_a_mistyped_name_is_put_right_in_the_whole_game() -> None:
    desk = played(2)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Yuki"))
    assert rows(desk.state) == [("Aoi", "Ren", "Sora", "Yuki")] * 3
    assert desk.state.names[3] == "Yuki"
    assert games(desk.events)[0].names[3] == "Yuki"
    assert all(one.players is None for one in games(desk.events)[0].rounds)


def test_points_stay_with_seats_that_were_swapped_by_mistake() -> None:
    desk = played(2)
    before = desk.state.scores
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Ren", "Aoi", "Sora", "Yui"))
    assert rows(desk.state) == [("Ren", "Aoi", "Sora", "Yui")] * 3
    assert desk.state.scores == before


def test_a_substitute_plays_from_the_round_that_is_told_until_the_player_is_back() -> None:
    desk = played(3)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Mio", "Yui"), teams=("r", "g", "b", "w"), round=2)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=FOUR, round=4)
    assert [row[2] for row in rows(desk.state)] == ["Sora", "Mio", "Mio", "Sora"]
    assert [by.teams for _, by in who_sat(desk.state, 1)] == [("",) * 4, *[("r", "g", "b", "w")] * 3]
    # Correcting another name from the beginning leaves the substitute unchanged.
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoi", "Rin", "Sora", "Yui"))
    assert rows(desk.state) == [(*("Aoi", "Rin"), third, "Yui") for third in ("Sora", "Mio", "Mio", "Sora")]
    (game,) = games(desk.events)
    assert game.names == ("Aoi", "Rin", "Sora", "Yui")
    assert [one.players for one in game.rounds] == [None, *[("Aoi", "Rin", "Mio", "Yui")] * 2]
    for kind in (RecordFormat.TENHOU6, RecordFormat.MJAI, RecordFormat.CSV):
        (back,) = read_log(written(kind, [game]))
        assert [one.players for one in back.game.rounds] == [one.players for one in game.rounds], kind


def test_the_next_round_can_be_named_before_it_begins_and_no_other() -> None:
    desk = played(1)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Mio"), round=3)
    assert desk.state.names == FOUR
    desk.won(B, D, 2, 30)
    assert desk.state.names[3] == "Mio"
    for told, why in (({"round": 9}, "no-round"), ({"seat": A}, "game-begun"), ({"names": ("a", "b", "c")}, "names")):
        assert desk.why_not(ClaimKind.SEAT_PLAYERS, **{"names": FOUR, **told}) == why


def test_results_name_who_played_and_the_next_game_is_seated_anew() -> None:
    desk = played(2)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Mio"), round=2)
    desk.enter(ClaimKind.CONFIRM_DRAW, seats=())
    desk.enter(ClaimKind.CONFIRM_SETTLEMENT)
    desk.enter(ClaimKind.END_GAME)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=FOUR, seat=C)
    (game,) = finished_games(desk.events)
    assert (game.players, [by.names[3] for by in game.sat]) == (FOUR, ["Yui", "Mio", "Mio"])
    assert rows(desk.state, 2) == [FOUR]
    # A finished game can be corrected too, as far back as the wrong name was used.
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoki", *FOUR[1:]), round=1)
    assert rows(desk.state, 1)[0][0] == rows(desk.state, 2)[0][0] == "Aoki"


def test_an_undone_decision_takes_no_name_back() -> None:
    desk = played(1)
    desk.enter(ClaimKind.ENTER_RESULT, wins=(EnteredWin(A, (), Tile.M1, loser=B, told=(1, 30, 0)),))
    desk.enter(ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Mio"))
    desk.enter(ClaimKind.UNDO)
    assert desk.state.names[3] == "Mio"
    assert desk.state.round is not None
    assert desk.state.round.outcome is None


def test_facts_of_journals_from_before_keep_their_bytes_and_their_meaning() -> None:
    seated = ev.PlayersSeated(at=1.0, evidence=(1,), names=FOUR, first=C)
    body = event_to_json(seated)
    assert set(body) == {"event", "at", "evidence", "names", "first"}
    assert event_from_json(body) == seated
    opened = ev.SessionOpened(at=0.0, evidence=(), rulebook="wrc-2025", profile="wall-only", names=("a", "b", "c", "d"))
    state = reduce(reduce(NOTHING_YET, opened), seated)
    assert (state.names, state.first_dealer) == (FOUR, C)


@pytest.mark.parametrize("seed", range(40))
def test_corrections_reach_as_far_as_what_they_correct(seed: int) -> None:
    """Compared with a table of rounds by seats in which each claim is written cell by cell."""
    random, rounds = Random(seed), 9
    cells = [["a", "b", "c", "d"] for _ in range(rounds)]
    starts = [{0} for _ in range(4)]
    seatings: Seatings = (SatFrom(names=("a", "b", "c", "d")),)
    for number in range(6):
        since = random.randrange(rounds)
        names = [old if random.random() < 0.5 else f"{old}{number}" for old in cells[since]]
        for seat, name in enumerate(names):
            was = cells[since][seat]
            if name == was:
                continue
            starts[seat].add(since)
            for place in range(since, rounds):
                if cells[place][seat] != was:
                    break
                cells[place][seat] = name
        a, b, c, d = names
        seatings = seated_anew(seatings, since, (a, b, c, d), None)
    for place, seat in product(range(rounds), range(4)):
        assert seated_at(seatings, place).names[seat] == cells[place][seat]

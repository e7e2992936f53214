"""A person in place of the camera: answered questions, corrected readings, entered results, seated players."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.events import Decision, QuestionKind
from controller.journal.reduce import reduce, replay
from controller.journal.state import Outcome, Phase, RiichiStand
from controller.ports.eyes import SeenRiverTile
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import SignalKind
from controller.referee.rules.duties import declaration_waits
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook
from controller.table.effects import Refuse
from hardware.simulator.camera.plain_sight import seen
from tests.support.bench import Bench, bench, dealt, faults, lap, only, state_bytes, three_dragons

A, B, C, D = Seat


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee with further fields."""
    claim = Claim(kind, table.frame / 5, "referee", subject)
    return table.give(replace(claim, **told))


def why_not(table: Bench) -> str:
    """Reason why the last entry was refused, "" if it was accepted."""
    refusals = [each for each in table.steps[-1].effects if isinstance(each, Refuse)]
    return refusals[0].reason.en if refusals else ""


def doubtful(tile: str, other: str) -> SeenRiverTile:
    """A discard read with little confidence."""
    return SeenRiverTile(
        replace(seen(parse_tile(tile), confidence=0.3), x=10.0, y=150.0, other=parse_tile(other)), False
    )


def phase(table: Bench) -> Phase:
    """Phase of the machine."""
    return table.director.phase


def outcome(table: Bench) -> Outcome:
    """Result of the round."""
    now = table.director.state.round
    assert now is not None
    assert now.outcome is not None
    return now.outcome


def asked(table: Bench) -> list[ev.Question]:
    """Open questions."""
    return [each.question for each in table.director.state.open_questions()]


def discards(table: Bench) -> list[Tile]:
    """Recorded discards of the round."""
    now = table.director.state.round
    assert now is not None
    return [each.tile for each in now.discards]


def test_a_doubtful_discard_is_asked_about_and_play_goes_on() -> None:
    table = dealt()
    table.rivers[A].append(doubtful("5p", "6p"))
    table.see(30)
    (question,) = asked(table)
    assert (question.asks, question.index, question.seat) == (QuestionKind.DISCARD, 0, A)
    assert question.choices == (Tile.P5, Tile.P6)
    assert (question.x, question.y) == (10.0, 150.0)
    lap(table, "1z", "2z", first=B)
    assert discards(table)[:2] == [Tile.P5, Tile.EAST]
    enter(table, ClaimKind.ANSWER_QUESTION, question.id, tiles=(Tile.P6,))
    assert discards(table)[0] is Tile.P6
    assert asked(table) == []
    table.see(40)
    assert discards(table)[0] is Tile.P6, "no reading changes what a person has said"
    assert len(only(table.events, ev.QuestionAsked)) == 1
    enter(table, ClaimKind.UNDO)
    assert discards(table)[0] is Tile.P5
    assert asked(table) == [question]


def test_a_face_read_now_so_now_so_is_taken_as_the_likelier_and_asked_about() -> None:
    table = dealt()
    for number in range(40):
        table.rivers[A][:] = [SeenRiverTile(seen(parse_tile("3s" if number % 3 else "2s")), False)]
        table.see(1)
    assert discards(table) == [Tile.S3]
    (question,) = asked(table)
    assert question.choices == (Tile.S3, Tile.S2)


def test_a_question_closes_by_itself_once_the_eyes_are_sure_or_the_tile_is_claimed() -> None:
    table = dealt()
    table.rivers[A].append(doubtful("2z", "3z"))
    table.see(20)
    table.rivers[A][0] = SeenRiverTile(seen(parse_tile("2z")), False)
    table.see(15)
    (answered,) = only(table.events, ev.QuestionAnswered)
    assert isinstance(answered, ev.QuestionAnswered)
    assert (answered.answer, answered.by) == (Tile.SOUTH, "camera")
    table.rivers[B].append(doubtful("4z", "3z"))
    table.see(20)
    table.rivers[B].clear()
    table.meld(D, "444z", 1)
    table.see(15)
    assert [each.by for each in table.events if isinstance(each, ev.QuestionAnswered)] == ["camera", "record"]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"subject": "Q9", "tiles": (Tile.P1,)}, "No open question"),
        ({"subject": "Q1", "tiles": ()}, "one tile"),
        ({"subject": "Q1", "tiles": (Tile.P1, Tile.P2)}, "one tile"),
    ],
)
def test_answers_that_answer_nothing_are_refused_with_a_reason(told: dict[str, Any], reason: str) -> None:
    table = dealt()
    table.rivers[A].append(doubtful("5p", "6p"))
    table.see(20)
    assert enter(table, ClaimKind.ANSWER_QUESTION, **told) == []
    assert reason in why_not(table)


def test_a_corrected_discard_folds_the_round_again_to_its_faults_and_its_result() -> None:
    """The ron was in furiten only because of a misread discard of the winner's own."""
    table = dealt()
    lap(table, "5p", "2z", "3z", "4z", "9m", "5p")
    table.open(A, "46p123m789s11777z")
    table.see()
    (furiten,) = faults(table.events, "win-furiten")
    assert phase(table) is Phase.RESULT
    enter(table, ClaimKind.CORRECT_DISCARD, index=0, tiles=(Tile.P8,))
    (fault,) = [each for each in table.director.state.faults if each.fault.id == furiten.fault.id]
    assert (fault.decision, fault.by) == (Decision.CLEARED, "record")
    assert not outcome(table).wins[0].furiten
    enter(table, ClaimKind.CORRECT_DISCARD, index=5, tiles=(Tile.P9,))
    assert phase(table) is Phase.PLAY, "no win remains on another tile"
    enter(table, ClaimKind.CORRECT_DISCARD, index=5, tiles=(Tile.P5,))
    table.see(8)
    assert phase(table) is Phase.RESULT
    assert table.director.state.phase is Phase.RESULT


def test_a_corrected_indicator_changes_the_score_of_the_result() -> None:
    table = dealt()
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    before = outcome(table).wins[0].score
    enter(table, ClaimKind.CORRECT_INDICATOR, "dora", index=0, tiles=(Tile.M1,))
    after = outcome(table).wins[0].score
    assert (before.dora, after.dora) == (0, 1)
    table.see(30)
    assert table.round.dora[0].tile is Tile.M1
    enter(table, ClaimKind.CORRECT_INDICATOR, "ura", index=0, tiles=(Tile.M1,))
    assert "no such tile" in why_not(table)


def test_a_corrected_hand_wins_what_it_is_worth() -> None:
    table = dealt()
    lap(table, "5p")
    table.open(B, "46p123m789s22z774z")
    table.see(30)
    assert len(faults(table.events)) == 1
    enter(table, ClaimKind.CORRECT_HAND, seat=B, tiles=tuple(parse_tiles("46p123m789s22z777z")))
    table.see(6)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.winner is B
    assert table.director.state.open_faults() == ()
    enter(table, ClaimKind.CORRECT_HAND, seat=B, tiles=tuple(parse_tiles("46p")))
    assert "that many tiles" in why_not(table)


def test_what_cannot_be_is_refused_with_a_reason() -> None:
    table = dealt()
    lap(table, "1z", "1z", "1z", "1z", "2z")
    assert enter(table, ClaimKind.CORRECT_DISCARD, index=4, tiles=(Tile.EAST,)) == []
    assert "five of one tile" in why_not(table)
    assert enter(table, ClaimKind.CORRECT_DISCARD, index=40, tiles=(Tile.EAST,)) == []
    assert "no such tile" in why_not(table)


def won(hand: str = "46p123m789s22z777z", tile: str = "5p", **told: Any) -> EnteredWin:
    """Entry of a win: B from A unless given otherwise."""
    base = EnteredWin(B, tuple(parse_tiles(hand)), parse_tile(tile), A, dora_indicators=(Tile.P9,))
    return replace(base, **told)


def test_a_result_is_entered_by_hand_in_place_of_what_was_read() -> None:
    table = dealt()
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    read = outcome(table)
    enter(table, ClaimKind.ENTER_RESULT, wins=(won(loser=None, last_tile=True),))
    entered = outcome(table)
    assert (read.by, entered.by) == ("", "referee")
    assert [line.id for line in entered.wins[0].score.yaku if line.id == "HAITEI"] == ["HAITEI"]
    table.see(20)
    assert outcome(table) == entered, "the eyes do not put it back"
    enter(table, ClaimKind.UNDO)
    assert outcome(table) == read
    enter(table, ClaimKind.ENTER_RESULT, wins=(won(),))
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.scores[B] > 25_000


def test_a_riichi_that_was_missed_is_paid_with_the_result_and_one_that_was_none_comes_back() -> None:
    table = dealt()
    lap(table, "9m", "1z", "2z", "3z", "5p")
    enter(table, ClaimKind.ENTER_RESULT, wins=(won(riichi="riichi"),))
    state = table.director.state
    assert state.round is not None
    assert (state.scores[B], state.riichi_sticks) == (24_000, 1)
    assert state.round.riichi[B].stand is RiichiStand.ACCEPTED
    assert state.round.outcome is not None
    assert state.round.outcome.wins[0].score.riichi_sticks_taken == 1
    enter(table, ClaimKind.ENTER_RESULT, wins=(won(),))
    state = table.director.state
    assert (state.scores[B], state.riichi_sticks) == (25_000, 0)
    assert phase(table) is Phase.RESULT


def test_two_rons_on_one_tile_are_entered_together_where_the_book_lets_both_win() -> None:
    table = dealt("wakashachi-2025")
    lap(table, "5p")
    second = won("46p123s789m33z666z", winner=C)
    enter(table, ClaimKind.ENTER_RESULT, wins=(won(), second))
    assert [each.win.winner for each in outcome(table).wins] == [B, C]


@pytest.mark.parametrize(
    ("wins", "reason"),
    [
        ((), "No winner"),
        ((won("46p123m789s22z774z"),), "not complete"),
        ((won("46p123m789s22z77z"),), "cannot be"),
        ((won(riichi="maybe"),), "cannot be"),
        ((won(loser=B),), "cannot be"),
        ((won("46p123m789s22333z"),), "no yaku"),
        ((won(), won(loser=D, winner=C)), "disagree about"),
    ],
)
def test_results_that_cannot_be_are_refused_with_a_reason(wins: tuple[EnteredWin, ...], reason: str) -> None:
    table = dealt()
    lap(table, "5p")
    assert enter(table, ClaimKind.ENTER_RESULT, wins=wins) == []
    assert reason in why_not(table)


def test_what_a_winner_says_is_kept_beside_what_was_scored() -> None:
    table = dealt()
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    points = outcome(table).wins[0].score.points
    enter(table, ClaimKind.STATE_POINTS, seat=B, points=points)
    assert outcome(table).stated == (None, points, None, None)
    assert faults(table.events) == []
    enter(table, ClaimKind.STATE_POINTS, seat=B, points=points + 300)
    assert [each.fault.code for each in faults(table.events)] == ["points-wrong-claim"]


def test_players_are_seated_before_the_game_and_the_first_dealer_deals_until_the_last_round() -> None:
    table = bench("npm-2008")
    enter(table, ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Yui"), seat=C)
    state = table.director.state
    assert (state.names, state.first_dealer) == (("Aoi", "Ren", "Sora", "Yui"), C)
    assert state.round is not None
    assert (state.round.dealer, state.round.number) == (C, 1)
    dealers = []
    for _ in range(4):
        now = table.director.state.round
        assert now is not None
        dealers.append((now.number, now.dealer))
        table.set_out(3, 4, dealer=now.dealer)
        table.see()
        table.discard(now.dealer, "1z")
        table.see()
        enter(table, ClaimKind.CONFIRM_DRAW, seats=())
        enter(table, ClaimKind.CONFIRM_SETTLEMENT)
        table.signal(SignalKind.SET_PRESSED, now.dealer.turn(1))
    assert dealers == [(1, C), (2, D), (3, A), (4, B)]
    now = table.director.state.round
    assert now is not None
    assert (now.prevailing_wind.letter, now.number, now.dealer) == ("S", 1, C)


def test_the_first_dealer_stands_once_the_game_has_begun_and_four_names_are_needed() -> None:
    table = bench()
    enter(table, ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", " ", "Yui"))
    assert "four players" in why_not(table)
    begun = dealt()
    enter(begun, ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Yui"), seat=A)
    assert "has begun" in why_not(begun)


def test_the_players_of_the_next_game_are_seated_once_a_game_is_over() -> None:
    table = bench("npm-2008")
    table.set_out(3, 4)
    table.see()
    table.discard(A, "1z")
    table.see()
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A,))
    enter(table, ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Yui"), seat=B)
    assert "has begun" in why_not(table)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    enter(table, ClaimKind.END_GAME)
    assert table.director.state.game_over
    enter(table, ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", " ", "Yui"))
    assert table.director.state.game_over
    enter(table, ClaimKind.SEAT_PLAYERS, names=("Aoi", "Ren", "Sora", "Yui"), seat=C)
    state = table.director.state
    assert (state.game, state.game_over, state.first_dealer, state.names[0]) == (2, False, C, "Aoi")
    assert state.round is not None
    assert (state.round.dealer, state.round.number, state.scores) == (C, 1, (25_000,) * 4)
    table.see()
    assert phase(table) is Phase.WAITING_FOR_SET, "what lies there still is of the game before"
    table.signal(SignalKind.SET_PRESSED, C)
    assert (phase(table), table.director.state.game) == (Phase.MIXING, 2)


def test_a_journal_with_corrections_is_taken_up_with_them() -> None:
    table = dealt()
    lap(table, "5p", "2z", "3z", "4z", "9m", "5p")
    enter(table, ClaimKind.CORRECT_DISCARD, index=0, tiles=(Tile.P8,))
    records: list[Record] = []
    for event in table.events:
        records.append(seal(event, 0.0, records[-1] if records else None))
    again = type(table.director).resume(records, table.director.venue)
    assert state_bytes(again.state) == state_bytes(table.director.state)
    assert replay(records).facts[0] == only(table.events, ev.RoundStarted)[-1]
    resumed = Bench(again, table.rivers, table.melds, table.hands, table.walls, table.indicators, frame=table.frame)
    resumed.open(A, "46p123m789s11777z")
    resumed.see(20)
    assert faults(resumed.events, "win-furiten") == []
    assert again.phase is Phase.RESULT


def test_points_are_declared_before_the_last_round_where_the_book_asks_for_it() -> None:
    for book, due in (("teikoku", True), ("npm-2008", False)):
        table = bench(book)
        last = only(table.events, ev.RoundStarted)[-1]
        assert isinstance(last, ev.RoundStarted)
        state = reduce(table.director.state, replace(last, prevailing_wind=Wind.SOUTH, number=4, dealer=D))
        assert declaration_waits(state, rulebook(book)) is due
        for seat in SEATS:
            state = reduce(state, ev.PointsStated(at=0.0, seat=seat, points=25_000))
        assert not declaration_waits(state, rulebook(book))
    enter(table, ClaimKind.STATE_POINTS, seat=B, points=24_900)
    assert table.director.state.round is not None
    assert table.director.state.round.declared == (None, 24_900, None, None)


def test_liability_stands_for_an_entered_win_whose_melds_are_those_of_the_record() -> None:
    """teikoku art. 4-5: the player whose discard made the third pung of dragons is liable."""
    table = three_dragons("teikoku")
    now = table.director.state.round
    assert now is not None
    entered = EnteredWin(B, tuple(parse_tiles("46p11m")), Tile.P5, C, tuple(reversed(now.melds[B])))
    enter(table, ClaimKind.ENTER_RESULT, wins=(entered,))
    (win,) = outcome(table).wins
    assert win.win.liable_for == (("DAISANGEN", D),)

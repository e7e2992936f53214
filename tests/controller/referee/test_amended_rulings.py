"""Rulings on paid rounds: all consequences are the same as if the ruling had been made in time."""

from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.events import Decision, DrawKind, WonHand
from controller.journal.ledger import round_at, standing
from controller.journal.reduce import replay
from controller.journal.state import Outcome, Phase, TableState
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.schema.penalties import Penalty
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy
from controller.table.effects import Refuse, Step
from controller.table.obstacles import obstacles
from tests.support.late_rulings import ToldGame, play_games
from tests.support.unseen_rounds import Script

A, B, C, D = Seat
TILES = tuple(parse_tiles("1z2z3z4z1z2z3z4z5z"))
ONLY_RIICHI = Win(
    hand=tuple(parse_tiles("234m678p345s99s68m")),
    tile=parse_tile("7m"),
    by=WinBy.RON,
    winner=B,
    dealer=A,
    loser=C,
    riichi=Riichi.RIICHI,
    dora_indicators=(parse_tile("1z"),),
    ura_indicators=(parse_tile("1p"),),
)
"""A win whose only yaku is riichi."""


PINFU = replace(ONLY_RIICHI, hand=tuple(parse_tiles("234m678p345s22s78m")), tile=parse_tile("6m"), ippatsu=True)
DAMA = replace(PINFU, riichi=Riichi.NONE, ippatsu=False, ura_indicators=())


def table_of(book: str) -> ToldGame:
    """A table of that book before its first round."""
    return ToldGame(rulebook(book))


def drawn(table: ToldGame, tenpai: tuple[Seat, ...] = ()) -> None:
    """Play the next round to a draw."""
    begin(table)
    table.play(Script(table.round_.dealer, TILES, (), tenpai=tenpai))


def won(table: ToldGame, win: Win, winner: Seat, loser: Seat | None, riichi: tuple[Seat, ...] = ()) -> None:
    """Play the next round to a win."""
    begin(table)
    table.play(Script(table.round_.dealer, TILES, riichi, wins=((win, winner),), loser=loser))


def begin(table: ToldGame) -> None:
    """Begin the next set."""
    if table.round_.outcome is not None:
        table.signal(SignalKind.SET_PRESSED, table.round_.dealer)


def until(table: ToldGame, name: str) -> None:
    """Play rounds, won by the seat after the dealer, up to that round."""
    for _ in range(8):
        if place(table) == name:
            return
        dealer = table.round_.dealer
        won(table, DAMA, dealer.turn(1), dealer.turn(2))
        begin(table)
    raise AssertionError(f"{place(table)} is not {name}")


def place(table: ToldGame) -> str:
    """Name, counters and sticks of the round in play."""
    now, state = table.round_, table.state
    return f"{now.prevailing_wind.letter}{now.number} {now.counters} {state.riichi_sticks}"


def enter(table: ToldGame, kind: ClaimKind, subject: str = "", **told: object) -> Step:
    """Make an entry of the referee that must be accepted."""
    table.at += 1.0
    step = table.give(replace(Claim(kind, table.at, "referee", subject), **told))  # type: ignore[arg-type]  # each case names its own fields
    assert not [each for each in step.effects if isinstance(each, Refuse)], step.effects
    assert not step.refused, step.refused
    return step


def reported(table: ToldGame, code: str, seat: Seat | None, ordinal: int | None = None) -> str:
    """Report a fault of that round; return its id."""
    enter(table, ClaimKind.REPORT_FAULT, code, seat=seat, round=ordinal)
    return [each.fault.id for each in table.state.faults if each.fault.code == code][-1]


def upheld(
    table: ToldGame, code: str, seat: Seat, ordinal: int | None = None, *, penalty: str = "", after: str = ""
) -> str:
    """Report and uphold a fault of that round; return its id."""
    fault = reported(table, code, seat, ordinal)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, seat=seat, penalty=penalty, after=after)
    return fault


def dismissed(table: ToldGame, fault: str) -> None:
    """Dismiss that fault in a review."""
    enter(table, ClaimKind.REVIEW_FAULT, fault, decision=Decision.DISMISSED.value, reason="seen again")


def result(table: ToldGame, ordinal: int) -> Outcome:
    """Present result of a round."""
    told = round_at(table.state, ordinal)
    assert told is not None
    assert told.round.outcome is not None
    return told.round.outcome


def same(table: ToldGame, before: TableState) -> bool:
    """True if all but the rulings is as before, and the journal replays to the state."""
    records = list[Record]()
    for event in table.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    assert replay(records).state == table.state
    now = replace(table.state, faults=before.faults, undo=before.undo)
    rows = [each.round for each in (*now.past, *before.past)]
    return now.scores == before.scores and now.riichi_sticks == before.riichi_sticks and len(rows) == 2 * len(now.past)


@pytest.mark.parametrize("order", [(1, 2), (2, 1), (1, 2, 3), (3, 1, 2)])
@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.law("npm-2008", "14")
def test_rounds_of_the_wrong_dealer_are_void_and_the_right_dealer_deals(order: tuple[int, ...], begun: bool) -> None:
    """Regression: the round after a void one kept its own name: East 2 in place of East 1."""
    table = table_of("npm-2008")
    for _ in order:
        drawn(table, (C, D))
    assert table.state.scores != (25_000,) * 4
    if begun:
        begin(table)
    for ordinal in order:
        upheld(table, "dealer-wrong", B, ordinal)
    begin(table)
    assert (table.state.scores, place(table)) == ((25_000,) * 4, "E1 0 0")


@pytest.mark.parametrize("rounds", [2, 3])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.law("npm-2008", "14")
def test_the_wrong_dealer_of_the_first_round_voids_those_that_followed_from_it(
    rounds: int, order: tuple[int, ...]
) -> None:
    """Regression: only the first round was void: the others stayed as played, with a note."""
    table = table_of("npm-2008")
    for _ in range(rounds):
        drawn(table, (C, D))
    before, paid = table.state, table.state.scores
    first = upheld(table, "dealer-wrong", B, 1)
    assert table.state.scores == (25_000,) * 4
    chombo = upheld(table, "meld-invalid", C, 2, penalty=Penalty.CHOMBO.value)
    assert table.state.scores == (25_000,) * 4
    begin(table)
    assert place(table) == "E1 0 0"
    for each in order:
        dismissed(table, (first, chombo)[each])
    assert table.state.scores == paid
    assert place(table) == f"E3 {rounds} 0"
    assert [each.round.outcome for each in table.state.past][:-1] == [each.round.outcome for each in before.past]


@pytest.mark.law("npm-2008", "14")
def test_a_round_that_was_dealt_in_turn_stands_after_those_that_were_not() -> None:
    table = table_of("npm-2008")
    for _ in range(5):
        drawn(table)
    assert [each.round.dealer for each in table.state.past] == [A, B, C, D]
    upheld(table, "dealer-wrong", B, 1)
    drawings = [round_at(table.state, ordinal) for ordinal in range(1, 6)]
    voided = [each is not None and each.round.outcome is not None and each.round.outcome.draw for each in drawings]
    assert voided == [DrawKind.VOID] * 4 + [DrawKind.EXHAUSTIVE]


@pytest.mark.parametrize("later", [0, 2])
def test_a_win_undone_after_its_payment_proposes_the_round_without_it(later: int) -> None:
    """Regression: the ruling was reported to be without effect."""
    table = table_of("kenko-2022")
    won(table, DAMA, B, C)
    for _ in range(later):
        drawn(table)
    paid, was = table.state.scores, result(table, 1)
    fault = upheld(table, "dead-player-acts", B, 1, penalty=Penalty.UNDONE.value)
    now = result(table, 1)
    assert (now.draw, now.confirmed, now.replaces) == (DrawKind.VOID, False, was)
    assert not any(each.without_effect for standing_ in table.state.faults for each in standing_.rulings)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT, round=1)
    assert table.state.scores[B] < paid[B]
    dismissed(table, fault)
    assert (table.state.scores, result(table, 1)) == (paid, was)


def test_a_riichi_undone_after_its_payment_proposes_the_win_without_it() -> None:
    table = table_of("npm-2008")
    won(table, PINFU, B, C, riichi=(B,))
    drawn(table)
    paid = table.state.scores
    fault = upheld(table, "riichi-incomplete", B, 1, penalty=Penalty.UNDONE.value)
    assert [each.win.riichi for each in result(table, 1).wins] == [Riichi.NONE]
    dismissed(table, fault)
    assert table.state.scores == paid


def test_an_act_that_cannot_be_undone_any_more_is_told_before_the_ruling() -> None:
    table = table_of("kenko-2022")
    drawn(table)
    drawn(table)
    fault = reported(table, "dead-player-acts", B, 1)
    claim = Claim(ClaimKind.UPHOLD_FAULT, table.at + 1, "referee", fault, B, penalty=Penalty.UNDONE.value)
    (line,) = [each for each in table.director.foresee(claim).view.changes if each.about == "fault"]
    assert line.after is not None
    assert "the recorded result stays" in line.after.en
    assert "変わりません" in line.after.ja


def test_in_a_later_game_the_wrong_dealer_counts_from_its_first_round() -> None:
    table = table_of("npm-2008")
    until(table, "S4 0 0")
    won(table, DAMA, A, B)
    begin(table)
    first = table.state.rounds
    drawn(table, (C,))
    drawn(table, (C,))
    for ordinal in (first, first + 1):
        upheld(table, "dealer-wrong", B, ordinal)
    begin(table)
    assert (table.state.game, table.state.scores, place(table)) == (2, (25_000,) * 4, "E1 0 0")


def stopped(table: ToldGame, seat: Seat, riichi: tuple[Seat, ...] = (), after: str = "") -> str:
    """Play the next round until a ruling ends it by a chombo, which is paid; return the fault's id."""
    begin(table)
    table.signal(SignalKind.SET_PRESSED, table.round_.dealer)
    table.signal(SignalKind.WALLS_UP)
    table.facts(ev.HandsDealt(at=table.at))
    for number, tile in enumerate(TILES[:8]):
        turn = table.round_.dealer.turn(number)
        table.facts(ev.Discarded(at=table.at, seat=turn, tile=tile, sideways=number < 4 and turn in riichi))
        if number < 4 and turn in riichi:
            table.facts(ev.RiichiDeclared(at=table.at, seat=turn), ev.RiichiAccepted(at=table.at, seat=turn))
    fault = upheld(table, "hand-opened", seat, penalty=Penalty.CHOMBO.value, after=after)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    return fault


@pytest.mark.parametrize(
    ("book", "name"),
    [
        *product(("teikoku", "npm-2008", "tomioka", "kenko-2022"), ("E1 0 0", "E4 0 0", "S4 0 0")),
        *product(["wakashachi-2025"], ("E1 0 0", "E4 0 0")),
    ],
)
@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("offender", [A, D])
def test_a_chombo_dismissed_after_its_payment_gives_back_points_deal_and_game(
    book: str, name: str, begun: bool, offender: Seat
) -> None:
    """Regression: the deal passed all the same, and South 4 stayed the last round (teikoku 1-10)."""
    table = table_of(book)
    until(table, name)
    before = standing(table.state)
    fault = stopped(table, offender, riichi=(B,), after="dealer_passes")
    if begun:
        begin(table)
    dismissed(table, fault)
    assert (table.state.game, table.state.game_over) == (1, False)
    begin(table)
    assert place(table) == name
    assert (table.state.scores, table.state.column) == (before.scores, before.column)


@pytest.mark.parametrize("begun", [False, True])
def test_a_chombo_upheld_again_ends_the_game_again(begun: bool) -> None:
    table = table_of("teikoku")
    until(table, "S4 0 0")
    fault = stopped(table, D, after="dealer_passes")
    ended = table.state.scores
    if begun:
        begin(table)
    dismissed(table, fault)
    enter(
        table,
        ClaimKind.REVIEW_FAULT,
        fault,
        decision="upheld",
        reason="so it was",
        after="dealer_passes",
        penalty="chombo",
    )
    assert next(each.scores for each in (*table.state.games, standing(table.state))) == ended
    assert table.state.game == (2 if begun else 1)
    assert table.state.game_over is not begun


def test_a_game_of_which_another_round_is_due_ends_as_it_is_where_the_next_is_played() -> None:
    table = table_of("teikoku")
    until(table, "S4 0 0")
    fault = stopped(table, D, after="dealer_passes")
    drawn(table, (A,))
    dismissed(table, fault)
    assert table.state.game == 2
    assert [each.game_over for each in table.state.games] == [True]
    noted = [each.fault for each in table.state.open_faults() if each.fault.code == "round-not-due"]
    assert [each.detail.en for each in noted] == ["Played as E1-0; S4-0 was due."]


@pytest.mark.law("teikoku", "3-3")
@pytest.mark.parametrize("later", [0, 2])
def test_a_riichi_cancelled_after_its_win_was_paid_proposes_the_win_without_it(later: int) -> None:
    """Regression: the ruling was reported to be without effect: stick and han stayed paid."""
    table = table_of("teikoku")
    won(table, PINFU, B, C, riichi=(B, D))
    for _ in range(later):
        drawn(table)
    before, was = table.state, result(table, 1)
    fault = upheld(table, "riichi-incomplete", B, 1)
    now = result(table, 1)
    assert (now.confirmed, now.replaces) == (False, was)
    assert [(each.win.riichi, each.win.ippatsu, each.score.han) for each in now.wins] == [(Riichi.NONE, False, 2)]
    (told,) = obstacles(table.state, 1, table.book)
    assert told.code == "proposed"
    assert f"B {was.payments[B]:+,} → {now.payments[B]:+,}" in told.text.en
    enter(table, ClaimKind.CONFIRM_SETTLEMENT, round=1)
    moved = [here - there for here, there in zip(table.state.scores, before.scores, strict=True)]
    # B has its own stick back, which it had taken itself.
    assert sum(moved) == 0
    assert moved[C] == was.wins[0].score.points - now.wins[0].score.points
    dismissed(table, fault)
    assert (table.state.scores, result(table, 1).payments) == (before.scores, was.payments)


@pytest.mark.parametrize("later", [0, 1])
def test_a_win_of_riichi_alone_is_none_without_it(later: int) -> None:
    table = table_of("teikoku")
    won(table, ONLY_RIICHI, B, C, riichi=(B,))
    if later:
        begin(table)
    before, was, phase = table.state, place(table), table.director.phase
    fault = upheld(table, "riichi-incomplete", B, 1)
    assert result(table, 1).payments == (0, 0, 0, 0)
    assert standing(table.state).scores == (25_000,) * 4
    dismissed(table, fault)
    assert (table.state.scores, place(table)) == (before.scores, was)
    assert table.director.phase is phase


@pytest.mark.parametrize("book", ["teikoku", "npm-2008", "kenko-2022"])
def test_a_right_lost_after_a_draw_was_paid_proposes_the_payments_without_it(book: str) -> None:
    table = table_of(book)
    drawn(table, (A, B))
    before = table.state
    fault = upheld(table, "hand-too-many", A, 1, penalty="loses_right")
    assert (result(table, 1).tenpai, result(table, 1).payments) == ((B,), (-1000, 3000, -1000, -1000))
    enter(table, ClaimKind.UNDO)
    assert same(table, before)
    fault = upheld(table, "hand-too-few", A, 1, penalty="loses_right")
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.state.scores != before.scores
    dismissed(table, fault)
    assert table.state.scores == before.scores


def test_a_venue_that_settles_by_itself_leaves_a_proposal_to_a_person() -> None:
    table = table_of("npm-2008")
    assert table.auto_settle
    drawn(table, (A, B))
    upheld(table, "hand-too-many", A, 1, penalty="loses_right")
    drawn(table)
    assert not result(table, 1).confirmed


def test_a_win_that_was_undone_comes_back_after_later_discards() -> None:
    """Regression: the ruling was reported to be without effect after any discard."""
    table = ToldGame(rulebook("npm-2008"), auto_settle=False)
    table.signal(SignalKind.SET_PRESSED, A)
    table.signal(SignalKind.WALLS_UP)
    table.facts(ev.HandsDealt(at=table.at))
    for number, tile in enumerate(TILES[:7]):
        table.facts(ev.Discarded(at=table.at, seat=Seat(number % 4), tile=tile))
    score = score_win(DAMA, table.book)
    assert isinstance(score, Score)
    table.facts(ev.RoundWon(at=table.at, wins=(WonHand(DAMA, score, False),), by="referee"))
    fault = upheld(table, "win-voice-only", B, penalty="undone")
    assert table.director.phase is Phase.PLAY
    table.facts(ev.Discarded(at=table.at, seat=D, tile=TILES[7]))
    dismissed(table, fault)
    assert [each.win.winner for each in result(table, 1).wins] == [B]
    assert not any(each.without_effect for each in table.state.faults[-1].rulings)


def test_an_undone_ruling_on_declared_points_of_an_earlier_round_ranks_nobody_below() -> None:
    table = table_of("teikoku")
    for _ in range(2):
        drawn(table)
    upheld(table, "points-declared-wrong", D, 1)
    assert table.state.wrong_declared == (False, False, False, True)
    enter(table, ClaimKind.UNDO)
    assert not any(table.state.wrong_declared)


@pytest.mark.parametrize("first", ["draw", "win"])
def test_a_win_that_stands_again_takes_the_sticks_that_lie_there_by_then(first: str) -> None:
    """Regression: a restored win used its own count of the sticks: the stick of round 1 was paid twice."""
    untouched, table = (ToldGame(rulebook("saikouisen"), auto_settle=False) for _ in range(2))
    for each in (untouched, table):
        begin(each)
        each.play(Script(each.round_.dealer, TILES, (D,), tenpai=(A, C, D)))
        enter(each, ClaimKind.CONFIRM_SETTLEMENT)
        won(each, DAMA, D, C)
    lost = upheld(table, "draw-early", D, penalty=Penalty.LOSES_RIGHT.value)
    assert table.round_.outcome is None
    chombo = upheld(table, "meld-invalid", B, 1, penalty=Penalty.CHOMBO.value, after="dealer_stays")
    for fault in (chombo, lost) if first == "draw" else (lost, chombo):
        dismissed(table, fault)
    for each in (untouched, table):
        enter(each, ClaimKind.CONFIRM_SETTLEMENT)
    assert (table.state.riichi_sticks, table.state.scores) == (0, untouched.state.scores)


_ONCE_RED: Final = (
    ("saikouisen", 600_018),
    ("kenko-2022", 300_024),
    ("rmu-a", 1_100_000),
    ("rmu-a", 1_001_107),
    ("saikouisen", 4_000_002),
    ("tenhou-2020", 5_000_161),
)


@pytest.mark.slow
@pytest.mark.parametrize(("book", "seed"), _ONCE_RED)
def test_games_that_once_came_out_otherwise(book: str, seed: int) -> None:
    """Former errors of these seeds: a win kept its first count of sticks, or replaced the play's own without its
    riichi; an unconfirmed result returned as paid; an entered result returned as not entered; an undone win did not
    return after its ruling had been a chombo in between.
    """
    assert play_games(book, [seed]).problems == []

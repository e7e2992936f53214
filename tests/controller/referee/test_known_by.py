"""A result states its basis: fully seen, partly seen and then asked, or entered by a person."""

from dataclasses import replace
from typing import Any, Final

import msgspec
import pytest

from api.http.schemas.claims import ClaimBody
from controller.journal import events as ev
from controller.journal.codec import event_from_json, event_to_json, evidence_from_json, evidence_to_json
from controller.journal.events import DrawKind
from controller.journal.ledger import round_at
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, Discard, Made, Outcome, RiichiStand, RiichiState, RoundState
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.known_by import Seen, known_by
from controller.referee.rules.furiten import FuritenKind, furiten, furiten_case
from controller.referee.watched import Matter, circumstances, nagashi_seen, watched
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook
from controller.scoring.win import WinBy
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.obstacles import obstacles
from controller.table.venue import Venue
from controller.views.table import result_view
from tests.controller.table.test_table_games import Table
from tests.support.bench import Bench, Game, dealt, lap, only

A, B, C, D = Seat
HONOURS: Final = ("1z", "2z", "3z", "4z")
TENPAI: Final = "123m456p789s1122z"
NOTEN: Final = "13579m13579p135s"
PLAIN: Final = tuple(f"{rank}{suit}" for rank in range(3, 9) for suit in "mps")


def shown(table: Bench) -> None:
    """A and B are tenpai, C and D are not, and all hands are open."""
    for seat, tiles in ((A, TENPAI), (B, TENPAI.replace("1122z", "3344z")), (C, NOTEN), (D, NOTEN)):
        table.open(seat, tiles)


def enter(table: Bench, kind: ClaimKind, **told: Any) -> list[ev.Event]:
    """Make an entry of the referee."""
    return table.give(replace(Claim(kind, table.frame / 5, "referee"), **told))


def result(table: Bench) -> Outcome:
    """Result of the round on the table."""
    outcome = table.round.outcome
    assert outcome is not None
    return outcome


def known(table: Bench) -> list[tuple[str, Seat | None, str]]:
    """Statements of the result's card about its basis."""
    state = table.director.state
    told = round_at(state, state.rounds)
    assert told is not None
    view = result_view(state, told, table.director.rulebook)
    assert view is not None
    return [(each.matter, each.seat, each.seen) for each in view.known_by]


def asked(table: Bench) -> list[str]:
    """Reasons why the result is not paid before somebody checks it."""
    state = table.director.state
    return [each.code for each in obstacles(state, state.rounds, table.director.rulebook)]


# L2-025, L2-027: the referee enters a draw after four seen honours: nobody has made a nagashi mangan.
@pytest.mark.parametrize("book", ["teikoku", "mahjong-soul"])
def test_a_draw_of_a_round_that_was_seen_in_part_pays_noten_and_asks_for_nagashi_mangan(book: str) -> None:
    table = dealt(book)
    lap(table, *HONOURS)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A, B))
    assert (result(table).draw, result(table).payments) == (DrawKind.EXHAUSTIVE, (1500, 1500, -1500, -1500))
    assert known(table) == [("nagashi_mangan", seat, "patchy") for seat in Seat]
    assert asked(table) == ["patchy"] * 4


def test_who_has_nagashi_mangan_can_be_said_and_denied_where_a_camera_looks() -> None:
    table = dealt("teikoku")
    lap(table, *HONOURS)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A, B), nagashi=(B,))
    assert (result(table).draw, result(table).seats) == (DrawKind.NAGASHI_MANGAN, (B,))
    assert ("nagashi_mangan", B, "said") in known(table)
    assert not asked(table)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A, B), nagashi=())
    assert (result(table).draw, result(table).payments) == (DrawKind.EXHAUSTIVE, (1500, 1500, -1500, -1500))
    assert not asked(table)


# L2-022: B has no right: 聴牌を無効とする。流し満貫は特殊役（和了役）.
def test_a_dead_hand_has_no_nagashi_mangan() -> None:
    table = dealt("teikoku")
    lap(table, *HONOURS)
    enter(table, ClaimKind.REPORT_FAULT, subject="call-empty", seat=B)
    fault = table.director.state.faults[-1].fault.id
    enter(table, ClaimKind.UPHOLD_FAULT, subject=fault, penalty="loses_right")
    assert table.round.lost_right[B]
    step = table.director.handle(Claim(ClaimKind.CONFIRM_DRAW, table.frame / 5, "referee", seats=(A,), nagashi=(B,)))
    assert [each.code for each in step.effects if isinstance(each, Refuse)] == ["nagashi-without-right"]
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A,))
    assert result(table).draw is DrawKind.EXHAUSTIVE
    assert B not in [seat for _, seat, _ in known(table)]


# L2-028: a table without a camera.
def test_nagashi_mangan_is_entered_and_denied_where_no_camera_looks() -> None:
    director, _ = Director.open(Venue("teikoku", seen=False), 0.0)
    entered = Claim(ClaimKind.CONFIRM_DRAW, 10.0, "referee", seats=(A,), nagashi=(B,))
    (drawn,) = only([*director.handle(entered).events], ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert (drawn.kind, drawn.seats) == (DrawKind.NAGASHI_MANGAN, (B,))
    told = round_at(director.state, director.state.rounds)
    assert told is not None
    assert [(each.matter, each.seat, each.seen) for each in known_by(director.state, told, director.rulebook)] == [
        (Matter.NAGASHI_MANGAN, B, Seen.SAID)
    ]
    (plain,) = only([*director.handle(replace(entered, nagashi=())).events], ev.RoundDrawn)
    assert isinstance(plain, ev.RoundDrawn)
    assert plain.kind is DrawKind.EXHAUSTIVE
    (left_out,) = only([*director.handle(replace(entered, nagashi=None)).events], ev.RoundDrawn)
    assert isinstance(left_out, ev.RoundDrawn)
    assert left_out.kind is DrawKind.EXHAUSTIVE


def played(*discards: str, dealer: Seat = A, **more: Any) -> RoundState:
    """A round with these discards in turn order; ``B:5m`` is a discard of that seat."""
    row, turn = [], dealer
    for each in discards:
        name, _, tile = each.rpartition(":")
        seat = Seat[name] if name else turn
        row.append(Discard(seat, parse_tiles(tile)[0]))
        turn = seat.turn(1)
    state = RoundState(Wind.EAST, 1, dealer, 0, dealt=True, discards=tuple(row), live_draws=len(row))
    return replace(state, **more)


def whole_round(nagashi: Seat) -> RoundState:
    """A round of seventy discards; one seat discards terminals and honours only."""
    orphans = ("1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z")
    tiles = [
        orphans[place // 4 % len(orphans)] if Seat(place % 4) is nagashi else PLAIN[place % len(PLAIN)]
        for place in range(70)
    ]
    return played(*tiles)


def test_nagashi_mangan_is_told_by_the_discards_where_all_of_them_were_seen() -> None:
    round_ = whole_round(C)
    assert round_.tiles_left == 0
    assert nagashi_seen(watched(round_)) == (C,)
    assert nagashi_seen(watched(round_, [2])) == (), "a discard of C is asked about"
    assert nagashi_seen(watched(replace(round_, live_draws=69))) == (), "somebody's last tile was not seen"
    assert nagashi_seen(watched(replace(round_, lost_right=(False, False, True, False)))) == ()


def called(round_: RoundState, place: int, by: Seat) -> RoundState:
    """Return the round with that discard called."""
    row = [replace(each, called_by=by) if at == place else each for at, each in enumerate(round_.discards)]
    return replace(round_, discards=tuple(row))


@pytest.mark.parametrize(
    ("round_", "gaps"),
    [
        (played("1m", "2m", "3m", "4m", "5m"), ()),
        # One tile out of turn, and the due player continues: an act of play.
        (played("1m", "C:3m", "B:2m", "C:4m"), ()),
        # Two in a row: B's act is missing.
        (played("1m", "C:3m", "D:4m", "A:5m"), (2,)),
        # A call explains the order.
        (called(played("1m", "C:3m", "D:4m"), 0, C), ()),
        # A concealed kong explains it as well.
        (
            played("1m", "C:3m", "D:4m", made=(Made(C, Meld(MeldKind.KAN_CONCEALED, (Tile.M1,) * 4), 1),)),
            (),
        ),
    ],
)
def test_acts_are_missing_where_neither_turn_nor_call_leads_to_a_discard(
    round_: RoundState, gaps: tuple[int, ...]
) -> None:
    assert watched(round_).gaps == gaps


def in_riichi(round_: RoundState, seat: Seat, place: int, **more: Any) -> RoundState:
    """Return the round with a riichi declared by that discard."""
    stands, places = [*round_.riichi], [*round_.declarations]
    stands[seat] = RiichiState(RiichiStand.ACCEPTED, **more)
    places[seat] = place
    row = [replace(each, sideways=at == place) for at, each in enumerate(round_.discards)]
    return replace(round_, riichi=tuple(stands), declarations=tuple(places), discards=tuple(row))


def test_circumstances_of_a_win_are_whole_where_their_part_of_the_round_was_seen() -> None:
    seen = in_riichi(played("1m", "2m", "3m", "4m"), A, 0, double=True, ippatsu=True)
    assert circumstances(watched(seen), A, WinBy.TSUMO, False) == {Matter.IPPATSU: True, Matter.DOUBLE_RIICHI: True}
    patchy = in_riichi(played("1m", "C:3m", "D:4m", "A:5m"), A, 0, double=True, ippatsu=True)
    assert circumstances(watched(patchy), A, WinBy.TSUMO, False) == {Matter.IPPATSU: False, Matter.DOUBLE_RIICHI: True}
    guessed = in_riichi(played("1m", "2m", "3m", "4m"), A, 0, double=True, ippatsu=True, guessed=True)
    assert set(circumstances(watched(guessed), A, WinBy.TSUMO, False).values()) == {False}


def test_a_first_turn_and_a_last_tile_rest_on_the_whole_round() -> None:
    assert circumstances(watched(played("1m", "2m")), C, WinBy.TSUMO, False) == {Matter.FIRST_TURN: True}
    assert circumstances(watched(played("1m", "C:2m", "D:3m")), B, WinBy.TSUMO, False) == {Matter.FIRST_TURN: False}
    last = whole_round(C)
    assert circumstances(watched(last), A, WinBy.RON, False) == {Matter.LAST_TILE: True}
    torn = replace(last, discards=(*last.discards[:8], *last.discards[10:]))
    assert watched(torn).gaps
    assert circumstances(watched(torn), A, WinBy.RON, False) == {Matter.LAST_TILE: False}


# npm art. 36: a passed tile; nobody saw the acts between, so that furiten is not held against the player.
def test_a_passed_tile_is_held_against_nobody_where_acts_are_missing() -> None:
    hand, book = parse_tiles("123m456p789s1z23s1z"), rulebook("npm-2008")
    passed = played("9m", "1s", "9p", "4s")
    assert FuritenKind.SAME_TURN.value in furiten(furiten_case(passed, A, hand), book).codes
    torn = played("9m", "D:1s", "C:9p", "B:4s")
    assert watched(torn).gaps
    assert furiten(furiten_case(torn, A, hand), book).codes == ()
    assert furiten(furiten_case(torn, A, hand, as_read=True), book).codes


def test_a_stored_draw_without_the_mark_is_written_as_before() -> None:
    old = ev.RoundDrawn(at=1.0, kind=DrawKind.EXHAUSTIVE, tenpai=(), payments=(0, 0, 0, 0), by="referee")
    assert "nagashi_said" not in event_to_json(old)
    said = replace(old, nagashi_said=True)
    assert event_from_json(event_to_json(said)) == said


@pytest.mark.parametrize("liable", [None, (), (("DAISANGEN", D),)])
def test_liability_is_said_and_denied_by_a_claim(liable: Any) -> None:
    """Teikoku art. 4-5: of a tsumo the liable seat pays all; if there is none, all three pay."""
    director, _ = Director.open(Venue("teikoku", seen=False), 0.0)
    pons = tuple(Meld(MeldKind.PON, (tile,) * 3, tile, From.LEFT) for tile in (Tile.WHITE, Tile.GREEN, Tile.RED))
    won = EnteredWin(B, parse_tiles("12m99s"), parse_tiles("3m")[0], melds=pons, liable=liable)
    (event,) = only([*director.handle(Claim(ClaimKind.ENTER_RESULT, 10.0, "referee", wins=(won,))).events], ev.RoundWon)
    assert isinstance(event, ev.RoundWon)
    told = round_at(director.state, director.state.rounds)
    assert told is not None
    rests = [(each.matter, each.seen) for each in known_by(director.state, told, director.rulebook)]
    assert ((Matter.LIABILITY, Seen.SAID) in rests) is bool(liable)
    assert [gain < 0 for gain in event.wins[0].score.payments] == [not liable, False, not liable, True]


def test_circumstances_that_a_person_enters_are_said() -> None:
    director, _ = Director.open(Venue("npm-2008", seen=False), 0.0)
    won = EnteredWin(
        B,
        parse_tiles("123m456p789s11p24s"),
        parse_tiles("3s")[0],
        loser=C,
        riichi="double",
        ippatsu=True,
        dora_indicators=parse_tiles("9m"),
    )
    director.handle(Claim(ClaimKind.ENTER_RESULT, 10.0, "referee", wins=(won,)))
    told = round_at(director.state, director.state.rounds)
    assert told is not None
    assert {(each.matter, each.seen) for each in known_by(director.state, told, director.rulebook)} == {
        (Matter.IPPATSU, Seen.SAID),
        (Matter.DOUBLE_RIICHI, Seen.SAID),
    }


@pytest.mark.parametrize(
    ("body", "nagashi"), [({}, None), ({"nagashi": []}, ()), ({"nagashi": [1]}, (B,)), ({"nagashi": None}, None)]
)
def test_nagashi_mangan_is_left_out_denied_or_said_over_http(body: dict[str, Any], nagashi: Any) -> None:
    claim = msgspec.convert({"kind": "confirm_draw", "seats": [0], **body}, ClaimBody).claim("referee", 1.0)
    assert claim.nagashi == nagashi


@pytest.mark.parametrize(
    ("body", "liable"),
    [
        ({}, None),
        ({"liable": None}, ()),
        ({"liable": {"DAISANGEN": 3}}, (("DAISANGEN", D),)),
        ({"liable": 3}, tuple((name, D) for name in ("DAISANGEN", "DAISUUSHII", "SUUKANTSU"))),
    ],
)
def test_liability_is_left_out_denied_or_said_over_http(body: dict[str, Any], liable: Any) -> None:
    win = {"hand": "12m99s", "win": "3m", "winner": 1, "loser": 2, "dealer": 0}
    win["melds"] = [{"kind": "pon", "tiles": f"{dragon}z"} for dragon in ("555", "666", "777")]
    claim = msgspec.convert({"kind": "enter_result", "wins": [win | body]}, ClaimBody).claim("referee", 1.0)
    assert claim.wins[0].liable == liable
    assert evidence_from_json(evidence_to_json(claim)) == claim


def test_a_round_that_was_seen_whole_rests_on_nothing_else() -> None:
    game = Game("teikoku", 3, rounds=2)
    table = Table(Venue("teikoku"))
    table.play(game.evidence())
    state, ended = NOTHING_YET, 0
    for record in table.records:
        state = reduce(state, record.event)
        if isinstance(record.event, ev.RoundWon | ev.RoundDrawn):
            told = round_at(state, state.rounds)
            assert told is not None
            assert watched(told.round).gaps == ()
            assert known_by(state, told, table.director.rulebook) == ()
            ended += 1
    assert ended == 2

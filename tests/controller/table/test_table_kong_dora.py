"""When the indicator of a kong is due, and for which wins it counts, by the book."""

from dataclasses import replace
from typing import Final

import pytest

from controller.journal import events as ev
from controller.journal.events import StackPlace
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, RoundState, TableState
from controller.ports.eyes import SeenHand
from controller.referee.faults.remedies import due_remedy
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.riichi import KongDoraShown
from controller.scoring.win import WinBy
from controller.table.director import Director
from controller.table.infer.kong_dora import counted_indicators, due_indicators
from controller.table.venue import Venue
from controller.text import Text
from tests.support.bench import Bench, faults, lap, only
from tests.support.houses import house

A, B, C, D = Seat
EVERY: Final = (
    "when_confirmed",
    "before_replacement",
    "with_discard",
    "after_discard",
    "with_next_act",
    "after_next_act",
)


def timed(open_kong: str, concealed: str = "when_confirmed") -> Rulebook:
    return house(f'riichi.open_kong_dora_shown = "{open_kong}"\nriichi.kong_dora_shown = "{concealed}"')


def played(acts: str) -> RoundState:
    """A round of acts: ``A1s`` a discard, ``Ak`` a concealed kong, ``Ao`` an open one of the last discard."""
    state = reduce(NOTHING_YET, ev.SessionOpened(at=0.0, rulebook="npm-2008", profile="", names=("", "", "", "")))
    state = reduce(state, ev.GameStarted(at=0.0, number=1, scores=(25_000,) * 4))
    started = ev.RoundStarted(
        at=0.0,
        prevailing_wind=Wind.EAST,
        number=1,
        dealer=A,
        counters=0,
        riichi_sticks=0,
        scores=(25_000,) * 4,
    )
    state = reduce(state, started)
    place = StackPlace(C, 5)
    for tile in ("1p", "2p", "3p"):
        state = reduce(state, ev.DoraShown(at=0.0, tile=parse_tile(tile), expected=place, seen=place))
    for number, act in enumerate(acts.split()):
        state = reduce(state, done(state, Seat("ABCD".index(act[0])), act[1:], number))
    assert state.round is not None
    return state.round


def done(state: TableState, seat: Seat, act: str, number: int) -> ev.Event:
    if act == "k":
        tiles = parse_tiles(f"{number + 1}" * 4 + "m")
        return ev.Called(at=1.0, seat=seat, meld=Meld(MeldKind.KAN_CONCEALED, tiles))
    if act == "o":
        assert state.round is not None
        last = state.round.discards[-1]
        meld = Meld(MeldKind.KAN_OPEN, (last.tile,) * 4, last.tile, seat.towards(last.seat))
        return ev.Called(at=1.0, seat=seat, meld=meld, taken_from=last.seat)
    return ev.Discarded(at=1.0, seat=seat, tile=parse_tile(act))


AT_ONCE: Final = ("when_confirmed", "before_replacement")


def by_rule(*, at_once: int, **others: int) -> dict[str, int]:
    return dict.fromkeys(AT_ONCE, at_once) | others


@pytest.mark.parametrize(
    ("acts", "due"),
    [
        # An open kong, its replacement in hand.
        ("A1s Co", by_rule(at_once=2, with_discard=1, after_discard=1, with_next_act=1, after_next_act=1)),
        # After it the discard is on the table; nobody has acted since.
        ("A1s Co C9s", by_rule(at_once=2, with_discard=2, after_discard=1, with_next_act=2, after_next_act=1)),
        ("A1s Co C9s D8s", dict.fromkeys(EVERY, 2)),
        # Another kong in place of the discard, concealed, whose own indicator is turned at once.
        ("A1s Co Ck", by_rule(at_once=3, with_discard=2, after_discard=2, with_next_act=3, after_next_act=2)),
        ("A1s Co Ck C9s", by_rule(at_once=3, with_discard=3, after_discard=2, with_next_act=3, after_next_act=3)),
        ("A1s Co Ck C9s D8s", dict.fromkeys(EVERY, 3)),
        # The discard after it is called for another open kong: it has passed.
        ("A1s Co C9s Do", by_rule(at_once=3, with_discard=2, after_discard=2, with_next_act=2, after_next_act=2)),
    ],
)
def test_when_the_indicator_of_an_open_kong_counts(acts: str, due: dict[str, int]) -> None:
    round_ = played(acts)
    for shown in EVERY:
        book = timed(shown)
        assert due_indicators(round_, book).least == due[shown], shown
        assert min(counted_indicators(round_, book), 1 + round_.kongs) == due[shown], shown


def test_a_concealed_kong_has_its_own_field() -> None:
    round_ = played("Ak")
    assert due_indicators(round_, timed("after_discard")) == (2, 2)
    assert due_indicators(round_, timed("when_confirmed", "after_discard")) == (1, 1)
    assert due_indicators(played("Ak A9s"), timed("when_confirmed", "after_discard")) == (1, 2)


def test_a_robbed_kong_counts_nothing_however_early_it_was_turned() -> None:
    round_ = played("A1s Co C9s Dk")
    for shown in EVERY:
        assert counted_indicators(round_, timed(shown), robbed=True) == 2
        assert counted_indicators(played("Ak"), timed(shown), robbed=True) == 1


def kong_table(book: Rulebook) -> Bench:
    """Seat C has made an open kong of seat A's discard and has the replacement tile in hand."""
    director, step = Director.open(Venue(book.id), 0.0, book)
    table = Bench(director, events=list(step.events), steps=[step])
    table.set_out(3, 4)
    table.turn_dora("9p", C, 5)
    table.see()
    lap(table, "1s")
    table.rivers[A].clear()
    table.meld(C, "1111s", 1)
    table.hands[C] = SeenHand(11)
    table.see(12)
    return table


@pytest.mark.parametrize("shown", EVERY)
def test_an_indicator_is_missed_only_once_it_is_due(shown: str) -> None:
    table = kong_table(timed(shown))
    table.discard(C, "9s")
    table.see(60)
    missed = [raised.fault.code for raised in faults(table.events, "kan-dora")]
    assert missed == ([] if shown.startswith("after") else ["kan-dora-missing"])
    lap(table, "8s", first=D)
    table.see(60)
    assert [raised.fault.code for raised in faults(table.events, "kan-dora")] == ["kan-dora-missing"]


def apart() -> Rulebook:
    """A book with a clause on the concealed kong's dora and none on the open one's."""
    book = rulebook("npm-2008")
    silent = unstated(
        KongDoraShown.AFTER_DISCARD, Text("暗槓についてのみ記載", "the text speaks of concealed kongs alone")
    )
    told = Rule(KongDoraShown.WHEN_CONFIRMED, clause("第9条ロ", "art. 9 ro"))
    return replace(book, riichi=replace(book.riichi, kong_dora_shown=told, open_kong_dora_shown=silent))


@pytest.mark.parametrize(
    ("kong", "clause"), [("o", "unstated: the text speaks of concealed kongs alone"), ("k", "art. 9 ro")]
)
@pytest.mark.parametrize("code", ["kan-dora-missing", "kan-dora-early", "kan-dora-robbed"])
def test_what_a_book_says_of_the_kind_of_kong_is_told(code: str, kong: str, clause: str) -> None:
    later = played(f"A1s C{kong} C9s Dk D8s")
    assert due_remedy(code, apart(), played(f"A1s C{kong}")).clause == clause
    assert due_remedy(code, apart(), later, subject="1").clause == clause
    assert due_remedy(code, apart(), later).clause == "art. 9 ro"


def test_a_missed_indicator_of_an_open_kong_tells_what_the_book_says_of_open_kongs() -> None:
    table = kong_table(apart())
    table.discard(C, "9s")
    lap(table, "8s", first=D)
    table.see(60)
    (raised,) = faults(table.events, "kan-dora")
    assert raised.fault.remedy.clause == "unstated: the text speaks of concealed kongs alone"


@pytest.mark.parametrize("shown", EVERY)
def test_an_indicator_turned_before_its_time_is_early(shown: str) -> None:
    table = kong_table(timed(shown))
    table.turn_dora("7z", C, 6)
    table.see(60)
    early = [raised.fault.code for raised in faults(table.events, "kan-dora")]
    assert early == ([] if shown in ("when_confirmed", "before_replacement") else ["kan-dora-early"])


@pytest.mark.parametrize("shown", EVERY)
def test_a_win_on_the_replacement_tile_has_the_dora_that_is_due(shown: str) -> None:
    table = kong_table(timed(shown))
    table.turn_dora("4p", C, 6)
    table.see(4)
    table.open(C, "345p678p22m77m", "2m")
    table.see(40)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    win = won.wins[0].win
    assert (win.by, win.replacement) == (WinBy.TSUMO, True)
    assert len(win.dora_indicators) == (2 if shown in ("when_confirmed", "before_replacement") else 1)


@pytest.mark.parametrize("shown", EVERY)
def test_a_ron_on_the_discard_after_a_kong_has_the_dora_that_is_due(shown: str) -> None:
    table = kong_table(timed(shown))
    table.discard(C, "9s")
    table.turn_dora("4p", C, 6)
    table.see(4)
    table.open(D, "234m567m11p555z78s")
    table.see(40)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert len(won.wins[0].win.dora_indicators) == (1 if shown.startswith("after") else 2)

"""Legality over the record of a round, over any hand, and over impossible input."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import HandError
from controller.journal.state import Discard, LastAct, Made, RiichiStand, RiichiState, RoundState
from controller.referee.rules.furiten import FuritenCase, Offer, furiten, furiten_case, in_furiten
from controller.referee.rules.liability import liabilities, liable_for
from controller.referee.rules.meld_limits import MeldCase
from controller.referee.rules.precedence import Call, Voice, precedence
from controller.referee.rules.riichi_acts import RiichiCase, may_declare
from controller.referee.rules.riichi_kong import RiichiKongCase, riichi_kong
from controller.referee.rules.swap_calling import swap_calling, swap_kinds
from controller.referee.rules.tenpai import DrawnHand, tenpai_at_draw
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds, parse_tile, parse_tiles
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.riichi.tile import KINDS, Tile
from controller.riichi.waits import waits
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import LiabilityTrigger, Wrong
from controller.rulebooks.schema.riichi import RiichiKong
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win, WinBy

A, B, C, D = SEATS
BOOK = rulebook("npm-2008")
HAND = parse_tiles("34m456p789s22z555z")
START = RoundState(prevailing_wind=Wind.EAST, number=1, dealer=A, counters=0)


def played(*texts: str, **more: Any) -> RoundState:
    """A round after these discards: "SEAT TILE", with "riichi" or "called X"."""
    discards = []
    for text in texts:
        seat, tile, *words = text.split()
        called = Seat[words[words.index("called") + 1]] if "called" in words else None
        discards.append(Discard(Seat[seat], parse_tile(tile), "riichi" in words, called))
    last = LastAct(discards[-1].seat) if discards else None
    return replace(START, discards=tuple(discards), **{"last": last, **more})


def in_riichi(seat: Seat) -> tuple[RiichiState, ...]:
    return tuple(RiichiState(RiichiStand.ACCEPTED) if each is seat else RiichiState() for each in SEATS)


def test_an_own_discard_that_another_called_is_still_furiten() -> None:
    now = played("A 5m called B", "B 9s", "C 2m")
    assert furiten(furiten_case(now, A, HAND), BOOK).codes == ("win-furiten",)
    assert in_furiten(now, A, HAND, BOOK)


def test_the_last_discard_is_the_one_to_be_won() -> None:
    assert not in_furiten(played("A 9s", "B 2m"), A, HAND, BOOK)
    assert in_furiten(played("A 9s", "B 2m", "C 9p"), A, HAND, BOOK)


def test_after_a_call_of_another_the_called_tile_was_passed() -> None:
    now = played("A 9s", "B 2m called C", last=LastAct(C, MeldKind.PON))
    assert furiten(furiten_case(now, A, HAND), BOOK).codes == ("win-same-turn-furiten",)


def test_the_tile_of_a_kong_just_added_is_the_one_to_be_won() -> None:
    kong = Meld(MeldKind.KAN_ADDED, parse_tiles("2222m"), parse_tile("2m"), From.LEFT)
    melds = ((), (), (kong,), ())
    made = (Made(C, kong, 2),)
    now = played("A 9s", "B 5p", melds=melds, made=made, last=LastAct(C, MeldKind.KAN_ADDED))
    assert furiten_case(now, A, HAND).offers[-1] == Offer(C, parse_tile("2m"), MeldKind.KAN_ADDED)
    assert not in_furiten(now, A, HAND, BOOK)
    assert in_furiten(replace(now, discards=(*now.discards, Discard(C, parse_tile("5m")))), A, HAND, BOOK)


def test_a_win_passed_after_riichi_is_read_off_the_sideways_tile() -> None:
    now = played("A 9s riichi", "B 5m", "A 1z", "B 2m", riichi=in_riichi(A))
    assert furiten(furiten_case(now, A, HAND), BOOK).codes == ("win-riichi-furiten",)
    assert not in_furiten(replace(now, riichi=START.riichi), A, HAND, BOOK)


def test_a_hand_that_waits_for_nothing_or_cannot_be_is_in_no_furiten() -> None:
    now = played("A 5m", "B 2m")
    assert not in_furiten(now, A, parse_tiles("35m456p79s122z555z"), BOOK)
    assert not in_furiten(now, A, HAND[:5], BOOK)


def house(section: str, **rules: object) -> Rulebook:
    """Return the book with some house rules."""
    changed = {name: Rule(value, clause("ハウスルール", "house")) for name, value in rules.items()}
    return replace(BOOK, **{section: replace(getattr(BOOK, section), **changed)})


def test_a_house_may_let_thirteen_waits_ron_an_own_discard() -> None:
    case = FuritenCase(A, parse_tiles("19m19p19s1234567z"), offers=(Offer(A, Tile.M1), Offer(B, Tile.P9)))
    free = furiten(case, house("claims", thirteen_wait_ignores_furiten=True))
    assert (free.allowed, free.grounds[0].clause) == (True, "house")
    passed = replace(case, offers=(*case.offers, Offer(C, Tile.P9)))
    assert furiten(passed, house("claims", thirteen_wait_ignores_furiten=True)).codes == ("win-same-turn-furiten",)


def test_a_house_may_ask_for_more_or_less_at_every_field() -> None:
    plain = DrawnHand(parse_tiles("34m456p22z"), (meld("chii 789s 7s"), meld("pon 111s 1s")))
    assert tenpai_at_draw(plain, house("flow", tenpai_needs_yaku=True)).codes == ("tenpai-false",)
    with_yaku = replace(plain, hand=parse_tiles("34m555z22z"))
    assert tenpai_at_draw(with_yaku, house("flow", tenpai_needs_yaku=True)).allowed
    held = DrawnHand(parse_tiles("1111m456p789s555z"))
    assert tenpai_at_draw(held, house("flow", tenpai_holding_all_waits=True)).allowed
    late = RiichiCase(HAND, tiles_left=0)
    assert may_declare(late, house("riichi", riichi_by_haitei_drawer=Wrong.ALLOWED)).allowed
    poor = RiichiCase(HAND, points=0)
    assert may_declare(poor, house("riichi", riichi_below_stick=False)).codes == ("riichi-no-points",)
    assert swap_calling(meld("pon 555z 5z"), Tile.WHITE, house("claims", swap_calling=Wrong.ALLOWED)).allowed


def test_a_house_may_hold_pon_alone_liable_and_leave_out_concealed_kongs() -> None:
    book = house("claims", liability=("DAISANGEN", "SUUKANTSU"), liability_trigger=LiabilityTrigger.PON)
    sets = [meld("kan_concealed 5555z"), meld("pon 666z 6z")]
    assert liable_for([*sets, meld("pon 777z 7z")], A, book) == (("DAISANGEN", D),)
    assert liable_for([*sets, meld("kan_open 7777z 7z")], A, book) == ()
    strict = replace(
        book, claims=replace(book.claims, liability_counts_concealed_kongs=Rule(False, clause("ハウスルール", "house")))
    )
    assert liable_for([*sets, meld("pon 777z 7z")], A, strict) == ()


def test_what_liability_finds_is_what_the_scorer_takes() -> None:
    book = rulebook("tomioka")
    melds = [meld("pon 555z 5z"), meld("pon 666z 6z"), meld("pon 777z 7z")]
    found = liabilities(melds, A, book)
    win = Win(parse_tiles("34m22p"), Tile.M2, WinBy.RON, tuple(melds), loser=B, liable_for=liable_for(melds, A, book))
    score = score_win(win, book)
    assert isinstance(score, Score)
    assert [each.seat for each in found] == [D]
    assert score.payments == (48000, -24000, 0, -24000)


def meld(text: str) -> Meld:
    kind, tiles, *called = text.split()
    claimed = parse_tile(called[0]) if called else None
    return Meld(MeldKind(kind), parse_tiles(tiles), claimed, From.LEFT if called else None)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FuritenCase(A, HAND, offers=(Offer(B, Tile.M1),), riichi_at=0), "riichi_at 0: expected"),
        (lambda: FuritenCase(A, HAND[1:]).wanted, "12 concealed tiles"),
        (lambda: RiichiCase(HAND[1:]), "12 concealed tiles"),
        (lambda: RiichiCase(HAND, tiles_left=-1), "tiles_left -1"),
        (lambda: RiichiKongCase(HAND, Tile.M1, Tile.WHITE.kind), "expected a tenpai hand"),
        (lambda: RiichiKongCase(HAND[:10], Tile.WHITE, 31, (meld("pon 555z 5z"),)), "closed hand"),
        (lambda: MeldCase(MeldKind.PON, kongs=-1), "kongs -1"),
        (lambda: swap_kinds(Meld(MeldKind.PON, parse_tiles("555z"))), "which tile|the tile that was called"),
        (lambda: precedence([], A, BOOK), "no calls"),
        (lambda: precedence([Voice(A, Call.RON)], A, BOOK), "its own discard"),
        (lambda: precedence([Voice(C, Call.CHOW)], A, BOOK), "calls a chow"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(make: Callable[[], object], message: str) -> None:
    with pytest.raises(HandError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


GROUPS = [(kind,) * 3 for kind in range(KINDS)] + [
    (kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7 for _ in range(2)
]


@st.composite
def tenpai_with_triplet(draw: st.DrawFn) -> tuple[tuple[Tile, ...], int]:
    """A closed tenpai hand, dense enough for several readings, and a kind of which it has three."""
    suit = draw(st.sampled_from((0, 9, 18)))
    near = [group for group in GROUPS if suit <= group[0] < suit + 9 or group[0] == 31]
    triplet = draw(st.sampled_from([group for group in near if group[0] == group[1]]))
    rest = [draw(st.sampled_from(near)) for _ in range(3)]
    pair = draw(st.sampled_from([*range(suit, suit + 9), 32]))
    tiles = [Tile(kind) for group in (triplet, *rest, (pair, pair)) for kind in group]
    del tiles[draw(st.integers(3, 13))]
    counts = count_kinds(tiles)
    if max(counts) > 4 or counts[triplet[0]] != 3 or not waits(counts, (), drop_held=True):
        tiles = list(parse_tiles("111m34m456p789s22z"))
        triplet = (0, 0, 0)
    return tuple(tiles), triplet[0]


NESTED = (
    *(RiichiKong.INDEPENDENT_TRIPLET, RiichiKong.SETS),
    *(RiichiKong.SETS_AND_YAKU, RiichiKong.SETS_AND_WAITS),
)
KONG_BOOKS = {policy: house("riichi", riichi_kong=policy) for policy in NESTED}


@settings(max_examples=60, deadline=None)
@given(tenpai_with_triplet())
def test_the_policies_of_a_kong_after_riichi_are_nested(case: tuple[tuple[Tile, ...], int]) -> None:
    hand, kind = case
    kong = RiichiKongCase(hand, Tile(kind), kind)
    allowed = {policy: riichi_kong(kong, book).allowed for policy, book in KONG_BOOKS.items()}
    assert allowed[RiichiKong.SETS] is allowed[RiichiKong.SETS_AND_WAITS] is max(allowed.values())
    assert allowed[RiichiKong.INDEPENDENT_TRIPLET] <= min(allowed.values())
    if allowed[RiichiKong.SETS]:
        left, melds = kong.after
        still = waits(count_kinds(left), melds, drop_held=True)
        before = waits(count_kinds(hand), drop_held=True)
        assert still == before


@settings(max_examples=24, deadline=None)
@given(st.permutations([Voice(B, Call.CHOW), Voice(C, Call.SET, 1), Voice(D, Call.RON, 1), Voice(C, Call.RON, 1)]))
def test_precedence_does_not_hang_on_the_order_in_which_calls_are_told(voices: list[Voice]) -> None:
    for name, stands in (("npm-2008", [C]), ("teikoku", [B]), ("wakashachi-2025", [C, D])):
        found = precedence(voices, A, rulebook(name))
        assert [each.seat for each in found.stands] == stands

"""Rounds played by the simulator's bots follow the rules that a table and a referee would enforce."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from controller.journal.events import USUAL_STICK
from controller.riichi.meld import MeldKind
from controller.riichi.notation import count_kinds
from controller.riichi.readings import readings
from controller.riichi.seat import From, Seat
from controller.riichi.waits import is_tenpai, waits
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.scoring.win import WinBy
from hardware.simulator.game.acts import CallTile, DiscardTile, DrawTile, Kong, LayStick, TakeBlock, TurnIndicator
from hardware.simulator.game.deal import fresh_set, slots
from hardware.simulator.game.play import Aborted, Exhausted, Won
from hardware.simulator.game.round import SimulatedRound, StagingError, WrongBreaks, play_rounds
from hardware.simulator.game.table_state import TilesOnTable
from hardware.simulator.game.truth import round_truth

# Every test here plays whole games.
pytestmark = pytest.mark.slow

ROUNDS_OF_A_BOOK = 34


@pytest.fixture(scope="module")
def played() -> list[SimulatedRound]:
    """About two hundred rounds, over all rulebooks in turn."""
    return [
        one for seed, book in enumerate(rulebook_ids()) for one in play_rounds(rulebook(book), seed, ROUNDS_OF_A_BOOK)
    ]


def every_tile(felt: TilesOnTable) -> Iterator[int]:
    """Yield every tile on the table, once per place in which it occurs."""
    yield from felt.wall
    if felt.lowered is not None:
        yield felt.lowered
    for place in felt.places:
        yield from place.concealed
        yield from (lying.tile for lying in place.river)
        for laid in place.melds:
            yield from laid.all_tiles


@pytest.mark.slow
def test_every_act_leaves_136_tiles_each_in_one_place(played: list[SimulatedRound]) -> None:
    for one in played:
        felt = TilesOnTable(one.deal.faces)
        for act in one.played.acts:
            felt.apply(act)
            lying = list(every_tile(felt))
            assert len(lying) == 136
            assert len(set(lying)) == 136


def test_hands_hold_thirteen_tiles_less_three_a_meld_after_every_discard(played: list[SimulatedRound]) -> None:
    for one in played:
        felt = TilesOnTable(one.deal.faces)
        for act in one.played.acts:
            felt.apply(act)
            if isinstance(act, DiscardTile):
                for place in felt.places:
                    assert len(place.hand) == 13 - 3 * len(place.melds)
                    assert place.drawn is None


def test_points_and_sticks_add_up_round_after_round(played: list[SimulatedRound]) -> None:
    for one, after in pairwise(played):
        book = rulebook(one.rulebook)
        start = 4 * book.settlement.start_points.value
        standing = one.deal.standing
        assert sum(standing.points) + book.scoring.riichi_stick.value * standing.riichi_sticks == start
        if (one.rulebook, one.game) == (after.rulebook, after.game):
            assert after.deal.standing.points == one.points_after


def test_dealer_stays_or_passes_on_as_the_round_ended(played: list[SimulatedRound]) -> None:
    for one, after in pairwise(played):
        if (one.rulebook, one.game) != (after.rulebook, after.game):
            assert after.deal.standing.dealer is Seat.A
            continue
        end, dealer = one.played.end, one.deal.standing.dealer
        assert not isinstance(end, Aborted), "no book here aborts a round"
        stays = end.winner is dealer if isinstance(end, Won) else end.tenpai[dealer]
        assert after.deal.standing.dealer is (dealer if stays else dealer.turn(1))


def test_a_game_is_over_after_the_last_dealer_passes_on(played: list[SimulatedRound]) -> None:
    last_rounds = [one for one, after in pairwise(played) if one.rulebook == after.rulebook and one.game < after.game]
    assert last_rounds
    for one in last_rounds:
        assert one.deal.standing.dealer is Seat.D
        assert one.deal.standing.prevailing_wind + 1 == rulebook(one.rulebook).flow.winds_played.value


def test_every_win_is_a_complete_hand_with_a_yaku_and_balanced_payments(played: list[SimulatedRound]) -> None:
    wins = [one.played.end for one in played if isinstance(one.played.end, Won)]
    assert len(wins) > len(played) / 2
    for end in wins:
        counts = count_kinds((*end.win.hand, end.win.tile))
        assert readings(counts, end.win.melds)
        assert end.score.yaku
        assert sum(end.score.payments) == USUAL_STICK * end.win.riichi_sticks


def test_nobody_rons_in_furiten_or_over_a_nearer_winner(played: list[SimulatedRound]) -> None:
    for one in played:
        end = one.played.end
        if isinstance(end, Won) and end.win.by is WinBy.RON:
            held = waits(count_kinds(end.win.hand), end.win.melds)
            own = {one.deal.faces[act.tile].kind for act in _discards(one) if act.seat is end.winner}
            assert end.win.tile.kind in held
            assert not own.intersection(held)


def test_riichi_is_closed_tenpai_and_discards_only_what_it_draws(played: list[SimulatedRound]) -> None:
    declared = 0
    for one in played:
        felt, silent = TilesOnTable(one.deal.faces), set[Seat]()
        for act in one.played.acts:
            if isinstance(act, DiscardTile) and act.seat in silent:
                assert felt.places[act.seat].drawn == act.tile
            felt.apply(act)
            assert not (isinstance(act, CallTile | Kong) and act.seat in silent)
            if isinstance(act, DiscardTile) and act.riichi:
                declared += 1
                silent.add(act.seat)
                hand = [one.deal.faces[tile] for tile in felt.places[act.seat].hand]
                assert is_tenpai(count_kinds(hand), felt.melds(act.seat))
                assert not any(meld.is_open for meld in felt.melds(act.seat))
                assert act.sideways
    assert declared > len(played) / 3


def test_a_stick_is_laid_for_every_declared_tile_that_nobody_won_on(played: list[SimulatedRound]) -> None:
    for one in played:
        declared = [act for act in _discards(one) if act.riichi]
        laid = [act for act in one.played.acts if isinstance(act, LayStick)]
        end = one.played.end
        ronned = isinstance(end, Won) and declared and end.loser is not None and declared[-1].tile == end.tile
        assert len(laid) == len(declared) - bool(ronned)


def test_calls_take_the_last_discard_and_chii_only_from_the_left(played: list[SimulatedRound]) -> None:
    kinds = Counter[MeldKind]()
    for one in played:
        last: DiscardTile | None = None
        for act in one.played.acts:
            if isinstance(act, CallTile):
                kinds[act.kind] += 1
                assert last is not None
                assert (act.tile, act.loser) == (last.tile, last.seat)
                assert act.kind is not MeldKind.CHII or act.seat.towards(act.loser) is From.LEFT
            kinds.update([act.kind] if isinstance(act, Kong) else [])
            last = act if isinstance(act, DiscardTile) else None if isinstance(act, DrawTile) else last
    assert set(kinds) == set(MeldKind)


def test_no_swap_calling(played: list[SimulatedRound]) -> None:
    for one in played:
        for claim, discard in pairwise(one.played.acts):
            if isinstance(claim, CallTile) and isinstance(discard, DiscardTile):
                faces = [one.deal.faces[tile].kind for tile in claim.own]
                given = one.deal.faces[discard.tile].kind
                assert given != one.deal.faces[claim.tile].kind
                if claim.kind is MeldKind.CHII and given // 9 == faces[0] // 9 and given < 27:
                    assert sorted([*faces, given]) != list(range(min(*faces, given), min(*faces, given) + 3))


def test_draws_follow_the_wall_from_the_break_that_was_made(played: list[SimulatedRound]) -> None:
    for one in played:
        made, place = one.deal.made, slots((17, 17, 17, 17))
        taken = [place[tile] for act in one.played.acts if isinstance(act, TakeBlock) for tile in act.tiles]
        taken += [place[act.tile] for act in one.played.acts if isinstance(act, DrawTile) and not act.replacement]
        kans = sum(isinstance(act, DrawTile) and act.replacement for act in one.played.acts)
        assert sorted(map(made.number, taken)) == list(range(len(taken)))
        assert len(taken) <= len(made.live(kans))
        turned = [place[act.tile] for act in one.played.acts if isinstance(act, TurnIndicator)]
        assert turned == [made.indicator(kan) for kan in range(kans + 1)]


def test_an_exhausted_round_has_no_live_tile_left_and_shows_the_tenpai_hands(played: list[SimulatedRound]) -> None:
    exhausted = [one for one in played if isinstance(one.played.end, Exhausted)]
    assert exhausted
    for one in exhausted:
        acts = one.played.acts
        drawn = sum(isinstance(act, DrawTile) for act in acts)
        assert drawn == 136 - 14 - 52
        truth = round_truth(one)
        assert [hand["pose"] == "shown" for hand in truth["hands"]] == truth["tenpai"]


def test_the_same_seed_gives_the_same_rounds_and_another_seed_others() -> None:
    def tell(seed: int) -> list[object]:
        return [round_truth(one) for one in play_rounds(rulebook("mleague"), seed, 4, wrong=WrongBreaks(2))]

    assert tell(5) == tell(5)
    assert tell(5) != tell(6)


def test_a_set_holds_the_red_fives_of_the_book() -> None:
    mleague = fresh_set(rulebook("mleague").scoring.red_fives.value)
    assert Counter(map(str, mleague)) == Counter(
        {**{f"{rank}{suit}": 4 for suit in "mps" for rank in range(1, 10)}, **{f"{rank}z": 4 for rank in range(1, 8)}}
        | {f"0{suit}": 1 for suit in "mps"}
        | {f"5{suit}": 3 for suit in "mps"}
    )
    assert not any(tile.is_red for tile in fresh_set(rulebook("npm-2008").scoring.red_fives.value))


def test_wrong_breaks_are_staged_where_asked_and_nowhere_else() -> None:
    rounds = list(play_rounds(rulebook("npm-2008"), 3, 12, wrong=WrongBreaks.parse("4")))
    assert [one.deal.standing.number for one in rounds if one.deal.wrong_break] == [4, 8, 12]
    some = list(play_rounds(rulebook("npm-2008"), 3, 12, wrong=WrongBreaks.parse("2,5,")))
    assert [one.deal.standing.number for one in some if one.deal.wrong_break] == [2, 5]
    for one in rounds:
        due, made = one.deal.due, one.deal.made
        apart = (made.number(due.order[0]) // 2 + 4) % 68 - 4
        same_count = due.wall is not made.wall and due.stack == made.stack
        assert same_count or (0 < abs(apart) <= 3) is one.deal.wrong_break


@pytest.mark.parametrize("text", ["often", "0", "2,x", "-1"])
def test_stage_directions_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(StagingError, match="expected a number such as 4"):
        WrongBreaks.parse(text)


def _discards(one: SimulatedRound) -> list[DiscardTile]:
    return [act for act in one.played.acts if isinstance(act, DiscardTile)]

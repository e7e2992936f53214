"""Where a text is silent or ambiguous, the value is marked as such, whatever clause is cited for it."""

from typing import Final

import pytest

from controller.rulebooks.catalogue import rulebook

# Fields of each book whose value is a default or a reading.
READINGS: Final = {
    "npm-2008": """
        scoring.limits scoring.ippatsu_with_chankan scoring.ryuuiisou_needs_hatsu scoring.nagashi_mangan
        claims.thirteen_wait_ignores_furiten riichi.riichi_below_stick flow.clock_minutes
        flow.dealer_may_stop flow.ends_below_zero flow.points_declared_before_last penalties.chombo_sticks
        penalties.call_then_ron_stands settlement.wrong_declared_ranked_below
    """,
    "teikoku": """
        scoring.fu scoring.double_wind_pair scoring.pinfu_tsumo scoring.open_pinfu scoring.seven_pairs
        scoring.replacement_tsumo_fu scoring.base_power scoring.rounding scoring.limits
        scoring.most_yakuman scoring.red_fives scoring.open_tanyao scoring.ippatsu_with_chankan
        scoring.haitei_with_rinshan scoring.highest_reading scoring.mixed_in_loses_wait scoring.ura_dora
        scoring.ryuuiisou_needs_hatsu claims.kokushi_robs_concealed_kong
        claims.thirteen_wait_ignores_furiten claims.swap_calling claims.liability_trigger
        claims.liability_counts_concealed_kongs claims.liability_counters
        claims.liability_only_its_yakuman claims.open_kong_rinshan_liability
        riichi.riichi_needs_all_three_acts riichi.riichi_stands_when_tile_ronned riichi.riichi_kong
        riichi.kong_after_haitei riichi.call_on_houtei riichi.most_kongs flow.clock_minutes
        flow.ends_below_zero flow.aborted_rounds flow.tenpai_holding_all_waits flow.nagashi_is_win
        settlement.start_points settlement.return_points settlement.rank_points settlement.oka
        settlement.ties settlement.rounding_to_record settlement.surplus
        penalties.after_chombo_dealer_tenpai penalties.every_offender_pays
        penalties.chombo_forgiven_by_win penalties.after_lost_right penalties.win_scrambled
        penalties.may_settle_among_players table.set_presser table.dora_stack table.dead_wall
        table.dora_turner table.river_row table.wrong_dealer
    """,
    "tomioka": """
        scoring.ba_zoro scoring.fu scoring.kiriage_60_fu_3_han scoring.limits scoring.most_yakuman
        scoring.highest_reading scoring.mixed_in_loses_wait scoring.counter_value claims.claim_order
        claims.same_turn_furiten_ends claims.thirteen_wait_ignores_furiten
        claims.liability_counts_concealed_kongs claims.liability_only_its_yakuman
        riichi.riichi_below_stick riichi.called_tile_next_sideways riichi.kong_after_haitei
        riichi.call_on_houtei riichi.kong_only_on_own_draw riichi.kong_dora_shown flow.winds_played
        flow.clock_minutes flow.tenpai_holding_all_waits flow.tenpai_shown flow.tenpai_order
        flow.counter_on_dealer_win flow.counter_on_draw_dealer_passes flow.counters_cleared_by_child_win
        flow.round_begins settlement.ties settlement.round_below_zero_by_magnitude penalties.chombo_cost
        penalties.after_chombo penalties.chombo_sticks penalties.every_offender_pays
        penalties.chombo_forgiven_by_win penalties.empty_call penalties.early_draw
        penalties.after_lost_right penalties.win_scrambled penalties.wall_broken table.set_presser
        table.wrong_dealer
    """,
    "wakashachi-2025": """
        scoring.ippatsu_with_chankan claims.several_rons_pot_to_nearest claims.claim_order
        claims.same_turn_furiten_ends claims.thirteen_wait_ignores_furiten
        riichi.riichi_needs_all_three_acts riichi.called_tile_next_sideways
        riichi.riichi_stands_when_tile_ronned riichi.kong_after_haitei flow.tenpai_holding_all_waits
        flow.round_begins penalties.chombo_cost penalties.chombo_points penalties.after_chombo
        penalties.chombo_sticks penalties.every_offender_pays penalties.false_win_shown
        penalties.hand_opened penalties.win_scrambled penalties.wall_broken penalties.after_lost_right
    """,
    "kenko-2022": """
        scoring.minimum_han scoring.ba_zoro scoring.yaku scoring.fu scoring.double_wind_pair
        scoring.pinfu_tsumo scoring.open_pinfu scoring.seven_pairs scoring.replacement_tsumo_fu
        scoring.base_power scoring.rounding scoring.limits scoring.counted_yakuman scoring.most_yakuman
        scoring.red_fives scoring.ippatsu_with_chankan scoring.haitei_with_rinshan scoring.highest_reading
        claims.claim_order claims.same_turn_furiten_ends claims.liability_counters
        riichi.riichi_tiles_left riichi.riichi_below_stick riichi.riichi_on_dead_wait
        riichi.riichi_taken_back riichi.riichi_needs_all_three_acts riichi.called_tile_next_sideways
        riichi.riichi_stands_when_tile_ronned riichi.kong_after_haitei riichi.call_on_houtei
        riichi.most_kongs riichi.kong_only_on_own_draw riichi.kong_dora_shown flow.ends_below_zero
        flow.counter_on_draw_dealer_passes flow.round_begins flow.counters_cleared_by_child_win
        penalties.too_many_tiles penalties.too_few_tiles penalties.early_draw
        penalties.every_offender_pays penalties.win_scrambled settlement.floating_bonus
        event.win_rate_all_drawn
    """,
}
ALL: Final = [(book, field) for book, fields in READINGS.items() for field in fields.split()]


def test_a_default_or_a_reading_is_marked_with_its_reason() -> None:
    assert [(book, field) for book, field in ALL if not dict(rulebook(book).rules())[field].unstated] == []


@pytest.mark.parametrize(
    ("book", "field", "amount", "stated"),
    [
        ("npm-2008", "scoring.limits", 3, False),
        ("npm-2008", "scoring.limits", 4, True),
        ("tomioka", "scoring.limits", 10, False),
        ("tomioka", "scoring.limits", 11, True),
        ("tomioka", "scoring.most_yakuman", 3, True),
        ("tomioka", "scoring.most_yakuman", 4, False),
        ("kenko-2022", "scoring.limits", 11, False),
    ],
)
def test_amounts_for_which_a_text_speaks(book: str, field: str, amount: int, stated: bool) -> None:
    assert (amount in dict(rulebook(book).rules())[field].stated_for) is stated

"""tenhou: ranked games of four, East-South, open tanyao and red fives (東南喰赤), by manual and published records."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule, silent, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import LiabilityTrigger, Payer, SeveralRons, Wrong
from controller.rulebooks.schema.flow import AbortiveDraw, ExtensionEnd
from controller.rulebooks.schema.riichi import KongDoraShown, LeftSticks, RiichiKong
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.schema.settlement import Rounding, Ties
from controller.text import Text

T = TypeVar("T")

_USUAL: Final = Text("マニュアルに記載なし、通例による", "not in the manual; the usual rule")
_PROGRAM: Final = Text("対象外（プログラムがその行為を許さない）", "never asked, the program lets no such act happen")
_RANKED: Final = clause("マニュアル・段位戦ルール説明", "manual, rules of ranked games")


def _told(value: T, doubt: Text | None = None) -> Rule[T]:
    return Rule(value, _RANKED, doubt)


def _recorded(value: T) -> Rule[T]:
    return Rule(value, clause("公開された牌譜", "published records"))


def _elsewhere(value: T) -> Rule[T]:
    return Rule(value, shared.RECORDS_ELSEWHERE)


# Told apart by name, and worth one yakuman as any other.
_YAKU: Final = (
    *shared.yaku_list({"": clause("マニュアル・役", "manual, yaku")}),
    *(YakuRule(yaku, 0, 0, 1, clause("マニュアル・役", "manual, yaku")) for yaku in shared.WIDE_YAKUMAN),
)

# Lines that no win of tests/vectors/published_wins.toml has.
_UNSHOWN: Final = ("OPEN_KONG_SIMPLE", "CONCEALED_KONG_SIMPLE", "CONCEALED_KONG_ORPHAN")
_FU: Final = tuple(
    each._replace(clause=shared.RECORDS_ELSEWHERE) if each.id in _UNSHOWN else each
    for each in shared.fu_table(clause("公開された牌譜", "published records"))
)

TENHOU: Final = Rulebook(
    id="tenhou",
    ja="天鳳 段位戦（四人打ち東南戦、喰いタン・赤あり）",
    en="Tenhou, ranked games of four, East-South, open tanyao and red fives",
    edition="manual as of 2026, by secondary sources and published records",
    source="https://tenhou.net/man/",
    scoring=replace(
        silent(MLEAGUE_2026.scoring, _USUAL),
        minimum_han=_told(1),
        ba_zoro=_told(0),
        yaku=_told(_YAKU),
        fu=_recorded(_FU),
        han_table=_told(()),
        double_wind_pair=_told(4),
        pinfu_tsumo=_told(True),
        open_pinfu=_elsewhere(10),
        seven_pairs=_told(25),
        replacement_tsumo_fu=_told(True),
        kiriage_30_fu_4_han=_told(False),
        kiriage_60_fu_3_han=_told(False),
        limits=_told(shared.USUAL_LIMITS),
        counted_yakuman=_told(13),
        yakuman_points=_told(8000),
        most_yakuman=_told(None),
        red_fives=_told((1, 1, 1)),
        open_tanyao=_told(True),
        late_yaku=_told(True),
        ippatsu=_told(True),
        dora=_told(True),
        ura_dora=_told(True),
        kan_dora=_told(True),
        kan_ura=_told(True),
        ippatsu_with_chankan=_recorded(True),
        haitei_with_rinshan=_elsewhere(False),
        counter_value=_told(300),
        riichi_stick=_told(1000),
        nagashi_mangan=_told(True),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, _USUAL),
        several_rons=_told(SeveralRons.ALL),
        several_rons_pot_to_nearest=_told(True),
        kokushi_robs_concealed_kong=_told(False),
        may_pass_after_riichi=_told(True),
        swap_calling=_told(Wrong.LOSES_RIGHT, _PROGRAM),
        slide_calling=_told(Wrong.LOSES_RIGHT, _PROGRAM),
        liability=_told(("DAISANGEN", "DAISUUSHII")),
        liability_trigger=_elsewhere(LiabilityTrigger.PON_OR_KONG),
        liability_ron_percent=_told(50),
        liability_counters=_told(Payer.LIABLE),
        liability_only_its_yakuman=_recorded(False),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, _USUAL),
        riichi_tiles_left=_told(4),
        riichi_below_stick=_told(False),
        riichi_on_dead_wait=_told(True),
        riichi_kong=_told(RiichiKong.WAITS),
        left_sticks=_told(LeftSticks.TOP),
        kong_after_haitei=_elsewhere(False),
        call_on_houtei=_elsewhere(False),
        most_kongs=_elsewhere(4),
        kong_dora_shown=_told(KongDoraShown.WHEN_CONFIRMED),
        open_kong_dora_shown=_told(KongDoraShown.WITH_NEXT_ACT),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, _USUAL),
        winds_played=_told(2),
        winds_extended=_told(1),
        extension_points=_told(30_000),
        extension_ends=_told(ExtensionEnd.UNLESS_DEALER_STAYS),
        dealer_stays_on_win=_told(True),
        dealer_stays_on_tenpai=_told(True),
        dealer_may_stop=_told(True),
        dealer_stop_on_tenpai=_told(True),
        dealer_stops_by_itself=_told(True),
        dealer_stop_points=_told(30_000),
        ends_below_zero=_told(True),
        bust_at_zero=_told(False),
        aborted_rounds=_told(True),
        abortive_draws=_told(
            (
                *(AbortiveDraw.NINE_TERMINALS, AbortiveDraw.FOUR_WINDS, AbortiveDraw.FOUR_RIICHI),
                *(AbortiveDraw.FOUR_KONGS, AbortiveDraw.TRIPLE_RON),
            )
        ),
        four_kongs_at_once=_recorded(False),
        dealer_stays_on_abortive_draw=_told(True),
        noten_payment=_told(3000),
        tenpai_needs_yaku=_told(False),
        tenpai_holding_all_waits=_told(False),
        melds_hold_waits=_told(False),
        counter_on_dealer_win=_told(True),
        counter_on_draw_dealer_stays=_told(True),
        counter_on_draw_dealer_passes=_told(True),
        counter_on_abortive_draw=_told(True),
        counters_cleared_by_child_win=_told(True),
        nagashi_is_win=_told(False),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, _USUAL),
        start_points=_told(25_000),
        return_points=_told(30_000),
        rank_points=_told((20, 10, -10, -20)),
        rank_points_by_floating=_told(()),
        oka=_told(True),
        ties=_told(Ties.SEAT_ORDER),
        rounding_to_record=_recorded(Rounding.TENTHS),
        round_below_zero_by_magnitude=unstated(
            True, Text("0.1単位で記録し端数が出ない", "recorded in tenths; nothing is lost")
        ),
    ),
    penalties=silent(MLEAGUE_2026.penalties, _PROGRAM),
    event=shared.NO_EVENT,
    table=silent(MLEAGUE_2026.table, _PROGRAM),
)

# Games of 2009 to 2020 have whole totals: 23 of 23 halves in them lie further from zero. Those of 2023 have tenths.
TENHOU_2020: Final = replace(
    TENHOU,
    id="tenhou-2020",
    base=TENHOU.id,
    ja="天鳳 段位戦 2020年まで（終局時の得点を四捨五入）",
    en="Tenhou, ranked games up to 2020: final points rounded to thousands",
    edition="as tenhou, with the totals of records of 2009 to 2020",
    settlement=replace(
        TENHOU.settlement,
        rounding_to_record=_recorded(Rounding.HALF_UP),
        round_below_zero_by_magnitude=_recorded(True),
    ),
)

"""mahjong-soul: ranked games of four, East-South; built on tenhou, from which it differs little."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.tenhou import TENHOU
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import LiabilityTrigger, Payer, SeveralRons, Wrong
from controller.rulebooks.schema.flow import AbortiveDraw, ExtensionEnd
from controller.rulebooks.schema.riichi import KongDoraShown, LeftSticks, RiichiKong
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.schema.settlement import Rounding, Ties
from controller.text import Text

T = TypeVar("T")

_USUAL: Final = Text("段位戦ルール説明に記載なし、通例による", "not in the rules of ranked games; the usual rule")
_PROGRAM: Final = Text("対象外（プログラムがその行為を許さない）", "never asked, the program lets no such act happen")
_RANKED: Final = clause("段位戦ルール説明", "rules of ranked games")
_DOUBLE: Final = ("KOKUSHI_JUUSANMEN", "SUUANKOU_TANKI", "JUNSEI_CHUUREN", "DAISUUSHII")
_YAKU: Final = (
    *(yaku for yaku in shared.yaku_list({"": _RANKED}) if yaku.id not in _DOUBLE),
    *(YakuRule(yaku, 0, 0, 2, _RANKED) for yaku in _DOUBLE),
)


def _told(value: T, doubt: Text | None = None) -> Rule[T]:
    return Rule(value, _RANKED, doubt)


def _recorded(value: T) -> Rule[T]:
    return Rule(value, clause("公開された牌譜", "published records"))


def _elsewhere(value: T) -> Rule[T]:
    return Rule(value, shared.RECORDS_ELSEWHERE)


MAHJONG_SOUL: Final = Rulebook(
    id="mahjong-soul",
    ja="雀魂 段位戦（四人東南戦）",
    en="Mahjong Soul, ranked games of four, East-South",
    edition="rules of ranked games as of 2026, by secondary sources and published records",
    source="https://mahjongsoul.com/news/46",
    scoring=replace(
        silent(TENHOU.scoring, _USUAL),
        yaku=_told(_YAKU),
        fu=_elsewhere(shared.fu_table(shared.RECORDS_ELSEWHERE)),
        double_wind_pair=_elsewhere(4),
        replacement_tsumo_fu=_elsewhere(True),
        kiriage_30_fu_4_han=_elsewhere(False),
        kiriage_60_fu_3_han=_elsewhere(False),
        limits=_elsewhere(shared.USUAL_LIMITS),
        counted_yakuman=_elsewhere(13),
        most_yakuman=_told(None),
        red_fives=_told((1, 1, 1)),
        open_tanyao=_told(True),
        ippatsu=_told(True),
        dora=_told(True),
        ura_dora=_told(True),
        kan_dora=_told(True),
        kan_ura=_told(True),
        counter_value=_told(300),
        riichi_stick=_told(1000),
        nagashi_mangan=_told(True),
    ),
    claims=replace(
        silent(TENHOU.claims, _USUAL),
        several_rons=_told(SeveralRons.ALL),
        several_rons_pot_to_nearest=_told(True),
        kokushi_robs_concealed_kong=_told(True),
        may_pass_after_riichi=_told(True),
        swap_calling=_told(Wrong.LOSES_RIGHT, _PROGRAM),
        slide_calling=_told(Wrong.LOSES_RIGHT, _PROGRAM),
        liability=_told(("DAISANGEN", "DAISUUSHII")),
        liability_trigger=_elsewhere(LiabilityTrigger.PON_OR_KONG),
        liability_ron_percent=_told(50),
        liability_counters=_told(Payer.LIABLE),
        liability_only_its_yakuman=_recorded(True),
    ),
    riichi=replace(
        silent(TENHOU.riichi, _USUAL),
        riichi_tiles_left=_told(4),
        riichi_below_stick=_told(False),
        riichi_kong=_elsewhere(RiichiKong.WAITS),
        left_sticks=_told(LeftSticks.TOP),
        most_kongs=_elsewhere(4),
        kong_dora_shown=_told(KongDoraShown.WHEN_CONFIRMED),
        open_kong_dora_shown=_told(KongDoraShown.WITH_NEXT_ACT),
    ),
    flow=replace(
        silent(TENHOU.flow, _USUAL),
        winds_played=_told(2),
        winds_extended=_told(1),
        extension_points=_told(30_000),
        extension_ends=_elsewhere(ExtensionEnd.UNLESS_DEALER_STAYS),
        dealer_stays_on_win=_told(True),
        dealer_stays_on_tenpai=_told(True),
        dealer_may_stop=_told(True),
        dealer_stop_on_tenpai=_told(True),
        dealer_stops_by_itself=_elsewhere(True),
        dealer_stop_points=_told(30_000),
        ends_below_zero=_told(True),
        bust_at_zero=_told(False),
        aborted_rounds=_told(True),
        abortive_draws=_told(
            (
                *(AbortiveDraw.NINE_TERMINALS, AbortiveDraw.FOUR_WINDS),
                *(AbortiveDraw.FOUR_RIICHI, AbortiveDraw.FOUR_KONGS),
            )
        ),
        dealer_stays_on_abortive_draw=_told(True),
        noten_payment=_told(3000),
        tenpai_holding_all_waits=_elsewhere(False),
        melds_hold_waits=_elsewhere(False),
        counter_on_dealer_win=_told(True),
        counter_on_draw_dealer_stays=_told(True),
        counter_on_draw_dealer_passes=_told(True),
        counter_on_abortive_draw=_told(True),
        counters_cleared_by_child_win=_told(True),
        nagashi_is_win=_elsewhere(False),
    ),
    settlement=replace(
        silent(TENHOU.settlement, _USUAL),
        start_points=_told(25_000),
        return_points=_told(25_000),
        rank_points=_told((15, 5, -5, -15)),
        rank_points_by_floating=_told(()),
        oka=_told(False),
        ties=_told(Ties.SEAT_ORDER),
        rounding_to_record=_told(Rounding.TENTHS),
    ),
    penalties=silent(TENHOU.penalties, _PROGRAM),
    event=shared.NO_EVENT,
    table=silent(TENHOU.table, _PROGRAM),
)

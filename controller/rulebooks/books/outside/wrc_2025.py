"""wrc-2025: World Riichi Championship Rules of 2025; read in extracts, what they do not print is unverified.

Second source of counted and several yakuman, double wind pair and rounding up: two scorers for this edition, a ruleset
"WRC 2025" that quotes v20250526 field by field, and `@richii/score-core`, revision 2025. Rules of 2014 and 2015 have no
counted yakuman; they are other editions, no conflict.
"""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import CONTESTED, UNVERIFIED, Rule, silent, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.riichi import LeftSticks
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.schema.settlement import Ties
from controller.text import Text

T = TypeVar("T")

_RENHOU: Final = YakuRule("RENHOU", 0, 0, 0, clause("11.5.4", "11.5.4"), limit="mangan")


def _contested(rule: Rule[T]) -> Rule[T]:
    return replace(rule, clause=None, unstated=CONTESTED)


WRC_2025: Final = Rulebook(
    id="wrc-2025",
    ja="世界リーチ麻雀選手権（WRC）ルール",
    en="World Riichi Championship Rules",
    edition="2025-05-26, with the clarification of 2025-06-29; read in extracts",
    source="https://www.worldriichi.org/wrc-rules",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        yaku=Rule((*shared.yaku_list({"": clause("11.5", "11.5")}), _RENHOU), clause("11.5", "11.5")),
        fu=Rule(shared.fu_table(clause("11.3", "11.3")), clause("11.3", "11.3")),
        han_table=Rule((), clause("13.4", "13.4")),
        ba_zoro=unstated(0, UNVERIFIED),
        double_wind_pair=Rule(2, clause("11.3・二次資料", "11.3; secondary source")),
        open_pinfu=Rule(10, clause("11.3", "11.3")),
        kiriage_30_fu_4_han=Rule(True, clause("13.4・二次資料", "13.4; secondary source")),
        kiriage_60_fu_3_han=Rule(True, clause("13.4・二次資料", "13.4; secondary source")),
        limits=Rule(shared.USUAL_LIMITS, clause("11.2", "11.2")),
        counted_yakuman=Rule(13, clause("11.2・二次資料", "11.2; secondary source")),
        yakuman_points=Rule(8000, clause("11.2", "11.2")),
        most_yakuman=Rule(None, clause("9.1・二次資料", "9.1; secondary source")),
        red_fives=Rule((0, 0, 0), clause("要旨", "abstract")),
        open_tanyao=Rule(True, clause("要旨", "abstract")),
        late_yaku=Rule(True, clause("要旨", "abstract")),
        ippatsu=Rule(True, clause("二次資料", "secondary source")),
        dora=Rule(True, clause("二次資料", "secondary source")),
        ura_dora=Rule(True, clause("二次資料", "secondary source")),
        kan_dora=Rule(True, clause("二次資料", "secondary source")),
        kan_ura=Rule(True, clause("二次資料", "secondary source")),
        nagashi_mangan=Rule(False, clause("要旨", "abstract")),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=Rule(SeveralRons.NEAREST, clause("二次資料", "secondary source")),
        claim_order=_contested(MLEAGUE_2026.claims.claim_order),
        kokushi_robs_concealed_kong=_contested(MLEAGUE_2026.claims.kokushi_robs_concealed_kong),
        liability_counters=_contested(MLEAGUE_2026.claims.liability_counters),
        swap_calling=Rule(
            Wrong.LOSES_RIGHT,
            clause("正誤表2014", "errata of 2014"),
            Text("禁止とあるが罰の記載なし", "forbidden; what it costs is not told"),
        ),
        slide_calling=Rule(
            Wrong.LOSES_RIGHT,
            clause("正誤表2014", "errata of 2014"),
            Text("禁止とあるが罰の記載なし", "forbidden; what it costs is not told"),
        ),
        liability=Rule(("DAISANGEN", "DAISUUSHII", "SUUKANTSU"), clause("9.1.1", "9.1.1")),
        open_kong_rinshan_liability=Rule(False, clause("正誤表2014", "errata of 2014")),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, UNVERIFIED),
        riichi_kong=_contested(MLEAGUE_2026.riichi.riichi_kong),
        riichi_tiles_left=Rule(0, clause("補足2025-06-29", "clarification 2025-06-29")),
        left_sticks=Rule(LeftSticks.NOBODY, clause("二次資料", "secondary source")),
        most_kongs=Rule(4, clause("二次資料", "secondary source")),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=Rule(2, clause("二次資料", "secondary source")),
        winds_extended=Rule(0, clause("二次資料", "secondary source")),
        dealer_stays_on_tenpai=Rule(True, clause("二次資料", "secondary source")),
        dealer_may_stop=Rule(False, clause("二次資料", "secondary source")),
        ends_below_zero=Rule(False, clause("二次資料", "secondary source")),
        aborted_rounds=Rule(False, clause("二次資料", "secondary source")),
        abortive_draws=Rule((), clause("二次資料", "secondary source")),
        noten_payment=Rule(3000, clause("二次資料", "secondary source")),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=Rule(30_000, clause("二次資料", "secondary source")),
        return_points=Rule(30_000, clause("二次資料", "secondary source")),
        rank_points=Rule((15, 5, -5, -15), clause("二次資料", "secondary source")),
        rank_points_by_floating=Rule((), clause("二次資料", "secondary source")),
        oka=Rule(False, clause("二次資料", "secondary source")),
        ties=Rule(Ties.SHARED, clause("二次資料", "secondary source")),
    ),
    penalties=silent(MLEAGUE_2026.penalties, UNVERIFIED),
    event=shared.NO_EVENT,
    table=silent(MLEAGUE_2026.table, UNVERIFIED),
)

"""wrc-2025: World Riichi Championship Rules of 2025; read in extracts, what they do not print is unverified.

Second source of counted and several yakuman, double wind pair and rounding up: two scorers for this edition, a ruleset
"WRC 2025" that quotes v20250526 field by field, and `@richii/score-core`, revision 2025. Rules of 2014 and 2015 have no
counted yakuman; they are other editions, no conflict.
"""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.rule import CONTESTED, UNVERIFIED, Rule, silent, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.riichi import LeftSticks
from controller.rulebooks.schema.scoring import YakuRule
from controller.rulebooks.schema.settlement import Ties

T = TypeVar("T")

_RENHOU: Final = YakuRule("RENHOU", 0, 0, 0, "11.5.4", limit="mangan")


def _told(where: str, value: T, doubt: str = "") -> Rule[T]:
    return Rule(value, where, doubt)


def _twice(where: str, value: T) -> Rule[T]:
    return Rule(value, f"{where}; secondary source")


def _contested(rule: Rule[T]) -> Rule[T]:
    return replace(rule, clause="", unstated=CONTESTED)


WRC_2025: Final = Rulebook(
    id="wrc-2025",
    ja="世界リーチ麻雀選手権（WRC）ルール",
    en="World Riichi Championship Rules",
    edition="2025-05-26, with the clarification of 2025-06-29; read in extracts",
    source="https://www.worldriichi.org/wrc-rules",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        yaku=_told("11.5", (*shared.yaku_list({"": "11.5"}), _RENHOU)),
        fu=_told("11.3", shared.fu_table("11.3")),
        han_table=_told("13.4", ()),
        ba_zoro=unstated(0, UNVERIFIED),
        double_wind_pair=_twice("11.3", 2),
        open_pinfu=_told("11.3", 10),
        kiriage_30_fu_4_han=_twice("13.4", True),
        kiriage_60_fu_3_han=_twice("13.4", True),
        limits=_told("11.2", shared.USUAL_LIMITS),
        counted_yakuman=_twice("11.2", 13),
        yakuman_points=_told("11.2", 8000),
        most_yakuman=_twice("9.1", None),
        red_fives=_told("abstract", (0, 0, 0)),
        open_tanyao=_told("abstract", True),
        late_yaku=_told("abstract", True),
        ippatsu=_told("secondary source", True),
        dora=_told("secondary source", True),
        ura_dora=_told("secondary source", True),
        kan_dora=_told("secondary source", True),
        kan_ura=_told("secondary source", True),
        nagashi_mangan=_told("abstract", False),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=_told("secondary source", SeveralRons.NEAREST),
        claim_order=_contested(MLEAGUE_2026.claims.claim_order),
        kokushi_robs_concealed_kong=_contested(MLEAGUE_2026.claims.kokushi_robs_concealed_kong),
        liability_counters=_contested(MLEAGUE_2026.claims.liability_counters),
        swap_calling=_told("errata of 2014", Wrong.LOSES_RIGHT, "forbidden; what it costs is not told"),
        slide_calling=_told("errata of 2014", Wrong.LOSES_RIGHT, "forbidden; what it costs is not told"),
        liability=_told("9.1.1", ("DAISANGEN", "DAISUUSHII", "SUUKANTSU")),
        open_kong_rinshan_liability=_told("errata of 2014", False),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, UNVERIFIED),
        riichi_kong=_contested(MLEAGUE_2026.riichi.riichi_kong),
        riichi_tiles_left=_told("clarification 2025-06-29", 0),
        left_sticks=_told("secondary source", LeftSticks.NOBODY),
        most_kongs=_told("secondary source", 4),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=_told("secondary source", 2),
        winds_extended=_told("secondary source", 0),
        dealer_stays_on_tenpai=_told("secondary source", True),
        dealer_may_stop=_told("secondary source", False),
        ends_below_zero=_told("secondary source", False),
        aborted_rounds=_told("secondary source", False),
        abortive_draws=_told("secondary source", ()),
        noten_payment=_told("secondary source", 3000),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=_told("secondary source", 30_000),
        return_points=_told("secondary source", 30_000),
        rank_points=_told("secondary source", (15, 5, -5, -15)),
        rank_points_by_floating=_told("secondary source", ()),
        oka=_told("secondary source", False),
        ties=_told("secondary source", Ties.SHARED),
    ),
    penalties=silent(MLEAGUE_2026.penalties, UNVERIFIED),
    event=shared.NO_EVENT,
    table=silent(MLEAGUE_2026.table, UNVERIFIED),
)

"""mu: 麻将連合 -μ-, the rules that its tournaments publish as a list of points; its full rules not read."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.rule import UNVERIFIED, Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.riichi import RiichiKong
from controller.rulebooks.schema.settlement import Ties

T = TypeVar("T")


def _point(number: int, value: T) -> Rule[T]:
    return Rule(value, f"list {number}")


MU: Final = Rulebook(
    id="mu",
    ja="麻将連合 -μ- ルール",
    en="Mahjong Union μ, rules",
    edition="list of 24 points; the full rules not read",
    source="https://mu-mahjong.jp/",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        minimum_han=_point(1, 1),
        kiriage_30_fu_4_han=_point(11, False),
        kiriage_60_fu_3_han=_point(11, False),
        red_fives=Rule((0, 0, 0), "tournament rules"),
        open_tanyao=_point(1, True),
        late_yaku=_point(1, True),
        ippatsu=_point(2, False),
        ura_dora=_point(2, False),
        kan_dora=_point(2, False),
        kan_ura=_point(2, False),
        counter_value=_point(10, 0),
        nagashi_mangan=_point(21, False),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=_point(9, SeveralRons.NEAREST),
        kokushi_robs_concealed_kong=_point(19, False),
        may_pass_after_riichi=_point(8, True),
        thirteen_wait_ignores_furiten=_point(19, False),
        swap_calling=_point(3, Wrong.ALLOWED),
        slide_calling=_point(3, Wrong.ALLOWED),
        liability=_point(16, ("DAISANGEN", "DAISUUSHII")),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, UNVERIFIED),
        riichi_kong=_point(7, RiichiKong.ALL),
        most_kongs=_point(6, 4),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=_point(24, 2),
        dealer_stays_on_win=_point(13, True),
        dealer_stays_on_tenpai=_point(13, True),
        dealer_may_stop=_point(14, False),
        aborted_rounds=_point(4, False),
        abortive_draws=_point(4, ()),
        noten_payment=_point(12, 3000),
        tenpai_needs_yaku=_point(12, False),
        counter_on_dealer_win=_point(10, False),
        counter_on_draw_dealer_stays=_point(10, False),
        counter_on_draw_dealer_passes=_point(10, False),
        points_declared_before_last=_point(24, True),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=Rule(30_000, "tournament rules"),
        return_points=Rule(30_000, "tournament rules"),
        rank_points=_point(22, (12, 4, -4, -12)),
        rank_points_by_floating=_point(22, ()),
        oka=_point(22, False),
        ties=_point(23, Ties.SHARED),
    ),
    penalties=replace(
        silent(MLEAGUE_2026.penalties, UNVERIFIED),
        chombo_cost=_point(18, ChomboCost.OFF_TOTAL),
        chombo_points=_point(18, 20_000),
        after_chombo=_point(18, AfterChombo.REPLAY),
        after_chombo_dealer_tenpai=_point(18, AfterChombo.REPLAY),
        wrong_meld=_point(17, Penalty.LOSES_RIGHT),
        empty_call=_point(17, Penalty.LOSES_RIGHT),
        false_win_by_voice=_point(18, Penalty.LOSES_RIGHT),
        false_win_shown=_point(18, Penalty.CHOMBO),
    ),
    event=shared.NO_EVENT,
    table=replace(silent(MLEAGUE_2026.table, UNVERIFIED), dead_wall=_point(5, 14)),
)

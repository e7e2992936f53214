"""mu: 麻将連合 -μ-, the rules that its tournaments publish as a list of points; its full rules not read."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import UNVERIFIED, Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.riichi import RiichiKong
from controller.rulebooks.schema.settlement import Ties

T = TypeVar("T")


MU: Final = Rulebook(
    id="mu",
    ja="麻将連合 -μ- ルール",
    en="Mahjong Union μ, rules",
    edition="list of 24 points; the full rules not read",
    source="https://mu-mahjong.jp/",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        minimum_han=Rule(1, clause("一覧1", "list 1")),
        kiriage_30_fu_4_han=Rule(False, clause("一覧11", "list 11")),
        kiriage_60_fu_3_han=Rule(False, clause("一覧11", "list 11")),
        red_fives=Rule((0, 0, 0), clause("大会規定", "tournament rules")),
        open_tanyao=Rule(True, clause("一覧1", "list 1")),
        late_yaku=Rule(True, clause("一覧1", "list 1")),
        ippatsu=Rule(False, clause("一覧2", "list 2")),
        ura_dora=Rule(False, clause("一覧2", "list 2")),
        kan_dora=Rule(False, clause("一覧2", "list 2")),
        kan_ura=Rule(False, clause("一覧2", "list 2")),
        counter_value=Rule(0, clause("一覧10", "list 10")),
        nagashi_mangan=Rule(False, clause("一覧21", "list 21")),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=Rule(SeveralRons.NEAREST, clause("一覧9", "list 9")),
        kokushi_robs_concealed_kong=Rule(False, clause("一覧19", "list 19")),
        may_pass_after_riichi=Rule(True, clause("一覧8", "list 8")),
        thirteen_wait_ignores_furiten=Rule(False, clause("一覧19", "list 19")),
        swap_calling=Rule(Wrong.ALLOWED, clause("一覧3", "list 3")),
        slide_calling=Rule(Wrong.ALLOWED, clause("一覧3", "list 3")),
        liability=Rule(("DAISANGEN", "DAISUUSHII"), clause("一覧16", "list 16")),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, UNVERIFIED),
        riichi_kong=Rule(RiichiKong.ALL, clause("一覧7", "list 7")),
        most_kongs=Rule(4, clause("一覧6", "list 6")),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=Rule(2, clause("一覧24", "list 24")),
        dealer_stays_on_win=Rule(True, clause("一覧13", "list 13")),
        dealer_stays_on_tenpai=Rule(True, clause("一覧13", "list 13")),
        dealer_may_stop=Rule(False, clause("一覧14", "list 14")),
        aborted_rounds=Rule(False, clause("一覧4", "list 4")),
        abortive_draws=Rule((), clause("一覧4", "list 4")),
        noten_payment=Rule(3000, clause("一覧12", "list 12")),
        tenpai_needs_yaku=Rule(False, clause("一覧12", "list 12")),
        counter_on_dealer_win=Rule(False, clause("一覧10", "list 10")),
        counter_on_draw_dealer_stays=Rule(False, clause("一覧10", "list 10")),
        counter_on_draw_dealer_passes=Rule(False, clause("一覧10", "list 10")),
        points_declared_before_last=Rule(True, clause("一覧24", "list 24")),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=Rule(30_000, clause("大会規定", "tournament rules")),
        return_points=Rule(30_000, clause("大会規定", "tournament rules")),
        rank_points=Rule((12, 4, -4, -12), clause("一覧22", "list 22")),
        rank_points_by_floating=Rule((), clause("一覧22", "list 22")),
        oka=Rule(False, clause("一覧22", "list 22")),
        ties=Rule(Ties.SHARED, clause("一覧23", "list 23")),
    ),
    penalties=replace(
        silent(MLEAGUE_2026.penalties, UNVERIFIED),
        chombo_cost=Rule(ChomboCost.OFF_TOTAL, clause("一覧18", "list 18")),
        chombo_points=Rule(20_000, clause("一覧18", "list 18")),
        after_chombo=Rule(AfterChombo.REPLAY, clause("一覧18", "list 18")),
        after_chombo_dealer_tenpai=Rule(AfterChombo.REPLAY, clause("一覧18", "list 18")),
        wrong_meld=Rule(Penalty.LOSES_RIGHT, clause("一覧17", "list 17")),
        empty_call=Rule(Penalty.LOSES_RIGHT, clause("一覧17", "list 17")),
        false_win_by_voice=Rule(Penalty.LOSES_RIGHT, clause("一覧18", "list 18")),
        false_win_shown=Rule(Penalty.CHOMBO, clause("一覧18", "list 18")),
    ),
    event=shared.NO_EVENT,
    table=replace(silent(MLEAGUE_2026.table, UNVERIFIED), dead_wall=Rule(14, clause("一覧5", "list 5"))),
)

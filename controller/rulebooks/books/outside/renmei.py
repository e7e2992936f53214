"""renmei-a, renmei-b: 日本プロ麻雀連盟, official rules (A) and those with ippatsu and ura dora (B), read in part."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import UNVERIFIED, Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.riichi import LeftSticks, NotenRiichi, RiichiKong, TakingBack
from controller.rulebooks.schema.settlement import Ties
from controller.rulebooks.schema.table import Seating
from controller.text import Text

T = TypeVar("T")

# None to four players at 30,000 points or above.
_FLOATING: Final = ((0, 0, 0, 0), (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (0, 0, 0, 0))


def _sheet(value: T, doubt: Text | None = None) -> Rule[T]:
    """From the sheet of 2026-04-01, as others tell it."""
    return Rule(value, clause("シート2026-04-01", "sheet of 2026-04-01"), doubt)


def _older(value: T) -> Rule[T]:
    """From the page of rules as it stood from 2012 to 2021."""
    return Rule(value, clause("旧ルールページ2022", "rules page before 2022"))


def _test(value: T) -> Rule[T]:
    """From the answers of the test for players of 2023."""
    return Rule(value, clause("プロテスト2023", "players' test 2023"))


RENMEI_A: Final = Rulebook(
    id="renmei-a",
    ja="日本プロ麻雀連盟 公式ルール（A）",
    en="Japan Professional Mahjong League, official rules (A)",
    edition="sheet of 2026-04-01 as others tell it; the page itself not read whole",
    source="https://www.ma-jan.or.jp/activity/game_rule.html",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        minimum_han=_older(1),
        ba_zoro=_older(2),
        yaku=_older(shared.yaku_list({"": clause("旧ルールページ2022", "rules page before 2022")})),
        fu=_test(shared.fu_table(clause("プロテスト2023", "players' test 2023"))),
        han_table=_older(()),
        double_wind_pair=_sheet(2),
        pinfu_tsumo=_test(True),
        open_pinfu=_test(10),
        seven_pairs=_older(25),
        replacement_tsumo_fu=_test(True),
        kiriage_30_fu_4_han=_sheet(False),
        kiriage_60_fu_3_han=_sheet(False),
        limits=_older(shared.USUAL_LIMITS),
        counted_yakuman=_sheet(13),
        yakuman_points=_older(8000),
        most_yakuman=_sheet(4),
        red_fives=_sheet((0, 0, 0)),
        open_tanyao=_older(True),
        late_yaku=_older(True),
        ippatsu=_sheet(False),
        ura_dora=_sheet(False),
        kan_dora=_sheet(False),
        kan_ura=_sheet(False),
        ryuuiisou_needs_hatsu=_test(False),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=_sheet(SeveralRons.NEAREST),
        kokushi_robs_concealed_kong=_older(True),
        may_pass_after_riichi=_older(True),
        swap_calling=_older(Wrong.LOSES_RIGHT),
        slide_calling=_older(Wrong.ALLOWED),
        open_kong_rinshan_liability=_older(True),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, UNVERIFIED),
        riichi_tiles_left=_older(0),
        riichi_by_haitei_drawer=_sheet(Wrong.FORBIDDEN),
        riichi_taken_back=_older(TakingBack.NEVER),
        riichi_kong=_sheet(RiichiKong.SETS_AND_YAKU),
        left_sticks=_sheet(LeftSticks.NOBODY),
        noten_riichi=_older(NotenRiichi.CHOMBO_AT_DRAW),
        noten_riichi_points=_older(0),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=_older(2),
        winds_extended=_sheet(0),
        dealer_stays_on_tenpai=_older(True),
        dealer_may_stop=_sheet(False),
        ends_below_zero=_sheet(False),
        bust_at_zero=_sheet(False),
        aborted_rounds=_sheet(False),
        abortive_draws=_sheet(()),
        noten_payment=_older(3000),
        tenpai_needs_yaku=_older(False),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=_older(30_000),
        return_points=_sheet(30_000),
        rank_points=_sheet((0, 0, 0, 0)),
        rank_points_by_floating=_sheet(_FLOATING),
        floating_at_return=_sheet(True),
        oka=_sheet(False),
        ties=_sheet(Ties.SHARED),
    ),
    penalties=silent(MLEAGUE_2026.penalties, UNVERIFIED),
    event=shared.NO_EVENT,
    table=replace(
        silent(MLEAGUE_2026.table, UNVERIFIED),
        seating=_older(Seating.TILES_AND_DICE),
        rolls=_older(1),
        rolls_hand_stacked=_older(1),
        dead_wall=_older(14),
    ),
)

RENMEI_B: Final = Rulebook(
    id="renmei-b",
    ja="日本プロ麻雀連盟 Bルール",
    en="Japan Professional Mahjong League, B rules",
    edition="not read; as A but for ippatsu, ura dora and kong dora, as others tell it",
    source="https://www.ma-jan.or.jp/activity/game_rule.html",
    scoring=replace(
        shared.silent_scoring(RENMEI_A.scoring, UNVERIFIED),
        kiriage_30_fu_4_han=Rule(True, clause("二次資料", "secondary source")),
        kiriage_60_fu_3_han=Rule(True, clause("二次資料", "secondary source")),
        ippatsu=Rule(True, clause("二次資料", "secondary source")),
        ura_dora=Rule(True, clause("二次資料", "secondary source")),
        kan_dora=Rule(True, clause("二次資料", "secondary source")),
        kan_ura=Rule(True, clause("二次資料", "secondary source")),
    ),
    claims=silent(RENMEI_A.claims, UNVERIFIED),
    riichi=silent(RENMEI_A.riichi, UNVERIFIED),
    flow=silent(RENMEI_A.flow, UNVERIFIED),
    settlement=silent(RENMEI_A.settlement, UNVERIFIED),
    penalties=silent(RENMEI_A.penalties, UNVERIFIED),
    event=shared.NO_EVENT,
    table=silent(RENMEI_A.table, UNVERIFIED),
)

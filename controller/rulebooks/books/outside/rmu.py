"""rmu-a, rmu-b, rmu-m: Real Mahjong Unit. B is A without ippatsu, ura and kong dora; M is A with red fives and oka."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import UNVERIFIED, Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, SeveralRons, Wrong
from controller.rulebooks.schema.settlement import Ties
from controller.rulebooks.schema.table import Seating

T = TypeVar("T")


def _page(value: T) -> Rule[T]:
    return Rule(value, clause("ルールページ・基本ルール", "rules page, basic rules"))


def _outline(value: T) -> Rule[T]:
    return Rule(value, clause("要綱2022", "outline of 2022"))


RMU_A: Final = Rulebook(
    id="rmu-a",
    ja="RMU Aルール",
    en="Real Mahjong Unit, A rules",
    edition="rules page, read to its basic rules",
    source="https://rmu.jp/rule",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        minimum_han=_page(1),
        counted_yakuman=_outline(None),
        most_yakuman=_outline(None),
        red_fives=Rule((0, 0, 0), clause("ルールページ：赤はMのみ", "rules page: red fives in M alone")),
        open_tanyao=_page(True),
        late_yaku=_page(True),
        ippatsu=_page(True),
        dora=_page(True),
        ura_dora=_page(True),
        kan_dora=_page(True),
        kan_ura=_page(True),
        counter_value=_page(300),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=_page(SeveralRons.NEAREST),
        claim_order=_page(ClaimOrder.WIN_SET_CHOW),
        swap_calling=_page(Wrong.LOSES_RIGHT),
        slide_calling=_page(Wrong.LOSES_RIGHT),
        liability=_outline(()),
    ),
    riichi=replace(silent(MLEAGUE_2026.riichi, UNVERIFIED), most_kongs=_page(4)),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=_page(2),
        winds_extended=_page(0),
        dealer_stays_on_win=_page(True),
        dealer_stays_on_tenpai=_page(True),
        dealer_may_stop=_page(False),
        ends_below_zero=_page(False),
        bust_at_zero=_page(False),
        aborted_rounds=_page(False),
        abortive_draws=_page(()),
        noten_payment=_page(3000),
        tenpai_holding_all_waits=_page(False),
        # Noten is who holds every winning tile in the concealed hand alone.
        melds_hold_waits=_page(False),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=_page(30_000),
        return_points=_page(30_000),
        rank_points=_page((15, 5, -5, -15)),
        rank_points_by_floating=_page(()),
        oka=_page(False),
        ties=_page(Ties.SHARED),
    ),
    penalties=silent(MLEAGUE_2026.penalties, UNVERIFIED),
    event=shared.NO_EVENT,
    table=replace(
        silent(MLEAGUE_2026.table, UNVERIFIED),
        seating=_page(Seating.TILES_AND_DICE),
        rolls=_page(1),
        rolls_hand_stacked=_page(1),
        dead_wall=_page(14),
        river_row=_page(6),
    ),
)

_WITHOUT: Final = clause("ルールページ：BはAからこれらを除く", "rules page: B is A without these")

RMU_B: Final = Rulebook(
    id="rmu-b",
    base=RMU_A.id,
    ja="RMU Bルール",
    en="Real Mahjong Unit, B rules",
    edition="rules page, read to its basic rules",
    source="https://rmu.jp/rule",
    scoring=replace(
        RMU_A.scoring,
        ippatsu=Rule(False, _WITHOUT),
        ura_dora=Rule(False, _WITHOUT),
        kan_dora=Rule(False, _WITHOUT),
        kan_ura=Rule(False, _WITHOUT),
    ),
    claims=RMU_A.claims,
    riichi=RMU_A.riichi,
    flow=RMU_A.flow,
    settlement=RMU_A.settlement,
    penalties=RMU_A.penalties,
    event=RMU_A.event,
    table=RMU_A.table,
)

_M_ALONE: Final = clause("ルールページ：MはAにこれらを加える", "rules page: M is A with these")

RMU_M: Final = Rulebook(
    id="rmu-m",
    base=RMU_A.id,
    ja="RMU Mルール",
    en="Real Mahjong Unit, M rules",
    edition="rules page, read to its basic rules",
    source="https://rmu.jp/rule",
    scoring=replace(RMU_A.scoring, red_fives=Rule((1, 1, 1), _M_ALONE)),
    claims=RMU_A.claims,
    riichi=RMU_A.riichi,
    flow=RMU_A.flow,
    settlement=replace(
        RMU_A.settlement,
        start_points=Rule(25_000, _M_ALONE),
        oka=Rule(True, _M_ALONE),
        # The page prints +50 for the first, oka of 20 in.
        rank_points=Rule((30, 10, -10, -30), _M_ALONE),
    ),
    penalties=RMU_A.penalties,
    event=RMU_A.event,
    table=RMU_A.table,
)

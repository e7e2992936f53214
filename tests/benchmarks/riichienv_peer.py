"""Calls of the library `riichienv` (Rust) for a win of ours."""

from collections.abc import Callable
from typing import Any, Final

import riichienv

from controller.riichi.meld import MeldKind
from controller.scoring.win import Riichi, Win
from tests.support.mahjong_peer import Dealt

_WINDS: Final = (riichienv.Wind.East, riichienv.Wind.South, riichienv.Wind.West, riichienv.Wind.North)
_MELDS: Final = {
    MeldKind.CHII: riichienv.MeldType.Chi,
    MeldKind.PON: riichienv.MeldType.Pon,
    MeldKind.KAN_OPEN: riichienv.MeldType.Daiminkan,
    MeldKind.KAN_ADDED: riichienv.MeldType.Kakan,
    MeldKind.KAN_CONCEALED: riichienv.MeldType.Ankan,
}
_CORE: Final[Any] = riichienv._riichienv


def question(win: Win) -> Callable[[], Any]:
    """Return the fastest call that scores this win: the native evaluator with prepared arguments, reading the hand
    anew.
    """
    number = Dealt()
    melds = [_CORE.Meld(_MELDS[meld.kind], sorted(map(number, meld.tiles)), meld.is_open) for meld in win.melds]
    hand, tile = [number(each) for each in win.hand], number(win.tile)
    dora = [each.kind * 4 + 1 for each in win.dora_indicators]
    ura = [each.kind * 4 + 1 for each in win.ura_indicators]
    conditions = _CORE.Conditions(
        tsumo=win.by_tsumo,
        riichi=win.riichi is Riichi.RIICHI,
        double_riichi=win.riichi is Riichi.DOUBLE,
        ippatsu=win.ippatsu,
        haitei=win.last_tile and win.by_tsumo,
        houtei=win.last_tile and not win.by_tsumo,
        rinshan=win.replacement,
        chankan=win.robbed_kong,
        tsumo_first_turn=win.first_turn,
        player_wind=_WINDS[win.seat_wind],
        round_wind=_WINDS[win.prevailing_wind],
        riichi_sticks=win.riichi_sticks,
        honba=win.counters,
    )
    evaluator = _CORE.HandEvaluator
    return lambda: evaluator(hand, melds).calc(tile, dora, ura, conditions)


def shanten(tiles: list[int]) -> int:
    """Shanten of tiles numbered 0-135."""
    return int(_CORE.calculate_shanten(tiles))

"""Scores of the library `mahjong` for a win, converted to our terms, under the books that it can be configured to.

In mleague one field is changed to the library's rule, for which it has no option, an intended difference: it counts 4
fu for a pair of the double wind, mleague 2. Tenhou and Mahjong Soul are compared unchanged.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as PeerMeld

from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import NoWin
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win

MLEAGUE: Final = rulebook("mleague")


class Setting(NamedTuple):
    """A book and the library options that match it."""

    book: Rulebook
    options: OptionalRules


def _options(*, doubles: bool, counted: int, rounded: bool) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=True,
        has_aka_dora=True,
        has_double_yakuman=doubles,
        kazoe_limit=counted,
        kiriage=rounded,
    )


MATCHED: Final = Setting(
    replace(
        MLEAGUE,
        scoring=replace(MLEAGUE.scoring, double_wind_pair=Rule(4, clause("比べるライブラリと同じ", "as the library"))),
    ),
    _options(doubles=False, counted=HandConfig.KAZOE_SANBAIMAN, rounded=True),
)
TENHOU: Final = Setting(rulebook("tenhou"), _options(doubles=False, counted=HandConfig.KAZOE_LIMITED, rounded=False))
MAHJONG_SOUL: Final = Setting(
    rulebook("mahjong-soul"), _options(doubles=True, counted=HandConfig.KAZOE_LIMITED, rounded=False)
)
_DOUBLES: Final = {
    "Kokushi Musou Juusanmen Matchi": "KOKUSHI_JUUSANMEN",
    "Suu Ankou Tanki": "SUUANKOU_TANKI",
    "Daburu Chuuren Poutou": "JUNSEI_CHUUREN",
}
PEER_NAMES: Final = {
    "Riichi": "RIICHI",
    "Double Riichi": "DOUBLE_RIICHI",
    "Ippatsu": "IPPATSU",
    "Menzen Tsumo": "MENZEN_TSUMO",
    "Haitei Raoyue": "HAITEI",
    "Houtei Raoyui": "HOUTEI",
    "Rinshan Kaihou": "RINSHAN",
    "Chankan": "CHANKAN",
    "Pinfu": "PINFU",
    "Tanyao": "TANYAO",
    "Iipeiko": "IIPEIKOU",
    "Yakuhai (haku)": "HAKU",
    "Yakuhai (hatsu)": "HATSU",
    "Yakuhai (chun)": "CHUN",
    **{f"Yakuhai (round wind {wind})": "BAKAZE" for wind in ("east", "south")},
    **{f"Yakuhai (seat wind {wind})": "JIKAZE" for wind in ("east", "south", "west", "north")},
    "Sanshoku Doujun": "SANSHOKU_DOUJUN",
    "Ittsu": "ITTSUU",
    "Chantai": "CHANTA",
    "Chiitoitsu": "CHIITOITSU",
    "Toitoi": "TOITOI",
    "San Ankou": "SANANKOU",
    "Sanshoku Doukou": "SANSHOKU_DOUKOU",
    "San Kantsu": "SANKANTSU",
    "Shou Sangen": "SHOUSANGEN",
    "Honroutou": "HONROUTOU",
    "Ryanpeikou": "RYANPEIKOU",
    "Honitsu": "HONITSU",
    "Junchan": "JUNCHAN",
    "Chinitsu": "CHINITSU",
    "Tenhou": "TENHOU",
    "Chiihou": "CHIIHOU",
    "Kokushi Musou": "KOKUSHI",
    "Kokushi Musou Juusanmen Matchi": "KOKUSHI",
    "Suu Ankou": "SUUANKOU",
    "Suu Ankou Tanki": "SUUANKOU",
    "Daisangen": "DAISANGEN",
    "Ryuuiisou": "RYUUIISOU",
    "Tsuu Iisou": "TSUUIISOU",
    "Shousuushii": "SHOUSUUSHII",
    "Dai Suushii": "DAISUUSHII",
    "Chinroutou": "CHINROUTOU",
    "Suu Kantsu": "SUUKANTSU",
    "Chuuren Poutou": "CHUUREN",
    "Daburu Chuuren Poutou": "CHUUREN",
}


class Dealt:
    """Assigns each tile the library's number 0-135; the first of each five is the red one."""

    def __init__(self) -> None:
        self.used: dict[int, int] = {}

    def __call__(self, tile: Tile) -> int:
        kind = tile.kind
        if tile.is_red:
            return kind * 4
        first = 1 if kind in (4, 13, 22) else 0
        number = self.used.get(kind, first)
        self.used[kind] = number + 1
        # A fourth plain five exists only when the red one lies elsewhere; its number is then the red one's.
        return kind * 4 + number % 4


def _peer_meld(meld: Meld, number: Dealt) -> PeerMeld:
    kind = {
        MeldKind.CHII: PeerMeld.CHI,
        MeldKind.PON: PeerMeld.PON,
        MeldKind.KAN_ADDED: PeerMeld.SHOUMINKAN,
    }.get(meld.kind, PeerMeld.KAN)
    return PeerMeld(kind, [number(tile) for tile in meld.tiles], meld.is_open)


def question(win: Win, options: OptionalRules = MATCHED.options) -> Callable[[], HandResponse]:
    """Return the call that scores this win, with its arguments prepared."""
    number = Dealt()
    melds = [_peer_meld(meld, number) for meld in win.melds]
    concealed = [number(tile) for tile in win.hand]
    tile = number(win.tile)
    config = HandConfig(
        is_tsumo=win.by_tsumo,
        is_riichi=win.riichi is Riichi.RIICHI,
        is_daburu_riichi=win.riichi is Riichi.DOUBLE,
        is_ippatsu=win.ippatsu,
        is_rinshan=win.replacement,
        is_chankan=win.robbed_kong,
        is_haitei=win.last_tile and win.by_tsumo,
        is_houtei=win.last_tile and not win.by_tsumo,
        is_tenhou=win.first_turn and win.by_tsumo and win.winner is win.dealer,
        is_chiihou=win.first_turn and win.by_tsumo and win.winner is not win.dealer,
        player_wind=EAST + (win.winner - win.dealer) % (3 if options.is_three_player else 4),
        round_wind=EAST + win.prevailing_wind,
        kyoutaku_number=win.riichi_sticks,
        tsumi_number=win.counters,
        num_nuki_dora=win.norths,
        options=options,
    )
    return partial(
        HandCalculator.estimate_hand_value,
        [*concealed, tile, *(number_ for meld in melds for number_ in meld.tiles)],
        tile,
        melds,
        [indicator.kind * 4 + 1 for indicator in win.dora_indicators],
        config,
        ura_dora_indicators=[indicator.kind * 4 + 1 for indicator in win.ura_indicators],
    )


def peer_payments(win: Win, peer: HandResponse, seats: tuple[Seat, ...] = SEATS) -> tuple[int, ...]:
    """Convert the library's costs to gains and losses of seats 0-3."""
    cost = peer.cost
    assert cost is not None
    gains = [0, 0, 0, 0]
    for seat in seats:
        if win.by_tsumo and seat is not win.winner:
            first = seat is win.dealer or win.winner is win.dealer
            gains[seat] = -(
                cost["main"] + cost["main_bonus"] if first else cost["additional"] + cost["additional_bonus"]
            )
    if win.loser is not None:
        gains[win.loser] = -(cost["main"] + cost["main_bonus"])
    gains[win.winner] = cost["kyoutaku_bonus"] - sum(gains)
    return tuple(gains)


def compared(win: Win, setting: Setting = MATCHED) -> str:
    """Compare all figures of one win; return the kind of win."""
    ours, peer = score_win(win, setting.book), question(win, setting.options)()
    shown = f"{format_tiles(win.hand)} {win}\n{ours}\n{peer.han} han {peer.fu} fu {peer.yaku} {peer.error}"
    if isinstance(ours, NoWin):
        assert (ours.error, peer.error) == ("no-yaku", HandCalculator.ERR_NO_YAKU), shown
        return "no-yaku"
    assert peer.error is None, shown
    assert peer.yaku is not None
    bonus = ("Dora", "Aka Dora", "Ura Dora")
    known = PEER_NAMES if setting is MATCHED else PEER_NAMES | _DOUBLES
    names = sorted(known[line.name] for line in peer.yaku if line.name not in bonus)
    assert sorted(line.id for line in ours.yaku) == names, shown
    named = any(line.yakuman for line in ours.yaku)
    if named:
        assert peer.han == 13 * ours.yakuman, shown
    else:
        assert (ours.han, ours.fu) == (peer.han, peer.fu), shown
    assert ours.payments == peer_payments(win, peer, setting.book.seats), shown
    if setting is MATCHED and score_win(win, MLEAGUE) != ours:
        assert "DOUBLE_WIND_PAIR" in {line.id for line in ours.fu_lines}, shown
        return "intended difference"
    if ours.yakuman:
        return "yakuman" if named else "counted yakuman"
    return "ordinary"

"""Names in Japanese and English of what an answer counts beside yaku: fu lines and dora."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.text import Text

FU_NAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "BASE": Text("副底", "Base"),
        "CLOSED_RON": Text("門前清栄和加符", "Closed ron"),
        "PENCHAN": Text("辺張", "Edge wait"),
        "KANCHAN": Text("嵌張", "Closed wait"),
        "TANKI": Text("単騎", "Pair wait"),
        "TSUMO": Text("ツモ符", "Tsumo"),
        "VALUE_PAIR": Text("役牌の対子", "Value pair"),
        "DOUBLE_WIND_PAIR": Text("連風牌の対子", "Double wind pair"),
        "OPEN_PUNG_SIMPLE": Text("中張牌の明刻", "Open pung of simples"),
        "OPEN_PUNG_ORPHAN": Text("么九牌の明刻", "Open pung of terminals or honours"),
        "CONCEALED_PUNG_SIMPLE": Text("中張牌の暗刻", "Concealed pung of simples"),
        "CONCEALED_PUNG_ORPHAN": Text("么九牌の暗刻", "Concealed pung of terminals or honours"),
        "OPEN_KONG_SIMPLE": Text("中張牌の明槓", "Open kong of simples"),
        "OPEN_KONG_ORPHAN": Text("么九牌の明槓", "Open kong of terminals or honours"),
        "CONCEALED_KONG_SIMPLE": Text("中張牌の暗槓", "Concealed kong of simples"),
        "CONCEALED_KONG_ORPHAN": Text("么九牌の暗槓", "Concealed kong of terminals or honours"),
        "OPEN_PINFU": Text("副露した平和形", "Open pinfu shape"),
        "SEVEN_PAIRS": Text("七対子", "Seven pairs"),
    }
)
# Id of a dora line: the field of the scoring chapter that grants it, and its names.
DORA_NAMES: Final[Mapping[str, tuple[str, Text]]] = MappingProxyType(
    {
        "DORA": ("dora", Text("ドラ", "Dora")),
        "KAN_DORA": ("kan_dora", Text("カンドラ", "Kong dora")),
        "URA_DORA": ("ura_dora", Text("裏ドラ", "Ura dora")),
        "KAN_URA": ("kan_ura", Text("カン裏", "Kong ura dora")),
        "NORTH_DORA": ("north_dora", Text("北ドラ", "North dora")),
        "RED_FIVES": ("red_fives", Text("赤ドラ", "Red fives")),
    }
)

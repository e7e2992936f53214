"""Names in Japanese and English of what an answer counts beside yaku: fu lines and dora."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.rule import Name

FU_NAMES: Final[Mapping[str, Name]] = MappingProxyType(
    {
        "BASE": Name("副底", "Base"),
        "CLOSED_RON": Name("門前清栄和加符", "Closed ron"),
        "PENCHAN": Name("辺張", "Edge wait"),
        "KANCHAN": Name("嵌張", "Closed wait"),
        "TANKI": Name("単騎", "Pair wait"),
        "TSUMO": Name("ツモ符", "Tsumo"),
        "VALUE_PAIR": Name("役牌の対子", "Value pair"),
        "DOUBLE_WIND_PAIR": Name("連風牌の対子", "Double wind pair"),
        "OPEN_PUNG_SIMPLE": Name("中張牌の明刻", "Open pung of simples"),
        "OPEN_PUNG_ORPHAN": Name("么九牌の明刻", "Open pung of terminals or honours"),
        "CONCEALED_PUNG_SIMPLE": Name("中張牌の暗刻", "Concealed pung of simples"),
        "CONCEALED_PUNG_ORPHAN": Name("么九牌の暗刻", "Concealed pung of terminals or honours"),
        "OPEN_KONG_SIMPLE": Name("中張牌の明槓", "Open kong of simples"),
        "OPEN_KONG_ORPHAN": Name("么九牌の明槓", "Open kong of terminals or honours"),
        "CONCEALED_KONG_SIMPLE": Name("中張牌の暗槓", "Concealed kong of simples"),
        "CONCEALED_KONG_ORPHAN": Name("么九牌の暗槓", "Concealed kong of terminals or honours"),
        "OPEN_PINFU": Name("副露した平和形", "Open pinfu shape"),
        "SEVEN_PAIRS": Name("七対子", "Seven pairs"),
    }
)
# Id of a dora line: the field of the scoring chapter that grants it, and its names.
DORA_NAMES: Final[Mapping[str, tuple[str, Name]]] = MappingProxyType(
    {
        "DORA": ("dora", Name("ドラ", "Dora")),
        "KAN_DORA": ("kan_dora", Name("槓ドラ", "Kong dora")),
        "URA_DORA": ("ura_dora", Name("裏ドラ", "Ura dora")),
        "KAN_URA": ("kan_ura", Name("槓裏ドラ", "Kong ura dora")),
        "RED_FIVES": ("red_fives", Name("赤ドラ", "Red fives")),
    }
)

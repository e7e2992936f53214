"""Colours of a table's zones in drawings, and their names for the legend."""

from typing import Final

ZONE_COLOURS: Final = {
    "river": "#1b6e3c",
    "meld": "#1f4fa3",
    "hand": "#6b3fa0",
    "indicator": "#b36b00",
    "wall": "#8a6d1f",
    "stick": "#b8326e",
    "none": "#c21f1f",
}
ZONE_NAMES: Final = {
    "river": "河 river",
    "meld": "副露 meld",
    "hand": "手牌 hand",
    "indicator": "ドラ表示牌 indicator",
    "wall": "山 wall",
    "stick": "リーチ棒 riichi stick",
    "none": "不明 unexplained",
}
STICK_MM: Final = (66.0, 6.5)
"""Length and width of a stick: the usual one, as drawn by ``vision.render``."""

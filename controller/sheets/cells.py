"""Contents of cells: numbers, seats, yes."""

import re
from fractions import Fraction
from typing import Final

from controller.errors import SheetError
from controller.riichi.seat import Wind
from controller.sheets.decode import one_form
from controller.text import Text

_MINUS: Final = "▲△▼−－‐‑‒–—―ー-"
_NUMBER: Final = re.compile(
    rf"(?P<open>\()?(?P<sign>[+{_MINUS}])?(?P<whole>\d+|\d{{1,3}}(?:[,'’ ]\d{{3}})+)(?:\.(?P<part>\d+))?"
    r"(?P<close>\))?(?:点|pts?|points?)?",
    re.IGNORECASE,
)
_SEATS: Final = {
    **{word: Wind(place) for words in ("ESWN", "東南西北") for place, word in enumerate(words)},
    **{word: Wind(place) for place, word in enumerate(("EAST", "SOUTH", "WEST", "NORTH"))},
    **{f"{word}家": Wind(place) for place, word in enumerate("東南西北")},
    **{word: Wind(place) for place, word in enumerate("1234")},
    "起家": Wind.EAST,
}
_YES: Final = ("1", "yes", "true", "y", "x", "o", "はい", "有", "あり", "○", "◯", "〇", "✓", "✔")


def number_of(cell: str, where: str) -> Fraction:
    """Return the number in a cell such as ``48,000``, ``▲3000``, ``(3,000)``, ``４８．０``; raises SheetError."""
    # In Japanese text the kana long vowel mark is used as a minus.
    match = _NUMBER.fullmatch(one_form(cell).replace("\u00a0", " "))
    if match is None or bool(match["open"]) != bool(match["close"]):
        raise SheetError(
            Text(
                f"「{cell}」は数ではありません。48000、48,000、-3000、▲3000のように入力してください。",
                f"{where}: {cell!r}: expected a number such as 48000, 48,000, -3000 or ▲3000",
            )
        )
    value = Fraction(re.sub(r"\D", "", match["whole"]) + "." + (match["part"] or "0"))
    return -value if match["open"] or (match["sign"] or "+") in _MINUS else value


def whole_of(cell: str, where: str) -> int:
    """Return the whole number in a cell; raises SheetError."""
    value = number_of(cell, where)
    if value.denominator != 1:
        raise SheetError(Text(f"「{cell}」を整数にしてください。", f"{where}: {cell!r}: expected a whole number"))
    return int(value)


def seat_of(cell: str, where: str) -> Wind:
    """Return the seat at the start of a cell such as ``東``, ``E``, ``Ｅ``, ``east``, ``南家``; raises SheetError."""
    found = _SEATS.get(one_form(cell).upper())
    if found is None:
        raise SheetError(
            Text(
                f"席「{cell}」は東・南・西・北のどれかにしてください。",
                f"{where}: seat {cell!r}: expected E, S, W or N, 東, 南, 西 or 北",
            )
        )
    return found


def is_yes(cell: str) -> bool:
    """True if a cell says yes."""
    return one_form(cell).casefold() in _YES

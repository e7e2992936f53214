"""Assumptions that readers make about facts missing in a record, as text."""

from enum import StrEnum, auto
from typing import Final

from controller.text import Text, words_of


class Assumption(StrEnum):
    """One assumption; ``words.toml`` has its text."""

    NO_NAMES = auto()
    NO_RULES = auto()
    OWN_RULES = auto()
    NO_TEXT_TITLE = auto()
    MORE_ELEMENTS = auto()
    FOURTEENTH = auto()
    OWN_DRAW = auto()
    NO_PAIRS = auto()
    CALLED_OFF = auto()
    DRAW_KIND = auto()
    ODD_SCORE = auto()
    UNKNOWN_YAKU = auto()
    UNKNOWN_YAKU_NUMBER = auto()
    UNFINISHED = auto()
    BROKEN_OFF = auto()
    OTHER_EVENTS = auto()
    NOT_DRAWN_TOLD = auto()
    NO_LOSER = auto()
    NO_REASON = auto()
    NO_NUMBER = auto()
    NONE_TOLD = auto()
    POINTS_CARRIED = auto()
    POINTS_USUAL = auto()
    NO_HANDS = auto()
    PAID_BY_NEXT = auto()
    LAID_BY_NEXT = auto()
    PAID_NOWHERE = auto()

    def of(self, *said: object, where: str = "") -> Text:
        """Return the assumption as text with the record's values, prefixed by the place if it is not in the text."""
        ja, en = (each if not where or "{where}" in each else f"{{where}}: {each}" for each in _TEXTS[self])
        return Text(ja.format(*said, where=where), en.format(*said, where=where))


_TEXTS: Final = words_of(Assumption, "assumptions")

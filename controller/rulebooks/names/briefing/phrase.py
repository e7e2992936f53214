"""What a sentence of a briefing is made of."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from controller.text import Text

_NO_CASES: Final[Mapping[Any, Text]] = MappingProxyType({})


class Part(Enum):
    """The parts of a briefing, in the order of play."""

    SEATING = "seating"
    SET_UP = "set_up"
    TURNS = "turns"
    CALLS = "calls"
    RIICHI = "riichi"
    KONGS = "kongs"
    WINNING = "winning"
    SCORING = "scoring"
    DRAWS = "draws"
    FLOW = "flow"
    END = "end"
    SETTLEMENT = "settlement"
    PENALTIES = "penalties"
    EVENT = "event"


PART_NAMES: Final[Mapping[Part, Text]] = MappingProxyType(
    {
        Part.SEATING: Text("席決め", "Seating"),
        Part.SET_UP: Text("開局の準備", "Setting up"),
        Part.TURNS: Text("ツモと打牌", "Draws and discards"),
        Part.CALLS: Text("鳴き", "Calls"),
        Part.RIICHI: Text("リーチ", "Riichi"),
        Part.KONGS: Text("カン", "Kongs"),
        Part.WINNING: Text("アガリ", "Winning"),
        Part.SCORING: Text("点数計算", "Scoring"),
        Part.DRAWS: Text("流局", "Drawn rounds"),
        Part.FLOW: Text("連荘と積み棒", "Dealership and counters"),
        Part.END: Text("終局", "End of the game"),
        Part.SETTLEMENT: Text("精算", "Settlement"),
        Part.PENALTIES: Text("罰則", "Penalties"),
        Part.EVENT: Text("大会", "The event"),
    }
)


class Phrase(NamedTuple):
    """Sentence of a field: ``yes`` with ``{}`` for the value in words; ``no`` if it is off, 0, None or empty.

    ``cases``: whole sentences for single values.
    """

    part: Part
    yes: Text
    no: Text | None = None
    cases: Mapping[Any, Text] = _NO_CASES

    def of(self, value: Any, words: Text) -> Text:
        """The sentence of a value that is ``words`` in words."""
        if value in self.cases:
            return self.cases[value]
        told = self.no if self.no is not None and not value else self.yes
        return Text(told.ja.replace("{}", words.ja), told.en.replace("{}", words.en))


def phrase(
    part: Part, ja: str, en: str, no_ja: str = "", no_en: str = "", *, cases: Mapping[Any, Text] = _NO_CASES
) -> Phrase:
    """A phrase of plain strings."""
    return Phrase(part, Text(ja, en), Text(no_ja, no_en) if no_ja else None, MappingProxyType(dict(cases)))

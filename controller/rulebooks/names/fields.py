"""Texts for a rulebook's fields, from ``fields.toml``: titles, and sentences in the order of play."""

import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from controller.text import Text, words_of


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


PART_NAMES: Final = words_of(Part, "parts")


class Phrase(NamedTuple):
    """Sentence of a field: ``yes`` with ``{}`` for the value in words; ``no`` if it is off, 0, None or empty.

    ``cases``: by values as TOML writes them, complete sentences of their own.
    """

    yes: Text
    no: Text | None = None
    cases: tuple[tuple[Any, Text], ...] = ()

    def of(self, value: Any, words: Text) -> Text:
        """Return the sentence for a value, whose text is ``words``."""
        written = value.value if isinstance(value, Enum) else [*value] if isinstance(value, tuple) else value
        for case, told in self.cases:
            if case == written:
                return told
        told = self.no if self.no is not None and not value else self.yes
        return Text(told.ja.replace("{}", words.ja), told.en.replace("{}", words.en))


class FieldWords(NamedTuple):
    """A field's title and sentence, and the part of a briefing it belongs to."""

    part: Part
    title: Text
    phrase: Phrase


class Words(NamedTuple):
    """Contents of the file; fields by dotted name, such as ``scoring.minimum_han``, in the order of play.

    ``lines``: sentence patterns for a yaku and a line of fu, filled with its name.
    """

    chapters: Mapping[str, Text]
    lines: Mapping[str, Phrase]
    fields: Mapping[str, FieldWords]


@cache
def words() -> Words:
    """Return the texts of chapters and fields; read on first use, as most scores need none."""
    told = tomllib.loads((resources.files(__package__) / "fields.toml").read_text(encoding="utf-8"))
    return Words(
        {name: Text(**text) for name, text in told["chapters"].items()},
        {name: _phrase(row) for name, row in told["lines"].items()},
        {
            name: FieldWords(part, Text(row["title_ja"], row["title_en"]), _phrase(row))
            for part in Part
            for name, row in told[part.value].items()
        },
    )


def title_of(field: str) -> Text:
    """Return the title of a field."""
    return words().fields[field].title


def _phrase(row: Mapping[str, Any]) -> Phrase:
    no = Text(row["no_ja"], row["no_en"]) if "no_ja" in row else None
    cases = tuple([(case["value"], Text(case["ja"], case["en"])) for case in row.get("cases", ())])
    return Phrase(Text(row["ja"], row["en"]), no, cases)

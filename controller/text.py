"""What a person reads, in both languages."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict


class Language(StrEnum):
    """The languages in which people are told things."""

    JA = "ja"
    EN = "en"


class TextTold(TypedDict):
    """A text as JSON."""

    ja: str
    en: str


class NamedTold(TextTold):
    """Something by its id and in words."""

    id: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text in Japanese and English."""

    ja: str
    en: str

    def __iter__(self) -> Iterator[str]:
        """Japanese, then English."""
        yield self.ja
        yield self.en

    def told(self) -> TextTold:
        """As JSON."""
        return {"ja": self.ja, "en": self.en}

    def of(self, language: Language) -> str:
        """The text in one language."""
        return self.ja if language is Language.JA else self.en


def one_line(text: str, most: int) -> str:
    """So many letters at most of what somebody typed, in one line: none that turns or hides what is around it."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:most]

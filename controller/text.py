"""Texts for people, in both languages."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, TypedDict, TypeVar

_Kind = TypeVar("_Kind", bound=Enum)


class Language(StrEnum):
    """Languages of texts for people."""

    JA = "ja"
    EN = "en"


class TextJson(TypedDict):
    """A text as JSON."""

    ja: str
    en: str


class NamedJson(TextJson):
    """An id with its name in both languages, as JSON."""

    id: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text in Japanese and English."""

    ja: str
    en: str

    def __iter__(self) -> Iterator[str]:
        """Yield the Japanese, then the English text."""
        yield self.ja
        yield self.en

    def to_json(self) -> TextJson:
        """Return the text as JSON."""
        return {"ja": self.ja, "en": self.en}

    def of(self, language: Language) -> str:
        """Return the text in one language."""
        return self.ja if language is Language.JA else self.en


def text(file: str) -> str:
    """Return the contents of a file of ``controller/data``."""
    return (resources.files("controller") / "data" / file).read_text(encoding="utf-8")


@cache
def rows(file: str) -> Mapping[str, Any]:
    """Return the contents of a TOML file of ``controller/data``."""
    return tomllib.loads(text(file))


def words(table: str) -> Mapping[str, Text]:
    """Return the texts of one table of ``words.toml``, by their keys."""
    return MappingProxyType({key: Text(**row) for key, row in rows("words.toml")[table].items()})


def words_of(kinds: type[_Kind], table: str) -> Mapping[_Kind, Text]:
    """Return the texts of one table of ``words.toml`` for every value of an enum."""
    told = words(table)
    return MappingProxyType({kind: told[kind.value] for kind in kinds})


def one_line(text: str, most: int) -> str:
    """Return at most ``most`` characters of typed text in one line, without control and direction characters."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:most]

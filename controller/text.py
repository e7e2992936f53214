"""What a person reads, in both languages."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A text in Japanese and English."""

    ja: str
    en: str

    def __iter__(self) -> Iterator[str]:
        """Japanese, then English."""
        yield self.ja
        yield self.en

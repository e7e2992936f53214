"""A place in a rulebook's text as data: the article named in answers, and the citation for people in both languages."""

from dataclasses import dataclass
from typing import Final

from controller.errors import RulebookError
from controller.text import Text

SILENT: Final = "unstated: "
"""Prefix in answers to the reason of a default, in place of an article."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A place in a text: ``article``: its name in answers, "" if the text is silent; ``note``: citation for people.

    Raises RulebookError if a language is missing or has several lines.
    """

    article: str
    note: Text

    def __post_init__(self) -> None:
        """Raise RulebookError for an invalid note."""
        if not (self.note.ja and self.note.en) or any(
            len(each.splitlines()) > 1 for each in (self.article, *self.note)
        ):
            raise RulebookError(f"clause {self.article!r}: expected one line in Japanese and one in English")

    @property
    def cite(self) -> str:
        """The article, or ``unstated: reason`` if there is none."""
        return self.article or f"{SILENT}{self.note.en}"

    def at(self, place: Text) -> "Clause":
        """Return a place within this article: ``art. 42`` at ``i-1`` is ``art. 42 i-1``."""
        note = Text(f"{self.note.ja}{place.ja}", f"{self.note.en} {place.en}")
        return Clause(f"{self.article} {place.en}", note)

    def of(self, taken: "Clause") -> "Clause":
        """Return a clause of another rulebook as adopted by this one."""
        note = Text(f"{self.note.ja}：{taken.note.ja}", f"{self.note.en}: {taken.note.en}")
        return Clause(f"{self.article}: {taken.cite}", note)


def clause(ja: str, en: str) -> Clause:
    """Return a clause with its Japanese citation, and its English one, which answers use too."""
    return Clause(en, Text(ja, en))


def silence(ja: str, en: str) -> Clause:
    """Return the substitute for a clause if the text is silent: the reason for the default."""
    return Clause("", Text(ja, en))

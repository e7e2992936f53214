"""Where a book says something, as data: the article that answers name, and what people read in either language."""

from dataclasses import dataclass
from typing import Final

from controller.errors import RulebookError
from controller.text import Text

SILENT: Final = "unstated: "
"""What answers put before the reason of a default, in place of an article."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A place in a text: ``article`` as answers name it, "" where the text is silent; ``note`` as people cite it.

    Raises RulebookError where a language is missing or has several lines.
    """

    article: str
    note: Text

    def __post_init__(self) -> None:
        """Refuse what cannot be cited."""
        if not (self.note.ja and self.note.en) or any(
            len(each.splitlines()) > 1 for each in (self.article, *self.note)
        ):
            raise RulebookError(f"clause {self.article!r}: expected one line in Japanese and one in English")

    @property
    def cite(self) -> str:
        """The article, or ``unstated: reason`` where there is none."""
        return self.article or f"{SILENT}{self.note.en}"

    def at(self, place: Text) -> "Clause":
        """A place within this article: ``art. 42`` at ``i-1`` is ``art. 42 i-1``."""
        note = Text(f"{self.note.ja}{place.ja}", f"{self.note.en} {place.en}")
        return Clause(f"{self.article} {place.en}", note)

    def of(self, taken: "Clause") -> "Clause":
        """A clause of another book, taken over by this one."""
        note = Text(f"{self.note.ja}：{taken.note.ja}", f"{self.note.en}: {taken.note.en}")
        return Clause(f"{self.article}: {taken.cite}", note)


def clause(ja: str, en: str) -> Clause:
    """A clause as Japanese cites it, and as English and answers do."""
    return Clause(en, Text(ja, en))


def silence(ja: str, en: str) -> Clause:
    """Replacement of a clause if the text is silent: why the value is the default."""
    return Clause("", Text(ja, en))

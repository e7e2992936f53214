"""A rulebook: one typed, frozen value per book, every field with the clause it comes from."""

from dataclasses import dataclass

from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.checks import ContradictionError, contradictions
from controller.rulebooks.rule import CONTESTED, UNVERIFIED
from controller.rulebooks.schema.chapters import Chapters


# Compared and hashed by identity: a scorer caches what it derives from a book under the book itself.
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True, kw_only=True)
class Rulebook(Chapters):
    """A published or a venue's rulebook; ``edition`` names the text. Raises ContradictionError at birth.

    ``source``: place of the text, for a book not checked clause by clause. ``base``: id of the book that it extends:
    fields it does not set come from there.
    """

    id: str
    ja: str
    en: str
    edition: str
    source: str = ""
    base: str = ""

    def __post_init__(self) -> None:
        """Refuse contradictions between fields."""
        if found := tuple(contradictions(self)):
            raise ContradictionError(self.id, found)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that are played: three players leave seat D empty."""
        return SEATS[: self.flow.players.value]

    @property
    def unverified(self) -> tuple[str, ...]:
        """Dotted names of the fields that nobody has read in the text itself."""
        return tuple(name for name, rule in self.rules() if rule.unstated in (UNVERIFIED, CONTESTED))

"""A rulebook: one typed, frozen value per rulebook, every field with its clause."""

from dataclasses import dataclass

from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.checks import ContradictionError, contradictions
from controller.rulebooks.rule import CONTESTED, UNVERIFIED
from controller.rulebooks.schema.chapters import Chapters


# Compared and hashed by identity: a scorer caches derived values per rulebook object.
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True, kw_only=True)
class Rulebook(Chapters):
    """A published or a venue's rulebook; ``edition``: of the text. Creation raises ContradictionError if invalid.

    ``source``: place of the text, for a rulebook not checked clause by clause. ``base``: id of the rulebook that it
    extends, which supplies the fields that it does not set.
    """

    id: str
    ja: str
    en: str
    edition: str
    source: str = ""
    base: str = ""

    def __post_init__(self) -> None:
        """Raise ContradictionError for contradictions between fields."""
        if found := tuple(contradictions(self)):
            raise ContradictionError(self.id, found)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play: three players leave seat D empty."""
        return SEATS[: self.flow.players.value]

    @property
    def unverified(self) -> tuple[str, ...]:
        """Dotted names of the fields that were not verified in the text itself."""
        return tuple(name for name, rule in self.rules() if rule.unstated in (UNVERIFIED, CONTESTED))

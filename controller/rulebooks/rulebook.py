"""A rulebook: one typed, frozen value per book, every field with the clause it comes from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.rulebooks.checks import ContradictionError, contradictions
from controller.rulebooks.rule import Rule, Section
from controller.rulebooks.schema.claims import ClaimRules, RiichiRules
from controller.rulebooks.schema.event import EventRules
from controller.rulebooks.schema.flow import FlowRules, SettlementRules
from controller.rulebooks.schema.penalties import PenaltyRules
from controller.rulebooks.schema.scoring import ScoringRules
from controller.rulebooks.schema.table import TableRules


# Compared and hashed as the one value it is: a scorer keeps what it works out of a book under the book itself.
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Rulebook:
    """A published or a venue's own rulebook; ``edition`` names the text. Raises ContradictionError."""

    id: str
    ja: str
    en: str
    edition: str
    scoring: ScoringRules
    claims: ClaimRules
    riichi: RiichiRules
    flow: FlowRules
    settlement: SettlementRules
    penalties: PenaltyRules
    event: EventRules
    table: TableRules

    def __post_init__(self) -> None:
        """Refuse contradictions between fields."""
        if found := tuple(contradictions(self)):
            raise ContradictionError(self.id, found)

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Name and value of each chapter, in order."""
        for name in ("scoring", "claims", "riichi", "flow", "settlement", "penalties", "event", "table"):
            yield name, getattr(self, name)

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every field with its dotted name, such as ``scoring.minimum_han``."""
        for name, section in self.sections():
            for field, rule in section.rules():
                yield f"{name}.{field}", rule

"""The eight chapters of a rulebook as one value."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from controller.rulebooks.rule import Rule, Section
from controller.rulebooks.schema.claims import ClaimRules
from controller.rulebooks.schema.event import EventRules
from controller.rulebooks.schema.flow import FlowRules
from controller.rulebooks.schema.penalties import PenaltyRules
from controller.rulebooks.schema.riichi import RiichiRules
from controller.rulebooks.schema.scoring import ScoringRules
from controller.rulebooks.schema.settlement import SettlementRules
from controller.rulebooks.schema.table import TableRules


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chapters:
    """Everything that a rulebook rules."""

    scoring: ScoringRules
    claims: ClaimRules
    riichi: RiichiRules
    flow: FlowRules
    settlement: SettlementRules
    penalties: PenaltyRules
    event: EventRules
    table: TableRules

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Name and value of each chapter, in order."""
        for field in fields(Chapters):
            yield field.name, getattr(self, field.name)

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every field with its dotted name, such as ``scoring.minimum_han``."""
        for name, section in self.sections():
            for field, rule in section.rules():
                yield f"{name}.{field}", rule

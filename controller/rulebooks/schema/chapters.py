"""The eight chapters of a rulebook as one value."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from controller.rulebooks.rule import Chapter, Rule
from controller.rulebooks.schema.claims import ClaimsChapter
from controller.rulebooks.schema.event import EventChapter
from controller.rulebooks.schema.flow import FlowChapter
from controller.rulebooks.schema.penalties import PenaltiesChapter
from controller.rulebooks.schema.riichi import RiichiChapter
from controller.rulebooks.schema.scoring import ScoringChapter
from controller.rulebooks.schema.settlement import SettlementChapter
from controller.rulebooks.schema.table import TableChapter


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chapters:
    """All chapters of a rulebook."""

    scoring: ScoringChapter
    claims: ClaimsChapter
    riichi: RiichiChapter
    flow: FlowChapter
    settlement: SettlementChapter
    penalties: PenaltiesChapter
    event: EventChapter
    table: TableChapter

    def chapters(self) -> Iterator[tuple[str, Chapter]]:
        """Yield name and value of each chapter, in order."""
        for field in fields(Chapters):
            yield field.name, getattr(self, field.name)

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Yield every field with its dotted name, such as ``scoring.minimum_han``."""
        for name, section in self.chapters():
            for field, rule in section.rules():
                yield f"{name}.{field}", rule

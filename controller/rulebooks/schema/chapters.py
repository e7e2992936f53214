"""The chapters of a rulebook as those see them who judge whether they go together."""

from collections.abc import Iterator
from typing import Any, Protocol

from controller.rulebooks.rule import Rule
from controller.rulebooks.schema.claims import ClaimRules, RiichiRules
from controller.rulebooks.schema.event import EventRules
from controller.rulebooks.schema.flow import FlowRules, SettlementRules
from controller.rulebooks.schema.penalties import PenaltyRules
from controller.rulebooks.schema.scoring import ScoringRules
from controller.rulebooks.schema.table import TableRules


class Chapters(Protocol):
    """Every chapter, and every field of them by its dotted name."""

    @property
    def scoring(self) -> ScoringRules:
        """What hands are worth."""
        ...

    @property
    def claims(self) -> ClaimRules:
        """Calls and liability."""
        ...

    @property
    def riichi(self) -> RiichiRules:
        """Riichi and kongs."""
        ...

    @property
    def flow(self) -> FlowRules:
        """Rounds and games."""
        ...

    @property
    def settlement(self) -> SettlementRules:
        """What a game is worth."""
        ...

    @property
    def penalties(self) -> PenaltyRules:
        """What breaches cost."""
        ...

    @property
    def event(self) -> EventRules:
        """Several games together."""
        ...

    @property
    def table(self) -> TableRules:
        """Walls, dice and buttons."""
        ...

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every field with its dotted name, such as ``scoring.minimum_han``."""
        ...

"""A rulebook: one typed, frozen value per book, every field with the clause it comes from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.errors import RulebookError
from controller.rulebooks.claim_rules import ClaimRules, RiichiRules
from controller.rulebooks.event_rules import EventRules
from controller.rulebooks.flow_rules import FlowRules, SettlementRules
from controller.rulebooks.penalty_rules import PenaltyRules
from controller.rulebooks.rule import Rule, Section
from controller.rulebooks.scoring_rules import ScoringRules
from controller.rulebooks.table_rules import TableRules


# Compared and hashed as the one value it is: a scorer keeps what it works out of a book under the book itself.
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Rulebook:
    """A published or a venue's own rulebook; ``edition`` names the text. Raises RulebookError on a contradiction."""

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
        limits = [step.han for step in self.scoring.limits.value]
        steps = [step.han for step in self.scoring.han_table.value]
        if limits != sorted(limits) or steps != sorted(steps):
            raise RulebookError(f"{self.id}: limits or han_table out of order: expected rising han")
        if steps and steps[0] > self.scoring.minimum_han.value:
            raise RulebookError(f"{self.id}: han_table begins at {steps[0]} han: expected scoring.minimum_han")
        known = {yaku.id for yaku in self.scoring.yaku.value}
        if not known.issuperset(self.claims.liability.value):
            raise RulebookError(f"{self.id}: claims.liability names a yaku that scoring.yaku does not hold")
        if self.flow.winds_played.value not in (1, 2, 3, 4):
            raise RulebookError(f"{self.id}: flow.winds_played is {self.flow.winds_played.value}: expected 1 to 4")
        if self.settlement.return_points.value < self.settlement.start_points.value:
            raise RulebookError(f"{self.id}: settlement.return_points is below start_points")
        if self.settlement.floating_bonus.value and not self.settlement.floating_bonus_points.value:
            raise RulebookError(
                f"{self.id}: settlement.floating_bonus is on: expected settlement.floating_bonus_points"
            )
        if self.penalties.pot_fine.value % self.scoring.riichi_stick.value:
            raise RulebookError(f"{self.id}: penalties.pot_fine is no multiple of scoring.riichi_stick")

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Name and value of each chapter, in order."""
        for name in ("scoring", "claims", "riichi", "flow", "settlement", "penalties", "event", "table"):
            yield name, getattr(self, name)

    def rules(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every field with its dotted name, such as ``scoring.minimum_han``."""
        for name, section in self.sections():
            for field, rule in section.rules():
                yield f"{name}.{field}", rule

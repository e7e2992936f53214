"""What people enter: decisions on faults, confirmations."""

from collections.abc import Iterable

from controller.journal import events as ev
from controller.journal.events import Wording
from controller.journal.state import Phase, TableState
from controller.ports import Claim, ClaimKind
from controller.referee.referee import decide
from controller.rulebooks.rulebook import Rulebook
from controller.table.effects import Effect, Refuse
from controller.table.flow import settle
from controller.table.results import drawn

_NO_FAULT = Wording("その指摘は確認待ちではない。", "No open fault has that id.")
_NO_RESULT = Wording("精算待ちの局がない。", "No round waits for its settlement.")
_NO_PLAY = Wording("進行中の局がない。", "No round is in play.")


def claimed(
    state: TableState, rulebook: Rulebook, claim: Claim, number: int
) -> tuple[Iterable[ev.Event], tuple[Effect, ...]]:
    """Events that an entry leads to, or the reason why it cannot stand now."""
    evidence = (number,)
    if claim.kind is ClaimKind.CONFIRM_SETTLEMENT:
        if state.phase is not Phase.RESULT:
            return (), (Refuse(_NO_RESULT),)
        return settle(state, rulebook, claim.by, claim.at, evidence), ()
    if claim.kind is ClaimKind.CONFIRM_DRAW:
        if state.phase is not Phase.PLAY or state.round is None:
            return (), (Refuse(_NO_PLAY),)
        return drawn(state.round, rulebook, claim.at, evidence), ()
    decided = decide(state, claim, number)
    return ((), (Refuse(_NO_FAULT),)) if decided is None else ((decided,), ())

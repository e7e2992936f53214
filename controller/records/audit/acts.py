"""Consequences of the acts of a recorded round under a rulebook: number of dora indicators, abortive draw."""

from typing import Final, NamedTuple

from controller.records.record import CallAct, DiscardAct, RoundRecord
from controller.referee.rules.abortive import PlaySoFar, due_abortive_draw
from controller.riichi.meld import MeldKind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.riichi import KongDoraShown


class _Opening(NamedTuple):
    """When a delayed kong indicator is turned.

    ``by_kong``: also by another kong; ``once_passed``: only if that act was not won on.
    """

    by_kong: bool
    once_passed: bool


_OPENS: Final = {
    KongDoraShown.WITH_DISCARD: _Opening(by_kong=False, once_passed=False),
    KongDoraShown.AFTER_DISCARD: _Opening(by_kong=False, once_passed=True),
    KongDoraShown.WITH_NEXT_ACT: _Opening(by_kong=True, once_passed=False),
    KongDoraShown.AFTER_NEXT_ACT: _Opening(by_kong=True, once_passed=True),
}


def indicators_due(one: RoundRecord, book: Rulebook) -> int:
    """Return the number of dora indicators open when the round is won; that of a robbed kong stays closed."""
    shown = 1
    owed: list[_Opening] = []
    for place, act in enumerate(one.acts):
        won_on = place + 1 == len(one.acts)
        kong = isinstance(act, CallAct) and act.meld.kind.is_kong
        # A robbed kong is void and turns no indicator.
        turned = [each for each in owed if isinstance(act, DiscardAct) or (kong and each.by_kong and not won_on)]
        owed = [each for each in owed if each not in turned]
        shown += sum(not (won_on and each.once_passed) for each in turned)
        if isinstance(act, CallAct) and kong and not won_on:
            rules = book.riichi
            concealed = act.meld.kind is MeldKind.KAN_CONCEALED
            timing = (rules.kong_dora_shown if concealed else rules.open_kong_dora_shown).value
            if timing in _OPENS:
                owed.append(_OPENS[timing])
            else:
                shown += 1
    return shown


def abortive_draw_due(one: RoundRecord, book: Rulebook) -> AbortiveDraw | None:
    """Return the abortive draw due after any act that nobody won on, from the record alone; None for none."""
    discards: list[int] = []
    kongs = [0, 0, 0, 0]
    calls = riichi = since_kong = 0
    acts = one.acts[:-1] if one.wins or not one.acts else one.acts
    for act in acts:
        declaring = isinstance(act, DiscardAct) and act.riichi
        if isinstance(act, DiscardAct):
            discards.append(act.tile.kind)
            riichi += declaring
            since_kong += 1
        elif isinstance(act, CallAct):
            calls += 1
            if act.meld.kind.is_kong:
                kongs[act.seat] += 1
                since_kong = 0
        discarded = isinstance(act, DiscardAct)
        due = due_abortive_draw(PlaySoFar(discards, calls, riichi, declaring, kongs, since_kong, discarded), book)
        if due is not None:
            return due
    return None

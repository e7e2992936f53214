"""The one way out of a running table: its view behind the gate, for viewers, for the staff, and late."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import structlog

from api.service.ages import PastFact
from api.service.feed import Feed
from api.service.late_feed import LateFeed
from controller.journal.state import TableState
from controller.ports.eyes import Sighting
from controller.ports.log import WordLog
from controller.ports.table import MachineStand
from controller.table.effects import Refused
from controller.views.board import WorkView, card_view
from controller.views.foreseen import ForeseenView
from controller.views.gate import Audience, Released, View, release
from controller.views.late.advice import AdviceView
from controller.views.policy import NEVER, Release, When, recorded
from controller.views.referee import RefusedView
from controller.views.table import TableView
from controller.views.venue import machine_view, release_view, summary_view

# The newest refused events that the console lists: what a person can take in beside the faults.
REFUSED_SHOWN: Final = 5
log: WordLog = structlog.get_logger()


class Outlet:
    """Feeds and answers of one table. No secret is ever on a live feed: released ones come on the late feed only."""

    def __init__(
        self,
        table: str,
        state: TableState,
        view: TableView,
        rule: Release = NEVER,
        clock: Callable[[], float] = time.monotonic,
        past: Sequence[tuple[PastFact, Callable[[], TableView]]] = (),
    ) -> None:
        """Begin with the present view. ``rule``: when secrets come out; ``clock``: seconds that never go back.

        ``past``: what is known of earlier facts, each with its view.
        """
        self._table = table
        self._view = view
        self._change = state.release
        # What was made stricter while the table ran stays so over a restart.
        known = recorded(state.release)
        rule = rule if known is None else rule.stricter(known)
        self._rule = rule
        self._shown = {audience: self._out(view, audience) for audience in Audience}
        self._feeds = {audience: Feed(shown) for audience, shown in self._shown.items()}
        self._late = LateFeed(rule, clock, past)
        self._late.put(state, view)

    def publish(self, state: TableState, view: TableView) -> Release:
        """Publish the table after a fact, or after a change without one, with its policy."""
        self._view = view
        for audience, feed in self._feeds.items():
            self._shown[audience] = self._out(view, audience)
            feed.publish(self._shown[audience])
        rule = self._late.put(state, view)
        told = recorded(state.release)
        if state.release is not self._change and told is not None:
            self._change, self._rule = state.release, told
            self._late.change(told)
        return rule

    def advise(self, advice: AdviceView) -> None:
        """An engine's answer to the late feed; shown there alone."""
        self._late.advise(advice)

    def see(self, sighting: Sighting) -> None:
        """What the eyes see: released is what the round's end lets out, once hands are gone from the table."""
        self._late.see(sighting)

    def feed(self, audience: Audience) -> Feed:
        """The live feed of an audience."""
        return self._feeds[audience]

    def late_feed(self) -> Feed | None:
        """The feed with what is released by now; None where nothing ever is."""
        return None if self._rule.when is When.NEVER else self._late.feed

    def released_rounds(self) -> frozenset[int]:
        """Ordinals of the rounds whose secrets have all come out; none where nothing ever does."""
        return frozenset() if self._rule.when is When.NEVER else self._late.released_rounds

    @property
    def late_lag_s(self) -> float:
        """How far the late feed is behind what may be shown, seconds."""
        return self._late.lag_s

    def newest(self, audience: Audience) -> Released:
        """The newest view, for an audience."""
        return self._shown[audience]

    def summary(self, running: bool, audience: Audience) -> Released:
        """The table's line in the list of tables."""
        return self._out(summary_view(self._table, self._view, running), audience)

    def card(
        self,
        stand: MachineStand,
        began: tuple[float, float] | None,
        stuck: Mapping[str, float],
        now: float,
        works: tuple[WorkView, ...],
        audience: Audience,
    ) -> Released:
        """The table's card on the venue's board."""
        return self._out(card_view(self._view, stand, began, stuck, now, works), audience)

    def machine(self, stand: MachineStand, audience: Audience) -> Released:
        """State of the table's machine, with the last goal asked of it."""
        return self._out(machine_view(stand, self._view.goal), audience)

    def foreseen(self, view: ForeseenView, audience: Audience) -> Released:
        """What an entry would change."""
        return self._out(view, audience)

    def release(self, floor_s: float | None, audience: Audience) -> Released:
        """The policy in force, with who changed it last."""
        return self._out(release_view(self._rule, floor_s, self._change), audience)

    def close(self) -> None:
        """Publish nothing more, and end who follows."""
        self._late.close()
        for feed in self._feeds.values():
            feed.end()

    @staticmethod
    def _out(view: View, audience: Audience) -> Released:
        return release(view, audience, 0.0)


def with_refused(listed: tuple[RefusedView, ...], refused: tuple[Refused, ...], table: str) -> tuple[RefusedView, ...]:
    """The list of refused events with these, each logged; one repeated by every sighting is listed once."""
    longer = list(listed)
    for each in refused:
        kind = type(each.event).__name__
        shown = RefusedView(each.event.at, kind, each.phase.value, each.rule, each.reason, each.detail, each.text)
        if any(replace(shown, at=known.at) == known for known in longer):
            continue
        longer.append(shown)
        log.warning("event refused", table=table, kind=kind, phase=shown.phase, rule=shown.rule)
    return tuple(longer[-REFUSED_SHOWN:])

"""The only way out of a running table: its views pass the secrecy gate to viewers, staff and the late feed."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import structlog

from api.service.ages import PastFact
from api.service.feed import Feed
from api.service.late_feed import LateFeed
from controller.journal.chain import Record
from controller.journal.events import ReleaseChanged
from controller.journal.state import TableState
from controller.ports.eyes import Sighting
from controller.ports.log import WordLog
from controller.ports.table import MachineStatus
from controller.table.effects import Refused
from controller.views.board import WorkView, card_view
from controller.views.foreseen import ForeseenView
from controller.views.gate import Audience, Released, View, release
from controller.views.late.advice import AdviceView
from controller.views.policy import NEVER, Release, When, recorded
from controller.views.referee import RefusedView
from controller.views.table import TableView
from controller.views.venue import machine_view, release_view, summary_view

# Number of refused events that the console lists; chosen: readable beside the faults.
REFUSED_SHOWN: Final = 5
log: WordLog = structlog.get_logger()


class ShownFact(NamedTuple):
    """A record with the state and the view after it; ``view`` is None where one after a later fact includes it."""

    record: Record
    state: TableState
    view: TableView | None


def facts_of(
    sealed: Sequence[tuple[Record, TableState]], view_of: Callable[[TableState], TableView]
) -> tuple[ShownFact, ...]:
    """Return the facts of one piece of evidence with their views: one view for all facts of a round.

    A round's last view is needed even if the evidence goes on to the next round, for the release of its hands.
    """
    following = [*(_stretch(state) for _, state in sealed[1:]), None]
    return tuple(
        ShownFact(record, state, None if _stretch(state) == after else view_of(state))
        for (record, state), after in zip(sealed, following, strict=False)
    )


def _stretch(state: TableState) -> tuple[int, int, ReleaseChanged | None]:
    """Return game, round and release policy: facts that differ in one of them have views of their own."""
    return state.game, state.rounds, state.release


class Outlet:
    """Feeds and answers of one table. Live feeds never have secrets; released ones are on the late feed only."""

    def __init__(
        self,
        table: str,
        state: TableState,
        view: TableView,
        rule: Release = NEVER,
        clock: Callable[[], float] = time.monotonic,
        past: Sequence[tuple[PastFact, Callable[[], TableView]]] = (),
    ) -> None:
        """Start with the present view. ``rule``: when secrets are released. ``clock``: monotonic seconds.

        ``past``: known earlier facts, each with its view.
        """
        self._table = table
        self._view = view
        self._change = state.release
        # A policy that was made stricter at run time stays in force after a restart.
        known = recorded(state.release)
        rule = rule if known is None else rule.stricter(known)
        self._rule = rule
        self._shown = {audience: self._out(view, audience) for audience in Audience}
        self._feeds = {audience: Feed(shown) for audience, shown in self._shown.items()}
        self._late = LateFeed(rule, clock, past)
        self._late.put(state, view)

    def tell(self, facts: Iterable[ShownFact]) -> Iterator[tuple[ShownFact, Release]]:
        """Publish the views of facts; yield each fact with the policy that applies to it."""
        unseen = list[ShownFact]()
        for fact in facts:
            unseen.append(fact)
            if fact.view is not None:
                rule = self.publish(fact.state, fact.view)
                yield from ((each, rule) for each in unseen)
                unseen.clear()

    def publish(self, state: TableState, view: TableView) -> Release:
        """Publish the view after a fact, or after a change without one; return the policy that applies to it."""
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
        """Show an engine's answer, on the late feed only."""
        self._late.advise(advice)

    def see(self, sighting: Sighting) -> None:
        """Take a sighting: a round's hands are released only once they are gone from the table."""
        self._late.see(sighting)

    def feed(self, audience: Audience) -> Feed:
        """Return the live feed of an audience."""
        return self._feeds[audience]

    def late_feed(self) -> Feed | None:
        """Return the feed with secrets released so far; None if nothing is ever released."""
        return None if self._rule.when is When.NEVER else self._late.feed

    def released_rounds(self) -> frozenset[int]:
        """Return ordinals of the rounds whose secrets are all released; empty if nothing is ever released."""
        return frozenset() if self._rule.when is When.NEVER else self._late.released_rounds

    @property
    def late_lag_s(self) -> float:
        """Delay of the late feed beyond its policy, in seconds."""
        return self._late.lag_s

    def newest(self, audience: Audience) -> Released:
        """Return the newest view for an audience."""
        return self._shown[audience]

    def summary(self, running: bool, audience: Audience) -> Released:
        """Return the table's entry in the list of tables."""
        return self._out(summary_view(self._table, self._view, running), audience)

    def card(
        self,
        stand: MachineStatus,
        began: tuple[float, float] | None,
        stuck: Mapping[str, float],
        now: float,
        works: tuple[WorkView, ...],
        audience: Audience,
    ) -> Released:
        """Return the table's card on the venue's board."""
        return self._out(card_view(self._view, stand, began, stuck, now, works), audience)

    def machine(self, stand: MachineStatus, audience: Audience) -> Released:
        """Return the state of the table's machine, with its last goal."""
        return self._out(machine_view(stand, self._view.goal), audience)

    def foreseen(self, view: ForeseenView, audience: Audience) -> Released:
        """Return the preview of an entry."""
        return self._out(view, audience)

    def release(self, floor_s: float | None, audience: Audience) -> Released:
        """Return the policy in force, and who changed it last."""
        return self._out(release_view(self._rule, floor_s, self._change), audience)

    def close(self) -> None:
        """Stop publishing, and end all followers."""
        self._late.close()
        for feed in self._feeds.values():
            feed.end()

    @staticmethod
    def _out(view: View, audience: Audience) -> Released:
        return release(view, audience, 0.0)


def with_refused(listed: tuple[RefusedView, ...], refused: tuple[Refused, ...], table: str) -> tuple[RefusedView, ...]:
    """Return the list of refused events extended by these, and log each; repetitions are listed once."""
    longer = list(listed)
    for each in refused:
        kind = type(each.event).__name__
        shown = RefusedView(each.event.at, kind, each.phase.value, each.rule, each.reason, each.detail, each.text)
        if any(replace(shown, at=known.at) == known for known in longer):
            continue
        longer.append(shown)
        log.warning("event refused", table=table, kind=kind, phase=shown.phase, rule=shown.rule)
    return tuple(longer[-REFUSED_SHOWN:])

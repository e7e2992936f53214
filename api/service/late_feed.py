"""The feed that shows secrets once they are released: after a delay, the round or the game. It fails closed."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from api.service.ages import PastFact
from api.service.feed import Feed
from controller.journal.state import RoundState, TableState
from controller.ports.eyes import Sighting
from controller.riichi.seat import Seat
from controller.views.gate import Audience, release
from controller.views.late.advice import AdviceView
from controller.views.late.play import deals
from controller.views.policy import Release, When, is_released
from controller.views.table import TableView, acts_in

# Seconds and sightings during which no hand may be visible; chosen: longer than an arm hides one.
_CLEARED_S = 2.0
_CLEARED_LOOKS = 3


class HandsGone:
    """Detects that no seat has tiles of a hand left; an occluded hand zone counts as not empty."""

    def __init__(self) -> None:
        """Start without any sighting."""
        self._since: float | None = None
        self._looks = 0

    @property
    def holds(self) -> bool:
        """True if no hand is left."""
        return self._looks >= _CLEARED_LOOKS

    def see(self, sighting: Sighting) -> None:
        """Take one more sighting."""
        hands = sighting.hands
        if any(hand is None or hand.standing or hand.shown or hand.apart for hand in hands):
            self._since, self._looks = None, 0
            return
        self._since = sighting.at if self._since is None else self._since
        # Hold the count one below the limit until the required time has passed too.
        enough = sighting.at - self._since >= _CLEARED_S
        self._looks = min(self._looks + 1, _CLEARED_LOOKS if enough else _CLEARED_LOOKS - 1)


@dataclass(frozen=True, slots=True)
class _HeldView:
    """A view of round ``ordinal`` that waits for its release, not before monotonic time ``due``."""

    due: float
    ordinal: int
    view: Callable[[], TableView]
    round: RoundState | None


class LateFeed:
    """The public view with the secrets released so far, and nothing newer.

    Ages are measured by a monotonic clock, independent of the wall clock. After a restart, facts have the age that this
    clock can prove, as it runs on with the machine; without proof they count as new. A relaxed policy applies to later
    facts only: views of a round are released in order, and a round keeps the strictest policy it was played under,
    except for a shorter delay.
    """

    def __init__(
        self,
        rule: Release,
        clock: Callable[[], float] = time.monotonic,
        past: Sequence[tuple[PastFact, Callable[[], TableView]]] = (),
    ) -> None:
        """Start with nothing shown. ``clock``: monotonic seconds. ``past``: earlier facts, each with its view."""
        self.feed = Feed()
        self._rule, self._clock = rule, clock
        self._rules: dict[int, Release] = {}
        self._kept: list[_HeldView] = []
        self._out: set[int] = set()
        self._whole: set[int] = set()
        self._state: TableState | None = None
        self._advice: dict[Seat, AdviceView] = {}
        self._shown: tuple[TableView, float] | None = None
        self._gone = HandsGone()
        self._take_up(past)
        self._news = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="late-feed", daemon=True)
        self._thread.start()

    @property
    def lag_s(self) -> float:
        """Seconds since the oldest view that should have been shown was due; 0 if none is due."""
        with self._news:
            due = [each.due for each in self._kept if self._is_let_out(each)]
            return max(0.0, self._clock() - min(due)) if due else 0.0

    @property
    def released_rounds(self) -> frozenset[int]:
        """Ordinals of the rounds whose secrets are all released; other rounds may be released in part."""
        with self._news:
            return frozenset(self._whole)

    def change(self, rule: Release) -> None:
        """Change the policy from the next fact on; the round in play never gets a more permissive one."""
        with self._news:
            self._rule = rule

    def put(self, state: TableState, view: TableView) -> Release:
        """Hold the view after the newest fact for release; return the policy that applies to it."""
        with self._news:
            self._state = state
            rule = self._hold(state, self._rule, self._clock(), lambda: view)
            if rule.when is When.DELAYED or not is_released(state, state.rounds, rule, self._gone.holds):
                # The round's end was undone, so its further facts have yet to be released.
                self._whole.discard(state.rounds)
            self._let_go()
            return rule

    def _take_up(self, past: Sequence[tuple[PastFact, Callable[[], TableView]]]) -> None:
        """Hold facts from before the start under their own policy or the present one, whichever is stricter."""
        now = self._clock()
        for fact, view in past:
            # A fact of unknown age counts as new, which can only delay its release.
            self._hold(fact.state, fact.rule.stricter(self._rule), now if fact.at is None else fact.at, view)

    def _hold(self, state: TableState, rule: Release, at: float, view: Callable[[], TableView]) -> Release:
        """Hold a view for release; return its policy, which includes all that its round was played under."""
        ordinal = state.rounds
        known = self._rules.get(ordinal)
        if known is not None and not (known.when is When.DELAYED and rule.when is When.DELAYED):
            rule = rule.stricter(known)
        self._rules[ordinal] = rule
        due = at + (rule.delay_s if rule.when is When.DELAYED else 0.0)
        if self._kept:
            # Not before the previous view, because it contains that view's secrets.
            due = max(due, self._kept[-1].due)
        if rule.when is When.NEVER:
            self._kept = [each for each in self._kept if each.ordinal != ordinal]
        else:
            if rule.when is not When.DELAYED and self._kept and self._kept[-1].ordinal == ordinal:
                # The round is released as a whole, so only its newest view is needed.
                self._kept.pop()
            self._kept.append(_HeldView(due, ordinal, view, state.round))
        return rule

    def advise(self, advice: AdviceView) -> None:
        """Show an engine's answer to a released view beside it, until the end of its round."""
        with self._news:
            self._advice[advice.seat] = advice
            if self._shown is not None:
                self._show(*self._shown)

    def see(self, sighting: Sighting) -> None:
        """Take a sighting, to detect whether hands are left on the table."""
        with self._news:
            self._gone.see(sighting)
            self._let_go()

    def close(self) -> None:
        """Stop publishing, and end all followers."""
        with self._news:
            self._open = False
            self._news.notify()
        self._thread.join()
        self.feed.end()

    def _run(self) -> None:
        with self._news:
            while self._open:
                self._let_go()
                coming = [each.due for each in self._kept if self._is_let_out(each)]
                self._news.wait(max(0.0, min(coming) - self._clock()) if coming else None)

    def _let_go(self) -> None:
        """Publish the views released by now; the lock is held."""
        out = self._released()
        if out and self.feed.view is None:
            # Followers that connected before the first release start with the newest view.
            out = out[-1:]
        for each in out:
            view = each.view()
            self._show(view if each.round is None else replace(view, deals=deals(each.round)), each.due)
        self._news.notify()

    def _show(self, view: TableView, due: float) -> None:
        """Publish a released view with the engines' answers up to it."""
        self._shown = view, due
        self._advice = {seat: each for seat, each in self._advice.items() if _is_of(each, view)}
        acts = acts_in(view)
        told = tuple(replace(each, now=each.acts == acts) for _, each in sorted(self._advice.items()))
        shown = replace(view, advice=told)
        self.feed.publish(release(shown, Audience.PUBLIC, self._clock(), released_at=due))

    def _released(self) -> list[_HeldView]:
        """Return views released by now, in order, and drop them and the older ones that they supersede."""
        now, out = self._clock(), list[_HeldView]()
        held: set[int] = set()
        for each in self._kept:
            if each.ordinal not in held and each.due <= now and self._is_let_out(each):
                out.append(each)
            else:
                # A later view of a round contains the secrets of an earlier one.
                held.add(each.ordinal)
        if out:
            newest = self._kept.index(out[-1])
            self._kept = self._kept[newest + 1 :]
            waits = {each.ordinal for each in self._kept}
            self._out |= {each.ordinal for each in out}
            # A round released as a whole is over; any other may continue until a later round is released.
            self._whole |= {each.ordinal for each in out if self._rules[each.ordinal].when in (When.ROUND, When.GAME)}
            passed = [ordinal for ordinal in self._rules if ordinal < out[-1].ordinal and ordinal not in waits]
            for ordinal in passed:
                if self._rules.pop(ordinal).when is not When.NEVER and ordinal in self._out:
                    self._whole.add(ordinal)
                self._out.discard(ordinal)
        return out

    def _is_let_out(self, each: _HeldView) -> bool:
        state = self._state
        return state is not None and is_released(state, each.ordinal, self._rules[each.ordinal], self._gone.holds)


def _is_of(advice: AdviceView, view: TableView) -> bool:
    """True if an answer belongs to the round shown, and to acts already shown."""
    return view.round is not None and advice.round == view.round.ordinal and advice.acts <= acts_in(view)

"""Release policies for the secrets of a table, and the definition of "the round is over". It fails closed."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final, Self

from controller.errors import JantakuError
from controller.journal.events import HandSeen, ReleaseChanged
from controller.journal.ledger import round_at
from controller.journal.state import RoundState, TableState

DEFAULT_DELAY_S: Final = 180.0
"""Usual delay of a broadcast behind the table; chosen."""
LEAST_DELAY_S: Final = 1.0
"""Minimum delay if a venue sets none; chosen: a smaller value is entered only by mistake."""


SECRET_FACTS: Final = (HandSeen,)
"""Event types that are secret until release, also in counts and statistics."""


class When(Enum):
    """When the secrets of a round are released, from the most open policy to the strictest; the value is its name."""

    LIVE = "live"
    DELAYED = "delayed"
    ROUND = "round"
    GAME = "game"
    NEVER = "never"

    @property
    def strictness(self) -> int:
        """Index among the policies: a higher one releases less."""
        return _ORDER.index(self)


_ORDER: Final = tuple(When)


@dataclass(frozen=True, slots=True)
class Release:
    """A release policy; ``delay_s``: delay of the view behind the table if ``DELAYED``. The default never releases."""

    when: When = When.NEVER
    delay_s: float = DEFAULT_DELAY_S

    @classmethod
    def parse(cls, text: str, floor_s: float | None = None) -> Self:
        """Parse a policy's name, or seconds of at least ``floor_s`` (None: 1); raises JantakuError.

        A venue that sets a floor cannot use ``live``. Zero, negative and infinite delays are rejected.
        """
        expected = "expected never, round, or seconds such as 300, or live, delayed (180 s), game"
        least = LEAST_DELAY_S if floor_s is None else max(LEAST_DELAY_S, floor_s)
        named = {when.value: when for when in When}
        if text in named:
            if named[text] is When.LIVE and floor_s is not None:
                raise JantakuError(f"release {text!r}: below the venue's floor of {least:g} s; {expected}")
            return cls(named[text], max(DEFAULT_DELAY_S, least))
        try:
            delay = float(text)
        except ValueError:
            raise JantakuError(f"release {text!r}: {expected}") from None
        if not least <= delay or math.isinf(delay):
            raise JantakuError(f"release {text!r}: {expected}, {least:g} s at least; live where hands are no secret")
        return cls(When.DELAYED, delay)

    @property
    def text(self) -> str:
        """The policy in the form that ``parse`` accepts."""
        return f"{self.delay_s:g}" if self.when is When.DELAYED else self.when.value

    def stricter(self, other: "Release") -> "Release":
        """Return the one of the two policies that releases less."""
        mine, theirs = (self.when.strictness, self.delay_s), (other.when.strictness, other.delay_s)
        return self if mine >= theirs else other


NEVER: Final = Release()


def recorded(change: ReleaseChanged | None) -> Release | None:
    """Return the policy last set in the journal, None if none was; an unknown policy becomes NEVER."""
    if change is None:
        return None
    known = {when.value: when for when in When}
    return Release(known[change.policy], change.delay_s) if change.policy in known else NEVER


def is_released(state: TableState, ordinal: int, rule: Release, is_cleared: bool) -> bool:
    """True if the policy releases the secrets of a round, apart from its delay.

    ``is_cleared``: the camera sees no hand left on the table.
    """
    if rule.when in (When.LIVE, When.DELAYED):
        return True
    told = round_at(state, ordinal)
    if rule.when is When.NEVER or told is None or not is_over(state, ordinal, is_cleared):
        return False
    return rule.when is When.ROUND or state.game > told.game or (state.game == told.game and state.game_over)


def is_over(state: TableState, ordinal: int, is_cleared: bool) -> bool:
    """True if a round is over on the table, not only in the record.

    Its result is confirmed, and either the walls of a later round are complete or no hand is in sight. An entry alone
    does not end a round: hands may still be standing.
    """
    told = round_at(state, ordinal)
    if told is None or told.round.outcome is None or not told.round.outcome.confirmed:
        return False
    later = [each.round for each in state.past if each.ordinal > ordinal]
    if state.round is not None and state.rounds > ordinal:
        later.append(state.round)
    return any(map(_has_begun, later)) or is_cleared


def _has_begun(round_: RoundState) -> bool:
    return round_.walls_up or round_.broken is not None or round_.dealt

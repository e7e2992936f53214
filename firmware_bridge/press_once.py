"""One press through a line to a board: logged, preceded by a check for events, made once or not at all."""

from collections.abc import Sequence
from typing import Final, Protocol

from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.session.events import CommandOutcome, Done
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.limits import RESEND_MS
from firmware_bridge.wire.messages import Arm, GetState, PressCommand, State

# The board presses only within its lease. A press command that is delayed on a bad line, so that a person may have
# pressed since the check, arrives too late, is refused, and the check is repeated.
_LEASE_MS: Final = 400
_LOOKS: Final = 6
_NOT_ARMED: Final = "not-armed"


class PressLine(Protocol):
    """A line to a board, with the operations needed for a press."""

    @property
    def name(self) -> str:
        """The board's uid, for the log; empty while none has answered."""
        ...

    @property
    def touched(self) -> bool:
        """True if a person's press has arrived that the caller has not processed yet."""
        ...

    def command(self, command: Message) -> Done:
        """Send one command and wait for its outcome."""
        ...

    def unheard(self, state: State) -> int:
        """Return the number of events that the board held at ``state`` and that have not arrived."""
        ...

    def listen(self, seconds: float) -> None:
        """Receive reports for ``seconds``."""
        ...


def press_once(asked: PressRequest, hand: PressLine, log: PressLog) -> tuple[str, Done]:
    """Log, arm, check for events, press once; return the log entry's id, to be ended by the caller, and the outcome.

    Never presses twice. A person's earlier press has priority, even if its report has not arrived yet: the press is
    then refused as ``person``, or as ``unheard`` while reports are on their way.
    """
    name = hand.name
    # The lease names the board that the log names: a different board that is on the line by now refuses it.
    return log.asked(asked, name), _pressed(asked, hand, Arm(_LEASE_MS, int(name or "0", 16)))


def _pressed(asked: PressRequest, hand: PressLine, lease: Arm) -> Done:
    done = hand.command(lease)
    refusal = "unheard"
    for _ in range(_LOOKS):
        if done.outcome is not CommandOutcome.DONE:
            # Nothing is pressed without a lease, whatever the reason.
            return _refused(done, done.detail)
        looked = hand.command(GetState())
        if hand.touched:
            return _refused(looked, "person")
        if not isinstance(looked.answer, State):
            return _refused(looked, looked.detail or refusal)
        if hand.unheard(looked.answer) == 0:
            done = hand.command(PressCommand(asked.mask, asked.ms))
            if done.outcome is not CommandOutcome.REFUSED or done.detail != _NOT_ARMED:
                return done
            refusal = _NOT_ARMED
        else:
            hand.listen(2 * RESEND_MS / 1000)
        done = hand.command(lease)
    return _refused(done, "person" if hand.touched else refusal)


def _refused(done: Done, detail: str) -> Done:
    return Done(done.ticket, done.command, CommandOutcome.REFUSED, done.answer, detail)


def named(mask: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the set bits of a mask, bit 0 first."""
    return tuple(name for bit, name in enumerate(names) if mask & 1 << bit)

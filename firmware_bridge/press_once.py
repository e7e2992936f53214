"""One press on a line to a board: logged, looked at first, made once or not at all."""

from collections.abc import Sequence
from typing import Final, Protocol

from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.session.events import CommandOutcome, Done
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.limits import RESEND_MS
from firmware_bridge.wire.messages import Arm, GetState, PressCommand, State

# The board presses only within its lease: a press that is late on a bad line, so that a person may have pressed since
# the look, comes too late to be carried out, and is looked at anew.
_LEASE_MS: Final = 400
_LOOKS: Final = 6
_NOT_ARMED: Final = "not-armed"


class PressLine(Protocol):
    """A line to a board, as somebody who presses needs it."""

    @property
    def name(self) -> str:
        """The board's uid, for the log; empty while none has answered."""
        ...

    @property
    def touched(self) -> bool:
        """Whether a person's press has arrived that the one who asks has not taken into account."""
        ...

    def command(self, command: Message) -> Done:
        """Carry out one command and wait for its end."""
        ...

    def unheard(self, state: State) -> int:
        """Events that the board held at ``state`` and that have not arrived."""
        ...

    def listen(self, seconds: float) -> None:
        """Take in what arrives for a while."""
        ...


def press_once(asked: PressRequest, hand: PressLine, log: PressLog) -> tuple[str, Done]:
    """Log, arm, look, press once; the entry's id, to be ended by the caller, and what became of it.

    Never presses again. A person's press that was made before, also one that nobody has heard of yet, wins: then it is
    refused as ``person``, or as ``unheard`` while reports are on their way.
    """
    name = hand.name
    # The lease is meant for the board that the log names: another one that is on the line by now refuses it.
    return log.asked(asked, name), _pressed(asked, hand, Arm(_LEASE_MS, int(name or "0", 16)))


def _pressed(asked: PressRequest, hand: PressLine, lease: Arm) -> Done:
    done = hand.command(lease)
    refusal = "unheard"
    for _ in range(_LOOKS):
        if done.outcome is not CommandOutcome.DONE:
            # Without a lease nothing was pressed, whatever the reason.
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
    """Names of the bits of a mask, bit 0 first."""
    return tuple(name for bit, name in enumerate(names) if mask & 1 << bit)

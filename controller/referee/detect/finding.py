"""Input and output of the detectors."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.journal import events as ev
from controller.journal.state import TableState
from controller.ports.table import OTHER_BOARD, SignalKind, TableSignal
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.verdict import Verdict
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text, words

SEAT_JA: Final = ("A席", "B席", "C席", "D席")


@dataclass(frozen=True, slots=True)
class Finding:
    """A detected fault; ``subject`` distinguishes two with one code within a round. ``by``: who entered it."""

    code: str
    detail: Text
    seat: Seat | None = None
    subject: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """Input of a detector: an event with the state before it and after it."""

    rulebook: Rulebook
    before: TableState
    event: ev.Event
    after: TableState


Detector = Callable[[Case], Iterable[Finding]]


def findings(told: Verdict, seat: Seat, subject: str) -> Iterator[Finding]:
    """Yield a finding for each ground of a verdict that is a fault."""
    for ground in told.grounds:
        if ground.code:
            yield Finding(ground.code, ground.text, seat, subject)


def seats_named(due: Seat, seen: Seat) -> Text:
    """Return a text that names the seat whose act was due and the seat that acted."""
    return Text(f"正: {SEAT_JA[due]}、実際: {SEAT_JA[seen]}", f"Due: seat {due.name}, was: seat {seen.name}")


# Code for a table with a single lamp for every fault, which does not say which fault it is.
UNTOLD: Final = "table-fault"
_UNTOLD: Final = Text(
    "卓の異常ランプが点灯しました。原因は卓からは分かりません。",
    "The table's fault lamp is lit; the table does not report the cause.",
)
_WHY_DOWN: Final = words("link-lost")


def trouble(signal: TableSignal) -> Finding | None:
    """Return a device's report about itself as a finding; None for a signal that reports no trouble."""
    if signal.kind is SignalKind.LINK_LOST:
        return Finding("link-lost", _WHY_DOWN.get(signal.code) or _reported(signal.code))
    if signal.kind is not SignalKind.FAULT:
        return None
    code = trouble_code(signal.code)
    if signal.code == OTHER_BOARD:
        other = Text(f"コントローラー {signal.board} が接続されています。", f"Board {signal.board} is connected.")
        return Finding(code, other, None, trouble_subject(signal))
    told = _UNTOLD if signal.code == UNTOLD else _reported("" if signal.code == code else signal.code)
    return Finding(code, told, signal.seat, trouble_subject(signal))


def _reported(code: str) -> Text:
    """Return a text that a device reported the trouble, with its code if that has no text of its own."""
    ja, en = (f": {code}", f": {code}") if code else ("がありました。", ".")
    return Text(f"機器からの報告{ja}", f"Reported by the device{en}")


def trouble_code(code: str) -> str:
    """Return the fault code for a table's error code; ``table-fault`` for an unknown one."""
    return code if code in FAULT_KINDS else UNTOLD


def trouble_subject(signal: TableSignal) -> str:
    """Return the subject of a device's report: its code, with the seat for a seat's device, or a board's uid."""
    if signal.board:
        return signal.board
    return signal.code if signal.seat is None else f"{signal.code} {signal.seat.name}"

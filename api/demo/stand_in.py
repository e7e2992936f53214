"""Simulated referee of a demonstration: after a delay confirms results and rules on faults over HTTP, as people do."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import structlog

from api.demo.referee import Post, entries
from api.demo.run import settled
from api.demo.table import SimulatedTable
from api.demo.web import WebServer
from api.service.table_service import TableService
from controller.errors import JantakuError
from controller.journal.events import Severity
from controller.journal.ledger import pending, round_at
from controller.journal.state import FaultState, PastRound
from controller.ports.log import WordLog
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS

RULES_S: Final = 40.0
"""Time after which a fault is ruled on, s; chosen: time to read its clause."""
UNTOLD_S: Final = 60.0
"""Time after which the end of a round is entered if the cameras did not read it, s."""
_ANSWER_S: Final = 30.0
_PLAY_GOES_ON: Final = "the simulated players go on"
log: WordLog = structlog.get_logger()


@dataclass
class StandIn:
    """Simulated referee of a table with cameras; ``look`` must be called repeatedly.

    ``patience_s``: seconds that visitors have to confirm a result.
    """

    table: SimulatedTable
    service: TableService
    web: WebServer
    patience_s: float
    _since: dict[object, float] = field(default_factory=dict)
    _own: set[int] = field(default_factory=set)
    _settled: int = -1
    _first: int = 0

    def __post_init__(self) -> None:
        """Exclude the rounds that were settled before from the counts."""
        self._post, self._first = Post(self.service, self.web), settled(self.service)

    def look(self) -> None:
        """Rule on faults, confirm results and enter unread rounds once their waiting time is over; report settled
        rounds to the simulator.
        """
        for each in self._faults():
            if self._left(each.fault.id, RULES_S) <= 0:
                self._enter(_ruling(each))
        for result in self._results():
            if self._left(result.ordinal, self.patience_s) <= 0:
                self._own.add(result.ordinal)
                self._enter({"kind": "confirm_settlement", "round": result.ordinal})
        self._enter_unread()
        self._tell()

    @property
    def waiting(self) -> tuple[PastRound, float] | None:
        """Oldest result that waits for confirmation, with the seconds until it is confirmed; None if none waits."""
        each = next(self._results(), None)
        return None if each is None else (each, max(0.0, self._left(each.ordinal, self.patience_s)))

    @property
    def confirmed(self) -> int:
        """Number of results that somebody else confirmed."""
        return max(0, settled(self.service) - self._first - len(self._own))

    def _results(self) -> Iterator[PastRound]:
        state = self.service.state
        last = round_at(state, state.rounds)
        yield from pending(state)
        if last is not None and last.round.pending:
            yield last

    def _faults(self) -> Iterator[FaultState]:
        faults = self.service.state.open_faults()
        return (each for each in faults if FAULT_KINDS[each.fault.code].severity is not Severity.SERVICE)

    def _left(self, what: object, patience_s: float) -> float:
        now = time.monotonic()
        return self._since.setdefault(what, now) + patience_s - now

    def _enter(self, body: dict[str, Any]) -> None:
        try:
            self._post(body)
        except HTTPError as error:
            log.warning("refused", claim=str(body.get("kind", "")), why=error.read().decode())

    def _enter_unread(self) -> None:
        """Enter a round that the simulator has ended and the cameras did not read: the table would wait for
        it forever.
        """
        truth, state = self.table.truth, self.service.state
        lines = truth.read_text(encoding="utf-8").splitlines() if truth.is_file() else []
        played = round_at(state, state.rounds)
        if len(lines) < state.rounds or played is None or played.round.outcome is not None:
            return
        if self._left(("unread", state.rounds), UNTOLD_S) <= 0:
            known = [seat for seat in SEATS if played.round.riichi[seat].stand.value == "accepted"]
            for body in entries(json.loads(lines[state.rounds - 1]), state.rounds, known):
                self._enter(body)

    def _tell(self) -> None:
        now = settled(self.service)
        if now != self._settled:
            try:
                told = Request(f"{self.table.camera}/settled/{now}", b"", method="POST")
                with urlopen(told, timeout=_ANSWER_S) as answer:
                    answer.read()
            except OSError as error:
                raise JantakuError(f"the simulator does not answer: {error}") from None
            self._settled = now


def _ruling(standing: FaultState) -> dict[str, Any]:
    """Return the ruling: a fault without cost is upheld, any other dismissed, as a penalty would change a round that
    the simulated players play to its end.
    """
    kind = FAULT_KINDS[standing.fault.code]
    costs = standing.fault.penalty is not None or kind.upheld is not None
    return {
        "kind": "dismiss_fault" if costs else "uphold_fault",
        "subject": standing.fault.id,
        **({"reason": _PLAY_GOES_ON} if costs else {}),
    }

"""Webhook messages: built from stored facts with views from the secrecy gate, their JSON Schema, and their
signature.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from controller.journal.chain import Record
from controller.journal.codec import canonical
from controller.journal.events import FaultRaised, GameEnded
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, TableState
from controller.rulebooks.rulebook import Rulebook
from controller.views.described import DIALECT, described
from controller.views.gate import Audience, release
from controller.views.referee import FaultView
from controller.views.table import TableView, table_view

ID_HEADER: Final = "webhook-id"
TIME_HEADER: Final = "webhook-timestamp"
SIGNATURE_HEADER: Final = "webhook-signature"
# Parts of the public view in the message of an ended round or game.
_TOLD: Final = ("phase", "game", "round", "result", "seats")


@cache
def message_schema() -> dict[str, Any]:
    """Return the JSON Schema of the messages, with one alternative per type."""
    view = described(TableView, Audience.PUBLIC)["properties"]
    ended = {name: view[name] for name in _TOLD}
    data = {
        "round.ended": _closed(ended),
        "game.ended": _closed(ended),
        "fault.raised": described(FaultView, Audience.STAFF),
        "service.health": _closed({"running": {"type": "boolean"}}),
    }
    number = {"type": "string", "description": "The same for every attempt: whoever knows it has been told."}
    time = {"type": "number", "description": "Seconds since the epoch, of the fact."}
    head = {"id": number, "table": {"type": "string"}, "time": time}
    return {
        "$schema": DIALECT,
        "title": "jantaku webhook",
        "oneOf": [_closed({**head, "type": {"const": kind}, "data": told}) for kind, told in data.items()],
    }


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with exactly these members."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


class Teller:
    """Follows one journal and makes messages of its facts; ``fold`` must get every record in order."""

    def __init__(self, table: str, book: Rulebook) -> None:
        """Create in the state before the first record."""
        self._table, self._book = table, book
        self._state: TableState = NOTHING_YET
        self._journal = ""
        self._told = Counter[str]()

    def fold(self, record: Record) -> Iterator[dict[str, Any]]:
        """Yield the messages of one record."""
        self._journal = self._journal or record.hash
        before, self._state = self._state, reduce(self._state, record.event)
        if len(self._state.past) > len(before.past):
            yield self._message("round.ended", record, self._ended(before))
        if isinstance(record.event, GameEnded):
            yield self._message("game.ended", record, self._ended(self._state))
        if isinstance(record.event, FaultRaised):
            view = release(table_view(self._state, self._book), Audience.STAFF, 0.0)
            (fault,) = [each for each in view["faults"] if each["id"] == record.event.fault.id]
            yield self._message("fault.raised", record, fault)

    def _ended(self, state: TableState) -> dict[str, Any]:
        view = release(table_view(state, self._book), Audience.PUBLIC, 0.0)
        return {name: view[name] for name in _TOLD if name in view}

    def _message(self, kind: str, record: Record, data: dict[str, Any]) -> dict[str, Any]:
        # The id counts messages by kind: a hash or number of the record would reveal hidden events of the hands.
        self._told[kind] += 1
        return {
            "id": f"{kind}-{self._journal[:24]}-{self._told[kind]}",
            "type": kind,
            "table": self._table,
            "time": record.event.at,
            "data": data,
        }


def health_message(table: str, running: bool, now: float) -> dict[str, Any]:
    """Return the message that a table's service runs or does not run."""
    number = f"service.health-{table}-{now:.3f}"
    return {"id": number, "type": "service.health", "table": table, "time": now, "data": {"running": running}}


def signed(message: dict[str, Any], secret: str, now: int) -> tuple[bytes, dict[str, str]]:
    """Return body and headers; the signature is HMAC-SHA256 in hexadecimal over id, sending time and body, joined by
    dots.
    """
    body = canonical(message)
    text = f"{message['id']}.{now}.".encode() + body
    signature = hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    return body, {
        "content-type": "application/json",
        ID_HEADER: message["id"],
        TIME_HEADER: str(now),
        SIGNATURE_HEADER: f"sha256={signature}",
    }

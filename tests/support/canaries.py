"""Plays whole rounds with cameras behind the hands and searches all output for hands, wall and ura-dora:
python -m tests.support.canaries [--rounds 2] [--release round]
"""

import argparse
import asyncio
import io
import json
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

import structlog
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from api.access.roles import Role
from api.access.routes import ROWS
from api.cli.export import export
from api.home_assistant.entities import values
from api.http.app import create_app
from api.http.mjai.stream import LineStream
from api.operations.logs import to_stderr
from api.service.feed import Feed
from api.service.table_service import TableService
from api.stores.sqlite_store import SqliteJournal
from api.webhooks.messages import Teller, signed
from controller.journal.chain import Record, record_to_line, seal
from controller.ports.evidence import Evidence
from controller.records.formats import RecordFormat
from controller.records.mjai import names as mjai
from controller.records.tenhou import names as tenhou
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS
from controller.riichi.tile import Tile
from controller.table.director import Director
from controller.table.venue import Venue
from controller.text import Language
from controller.views.gate import Audience, Released
from controller.views.policy import SECRET_FACTS, Release
from tests.support.bench import Game
from tests.support.logged_in import machine
from tests.support.quiet_table import NoEyes, NoTable
from tests.support.waiting import PATIENCE_S

BOOK: Final = "npm-2008"
WINDOW: Final = 6
"""Length of a run of tiles that does not occur in an output by accident."""
SNAPSHOT: Final = b"\xff\xd8 a picture of the table \xff\xd9"
WORDS: Final = (b'"concealed"', b'"from_hand"', b'"shanten"', b'"waits"', b"HandSeen")
_OF_STAFF: Final = b'"waits"'
"""Field of the staff's board that lists open questions; it is no hand's waits."""
ENDLESS: Final = ("/events", "/openapi.json", "/schemas/{name}")
_SERVICE: Final = ("/metrics", "/healthz", "/readyz")
_NAMES: Final = {
    "table": "t",
    "subject": "F1",
    "number": "1",
    "first": BOOK,
    "second": "teikoku",
    "ordinal": "1",
    "seat": "A",
    "part": "seats",
    "name": "feed",
}
"""Values of the parameters in route paths."""
_QUERIES: Final = ("", "?audience=staff", "?late=1", "?hands=1")
_RECORDS: Final = tuple(f"?format={form.value}{hands}" for form in RecordFormat for hands in ("", "&hands=released"))
_FEW: Final = ("nobody", "overlay", "owner")
# Mahjong tiles in Unicode: winds, dragons, then man, sou and pin.
_UNICODE: Final = (
    *range(0x1F007, 0x1F010),
    *range(0x1F019, 0x1F022),
    *range(0x1F010, 0x1F019),
    *(0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004),
)
_FORMS: Final[tuple[Callable[[Tile], str], ...]] = (
    str,
    lambda tile: tile.name,
    lambda tile: str(int(tile)),
    lambda tile: str(tile.kind),
    mjai.tile_name,
    lambda tile: str(tenhou.number(tile)),
    lambda tile: chr(_UNICODE[tile.kind]),
)
_GAPS: Final = (",", ", ", '","', '", "', " ", "\n", "")


def needles(tiles: Sequence[Tile]) -> Iterator[bytes]:
    """Yield six-tile windows of these tiles in every notation that the product uses, and in more."""
    for row in {tuple(tiles), tuple(sorted(tiles))}:
        for start in range(len(row) - WINDOW + 1):
            window = row[start : start + WINDOW]
            yield format_tiles(window).encode()
            for form in _FORMS:
                names = [form(tile) for tile in window]
                # Bare figures without a gap occur in any hash.
                gaps = _GAPS[:-1] if all(name.isdecimal() for name in names) else _GAPS
                yield from (gap.join(names).encode() for gap in gaps)


@dataclass
class Leak:
    """The output in which a secret was found, and the form in which it was written."""

    output: str
    found: bytes


class Snapshots:
    """Stand-in for pictures of faults and questions, each with the same content."""

    def keep(self, _events: object) -> None:
        """Store nothing: the pictures exist already."""

    def numbers(self, _name: str) -> tuple[int, ...]:
        return (1,)

    def frame(self, _name: str, _number: int) -> bytes:
        return SNAPSHOT

    def crop(self, _name: str, _state: object) -> bytes:
        return SNAPSHOT

    def row(self) -> tuple[Tile, ...]:
        return ()


@dataclass
class Canaries:
    """A table with seat cameras, its outputs, and the secrets that must not occur in them.

    ``thorough``: search the answers to every role, and also routes that belong to no table. ``searched``: number of
    outputs searched. ``needles``: number of secret strings searched for.
    """

    folder: Path
    rule: Release
    log: io.StringIO = field(default_factory=io.StringIO)
    leaks: list[Leak] = field(default_factory=list)
    thorough: bool = True
    searched: int = 0
    needles: int = 0
    fed: list[tuple[str, bytes]] = field(default_factory=list)
    now: float = 0.0
    app: FastAPI = field(init=False)

    def __post_init__(self) -> None:
        director, opening = Director.open(Venue(rulebook=BOOK, auto_settle=True), 0.0)
        self.journal = self.folder / "journal.sqlite"
        store = self.store = SqliteJournal(self.journal)
        records: list[Record] = []
        for event in opening.events:
            records.append(seal(event, 0.0, records[-1] if records else None))
        store.append(records, opening.evidence)
        pictures: Any = Snapshots()
        self._teller, self._hooked = Teller("t", director.rulebook), 0
        self.service = TableService(
            *("t", director, store, NoTable(), NoEyes()),
            pictures=pictures,
            clock=lambda: self.now,
            monotonic=lambda: self.now,
            rule=self.rule,
        )
        app = self.app = create_app({"t": self.service})
        self.clients = {role.value: machine(app, role, role.value) for role in Role} | {"nobody": TestClient(app)}
        self.clients |= {f"seat {seat.name}": machine(app, Role.VIEWER, seat=f"t/{seat.name}") for seat in SEATS}
        self._tap("public", self.service.feed(Audience.PUBLIC))
        self._tap("staff", self.service.feed(Audience.STAFF))

    def _tap(self, name: str, feed: Feed) -> None:
        """Record every message that a feed publishes, and the mjai lines made of it."""
        publish, stream = feed.publish, LineStream(SEATS)

        def noted(view: Released) -> None:
            number = feed.number
            publish(view)
            if feed.number > number:
                self.fed.append((f"feed {name}", json.dumps(view, ensure_ascii=False).encode()))
            self.fed += [(f"mjai {name}", json.dumps(line).encode()) for line in stream.take(view)]

        feed.publish = noted  # type: ignore[method-assign]  # the program listens in

    def take(self, evidence: Evidence) -> None:
        """Pass one piece of evidence to the service at its own time."""
        self.now = max(self.now, evidence.at)
        self.service.take(evidence)

    def secrets(self, game: Game) -> Iterator[Sequence[Tile]]:
        """Yield the secrets: standing hands, the live wall in order, and tiles below the indicators."""
        state, felt = self.service.state.round, game.felt
        if state is None or felt is None:
            return
        for seat in SEATS:
            known = state.standing_hand(seat)
            if known is not None:
                yield (*known[0], *(() if known[1] is None else (known[1],)))
        yield [felt.faces[tile] for tile in sorted(felt.wall)]

    def outputs(self) -> Iterator[tuple[str, bytes]]:
        """Yield all current outputs: every GET route for every role, new feed messages, exports, events and the log."""
        for row in ROWS:
            if "GET" not in row.methods.split() or row.path.startswith("/static") or row.path.endswith(ENDLESS):
                continue
            if not self.thorough and not row.path.startswith("/api/v1/tables") and row.path not in _SERVICE:
                continue
            path = row.path.format_map(_NAMES)
            for who, client in self.clients.items():
                if not self.thorough and who not in _FEW:
                    continue
                for query in _RECORDS if row.path.endswith("/record") else _QUERIES:
                    answer = client.get(path + query)
                    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
                    yield f"{who} GET {path}{query}", head.encode() + b"\n" + answer.content
        for who in ("nobody", "staff"):
            # Address of a phone camera, and the secret that admits it.
            answer = self.clients[who].post("/api/v1/tables/t/cameras", json={"seat": "A"})
            yield f"{who} POST cameras", answer.content
        for kind in ("correct_hand", "answer_question", "cancel_riichi", "uphold_fault"):
            body = {"kind": kind, "subject": "Q1", "seat": 0, "tiles": "1m", "index": 0}
            yield f"refused {kind}", self.clients["referee"].post("/api/v1/tables/t/claims", json=body).content
        yield from self.fed
        self.fed.clear()
        yield from self._sockets()
        yield from self._streams()
        yield from self._told_outside()
        for form in RecordFormat:
            out = io.StringIO()
            with redirect_stdout(out):
                export(str(self.journal), form=form)
            yield f"export {form.value}", out.getvalue().encode()
        told = (record for record in self.service.records() if not isinstance(record.event, SECRET_FACTS))
        yield "facts", b"\n".join(map(record_to_line, told))
        try:
            self._fail()
        except ValueError:
            structlog.get_logger().exception("a failure", state=self.service.state)
            logging.getLogger("uvicorn.error").exception("a failure\n%s", self.service.state)
        yield "log", self.log.getvalue().encode()

    def _told_outside(self) -> Iterator[tuple[str, bytes]]:
        """Yield messages to webhooks and home systems."""
        for record in self.service.records(self._hooked):
            self._hooked = record.sequence
            for message in self._teller.fold(record):
                body, headers = signed(message, "canary-canary-canary", 0)
                yield f"webhook {message['type']}", body + json.dumps(headers).encode()
        for audience in Audience:
            for language in Language:
                told = values(self.service.newest(audience), audience, language)
                yield f"home {audience.value}", json.dumps(told, ensure_ascii=False).encode()

    def _sockets(self) -> Iterator[tuple[str, bytes]]:
        """Yield the first messages of every WebSocket that opens, for each role."""
        late = self.service.late_feed()
        hands = ("staff", *(seat.name for seat in SEATS)) if late is not None and late.view else ()
        for who, client in self.clients.items():
            for seat in ("public", *hands):
                yield from self._joined(who, client, f"mjai?seat={seat}")
            for query in ("", "?audience=staff", *(("?late=1",) if late is not None and late.view else ())):
                yield from self._joined(who, client, f"feed{query}")

    def _streams(self) -> Iterator[tuple[str, bytes]]:
        """Yield the first server-sent event of every stream that opens, for each role."""
        late = self.service.late_feed()
        for who, client in self.clients.items():
            if not self.thorough and who not in _FEW:
                continue
            for query in ("", "audience=staff", *(("late=1",) if late is not None and late.view else ())):
                path, head = "/api/v1/tables/t/events", [(each.encode(), b) for each, b in _heads(client)]
                yield f"{who} SSE {query}", asyncio.run(_first_event(self.app, path, query, head))

    def _joined(self, who: str, client: TestClient, path: str) -> Iterator[tuple[str, bytes]]:
        """Yield the first messages of a socket: one snapshot of a feed; of mjai the game and the start of the round."""
        try:
            with client.websocket_connect(f"/api/v1/tables/t/{path}") as socket:
                # A search is made only after the deal, so that the round has begun.
                for number in range(2 if path.startswith("mjai") else 1):
                    yield f"{who} WS {path} {number}", socket.receive_text().encode()
        except (WebSocketDenialResponse, WebSocketDisconnect) as refused:
            yield f"{who} WS {path} refused", str(refused).encode()

    def _fail(self) -> None:
        """Raise an error whose traceback frames hold hands."""
        held = self.service.state.round
        raise ValueError(f"{held!r}")

    def search(self, game: Game) -> None:
        """Search every output of this moment for every secret of this moment."""
        wanted = {needle for tiles in self.secrets(game) for needle in needles(tiles) if len(needle) > WINDOW}
        self.needles += len(wanted)
        told = list(self.outputs())
        # First search all outputs joined, then attribute to single outputs only the needles that were found.
        everything = b"\0".join(data for _, data in told)
        somewhere = [needle for needle in (*WORDS, *wanted) if needle in everything]
        for name, data in told:
            self.searched += 1
            allowed = _OF_STAFF if name.endswith("/api/v1/board?audience=staff") else b""
            found = next((needle for needle in somewhere if needle in data and needle != allowed), None)
            if SNAPSHOT in data and name.split()[0] not in ("referee", "staff", "owner"):
                found = SNAPSHOT
            if found is not None:
                self.leaks.append(Leak(name, found))

    def close(self) -> None:
        """Close the journal."""
        self.store.close()


def _heads(client: TestClient) -> Iterator[tuple[str, bytes]]:
    yield "host", b"localhost"
    yield from ((name, value.encode()) for name, value in client.headers.items() if name == "authorization")


async def _first_event(app: FastAPI, path: str, query: str, headers: list[tuple[bytes, bytes]]) -> bytes:
    """Return the head and the first body chunk of a response that may be endless."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
    }
    scope |= {"http_version": "1.1", "scheme": "http", "raw_path": path.encode(), "root_path": ""}
    scope |= {"client": ("127.0.0.1", 1), "server": ("localhost", 80), "asgi": {"version": "3.0"}}
    told, came = bytearray(), asyncio.Event()

    async def send(message: Message) -> None:
        told.extend(repr(message.get("headers", "")).encode() + message.get("body", b""))
        if message.get("body"):
            came.set()

    async def receive() -> Message:
        await came.wait()
        return {"type": "http.disconnect"}

    answering = asyncio.create_task(app(scope, receive, send))
    await asyncio.wait(
        {answering, asyncio.create_task(came.wait())}, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED
    )
    answering.cancel()
    await asyncio.wait({answering})
    assert told, "a stream without a beginning"
    return bytes(told)


def run(folder: Path, rule: Release, rounds: int, every: int, most: int | None = None) -> Canaries:
    """Play ``rounds`` rounds, at most ``most`` pieces of evidence, and search after each ``every`` of them.

    A run with ``most`` requests fewer routes as well.
    """
    game = Game(BOOK, seed=5, rounds=rounds, seats=True)
    canaries = Canaries(folder, rule, thorough=most is None)
    with patch.object(sys, "stderr", canaries.log):
        to_stderr()
        for number, evidence in enumerate(game.evidence(), 1):
            canaries.take(evidence)
            state = canaries.service.state.round
            if number % every == 0 and state is not None and any(state.standing):
                canaries.search(game)
            if number == most:
                break
    return canaries


def main() -> int:
    """Print the counts; return 1 if a secret was found in an output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--release", default="round")
    parser.add_argument("--every", type=int, default=25, help="pieces of evidence between two searches")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = run(Path(folder), Release.parse(options.release), options.rounds, options.every)
        found.close()
    sizes = {"outputs": found.searched, "needles": found.needles, "leaks": len(found.leaks)}
    print(json.dumps(sizes))
    for leak in found.leaks[:20]:
        print(f"{leak.output}: {leak.found.decode()}")
    return 1 if found.leaks else 0


if __name__ == "__main__":
    sys.exit(main())

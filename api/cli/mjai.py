"""``jantaku mjai``: sends a table's mjai lines to an engine process or to stdout, and returns the answers."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final, Protocol
from urllib.parse import quote

import httpx2
import typer
from websockets.exceptions import ConnectionClosed, InvalidStatus, InvalidURI
from websockets.sync.client import connect

from api.reach.plan import ListenPlan
from controller.errors import JantakuError
from controller.records.mjai.names import Line
from controller.records.reading.json_fields import compact, loads

Answered = Callable[[str, dict[str, Any]], None]
"""Called with the cursor of the answered line, and the answer."""
_GOES_S: Final = 2.0
"""Time that an engine has to end by itself, s; chosen."""
_TILES: Final = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *("E", "S", "W", "N", "P", "F", "C", "5mr", "5pr", "5sr"),
)
_MORTAL: Final = (*_TILES, "reach", "chi", "chi", "chi", "pon", "kan", "hora", "ryukyoku", "none")
"""Actions in the order of Mortal's values (`consts.rs` of its `libriichi`)."""


class Pairing:
    """Assigns answers to lines. ``every``: one answer per line, in order; otherwise an answer is for the
    newest line.
    """

    def __init__(self, every: bool) -> None:
        """Create without lines."""
        self._every = every
        self._asked = deque[str]()

    def asked(self, line: Line) -> None:
        """Register a line that was sent."""
        if not self._every:
            self._asked.clear()
        self._asked.append(line.get("cursor", ""))

    def of_answer(self) -> str:
        """Return the cursor of the line that the next answer is for; "" for none."""
        if not self._asked:
            return ""
        return self._asked.popleft() if self._every else self._asked[-1]


class Peer:
    """Sends lines to an engine; a thread reads its answers."""

    def __init__(self, out: IO[str], answers: IO[str], every: bool, told: Answered) -> None:
        """Use these streams; ``told`` is called with every answer."""
        self._out, self._told, self._pairing = out, told, Pairing(every)
        self._thread = threading.Thread(target=self._listen, args=(answers,), name="answers", daemon=True)
        self._thread.start()

    def tell(self, line: Line) -> None:
        """Send a line; raises OSError if the reader has gone."""
        self._pairing.asked(line)
        self._out.write(compact({name: value for name, value in line.items() if name != "cursor"}) + "\n")
        self._out.flush()

    def _listen(self, answers: IO[str]) -> None:
        for text in answers:
            cursor = self._pairing.of_answer()
            try:
                answer = json.loads(text)
            except ValueError:
                answer = None
            if not isinstance(answer, dict):
                print(f"jantaku mjai: no answer: {text.strip()[:80]!r}: expected a JSON object", file=sys.stderr)
            elif cursor:
                self._told(cursor, answer)


class EngineProcess:
    """An engine process, restarted for each game and correction so that it never sees corrected events."""

    def __init__(self, command: Sequence[str], every: bool, told: Answered) -> None:
        """``command``: program and arguments; ``{id}`` is replaced by the player's number."""
        self._command, self._every, self._told = command, every, told
        self._running: tuple[subprocess.Popen[str], Peer] | None = None

    def tell(self, line: Line) -> None:
        """Send a line; raises OSError if the engine cannot be started or has ended."""
        if line["type"] in ("restart", "start_game"):
            self.close()
        if line["type"] == "restart":
            return
        if self._running is None:
            words = [word.replace("{id}", str(line.get("id", 0))) for word in self._command]
            pipe = subprocess.PIPE
            process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
            assert process.stdin is not None
            assert process.stdout is not None
            self._running = process, Peer(process.stdin, process.stdout, self._every, self._told)
        self._running[1].tell(line)

    def close(self) -> None:
        """End the process."""
        if self._running is None:
            return
        process, self._running = self._running[0], None
        with process:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(_GOES_S)
            except subprocess.TimeoutExpired:
                process.kill()


def answer_body(cursor: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the request body for an engine's answer, with the engine's values, or those in Mortal's ``meta``."""
    meta = answer.get("meta")
    given = answer.get("values")
    values = given if isinstance(given, dict) else dict(_of_mortal(meta)) if isinstance(meta, dict) else {}
    act = {name: answer[name] for name in ("type", "pai", "consumed") if name in answer}
    return {"cursor": cursor, "action": act, "values": values}


def _of_mortal(meta: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield actions with their values in ascending order, so that the best value wins for a repeated name."""
    bits, values = meta.get("mask_bits"), meta.get("q_values")
    if not isinstance(bits, int) or not isinstance(values, list):
        return
    open_acts = [name for place, name in enumerate(_MORTAL) if bits >> place & 1]
    yield from sorted(zip(open_acts, values, strict=False), key=lambda each: each[1])


_AGAIN_S: Final = (0.5, 1.0, 2.0, 5.0)
"""Pauses before the connection is tried again, s, the last one repeated."""
_NO_STREAM: Final = 4404
_ANSWER_S: Final = 5.0
_TOKEN: Final = "JANTAKU_TOKEN"
_SEATS: Final = ("public", "A", "B", "C", "D", "staff")


class _LineTaker(Protocol):
    """Receiver of mjai lines."""

    def tell(self, line: dict[str, Any]) -> None:
        """Send a line."""
        ...


class _Answers:
    """Posts answers to the service; an answer that is too late is dropped."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._client = httpx2.Client(timeout=_ANSWER_S, headers=headers, trust_env=False)
        self._address = address

    def give(self, cursor: str, answer: dict[str, Any]) -> None:
        if answer.get("type", "none") == "none" and "values" not in answer:
            return
        try:
            told = self._client.post(self._address, json=answer_body(cursor, answer))
        except httpx2.HTTPError as error:
            print(f"jantaku mjai: an answer did not get there: {error or type(error).__name__}", file=sys.stderr)
            return
        if told.status_code not in (202, 409):
            print(f"jantaku mjai: an answer was refused: {told.status_code} {told.text[:200]}", file=sys.stderr)


def mjai(
    engine: list[str] | None = None,
    *,
    address: str = ListenPlan().here,
    table: str = "1",
    seat: str = "public",
    token_file: Path | None = None,
    every: bool = True,
) -> int:
    """Follow a table until the service has no such stream, or the reader of the lines has gone."""
    if seat not in _SEATS:
        raise typer.BadParameter(f"{seat!r}: expected {', '.join(_SEATS)}", param_hint="--seat")
    secret = _secret(token_file)
    base = f"{address.rstrip('/')}/api/v1/tables/{quote(table, safe='')}/mjai?seat={seat}"
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    answers = _Answers(base, headers)
    told: _LineTaker
    if engine:
        told = process = EngineProcess(engine, every, answers.give)
    else:
        told, process = Peer(sys.stdout, sys.stdin, every, answers.give), None
    try:
        return _follow(f"ws{base[4:]}", headers, told)
    except OSError as error:
        raise JantakuError(f"{engine[0] if engine else 'standard output'}: {error.strerror or error}") from None
    finally:
        if process is not None:
            process.close()


def _secret(file: Path | None) -> str:
    """Return the token; it is not an option, because every process of the machine could read it there."""
    if file is None:
        return os.environ.get(_TOKEN, "")
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise JantakuError(f"{file}: {error}") from None


def _follow(address: str, headers: dict[str, str], told: _LineTaker) -> int:
    tries, has_begun = 0, False
    while True:
        try:
            with connect(address, additional_headers=headers, proxy=None, max_size=None) as socket:
                if has_begun:
                    told.tell({"type": "restart"})
                for text in socket:
                    has_begun, tries = True, 0
                    told.tell(loads(str(text), "a line of the service"))
        except InvalidStatus as error:
            status = error.response.status_code
            if status < 500:
                raise JantakuError(f"{address}: answered {status}: expected a token for that seat") from None
        except InvalidURI as error:
            raise JantakuError(f"{address}: {error}") from None
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code == _NO_STREAM:
                raise JantakuError(f"{address}: {error.rcvd.reason}") from None
        except (ConnectionError, TimeoutError) as error:
            if isinstance(error, BrokenPipeError):
                raise
        time.sleep(_AGAIN_S[min(tries, len(_AGAIN_S) - 1)])
        tries += 1

"""``jantaku mjai``: a table's lines for an engine, as a process or over this command's own streams, and its answers."""

import os
import sys
import time
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import quote

import httpx2
import typer
from websockets.exceptions import ConnectionClosed, InvalidStatus, InvalidURI
from websockets.sync.client import connect

from api.mjai.peer import EngineProcess, Peer, answer_body
from api.reach.plan import ListenPlan
from controller.errors import JantakuError
from controller.records.reading.json_fields import loads

_AGAIN_S: Final = (0.5, 1.0, 2.0, 5.0)
"""Waits before the service is tried again; the last holds for ever."""
_NO_STREAM: Final = 4404
_ANSWER_S: Final = 5.0
_TOKEN: Final = "JANTAKU_TOKEN"
_SEATS: Final = ("public", "A", "B", "C", "D", "staff")


class _LineTaker(Protocol):
    """Receiver of the lines."""

    def tell(self, line: dict[str, Any]) -> None:
        """One line."""
        ...


class _Answers:
    """Hands answers in; one that came too late is passed over."""

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
    """Follow a table until its service says that there is no such stream, or nobody reads any more."""
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
    """The token: never on the command line, where every process of the machine sees it."""
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

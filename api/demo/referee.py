"""Simulated referee of a table without cameras: enters over HTTP how each round ended, as people do."""

import json
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from api.demo.web import WebServer
from api.service.table_service import TableService
from controller.journal.state import Phase
from controller.riichi.seat import SEATS, Seat

_ANSWER_S: Final = 30.0
_HEARD_S: Final = 120.0
"""Longest wait for a machine's reports on the serial line, s; chosen: enough at tenfold processor overload."""
_ROLLED: Final = (Phase.DICE, Phase.BROKEN)
_MELD: Final = ("kind", "tiles", "called", "from")
_RIICHI: Final = ("riichi", "double")


class SimulatedReferee:
    """Advances the simulated time, which otherwise the camera does, and enters each round when it is over."""

    def __init__(self, camera: str, truth: Path, service: TableService, web: WebServer, known: int = 0) -> None:
        """``camera``: address of the simulator's clock; ``truth``: its ground-truth file; ``known``: rounds of it that
        are already in the record.
        """
        self._camera, self._truth, self._service = camera, truth, service
        self._post = Post(service, web)
        self._entered = known

    def step(self) -> None:
        """Advance the table by the time of one exposure, and enter the rounds that have ended by then."""
        with urlopen(f"{self._camera}/tick", timeout=_ANSWER_S) as answer:
            answer.read()
        lines = self._truth.read_text(encoding="utf-8").splitlines() if self._truth.is_file() else []
        for line in lines[self._entered :]:
            self._enter(json.loads(line))
            self._entered += 1

    def _enter(self, told: Mapping[str, Any]) -> None:
        self._await_round()
        for body in entries(told):
            self._post(body)

    def _await_round(self) -> None:
        """Wait until the board has reported the dice of this round: its reports arrive on a separate line."""
        until = time.monotonic() + _HEARD_S
        while self._service.state.phase not in _ROLLED and time.monotonic() < until:
            self._service.wait_past(self._service.number, 0.1)


class Post:
    """Posts claims to a table as its referee; raises HTTPError for a refused claim."""

    def __init__(self, service: TableService, web: WebServer) -> None:
        self._address = f"{web.address}/api/v1/tables/{service.name}/claims"
        self._token = web.access.tokens.console("referee")

    def __call__(self, body: Mapping[str, Any]) -> None:
        headers = {"content-type": "application/json", "authorization": f"Bearer {self._token}"}
        with urlopen(Request(self._address, json.dumps(body).encode(), headers), timeout=_ANSWER_S) as answer:
            answer.read()


def entries(
    told: Mapping[str, Any], ordinal: int | None = None, known: Collection[Seat] = ()
) -> Iterator[dict[str, Any]]:
    """Yield the claims by which a person enters a round of the simulator's ground-truth file, in order.

    ``ordinal``: ordinal of the round if it is not the current one; ``known``: seats whose riichi is already recorded.
    """
    about = {} if ordinal is None else {"round": ordinal}
    for seat in SEATS:
        if told["sticks"][seat] and seat not in known and not (told.get("winner") == seat and _is_ended(told)):
            yield {"kind": "state_riichi", "seat": int(seat), **about}
    if _is_ended(told):
        yield {"kind": "enter_result", "wins": [_win(told)], **about}
    elif told["end"] == "exhaustive":
        tenpai = [int(seat) for seat in SEATS if told["tenpai"][seat]]
        yield {"kind": "confirm_draw", "seats": tenpai, **about}
    else:
        yield {"kind": "confirm_draw", "subject": told["end"], **about}


def _is_ended(told: Mapping[str, Any]) -> bool:
    return told["end"] in ("ron", "tsumo")


def _win(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the winner's hand in the form that ``/scores`` takes."""
    winner = Seat(told["winner"])
    hand = told["hands"][winner]
    melds = [{key: meld[key] for key in _MELD if meld[key] is not None} for meld in told["melds"][winner]]
    return {
        "hand": hand["tiles"],
        "win": told["winning_tile"],
        "by": told["end"],
        "winner": int(winner),
        "loser": told["loser"],
        "dealer": told["dealer"],
        "prevailing_wind": told["prevailing_wind"],
        "melds": melds,
        "dora_indicators": told["dora_indicators"],
        "ura_indicators": told["ura_indicators"] if told["circumstances"]["riichi"] in _RIICHI else "",
        **told["circumstances"],
    }

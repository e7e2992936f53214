"""Requests to the running service that holds the serial line, as the venue's page makes them."""

import json
import sys
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from api.cli.table.commands import agreed
from api.service.registry import RunningService, entrances, service_on
from controller.errors import LinkError
from controller.ports.table import GoalRequest
from firmware_bridge.session.pinned import board_number

_ANSWER_S: Final = 10.0


def through_service(serving: RunningService, wish: GoalRequest, yes: bool) -> dict[str, Any]:
    """Ask the service for a goal and wait for its end in the feed; raises LinkError if the service refuses or fails."""
    goals = f"{serving.address}/api/v1/tables/{quote(serving.table)}/goals?audience=staff"
    token = _token(serving)
    stand = _call(goals, token)
    shown = ", ".join(f"{key} {stand[key]['ja']} {stand[key]['id']}" for key in ("link", "centre", "build"))
    print(f"{serving.address} ({serving.process}): {shown}", file=sys.stderr)
    if any(each["verb"] == wish.verb.value for each in stand["goals"]):
        agreed("必要なら一度押します。卓が動くことがあります。/ Press once if needed? The table may move.", yes)
    feed = f"{serving.address.replace('http', 'ws', 1)}/api/v1/tables/{quote(serving.table)}/feed?audience=staff"
    try:
        with connect(feed, open_timeout=_ANSWER_S, additional_headers=_local_header(token)) as socket:
            body = {"verb": wish.verb.value, "why": wish.why, "hands_clear": wish.hands_clear}
            number = _call(goals, token, body)["goal"]
            for message in socket:
                told = json.loads(message)
                moved = told.get("view", told.get("changes", {})).get("goal")
                if moved is not None and moved["goal"] == number and moved["ended"]:
                    found: dict[str, Any] = moved
                    return found
    except (OSError, WebSocketException) as error:
        raise LinkError(f"{feed}: the service left: {error}; look at the table, nothing is pressed again") from None
    raise LinkError(f"{feed}: the service ended its feed; look at the table, nothing is pressed again")


def accept(board: str, *, why: str, port: str = "auto") -> int:
    """Make the service on that port accept another board as the table's own; raises LinkError if it does not."""
    serving = service_on(port)
    if serving is None:
        raise LinkError(f"{port}: no service holds it; expected the port that jantaku serve was given")
    address = f"{serving.address}/api/v1/tables/{quote(serving.table)}/board?audience=staff"
    _call(address, _token(serving), {"board": board_number(board), "why": why})
    print(f"{serving.table}: {board_number(board)}")
    return 0


def _token(serving: RunningService) -> str:
    return next((each.token for each in entrances() if each.process == serving.process), "")


def _local_header(token: str) -> dict[str, str]:
    """Return the header by which the service identifies this machine's user."""
    return {"authorization": f"Bearer {token}"}


def _call(address: str, token: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {"content-type": "application/json"} | _local_header(token))
    try:
        with urlopen(request, timeout=_ANSWER_S) as response:
            return json.load(response)
    except HTTPError as error:
        raise LinkError(_said(error)) from None
    except (URLError, OSError, ValueError) as error:
        raise LinkError(f"{address}: the service does not answer: {error}") from None


def _said(error: HTTPError) -> str:
    """Return the message of a problem document."""
    try:
        return str(json.load(error)["detail"])
    except (ValueError, KeyError, TypeError):
        return f"{error.url}: status {error.code}"

"""Requests to the service that serves a venue file on this machine."""

import json
import socket
from pathlib import Path
from typing import Any

from api.venue.console import ANSWER_S, LONGEST, reached, socket_of
from api.venue.plan import read_plan
from controller.errors import VenueError


def ask(file: Path, request: dict[str, Any]) -> dict[str, Any]:
    """Return the running service's answer; raises VenueError if no service serves the file or it refuses."""
    if not hasattr(socket, "AF_UNIX"):
        raise VenueError(f"{file}: this system has no way from here to its service: reload it at the page")
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(ANSWER_S)
        try:
            with reached(socket_of(file)) as address:
                link.connect(address)
            link.sendall(json.dumps(request).encode() + b"\n")
            answer = json.loads(link.makefile("rb").readline(LONGEST))
        except FileNotFoundError:
            raise VenueError(f"{file}: no service of this user serves it: start jantaku serve {file}") from None
        except (OSError, ValueError) as error:
            raise VenueError(f"{file}: its service does not answer: {error}") from None
    if "refused" in answer:
        raise VenueError(str(answer["refused"]))
    found: dict[str, Any] = answer
    return found


def reload(file: Path, *, end: list[str] | None = None, reason: str = "") -> int:
    """Check the file, make the service reload it, and print the changes; raises VenueError if nothing was changed."""
    read_plan(file)
    told = ask(file, {"ask": "reload", "end": end or (), "reason": reason})
    for name in told["added"]:
        print(f"{name}: added")
    for name in told["ended"]:
        print(f"{name}: ended")
    for name in told["leaving"]:
        print(f"{name}: ends when its round is over; at once with --end {name}")
    for name, keys in told["changed"].items():
        print(f"{name}: " + ", ".join(f"{key} ({how})" for key, how in keys.items()))
    if not any(told.values()):
        print("nothing changed")
    return 0


def state(file: Path, *, as_json: bool = False) -> int:
    """Print the state of each table of the running venue; 1 if one does not run."""
    stands = ask(file, {"ask": "state"})["tables"]
    for stand in stands:
        waits = f", waits for the round's end: {', '.join(stand['pending'])}" if stand["pending"] else ""
        told = f"{stand['table']}: {'runs' if stand['running'] else 'waits: ' + stand['trouble']['en']}{waits}"
        print(json.dumps(stand, ensure_ascii=False) if as_json else told)
    return 0 if all(stand["running"] for stand in stands) else 1

"""``jantaku score``."""

import os
import sys
from collections.abc import Mapping
from typing import Final

from api.scoring_wire import answer, answer_line

CHUNK: Final = 1 << 16


def stream() -> int:
    """Answer each JSON line of stdin with one line on stdout, in order; 2 when a line was malformed.

    Answers are flushed whenever the input pauses, so that a caller may wait for each one.
    """
    status, number, rest = 0, 0, b""
    while chunk := os.read(sys.stdin.fileno(), CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            number += 1
            status |= _reply(line, number)
        sys.stdout.flush()
    return status | _reply(rest, number + 1)


def _reply(line: bytes, number: int) -> int:
    text = line.decode("utf-8", "replace").strip()
    if not text:
        return 0
    reply = answer_line(text, number)
    print(reply)
    return 2 if '"error": "bad-request"' in reply else 0


def one(request: Mapping[str, object]) -> int:
    """Print one hand's score line by line; 1 when it is no win, 2 when the request is malformed."""
    reply = answer(dict(request))
    if not reply["ok"]:
        print(f"jantaku score: {reply['error']}: {reply['detail']}", file=sys.stderr)
        return 2 if reply["error"] == "bad-request" else 1
    for line in (*reply["yaku"], *reply["dora_lines"]):
        worth = "yakuman" if line.get("yakuman") else f"{line['han']} han"
        print(f"{line['ja']}  {line['en']}  {worth}  ({line['clause']})")
    for line in reply["fu_lines"]:
        print(f"{line['ja']}  {line['en']}  {line['fu']} fu  ({line['clause']})")
    limit = f" {reply['limit']}" if reply["limit"] else ""
    print(f"{reply['han']} han {reply['fu']} fu{limit}: {reply['points']} points, payments {reply['payments']}")
    if reply["unstated"]:
        print(f"unstated in {request['rulebook']}: {', '.join(reply['unstated'])}")
    return 0

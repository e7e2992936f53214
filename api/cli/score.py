"""``jantaku score``."""

import gc
import os
import sys
from collections.abc import Mapping
from typing import Final

from api.http.schemas.scores import REFUSED, answer, answer_line
from controller.rulebooks.catalogue import load, published
from controller.rulebooks.rulebook import Rulebook

CHUNK: Final = 1 << 16


def stream(rulebook: str) -> int:
    """Answer each JSON line of stdin with one line on stdout, in order; 2 when a line was malformed.

    ``rulebook``: id or file of house rules; requests may name house rules by their id.

    Answers are flushed whenever the input pauses, so that a caller may wait for each one.
    """
    books = _books(load(rulebook))
    # What is loaded by now stays, and answers leave no circles behind: looking for some would take a tenth of the time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    status, number, rest = 0, 0, b""
    while chunk := os.read(sys.stdin.fileno(), CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            number += 1
            status |= _reply(line, number, books)
        sys.stdout.flush()
    return status | _reply(rest, number + 1, books)


def _reply(line: bytes, number: int, books: Mapping[str, Rulebook]) -> int:
    text = line.decode("utf-8", "replace").strip()
    if not text:
        return 0
    reply = answer_line(text, number, books)
    sys.stdout.write(f"{reply}\n")
    return 2 if reply.startswith(REFUSED) else 0


def _books(book: Rulebook) -> Mapping[str, Rulebook]:
    return {**published(), book.id: book}


def one(rulebook: str, request: Mapping[str, object]) -> int:
    """Print one hand's score line by line; 1 when it is no win, 2 when the request is malformed."""
    book = load(rulebook)
    reply = answer({**request, "rulebook": book.id}, _books(book))
    if not reply["ok"]:
        print(f"jantaku score: {reply['error']}: {reply['detail']}", file=sys.stderr)
        return 2 if reply["error"] == "bad-request" else 1
    for line in (*reply["yaku"], *reply["dora_lines"]):
        worth = "yakuman" if line.get("yakuman") else f"{line['han']} han"
        print(f"{line['ja']}  {line['en']}  {worth}  ({line['clause']})")
    for line in reply["fu_lines"]:
        print(f"{line['ja']}  {line['en']}  {line['fu']} fu  ({line['clause']})")
    limit = f" {reply['limit']}" if reply["limit"] else ""
    aloud = f" (+{reply['ba_zoro']} ba-zoro)" if reply["ba_zoro"] else ""
    print(f"{reply['han']} han{aloud} {reply['fu']} fu{limit}: {reply['points']} points, payments {reply['payments']}")
    for line in reply["payment_lines"]:
        print(f"{line['ja']}  {line['en']}  {line['amounts']}  ({line['clause']})")
    for line in reply["default_lines"]:
        print(f"† {line['ja']}  {line['en']}  ({line['reason_ja']}  {line['reason_en']})")
    return 0

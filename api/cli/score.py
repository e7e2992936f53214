"""``jantaku score``: one hand in words, JSON lines as they come, or a file of them in bulk."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Final

from api.http.schemas.scores import REFUSED, answer, answer_line
from controller.rulebooks.catalogue import load, published
from controller.rulebooks.rulebook import Rulebook

_CHUNK: Final = 1 << 16
_BATCH_BLOCK: Final = 1 << 20
# Lines of one block from which on the compiled scorer is faster (a few would not repay its call).
_BULK: Final = 32
# Lines in all after which loading it is repaid: a second of the ordinary scorer in a pipe, less in a file.
_WORTH_LOADING: Final = 10_000
_BATCH_WORTH_LOADING: Final = 1_000
_REFUSED: Final = REFUSED.encode()


def stream(rulebook: str) -> int:
    """Answer each JSON line of stdin with one line on stdout, in order; 2 when a line was malformed.

    ``rulebook``: id or file of house rules; requests may name house rules by their id.

    Answers are flushed whenever the input pauses, so that a caller may wait for each one. Where lines go on coming in
    bulk the compiled scorer takes them over.
    """
    return _answer_all(rulebook, partial(os.read, sys.stdin.fileno(), _CHUNK), _WORTH_LOADING)


def batch(rulebook: str) -> int:
    """As ``stream``, with the same answers to the byte, but in large blocks and by the compiled scorer early on.

    Without numba (the extra ``batch``) the ordinary scorer answers.
    """
    return _answer_all(rulebook, partial(sys.stdin.buffer.read, _BATCH_BLOCK), _BATCH_WORTH_LOADING)


def _answer_all(rulebook: str, read: Callable[[], bytes], worth_loading: int) -> int:
    scorer = LineScorer(_books(load(rulebook)), worth_loading)
    # What is loaded by now stays, and answers leave no circles behind: looking for some would take a tenth of the time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    status = 0
    for lines in _lines(read):
        replies = scorer.answers(lines)
        if any(reply.startswith(_REFUSED) for reply in replies):
            status = 2
        _print(replies)
    return status


class LineScorer:
    """Answers lines in blocks; loads the compiled scorer, where there is one, once so many lines have come."""

    def __init__(self, books: Mapping[str, Rulebook], worth_loading: int) -> None:
        """Begin at line 1; ``worth_loading``: lines that must have been answered before."""
        self._books = books
        self._worth_loading = worth_loading if find_spec("numba") else None
        self._lines = 0

    def answers(self, lines: Sequence[bytes]) -> list[bytes]:
        """The answer to each line that is not empty."""
        first = self._lines + 1
        self._lines += len(lines)
        if self._worth_loading is not None and len(lines) >= _BULK and first > self._worth_loading:
            from api.http.schemas.score_batch import batch_answers

            return batch_answers(lines, first, self._books)
        texts = [(number, line.decode("utf-8", "replace").strip()) for number, line in enumerate(lines, first)]
        return [answer_line(text, number, self._books).encode() for number, text in texts if text]


def _lines(read: Callable[[], bytes]) -> Iterator[list[bytes]]:
    """The lines of what is read, block by block; ``read`` gives nothing at the end."""
    rest = b""
    while block := read():
        *lines, rest = (rest + block).split(b"\n")
        yield lines
    yield [rest]


def _print(replies: Sequence[bytes]) -> None:
    if replies:
        text = b"\n".join((*replies, b""))
        if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
        else:
            sys.stdout.write(text.decode())
    sys.stdout.flush()


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
    if chips := reply.get("chips"):
        print(f"祝儀  Chips  {chips['number']}  {chips['payments']}")
    for line in reply["default_lines"]:
        print(f"† {line['ja']}  {line['en']}  ({line['reason_ja']}  {line['reason_en']})")
    return 0

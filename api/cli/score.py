"""``jantaku score``: one hand in words, JSON lines as they come, or a file of them in bulk."""

import gc
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from api.cli.terminal.progress import WorkShown, long_work
from api.cli.terminal.rows import print_line, print_rows
from api.cli.terminal.styles import DOUBT, FAINT, STRONG, Cell
from api.http.schemas.scores import REFUSED, answer, answer_line
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known_books, load
from controller.rulebooks.rulebook import Rulebook

_CHUNK: Final = 1 << 16
_BATCH_BLOCK: Final = 1 << 20
# Bytes of a file from which on its answers are waited for long enough to be told how far they are: about a second.
_LONG: Final = 1 << 20
# Lines of one block from which on the compiled scorer is faster (a few would not repay its call).
_BULK: Final = 32
# Lines in all after which loading it is repaid: a second of the ordinary scorer in a pipe, less in a file.
_WORTH_LOADING: Final = 10_000
_BATCH_WORTH_LOADING: Final = 1_000
_REFUSED: Final = REFUSED.encode()


def score(
    *,
    as_json: bool = False,
    batch: bool = False,
    hand: str = "",
    win: str = "",
    by: str = "ron",
    rulebook: str = DEFAULT_RULEBOOK,
    seat_wind: str = "S",
    prevailing_wind: str = "E",
    riichi: str = "none",
    dora: str = "",
) -> int:
    """A stream of requests, or the one hand of the options."""
    if batch:
        return _batch(rulebook)
    if as_json:
        return _stream(rulebook)
    winds = {"seat_wind": seat_wind, "prevailing_wind": prevailing_wind}
    return _one(rulebook, {"hand": hand, "win": win, "by": by, **winds, "riichi": riichi, "dora_indicators": dora})


def _stream(rulebook: str) -> int:
    """Answer each JSON line of stdin with one line on stdout, in order; 2 when a line was malformed.

    ``rulebook``: id or file of house rules; requests may name house rules by their id.

    Answers are flushed whenever the input pauses, so that a caller may wait for each one. Where lines go on coming in
    bulk the compiled scorer takes them over.
    """
    return _answer_all(rulebook, partial(os.read, sys.stdin.fileno(), _CHUNK), _WORTH_LOADING)


def _batch(rulebook: str) -> int:
    """As ``_stream``, with the same answers to the byte, but in large blocks and by the compiled scorer early on.

    Without numba (the extra ``batch``) the ordinary scorer answers.
    """
    return _answer_all(rulebook, partial(sys.stdin.buffer.read, _BATCH_BLOCK), _BATCH_WORTH_LOADING)


def _answer_all(rulebook: str, read: Callable[[], bytes], worth_loading: int) -> int:
    scorer = LineScorer(_books(load(rulebook)), worth_loading)
    # What is loaded by now stays, and answers leave no circles behind: looking for some would take a tenth of the time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    status = 0
    with _shown() as work:
        done = 0
        for lines in _lines(read):
            replies = scorer.answers(lines)
            if any(reply.startswith(_REFUSED) for reply in replies):
                status = 2
            _print(replies)
            done += sum(map(len, lines)) + len(lines) if work.sized else len(replies)
            work.at(done)
    return status


def _shown() -> AbstractContextManager[WorkShown]:
    """How far the requests are, where answers do not go to the same terminal and a person does not type."""
    given = os.fstat(sys.stdin.fileno())
    if sys.stdout.isatty() or sys.stdin.isatty() or (stat.S_ISREG(given.st_mode) and given.st_size < _LONG):
        return nullcontext(WorkShown(None, "", None))
    if stat.S_ISREG(given.st_mode):
        return long_work("手牌 hands", given.st_size, sized=True)
    return long_work("手牌 hands")


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
    return {**known_books(), book.id: book}


def _one(rulebook: str, request: Mapping[str, object]) -> int:
    """Print one hand's score line by line; 1 when it is no win, 2 when the request is malformed."""
    book = load(rulebook)
    reply = answer({**request, "rulebook": book.id}, _books(book))
    if not reply["ok"]:
        print(f"jantaku score: {reply['error']}: {reply['detail']}", file=sys.stderr)
        return 2 if reply["error"] == "bad-request" else 1
    rows: list[list[Cell]] = [_row(line, _worth(line)) for line in (*reply["yaku"], *reply["dora_lines"])]
    rows += [_row(line, f"{line['fu']} fu") for line in reply["fu_lines"]]
    print_rows(rows)
    limit = f" {reply['limit']}" if reply["limit"] else ""
    aloud = f" (+{reply['ba_zoro']} ba-zoro)" if reply["ba_zoro"] else ""
    total = f"{reply['han']} han{aloud} {reply['fu']} fu{limit}: {reply['points']} points"
    print_line((total, STRONG), f", payments {reply['payments']}")
    print_rows([_row(line, str(line["amounts"])) for line in reply["payment_lines"]])
    if chips := reply.get("chips"):
        print(f"祝儀  Chips  {chips['number']}  {chips['payments']}")
    for line in reply["default_lines"]:
        print_line(("† ", DOUBT), f"{line['ja']}  {line['en']}  ({line['reason_ja']}  {line['reason_en']})")
    return 0


def _row(line: Mapping[str, Any], worth: str) -> list[Cell]:
    return [(line["ja"], STRONG), line["en"], worth, (f"({line['clause']})", FAINT)]


def _worth(line: Mapping[str, Any]) -> str:
    return "yakuman" if line.get("yakuman") else f"{line['han']} han"

"""``jantaku score``: scores one hand, or a stream of JSON lines."""

import gc
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from api.cli.terminal.progress import WorkShown, long_work
from api.cli.terminal.rows import print_line, print_rows
from api.cli.terminal.styles import DOUBT, FAINT, STRONG, Cell
from api.http.schemas.scores import REFUSED, answer, answer_line
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known_books, load
from controller.rulebooks.rulebook import Rulebook

_CHUNK: Final = 1 << 16
# File size from which progress is shown, bytes: its answers take about a second.
_LONG: Final = 1 << 20


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
    """Score a stream of requests, or the one hand given by the options."""
    if as_json or batch:
        return _stream(rulebook)
    winds = {"seat_wind": seat_wind, "prevailing_wind": prevailing_wind}
    return _one(rulebook, {"hand": hand, "win": win, "by": by, **winds, "riichi": riichi, "dora_indicators": dora})


def _stream(rulebook: str) -> int:
    """Answer each JSON line of stdin with one line on stdout, in order; 2 if a line was malformed.

    ``rulebook``: id, or file of house rules; requests may name house rules by their id.

    Answers are flushed whenever the input pauses, so that a caller may wait for each one.
    """
    books = _books(load(rulebook))
    # Imported objects stay, and answers have no reference cycles: garbage collection would take a tenth of the time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    status = 0
    with _progress() as work:
        done, first = 0, 1
        for lines in _lines():
            texts = [(number, line.decode("utf-8", "replace").strip()) for number, line in enumerate(lines, first)]
            first += len(lines)
            replies = [answer_line(text, number, books) for number, text in texts if text]
            if any(reply.startswith(REFUSED) for reply in replies):
                status = 2
            _print(replies)
            done += sum(map(len, lines)) + len(lines) if work.sized else len(replies)
            work.at(done)
    return status


def _progress() -> AbstractContextManager[WorkShown]:
    """Return the progress display; it is inactive if answers go to the terminal or a person types the requests."""
    given = os.fstat(sys.stdin.fileno())
    if sys.stdout.isatty() or sys.stdin.isatty() or (stat.S_ISREG(given.st_mode) and given.st_size < _LONG):
        return nullcontext(WorkShown(None, "", None))
    if stat.S_ISREG(given.st_mode):
        return long_work("手牌 hands", given.st_size, sized=True)
    return long_work("手牌 hands")


def _lines() -> Iterator[list[bytes]]:
    """Yield the lines of stdin in groups, as many as have arrived."""
    rest = b""
    while block := os.read(sys.stdin.fileno(), _CHUNK):
        *lines, rest = (rest + block).split(b"\n")
        yield lines
    yield [rest]


def _print(replies: Sequence[str]) -> None:
    sys.stdout.write("".join([f"{reply}\n" for reply in replies]))
    sys.stdout.flush()


def _books(book: Rulebook) -> Mapping[str, Rulebook]:
    return {**known_books(), book.id: book}


def _one(rulebook: str, request: Mapping[str, object]) -> int:
    """Print the score of one hand line by line; 1 if it is no win, 2 if the request is malformed."""
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

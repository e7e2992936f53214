"""``jantaku export`` and ``jantaku wins``: records for other programs, and their wins checked by the scorer."""

import json
import time
from collections.abc import Sequence
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

from api.record_files import read_file, written
from api.stores.open import open_kept
from controller.errors import RecordError, RulebookError
from controller.journal.chain import verify
from controller.journal.events import RulebookKept
from controller.records import secrecy_gate
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.record import GameRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import ScoredWin, scored_wins
from controller.rulebooks.catalogue import kept_book, load
from controller.scoring.score import Score
from controller.views.gate import Audience
from hardware.simulator.game.record import read_truth


def export(
    journal: str | Path, form: RecordFormat, game: int | None, released_at: str, addresses: bool, truth: Path | None
) -> int:
    """Print the finished rounds of a journal; with ``truth`` compare them instead, 1 where they differ."""
    out = _released(_recorded(journal), released_at)
    if truth is not None:
        names = out[0].names if out else ("", "", "", "")
        return _compare(form, out, _released(read_truth(truth, names), released_at))
    if game is not None:
        if not 1 <= game <= len(out):
            raise RecordError(f"game {game}: expected 1-{len(out)}, as many as {journal} holds")
        out = out[game - 1 : game]
    if addresses:
        for each in out:
            print("\n".join(tenhou_writer.addresses(each)))
    else:
        print(written(form, out), end="")
    return 0


def wins(file: Path, rulebook: str, as_json: bool) -> int:
    """Score every win of a record; 1 where one is not as written, or cannot be scored."""
    book, right = load(rulebook), True
    for number, game in enumerate(read_file(file), 1):
        for one in game.game.rounds:
            for win in scored_wins(one, book):
                right = right and win.agrees
                print(_told(number, win, as_json))
    return 0 if right else 1


def _recorded(journal: str | Path) -> tuple[GameRecord, ...]:
    events = [record.event for record in verify(open_kept(journal).read())]
    known = games(events)
    if not known:
        return known
    texts = [event.book for event in events if isinstance(event, RulebookKept)]
    try:
        book = kept_book(texts[-1]) if texts else load(known[0].rulebook)
    except RulebookError:
        # House rules of a journal from before books were kept, or a book of a later release.
        return known
    return games(events, book)


def _released(played: Sequence[GameRecord], released_at: str) -> list[GameRecord]:
    """The games without what the public may not see: a file may reach anybody."""
    now, at = time.time(), None
    if released_at:
        try:
            at = datetime.fromisoformat(released_at).timestamp()
        except ValueError:
            raise RecordError(
                f"--released-at {released_at!r}: expected a time such as 2026-05-01T18:00+09:00"
            ) from None
    return [secrecy_gate.let_out(game, Audience.PUBLIC, now, at) for game in played]


def _compare(form: RecordFormat, read: Sequence[GameRecord], told: Sequence[GameRecord]) -> int:
    """Line by line, for a reader who wants to see where the pictures and the truth part."""
    pairs = list(zip_longest(_parted(form, read), _parted(form, told)))
    wrong = [(number, *pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]]
    for number, ours, true in wrong:
        print(f"{number}: read  {ours}\n{number}: truth {true}")
    print(f"{len(pairs) - len(wrong)} of {len(pairs)} {'rounds' if form is RecordFormat.TENHOU6 else 'lines'} equal")
    return 1 if wrong else 0


def _parted(form: RecordFormat, played: Sequence[GameRecord]) -> list[str]:
    if form is RecordFormat.TENHOU6:
        return [json.dumps(row, ensure_ascii=False) for game in played for row in tenhou_writer.document(game)["log"]]
    return written(form, played).splitlines()


def _told(game: int, win: ScoredWin, as_json: bool) -> str:
    scored = win.score if isinstance(win.score, Score) else None
    if as_json:
        body = {
            "game": game,
            "win": win.name,
            "agrees": win.agrees,
            "unknown": win.unknown,
            "differences": list(win.differences),
            "han": None if scored is None else scored.han,
            "fu": None if scored is None else scored.fu,
            "points": None if scored is None else scored.points,
            "yaku": [] if scored is None else [line.id for line in scored.yaku],
        }
        return json.dumps(body, ensure_ascii=False)
    said = "as written" if win.agrees else win.unknown or "; ".join(win.differences)
    worth = "" if scored is None else f" {scored.points} ({', '.join(line.en for line in scored.yaku)})"
    return f"game {game} {win.name}:{worth} {said}"

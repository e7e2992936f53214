"""``jantaku export``, ``convert`` and ``wins``: writing, converting and scoring game records."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Final

from api.record_files import is_wrong, read_file, written
from api.stores.open import open_read_only
from controller.errors import RecordError, RulebookError
from controller.journal.chain import verify
from controller.journal.events import RulebookKept
from controller.records import secrecy_gate
from controller.records.audit.stated import as_stated
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.logs import LoggedGame
from controller.records.record import UNSEEN, GameRecord, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import ScoredWin, likeliest_wins
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load, stored_book
from controller.scoring.score import Score
from controller.views.gate import Audience
from hardware.simulator.game.record import read_truth

_SQLITE: Final = b"SQLite format 3"
_FORMS: Final = {ending: form for form in RecordFormat for ending in form.endings}


def export(
    journal: str,
    *,
    form: RecordFormat,
    game: int | None = None,
    released_at: str = "",
    addresses: bool = False,
    truth: Path | None = None,
    into: Path | None = None,
) -> int:
    """Print the finished rounds of a journal; with ``truth`` compare them instead, 1 if they differ."""
    foreign = _foreign(Path(journal))
    out = _released(_recorded(journal), released_at) if foreign is None else foreign
    if truth is not None:
        names = out[0].names if out else ("", "", "", "")
        return _compare(form, out, _released(read_truth(truth, names), released_at))
    if game is not None:
        if not 1 <= game <= len(out):
            raise RecordError(f"game {game}: expected 1-{len(out)}, as many as {journal} holds")
        out = out[game - 1 : game]
    if form is RecordFormat.MJAI:
        _warn_of_unseen(out)
    if addresses:
        for each in out:
            print("\n".join(tenhou_writer.addresses(each)))
    elif into is not None:
        _keep(form, out, lambda number: into / f"game-{number}{form.endings[0]}")
    else:
        print(written(form, out), end="")
    return 0


def convert(source: Path, target: Path | None = None, *, form: RecordFormat | None = None) -> int:
    """Convert the records of a file to another format: into ``target``, one file per game if there are several, or
    printed.

    2 if a game could not be read; the others are still written.
    """
    if form is None:
        form = None if target is None else _FORMS.get(target.suffix.lower())
        if form is None:
            endings = ", ".join(_FORMS)
            raise RecordError(f"{target or source}: which format? expected --to, or a file that ends with {endings}")
    refused: list[RecordError] = []
    found = []
    for number, logged in enumerate(read_file(source, refused), 1):
        found.append(logged.game)
        for said in (each.en for each in logged.assumed):
            print(f"jantaku convert: game {number}: assumed: {said}", file=sys.stderr)
    if target is None:
        print(written(form, found), end="")
    elif len(found) == 1 or form.is_table:
        _keep_file(target, written(form, found))
    else:
        _keep(form, found, lambda number: target.with_stem(f"{target.stem}-{number}"))
    return _refused("convert", source, refused)


def _keep(form: RecordFormat, played: Sequence[GameRecord], place: Callable[[int], Path]) -> None:
    """Write one file per game; a table of rounds keeps the games' numbers."""
    for number, each in enumerate(played, 1):
        _keep_file(place(number), written(form, [each], number))


def _keep_file(path: Path, text: str) -> None:
    """Write a new file; raises RecordError, also if it exists already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror or error}") from None
    print(path)


def _refused(command: str, source: Path, refused: Sequence[RecordError]) -> int:
    for error in refused:
        print(f"jantaku {command}: {source}: {error}", file=sys.stderr)
    return 2 if is_wrong(refused) else 0


def _warn_of_unseen(played: Sequence[GameRecord]) -> None:
    """Warn about unknown hands: an engine that plays a seat needs that seat's hand."""
    blind = [one.name for game in played for one in game.rounds if any(None in hand for hand in one.hands)]
    whole = [one.name for game in played for one in game.rounds if all(hand == UNSEEN for hand in one.hands)]
    if blind:
        said = "no hand is known" if len(whole) == len(blind) else "not every hand is known"
        print(
            f"jantaku export: in {len(blind)} rounds {said} ('?'): engines that play a seat need its hand; "
            "for scores and reviews take tenhou6 or csv, or release what seat cameras saw with --released-at",
            file=sys.stderr,
        )


def wins(file: Path, *, rulebook: str = DEFAULT_RULEBOOK, as_json: bool = False) -> int:
    """Score every win of a record; 1 if a win differs from its record or cannot be scored, 2 if a game is
    unreadable.
    """
    book, right, refused = load(rulebook), True, list[RecordError]()
    for number, logged in enumerate(read_file(file, refused), 1):
        own, stated = as_stated(book, logged.game)
        for said in (each.en for each in (*logged.assumed, *stated)):
            body = {"game": number, "assumed": said}
            print(json.dumps(body, ensure_ascii=False) if as_json else f"game {number} assumed: {said}")
        for place, one in enumerate(logged.game.rounds):
            for win in likeliest_wins(one, own, _others(logged, place)):
                right = right and win.agrees
                print(_line(number, win, as_json))
    return _refused("wins", file, refused) or (0 if right else 1)


def _others(logged: LoggedGame, place: int) -> Iterator[RoundRecord]:
    """Yield other possible orders of play of a round, if the format leaves them open; computed on demand."""
    if logged.readings is not None:
        yield from logged.readings(place)


def _recorded(journal: str | Path) -> tuple[GameRecord, ...]:
    records = list(verify(open_read_only(journal).read()))
    events, times = [record.event for record in records], [record.time for record in records]
    known = games(events, times=times)
    if not known:
        return known
    texts = [event.book for event in events if isinstance(event, RulebookKept)]
    try:
        book = stored_book(texts[-1]) if texts else load(known[0].rulebook)
    except RulebookError:
        # House rules in a journal without a stored rulebook, or a rulebook of a later release.
        return known
    return games(events, book, times)


def _foreign(path: Path) -> list[GameRecord] | None:
    """Return the games of a file that is another program's record, by its content; None for a journal. They have no
    secrets.
    """
    if not path.is_file() or not path.stat().st_size:
        return None
    with path.open("rb") as file:
        if file.read(len(_SQLITE)) == _SQLITE:
            return None
    try:
        return [logged.game for logged in read_file(path, [])] or None
    except RecordError:
        return None


def _released(played: Sequence[GameRecord], released_at: str) -> list[GameRecord]:
    """Return the games with everything removed that the public may not see, as a file may reach anybody."""
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
    """Compare line by line and print the differences; a ground truth has no times, so these are ignored."""
    read = [replace(game, begun=None, ended=None) for game in read]
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


def _line(game: int, win: ScoredWin, as_json: bool) -> str:
    scored = win.score if isinstance(win.score, Score) else None
    unknown = "" if win.unknown is None else win.unknown.en
    if as_json:
        body = {
            "game": game,
            "win": win.name,
            "agrees": win.agrees,
            "unknown": unknown,
            "differences": [str(each) for each in win.differences],
            "han": None if scored is None else scored.han,
            "fu": None if scored is None else scored.fu,
            "points": None if scored is None else scored.points,
            "yaku": [] if scored is None else [line.id for line in scored.yaku],
        }
        return json.dumps(body, ensure_ascii=False)
    said = "as written" if win.agrees else unknown or "; ".join(map(str, win.differences))
    worth = "" if scored is None else f" {scored.points} ({', '.join(line.en for line in scored.yaku)})"
    return f"game {game} {win.name}:{worth} {said}"

"""``jantaku audit``: published logs checked against a rulebook."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from api.cli.terminal.progress import one_by_one
from api.record_files import is_wrong, read_file
from controller.errors import RecordError
from controller.records.audit.difference import AuditCounts, LogDifference
from controller.records.audit.games import audit_game
from controller.records.audit.stated import as_stated
from controller.records.logs import LoggedGame
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load


def audit(logs: list[Path], *, rulebook: str = DEFAULT_RULEBOOK, as_json: bool = False) -> int:
    """Print every difference, then a summary of the checks; 1 if there is a difference, 2 if a log could
    not be read.
    """
    book, counts = load(rulebook), AuditCounts()
    status = 0
    for path, shown in one_by_one("牌譜 logs", logs):
        refused: list[RecordError] = []
        try:
            for name, logged in _games(path, refused):
                stated = as_stated(book, logged.game)[1]
                for said in (each.en for each in (*logged.assumed, *stated)):
                    print(
                        json.dumps({"game": name, "assumed": said}, ensure_ascii=False)
                        if as_json
                        else f"{name} assumed: {said}"
                    )
                for each in audit_game(logged.game, book, name, counts, logged.readings):
                    status = status or 1
                    with shown.aside():
                        print(_line(each, as_json))
        except RecordError as error:
            print(f"jantaku audit: {error}", file=sys.stderr)
            status = 2
        for wrong in refused:
            print(f"jantaku audit: {path}: {wrong}", file=sys.stderr)
        status = 2 if is_wrong(refused) else status
    _summary(counts, as_json)
    return status


def _games(path: Path, refused: list[RecordError]) -> Iterator[tuple[str, LoggedGame]]:
    """Yield the games of a file with their names: the file's name, and a number if it has several games."""
    games = read_file(path, refused)
    held = next(games, None)
    if held is None:
        return
    number = 1
    for following in games:
        yield _name(path, held, number), held
        held, number = following, number + 1
    yield _name(path, held, number if number > 1 else None), held


def _name(path: Path, logged: LoggedGame, number: int | None) -> str:
    within = f"/{logged.member}" if logged.member else ""
    return f"{path.name}{within}" if number is None else f"{path.name}{within}#{number}"


def _line(each: LogDifference, as_json: bool) -> str:
    return json.dumps(asdict(each), ensure_ascii=False) if as_json else each.line


def _summary(counts: AuditCounts, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"checked": asdict(counts)}, ensure_ascii=False))
        return
    for each in counts.unchecked:
        print(f"not checked: {each}")
    checked = f"{counts.games} games, {counts.rounds} rounds, {counts.wins} wins, {counts.draws} draws"
    print(f"{checked}, {counts.finals} final results; {len(counts.unchecked)} results not checked")

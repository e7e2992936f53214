"""``jantaku standings``: standings of an event from a file of games or from journals."""

import json
import sys
from pathlib import Path

from api.cli.terminal.rows import print_rows
from api.cli.terminal.styles import FAINT, GOOD, STRONG, Cell
from api.http.league.event_files import Doubt, read_all
from api.http.schemas.standings import StandingsJson, answer
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load


def standings(
    file: Path | None = None, *, journal: list[str] | None = None, rulebook: str = "", as_json: bool = False
) -> int:
    """Print the standings from a file of games, from journals, or from both; 1 if something needs human attention."""
    doubts: list[Doubt] = []
    body = read_all(file, journal or (), doubts)
    event = answer(body, load(rulebook or body.rulebook or DEFAULT_RULEBOOK))
    if as_json:
        print(json.dumps(event, ensure_ascii=False))
    else:
        _print(event)
    for doubt in doubts:
        print(f"jantaku standings: {file}: {doubt.where}: {doubt.said.ja} {doubt.said.en}", file=sys.stderr)
    for note in event["notes"]:
        subject = f"{note['subject']}: " if note["subject"] else ""
        print(f"jantaku standings: {subject}{note['ja']} {note['en']} ({note['clause']})", file=sys.stderr)
    return 1 if event["notes"] or any(doubt.asks for doubt in doubts) else 0


def _print(event: StandingsJson) -> None:
    rows: list[list[Cell]] = []
    for entry in event["standings"]:
        games = "  ".join(f"{game['game']}: {game['points']:g} ({game['place']})" for game in entry["games"])
        decided = f"[{entry['decided_by']}]" if entry["decided_by"] else ""
        qualifies = "通過 qualifies" if entry["qualifies"] else ""
        points = f"{entry['points']:g}"
        rows.append([str(entry["rank"]), (entry["player"], STRONG), points, games, (decided, FAINT), (qualifies, GOOD)])
    print_rows(rows, right=(0, 2))
    for number, table in enumerate(event["next_tables"], start=1):
        print(f"次の卓 next, table {number}: {', '.join(table)}")
    for number, seats in enumerate(event["next_seats"], start=1):
        print(f"次の席 next seats, table {number}: {'  '.join(f'{wind} {name}' for wind, name in seats.items())}")
    for game in event["games"]:
        for lost in game["vanished"]:
            print(f"{game['game']}-{game['table']}: {lost['ja']}  {lost['en']}  ({lost['clause']})")
    for line in event["default_lines"]:
        print(f"† {line['ja']}  {line['en']}  ({line['reason_ja']}  {line['reason_en']})")

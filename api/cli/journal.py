"""``jantaku replay``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from api.cli.terminal.progress import long_work
from api.operations.logs import to_stderr
from api.stores.open import open_kept
from controller.journal.chain import record_to_line
from controller.journal.chain import verify as verified
from controller.journal.codec import event_to_json, plain
from controller.journal.events import Event
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET


def replay(journal: str | Path, as_json: bool) -> int:
    """Print each fact in order, then the state they fold to; stops at the first bad record."""
    state = NOTHING_YET
    for record in verified(open_kept(journal).read()):
        state = reduce(state, record.event)
        if as_json:
            print(record_to_line(record).decode())
        else:
            print(f"{record.sequence:6} {state.phase.value:16} {event_line(record.event)}")
    if as_json:
        print(json.dumps({"state": plain(state)}, ensure_ascii=False))
    else:
        print(f"game {state.game}, round {state.rounds}, {state.phase.value}, scores {list(state.scores)}")
    return 0


def replay_evidence(journal: str | Path, evidence: Path, as_json: bool) -> int:
    """Read recorded evidence again with this version; 1 with what is read or concluded differently, and where."""
    to_stderr()
    from api.evidence.replay import replay_evidence as run

    with long_work("証拠 evidence", 0) as shown:
        change = run(list(verified(open_kept(journal).read())), evidence, shown.at)
    if as_json:
        print(json.dumps(asdict(change), ensure_ascii=False))
    else:
        for line in (*change.seen, *change.facts):
            print(line)
        print(
            f"frames {change.frames}, signals and claims {change.others}, zones read otherwise {change.zones}", end=""
        )
        print(f", facts gone {change.facts_gone}, new {change.facts_new}")
    return 1 if change.seen or change.facts else 0


def event_line(event: Event) -> str:
    """The event on one line: its name, then each field as in the journal; time and evidence are left out."""
    told = event_to_json(event)
    kind = told.pop("event")
    fields = (f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in told.items() if key not in _LEFT_OUT)
    return f"{kind} {', '.join(fields)}"


_LEFT_OUT: Final = ("at", "evidence", "book")

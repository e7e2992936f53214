"""Plays a whole game at each family of table under each rulebook that can use it, and writes docs/tables.json:
python -m tests.support.play_tables
"""

import json
import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

from controller.journal import events as ev
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.compatibility import fit
from hardware.profiles.load import load_profile, profile_ids
from hardware.profiles.machine_facts import table_work
from hardware.simulator.game.round import play_rounds
from tests.controller.table.test_table_games import Table, agrees
from tests.support.wired_game import WiredGame

RUN = Path(__file__).parents[2] / "docs" / "tables.json"
SEED = 2026


def whole_game(profile: str, book: str) -> dict[str, Any]:
    """Play one game from its first set to its end; return the comparison of record and truth."""
    known = load_profile(profile)
    rounds = play_rounds(rulebook(book), SEED, 100, known.wall.stacks, work=table_work(known))
    count = sum(1 for _ in takewhile(lambda one: one.game == 1, rounds))
    game = WiredGame(profile, book, SEED, count)
    table = Table(game.venue)
    table.play(game.evidence())
    results = table.of(ev.RoundWon, ev.RoundDrawn)
    return {
        "profile": profile,
        "rulebook": book,
        "rounds": count,
        "right": sum(agrees(*pair) for pair in zip(results, game.truth, strict=False)),
        "ended": bool(table.of(ev.GameEnded)),
        "presses": sum(signal.kind.value.endswith("pressed") for signal in game.reported),
        "discards": len(table.of(ev.Discarded)),
        "faults": [event.fault.code for event in table.of(ev.FaultRaised) if isinstance(event, ev.FaultRaised)],
    }


FAMILIES = profile_ids()


def main() -> int:
    """Play all games; return 1 if a round was recorded wrongly or a fault was reported."""
    rows = []
    for profile in FAMILIES:
        for book in rulebook_ids():
            if fit(rulebook(book), table_work(load_profile(profile))).usable:
                rows.append(whole_game(profile, book))
                print(json.dumps(rows[-1]), flush=True)
    RUN.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")
    return int(any(row["right"] < row["rounds"] or row["faults"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())

"""``jantaku table health``: state of a table's machine, from its stored journals."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing

from api.journals.machine_health import MachinePastJson, past_rows
from api.journals.machine_past import MACHINE_FACTS, MachinePast
from api.stores.open import open_read_only


def health(journals: list[str], *, days: int = 14, as_json: bool = False) -> int:
    """Print the machine's history from its journals; 1 while maintenance is due. Raises JournalError."""
    past = MachinePast()
    with ExitStack() as opened:
        kept = [opened.enter_context(closing(open_read_only(each))) for each in journals]
        records = (record for journal in kept for record in journal.read(0, MACHINE_FACTS))
        for record in sorted(records, key=lambda each: each.time):
            past.take(record.event, record.time)
    rows = past_rows(past)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        for line in _lines(rows, days):
            print(line)
    return 1 if past.worn() else 0


def _lines(rows: MachinePastJson, days: int) -> Iterator[str]:
    if not rows["works"]:
        yield "計った動作はまだない / no work of the machine was timed yet"
    for work in rows["works"]:
        name, standing = work["name"], work["standing"]
        change = f", {work['usual_s']:.2f} -> {work['now_s']:.2f} s ({work['change']:+.1%})" if work["usual_s"] else ""
        yield f"{name['ja']} / {name['en']}: {standing['ja']} / {standing['en']}{change}"
        for day in work["days"][-days:]:
            yield f"  {day['day']}  {day['middle_s']:8.2f} s  {day['times']:4d}×"
    jams = sum(each["times"] for each in rows["jams"])
    yield f"停止 / jams: {jams}"
    for each in rows["jams"][-days:]:
        yield f"  {each['day']}  {each['code']}  {each['times']}×"
    yield f"押下 / presses: {sum(each['times'] for each in rows['presses'])}"

"""A journal whose first opening is cut off between two statements, as by a power failure, can still be opened."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = """
import json, os, sys
from pathlib import Path
from sqlalchemy import Engine, event
from api.service.compose import TableConfig, open_director
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import verify

def opened(path):
    store = SqliteJournal(path)
    open_director(TableConfig("1", "wall-only", "npm-2008", "table", "camera", "calibration", path), store)
    return store

def dies_at(number, path):
    left = [number]
    def count(*_):
        left[0] -= 1
        if not left[0]:
            os._exit(9)
    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    opened(path)
    os._exit(0)

folder, step, told = Path(sys.argv[1]), int(sys.argv[2]), []
number = 1 - step
opened(folder / "warm.sqlite").close()
while True:
    number += step
    path = folder / f"{number}.sqlite"
    child = os.fork()
    if not child:
        dies_at(number, path)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (0, 9):
        raise SystemExit(f"statement {number}: {status}")
    store = opened(path)
    told.append(len(list(verify(store.read()))))
    store.close()
    if status == 0:
        break
print(json.dumps(told))
"""


@pytest.mark.long
def test_a_first_opening_killed_between_its_statements_leaves_a_file_that_opens(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", DRIVER, str(tmp_path), "6"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    records = json.loads(ran.stdout.splitlines()[-1])
    assert len(records) > 3, "every sixth statement of the opening was a last one; with 1 for 6 each is"
    assert set(records) == {records[-1]}

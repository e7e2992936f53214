"""The service is killed in the middle of a round, and the round continues from its journal."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.demo.table import DemoSetup, SimulatedTable
from api.demo.truth import compare
from api.stores.open import open_read_only
from controller.journal.chain import verify
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    # Fifteen discards, a call and a win.
    table = SimulatedTable(DemoSetup(hands=1, fast=True, seed=9, wrong_break=""), tmp_path)
    yield table
    table.stop()


def serve(table: SimulatedTable, journal: Path) -> "subprocess.Popen[str]":
    command = [
        sys.executable,
        "-m",
        "api",
        "serve",
        "--serial",
        str(table.serial),
        "--camera",
        f"{table.camera}/frame.jpg",
    ]
    command += ["--calibration", f"{table.camera}/calibration.json", "--journal", str(journal), "--http", "0"]
    return subprocess.Popen([*command, "--auto-settle", "--shared-time", "--json"], stdout=subprocess.PIPE, text=True)


def facts(service: "subprocess.Popen[str]") -> Iterator[dict[str, Any]]:
    assert service.stdout is not None
    for line in service.stdout:
        yield json.loads(line)


@pytest.mark.long
def test_a_killed_service_goes_on_with_the_round(table: SimulatedTable, tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    first = serve(table, journal)
    discards = 0
    for fact in facts(first):
        discards += fact["event"]["event"] == "Discarded"
        if discards == 6:
            break
    first.kill()
    first.wait()
    with closing(open_read_only(journal)) as left:
        kept = [record.sequence for record in verify(left.read())]
    assert discards == 6, "the first service saw the round begin"

    second = serve(table, journal)
    told = []
    for fact in facts(second):
        told.append(fact)
        if fact["event"]["event"] == "SettlementConfirmed":
            break
    second.terminate()
    assert second.wait(timeout=PATIENCE_S) == 0

    with closing(open_read_only(journal)) as store:
        records = list(verify(store.read()))
    assert [record.sequence for record in records[: len(kept)]] == kept, "what was kept before stands unchanged"
    assert sum(fact["event"]["event"] == "SessionOpened" for fact in told) == 1, "no second session was begun"
    result = compare(table.truth_of(1), records)
    assert result.differences == []
    assert result.rounds_right == 1

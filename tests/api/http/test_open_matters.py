"""Entries over HTTP about rounds with unseen ends, and about faults of the machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from controller.ports.referee import ClaimKind
from controller.referee.faults.kinds import FAULT_KINDS
from tests.support.logged_in import machine
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.taken_up import taken_up, waiting_game

RULINGS = (ClaimKind.UPHOLD_FAULT, ClaimKind.DISMISS_FAULT, ClaimKind.CORRECT_FAULT, ClaimKind.SETTLE_FAULT)
TROUBLES = tuple(kind for kind in FAULT_KINDS.values() if kind.acts)


def client_of(table: QuietTable) -> TestClient:
    assert table.service is not None
    return machine(create_app({"1": table.service}), Role.REFEREE, "referee")


def enter(client: TestClient, kind: str, **more: Any) -> Any:
    return client.post("/api/v1/tables/1/claims", json={"kind": kind, **more})


def staff(client: TestClient) -> Any:
    return client.get("/api/v1/tables/1", params={"audience": "staff"}).json()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with quiet_table(tmp_path_factory.mktemp("table")) as table:
        table.set_out(3, 4)
        yield client_of(table)


def test_nagashi_mangan_of_a_round_whose_end_nobody_saw_is_entered(tmp_path: Path) -> None:
    """Regression: the entry of a draw had a field for tenpai only."""
    game = waiting_game(3, unseen=1, book="teikoku")
    with taken_up(game, tmp_path) as table:
        client, ordinal = client_of(table), game.ordinals[1]
        (missing,) = staff(client)["missing"]
        assert missing["round"] == ordinal
        assert staff(client)["nagashi_mangan"] is True
        assert enter(client, "confirm_draw", seats=[0], nagashi=[2], round=ordinal).status_code == 202
        view = staff(client)
        assert view["missing"] == []
        (result,) = (each["result"] for each in view["pending"] if each["ordinal"] == ordinal)
        assert result["draw"] == "nagashi_mangan"
        assert result["tenpai"] == [0]
        assert result["payments"][2] > 0
        assert sum(result["payments"]) == 0


@pytest.mark.parametrize("kind", TROUBLES, ids=[kind.code for kind in TROUBLES])
def test_no_ruling_is_taken_on_a_trouble_of_the_machine(client: TestClient, kind: Any) -> None:
    known = staff(client)["faults"]
    assert enter(client, "report_fault", subject=kind.code, seat=0).status_code == 202
    faults = staff(client)["faults"]
    (fault,) = (each for each in faults if each not in known)
    assert fault["acts"] == [act.value for act in kind.acts]
    rulings = [ruling.value for ruling in RULINGS if ruling not in kind.acts]
    assert rulings
    for ruling in rulings:
        answer = enter(client, ruling, subject=fault["id"])
        assert answer.status_code == 409
        told = answer.json()
        assert told["code"] == "fault-of-table"
        assert kind.name.ja in told["reason"]["ja"]
        assert kind.name.en in told["reason"]["en"]
        assert fault["remedy"]["ja"] in told["reason"]["ja"]
    assert staff(client)["faults"] == faults
    if ClaimKind.CORRECT_FAULT in kind.acts:
        assert enter(client, "correct_fault", subject=fault["id"]).status_code == 202
        answer = enter(client, "review_fault", subject=fault["id"], decision="upheld", reason="seen again")
        assert (answer.status_code, answer.json()["code"]) == (409, "fault-of-table")

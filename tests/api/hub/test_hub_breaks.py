"""Breaks at the hub are shown with their time and remedy, and cleared by an identified person."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from api.cli.hub import commands as hub
from api.hub.hub_store import Arrival, HubStore, HubStoreError
from api.hub.rows import HubBreak
from controller.errors import JantakuError


@pytest.fixture
def database(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'hub.sqlite'}"
    store = HubStore(address)
    store.prepare()
    store.close()
    with sqlite3.connect(tmp_path / "hub.sqlite") as before:
        kept = (
            "INSERT INTO hub_breaks (at, subject, reason, digest, body) VALUES (1.0, 'before', 'no record', 'd', x'00')"
        )
        before.execute(kept)
    before.close()
    store = HubStore(address)
    store.write([Arrival("jantaku.kyoto.1.staff", "f" * 64, b"{}"), Arrival("elsewhere", "", b"no record")])
    store.close()
    return address


def test_breaks_are_told_with_what_to_do_and_cleared_by_name_and_id(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a break was reported for ever, and the check never exited with 0 again."""
    monkeypatch.setattr(hub, "user_name", lambda: "mori")
    assert hub.stand(database, as_json=True) == 1
    told = json.loads(capsys.readouterr().out)["breaks"]
    assert [each["subject"] for each in told] == ["before", "jantaku.kyoto.1.staff", "elsewhere"]
    assert all(each["remedy"]["ja"] and each["remedy"]["en"] and each["at"] for each in told)
    assert hub.stand(database, as_json=False) == 1
    assert f"break {told[0]['id']} since " in capsys.readouterr().err
    with pytest.raises(JantakuError, match="--why"):
        hub.clear_breaks(database, [told[0]["id"]], " ")
    assert hub.clear_breaks(database, [each["id"] for each in told], "line was\nreplaced") == 0
    assert hub.stand(database, as_json=False) == 0
    assert hub.clear_breaks(database, [told[0]["id"]], "again") == 1, "a decision is made once"
    with sqlite3.connect(tmp_path / "hub.sqlite") as kept:
        rows = kept.execute("SELECT cleared_by, cleared_kind, cleared_id, cleared_why, body FROM hub_breaks").fetchall()
    kept.close()
    assert {row[:4] for row in rows} == {("mori", "console", "console:mori", "line was replaced")}
    assert all(row[4] for row in rows), "nothing of what came is deleted"


@pytest.mark.parametrize(
    ("revision", "said"), [(None, "no tables of a hub"), ("hub0002", "tables of revision hub0002")]
)
def test_a_database_that_no_hub_of_this_release_has_prepared_is_told_in_one_line_and_stays(
    tmp_path: Path, revision: str | None, said: str
) -> None:
    """Regression: the check printed the driver's message about a missing table or column."""
    file = tmp_path / "hub.sqlite"
    store = HubStore(f"sqlite:///{file}")
    if revision is not None:
        store.prepare()
    store.close()
    if revision is not None:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE hub_version SET version_num = ?", (revision,))
    before = file.read_bytes() if revision is not None else b""
    address, told = f"sqlite:///{file}", f"{said}.*start `jantaku hub`"
    with pytest.raises(JantakuError, match=told):
        hub.stand(address, as_json=False)
    with pytest.raises(JantakuError, match=told):
        hub.clear_breaks(address, [1], "x")
    assert file.read_bytes() == before


@pytest.mark.parametrize(("revision", "said"), [("hub9999", "by a later release"), ("hub0002", "before 0.1.0")])
def test_tables_of_another_release_are_told_in_one_line_and_stay(tmp_path: Path, revision: str, said: str) -> None:
    """Regression: a hub rolled back to an older release ended with the library's error and traceback."""
    file = tmp_path / "hub.sqlite"
    store = HubStore(f"sqlite:///{file}")
    store.prepare()
    with closing(sqlite3.connect(file)) as later, later:
        later.execute("UPDATE hub_version SET version_num = ?", (revision,))
    with pytest.raises(JantakuError, match=f"{revision}: made {said}") as refused:
        store.prepare()
    assert not isinstance(refused.value, HubStoreError), "waiting changes nothing"
    store.close()


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("record 3: another record stands there already", "Another record"),
        ("record 4: does not follow the record before it", "does not follow"),
        ("database: value too long", "database refused it"),
        ("not JSON: …", "cannot be read"),
    ],
)
def test_each_kind_of_break_has_its_own_advice(reason: str, said: str) -> None:
    kind = HubBreak(1, 0.0, "x", reason).kind
    assert said in kind.what.en
    assert kind.remedy.en

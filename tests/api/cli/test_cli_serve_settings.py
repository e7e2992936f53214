"""What docs/faults.md offers as a setting reaches the table from the command line and from the venue's file."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import serve
from api.cli.app import app
from api.service.compose import TableConfig, open_director
from api.stores.open import open_journal
from controller.errors import RulebookError

ONE = ["serve", "--serial", "x", "--camera", "x", "--calibration", "x"]


def configured(monkeypatch: pytest.MonkeyPatch, *options: str) -> TableConfig:
    """What the command would serve."""
    made: list[TableConfig] = []

    def kept(config: TableConfig, *_: object, **__: object) -> int:
        made.append(config)
        return 0

    monkeypatch.setattr(serve, "run", kept)
    answer = CliRunner().invoke(app, [*ONE, *options])
    assert answer.exit_code == 0, answer.output
    return made[0]


def test_options_of_one_table_set_what_faults_are_decided_by(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = configured(
        monkeypatch,
        *("--undo-s", "60", "--automatic", "river-row-length", "--automatic", "dice-imperfect"),
        *("--confirmed", "kuikae", "--journal", str(tmp_path / "journal.sqlite")),
    )
    assert (config.undo_s, config.automatic, config.confirmed) == (
        60.0,
        ("river-row-length", "dice-imperfect"),
        ("kuikae",),
    )
    store = open_journal(config.journal)
    venue = open_director(config, store).venue
    store.close()
    assert (venue.undo_s, venue.automatic, venue.confirmed) == (config.undo_s, config.automatic, config.confirmed)


def test_a_code_that_is_none_and_a_time_out_of_bounds_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config = configured(monkeypatch, "--automatic", "no-such", "--journal", str(tmp_path / "journal.sqlite"))
    store = open_journal(config.journal)
    with pytest.raises(RulebookError, match="no-such"):
        open_director(config, store)
    store.close()
    assert CliRunner().invoke(app, [*ONE, "--undo-s", "601"]).exit_code == 2

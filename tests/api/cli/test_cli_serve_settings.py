"""Settings in docs/faults.md reach the table from the command line and from the venue's file."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import serve
from api.cli.app import app
from api.service.compose import TableConfig, open_director
from api.stores.open import open_journal
from controller.errors import RulebookError

ONE = ["serve", "--serial", "x", "--camera", "x", "--calibration", "x"]


def configured(monkeypatch: pytest.MonkeyPatch, *options: str, one: Sequence[str] = ONE) -> TableConfig:
    """Return the configuration that the command would serve."""
    made: list[TableConfig] = []

    def kept(config: TableConfig, *_: object, **__: object) -> int:
        made.append(config)
        return 0

    monkeypatch.setattr(serve, "run", kept)
    answer = CliRunner().invoke(app, [*one, *options])
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


@pytest.mark.parametrize(
    ("serial", "camera"),
    [pair for pair in product((None, "none", "/dev/ttyUSB0"), (None, "none", "x")) if pair != (None, None)],
)
def test_a_table_without_camera_or_board_is_served_as_the_help_says(
    monkeypatch: pytest.MonkeyPatch, serial: str | None, camera: str | None
) -> None:
    """Regression: ``--camera none`` required a calibration, and a table without both could be made in a file only."""
    options = [
        *(() if serial is None else ("--serial", serial)),
        *(() if camera is None else ("--camera", camera)),
        *(("--calibration", "x") if camera == "x" else ()),
    ]
    config = configured(monkeypatch, *options, "--table", "t", one=["serve"])
    assert (config.serial, config.camera) == tuple("" if each in (None, "none") else each for each in (serial, camera))

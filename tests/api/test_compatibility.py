"""A rulebook that a table's hardware does not support is refused in one line at the start."""

import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from api.cli import main
from api.rulebooks.compatibility import check_fit, check_read
from controller.errors import RulebookError
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from hardware.profiles.load import load_profile


@pytest.mark.parametrize(
    "command",
    [
        ["demo", "--fast", "--hands", "1", "--rulebook", "wakashachi-2025"],
        ["serve", "--http", "0", "--serial", "none", "--camera", "none", "--rulebook", "wakashachi-2025"],
    ],
    ids=lambda command: command[0],
)
def test_a_misfit_is_one_line_in_both_languages_with_what_would_do(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["jantaku", *command])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capfd.readouterr()
    assert (ended.value.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    for words in ("hand-stacked tables only (art. 2)", "手積み卓に限る（第2項）", "--profile hand-stacked"):
        assert words in said.err


def test_clauses_that_the_table_sets_aside_are_told_and_the_book_is_played() -> None:
    with capture_logs() as told:
        check_fit(rulebook("npm-2008"), load_profile("auto-deal"))
        check_fit(rulebook("mleague"), load_profile("wall-only"))
    assert [(row["log_level"], row["en"]) for row in told] == [("warning", "dice to break the wall (art. 13 ro)")]


def test_a_book_that_nobody_has_read_whole_is_served_only_where_somebody_says_so() -> None:
    for name in ("wrc-2025", "renmei-b", "mu"):
        with pytest.raises(RulebookError, match=r"fields are unverified.*--unverified.*未確認"):
            check_read(rulebook(name), shared=False, how="--unverified")
        check_read(rulebook(name), shared=True, how="--unverified")
    for name in (*rulebook_ids(), "tenhou", "mahjong-soul"):
        check_read(rulebook(name), shared=False, how="--unverified")


def test_serve_and_the_venues_file_ask_before_such_a_book_is_played(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    serve = ["jantaku", "serve", "--http", "0", "--camera", "none", "--serial", "none", "--rulebook", "mu"]
    monkeypatch.setattr(sys, "argv", serve)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "mu: 141 fields are unverified" in capfd.readouterr().err
    file = tmp_path / "venue.toml"
    for told, refused in (("", True), ("unverified = true\n", False)):
        file.write_text(f'[table.1]\nrulebook = "mu"\n{told}', "utf-8")
        monkeypatch.setattr(sys, "argv", ["jantaku", "serve", str(file), "--check"])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ("unverified = true" in capfd.readouterr().err) is refused

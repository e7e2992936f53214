"""A rulebook that a table cannot be played by is refused in one line before anything begins."""

import sys

import pytest
from structlog.testing import capture_logs

from api.cli import main
from api.service.compatibility import check_fit
from controller.rulebooks.catalogue import rulebook
from hardware.profiles.load import load_profile


@pytest.mark.parametrize(
    "command",
    [
        ["demo", "--fast", "--hands", "1", "--rulebook", "wakashachi-2025"],
        ["serve", "--serial", "none", "--camera", "none", "--calibration", "none", "--rulebook", "wakashachi-2025"],
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
    for words in ("hand-stacked tables only (art. 2)", "手積み卓に限る（art. 2）", "--profile hand-stacked"):
        assert words in said.err


def test_clauses_that_the_table_sets_aside_are_told_and_the_book_is_played() -> None:
    with capture_logs() as told:
        check_fit(rulebook("npm-2008"), load_profile("auto-deal"))
        check_fit(rulebook("mleague"), load_profile("wall-only"))
    assert [(row["log_level"], row["en"]) for row in told] == [("warning", "dice to break the wall (art. 13 ro)")]

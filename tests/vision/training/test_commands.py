"""The evaluation commands named in the documents start, and list their options."""

import runpy
import sys

import pytest


@pytest.mark.parametrize(
    "command",
    [
        "evaluate",
        "evaluate.corrected",
        "evaluate.photos",
        "evaluate.trial",
        "evaluate.seat_trial",
    ],
)
def test_commands_of_the_documents_start(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [command, "--help"])
    monkeypatch.delitem(sys.modules, f"vision.training.{command}", raising=False)
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module(f"vision.training.{command}", run_name="__main__")
    assert stopped.value.code == 0
    assert "--help" in capsys.readouterr().out

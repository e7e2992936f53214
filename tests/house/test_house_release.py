"""Parts of a public repository and a release: forms, workflows, and one consistent version."""

import runpy
import tomllib
from pathlib import Path

import pytest

from tests.support.command_line import jantaku

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
SCHEMAS = {
    "vendor.github-workflows": sorted((GITHUB / "workflows").glob("*.yml")),
    "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.github-issue-forms": sorted(
        set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}
    ),
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_what_the_repository_asks_of_its_host_is_as_that_takes_it(
    schema: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = SCHEMAS[schema]
    assert files
    monkeypatch.setattr("sys.argv", ["check-jsonschema", "--builtin-schema", schema, *map(str, files)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("check_jsonschema", run_name="__main__")
    assert ended.value.code == 0, capsys.readouterr().out


def test_the_program_tells_the_version_that_the_project_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert jantaku("--version").stdout == f"jantaku {project['version']}\n"

"""Permitted imports: the contracts of import-linter, and the few places that may use each outside library."""

import ast
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from tests.support.syntax import Nodes

PACKAGES = ("api", "controller", "firmware_bridge", "hardware", "vision")
# Library: the only places that may import it.
HOMES = {
    "serial": ("firmware_bridge/",),
    "cv2": ("vision/",),
    "PIL": ("vision/capture/",),
    "pi_heif": ("vision/capture/",),
    "openpyxl": ("controller/sheets/",),
    "onnxruntime": ("vision/",),
    "torch": ("vision/training/",),
    "onnx": ("vision/training/",),
    "numpy": ("vision/", "hardware/simulator/"),
    "transitions": ("controller/table/", "controller/machine/"),
    "fastapi": ("api/",),
    "starlette": ("api/",),
    "uvicorn": ("api/",),
    "typer": ("api/",),
    "sqlalchemy": ("api/",),
    "sqlite3": ("api/",),
    "zxcvbn": ("api/access/",),
    "confusable_homoglyphs": ("api/access/",),
    "paho": ("api/home_assistant/",),
    "structlog": ("api/", "firmware_bridge/", "vision/", "hardware/simulator/"),
}


@pytest.fixture(scope="module")
def imports(nodes: dict[Path, Nodes]) -> dict[str, set[str]]:
    """Full names of the modules that every Python file of the packages imports."""
    return {
        path.as_posix(): {alias.name for node in each.of(ast.Import) for alias in node.names}
        | {"." * node.level + (node.module or "") for node in each.of(ast.ImportFrom)}
        for path, each in nodes.items()
        if path.parts[0] in PACKAGES
    }


def test_the_contracts_of_the_house_are_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    broken = lint_imports(no_logo=True)
    assert not broken, capsys.readouterr().out


def test_every_room_of_the_controller_is_in_the_contract(root: Path) -> None:
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (set(one["layers"]) for one in config["contracts"] if one.get("containers") == ["controller"])
    rooms = {path.stem for path in (root / "controller").iterdir() if (path / "__init__.py").is_file()}
    files = {path.stem for path in (root / "controller").glob("*.py")} - {"__init__"}
    assert rooms | files == layers
    assert set(config["root_packages"]) == set(PACKAGES)


@pytest.mark.parametrize("library", HOMES)
def test_each_library_stays_in_its_home(library: str, imports: dict[str, set[str]]) -> None:
    users = [path for path, names in imports.items() if library in {name.split(".")[0] for name in names}]
    assert [path for path in users if not path.startswith(HOMES[library])] == []


def test_one_room_knows_the_serial_library(imports: dict[str, set[str]]) -> None:
    users = [path for path, names in imports.items() if "serial" in {name.split(".")[0] for name in names}]
    assert {Path(path).parent for path in users} == {Path("firmware_bridge/serial")}


def test_imports_are_written_out_in_full(imports: dict[str, set[str]]) -> None:
    assert [path for path, names in imports.items() if any(name.startswith(".") for name in names)] == []

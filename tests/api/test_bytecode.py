"""Bytecode is cached in the user's cache folder if the modules were not compiled at installation."""

import os
import subprocess
import sys
from pathlib import Path

_PROGRAM = (
    "import sys; from api.bytecode import keep_bytecode; keep_bytecode(); import {module}; print(sys.pycache_prefix)"
)


def _prefix(cache: Path, module: str = "controller.memo", **changed: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHONPY")}
    environment |= {"XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1", **changed}
    command = [sys.executable, "-c", _PROGRAM.format(module=module)]
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout.strip()


def test_compiled_modules_are_kept_in_the_users_cache_where_none_may_lie_beside_the_sources(tmp_path: Path) -> None:
    """Regression: the interpreter compiled every module at every start."""
    cache = tmp_path / "jantaku" / "bytecode"
    if _prefix(tmp_path) == "None":
        # The modules were compiled at installation, so there is nothing to cache.
        assert not cache.exists()
        return
    assert any(file.name.startswith("memo.") for file in cache.rglob("*.pyc"))
    assert cache.stat().st_mode & 0o077 == 0


def test_a_cache_that_others_may_write_to_is_not_run_from(tmp_path: Path) -> None:
    cache = tmp_path / "jantaku" / "bytecode"
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    assert _prefix(tmp_path) == "None"
    assert not list(cache.iterdir())


def test_a_folder_that_somebody_named_stays(tmp_path: Path) -> None:
    named = tmp_path / "named"
    assert _prefix(tmp_path, PYTHONPYCACHEPREFIX=str(named)) == str(named)
    assert not (tmp_path / "jantaku").exists()


def test_without_a_home_the_program_starts_all_the_same(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.touch()
    assert _prefix(taken) == "None"


def test_the_server_of_the_eyes_keeps_what_it_compiles_too(tmp_path: Path) -> None:
    """Regression: the server ran with the option to write no bytecode, so it compiled its modules at every start."""
    cache = tmp_path / "jantaku" / "bytecode"
    if _prefix(tmp_path) == "None":
        return
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPYCACHEPREFIX": str(cache)}
    asked = [
        sys.executable,
        "-B",
        "-c",
        "from api.bytecode import keep_bytecode; keep_bytecode(); import api.eyes.asked",
    ]
    subprocess.run(asked, env=environment, check=True)
    assert any(file.name.startswith("asked.") for file in cache.rglob("*.pyc"))

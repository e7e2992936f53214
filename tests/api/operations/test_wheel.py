"""The program as a wheel, in an environment with its libraries and nothing of this checkout: it scores and plays."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.operation_day import ROOT, UV
from tests.support.real_servers import missing

pytestmark = pytest.mark.process
Jantaku = Callable[..., str]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment into which a wheel of this checkout was installed."""
    folder = tmp_path_factory.mktemp("wheel")
    if not Path(UV).exists():
        missing("uv")
    for more in (["--offline"], []):
        words = [UV, "build", "--wheel", "--quiet", *more, "--out-dir", str(folder), str(ROOT)]
        if not subprocess.run(words, capture_output=True, check=False).returncode:
            break
    wheels = list(folder.glob("jantaku-*.whl"))
    if not wheels:
        missing("hatchling, from the registry")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python = folder / "venv/bin/python"
    words = [UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", str(python), str(wheels[0])]
    subprocess.run(words, check=True)
    # The libraries of this environment, without the line by which it finds this checkout.
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "venv/bin"


@pytest.fixture
def jantaku(bare: Path, tmp_path: Path) -> Jantaku:
    """The command as a user has it, in an empty folder and home."""

    def run(*words: str) -> str:
        environment = {"PATH": f"{bare}:/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
        told = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stderr[-2000:]
        return told.stdout

    return run


def test_nothing_of_this_checkout_is_found(jantaku: Jantaku) -> None:
    where = "import api, controller, firmware_bridge, hardware, vision as v; print(api.__file__, v.__file__)"
    assert str(ROOT) not in jantaku("python", "-c", where)
    assert shutil.which("jantaku", path=os.defpath) is None
    assert jantaku("jantaku", "--version").strip()


def test_a_hand_is_scored_and_every_model_opens(jantaku: Jantaku) -> None:
    scored = jantaku("jantaku", "score", "--hand", "234m234567p2267s", "--win", "8s", "--riichi", "riichi")
    assert "3900" in scored
    models = "from api.cli.doctor.machine import models; print(*(each.code for each in models()))"
    assert jantaku("python", "-c", models).split() == ["models"]


def test_rounds_are_played(jantaku: Jantaku) -> None:
    told = json.loads(jantaku("jantaku", "demo", "--fast", "--hands", "1", "--without", "camera", "--json"))
    assert (told["rounds_right"], told["rounds_wrong"], told["refused"]) == (1, 0, 0)

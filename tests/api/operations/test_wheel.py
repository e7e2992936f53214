"""The program as a wheel, in environments without this checkout.

With all its libraries it scores and plays; without its extras it scores, shows rulebooks and names what the rest needs.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.operation_day import ROOT, UV
from tests.support.real_servers import missing

pytestmark = pytest.mark.process
Jantaku = Callable[..., str]


_MOST_MB = 30
"""22 MB with Python 3.11 to 3.13; the promise is 60."""
_HEAVY = ("cv2", "numpy", "onnxruntime", "fastapi", "sqlalchemy")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
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
    return wheels[0]


@pytest.fixture(scope="module")
def bare(wheel: Path) -> Path:
    """An environment into which the wheel was installed."""
    folder = wheel.parent
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python = folder / "venv/bin/python"
    words = [UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", str(python), str(wheel)]
    subprocess.run(words, check=True)
    # The libraries of this environment, without the line by which it finds this checkout.
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "venv/bin"


@pytest.fixture(scope="module")
def light(wheel: Path) -> Path:
    """An environment with the wheel and its locked libraries, without extras."""
    folder = wheel.parent / "light"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    words = ["export", "--frozen", "--no-dev", "--no-emit-project", "--quiet"]
    asked = folder / "libraries.txt"
    asked.write_bytes(subprocess.run([UV, *words], cwd=ROOT, check=True, capture_output=True).stdout)
    python = ["--python", str(folder / "bin/python")]
    for more in (["--offline"], []):
        words = [UV, "pip", "install", "--quiet", *more, *python, "--requirement", str(asked)]
        if not subprocess.run(words, capture_output=True, check=False).returncode:
            break
    else:
        missing("the locked libraries, from the registry")
    subprocess.run([UV, "pip", "install", "--quiet", "--offline", "--no-deps", *python, str(wheel)], check=True)
    return folder


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
    assert (told["rounds_right"], told["rounds_wrong"], told["refused"]) == (1, 0, 0), told


def test_without_extras_it_scores_in_little_room_and_without_opencv(light: Path, tmp_path: Path) -> None:
    (site,) = (light / "lib").glob("python*/site-packages")
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file() and file.suffix != ".pyc")
    assert size < _MOST_MB * 1_000_000
    assert [name for name in _HEAVY if (site / name).exists()] == []

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        named = {"PATH": f"{light / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
        return subprocess.run(words, cwd=tmp_path, env=named, capture_output=True, text=True, check=False)

    scored = run("jantaku", "score", "--hand", "234m234567p2267s", "--win", "8s", "--riichi", "riichi")
    assert "3900" in scored.stdout, scored.stderr
    assert "mleague" in run("jantaku", "rulebooks", "list").stdout
    for words in (("read", "photo.jpg", "--json"), ("serve",), ("demo", "--hands", "1", "--fast")):
        told = run("jantaku", *words)
        assert (told.returncode, told.stdout) == (2, "")
        assert told.stderr.endswith("is not installed: pip install 'jantaku[venue]'\n"), told.stderr


def test_the_wheel_has_no_training_and_no_network_twice(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    models = {name for name in names if name.endswith(".onnx")}
    assert models
    assert not {name.replace("-int8", "") for name in models if "-int8" in name} & models
    assert not [name for name in names if name.startswith(("tests/", "vision/training/", "vision/render/traced/"))]


def test_the_wheel_has_one_script_and_one_sheet_of_each_page(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel)
    pages = json.loads(inside.read("api/bundles/made/sources.json"))
    assert len(pages) > 12
    for page, sources in pages.items():
        assert inside.read(f"api/bundles/made/{page}")
        made_of = {source: sha256(inside.read(f"api/web/{source}")).hexdigest() for source in sources}
        assert made_of == sources

"""Files installed with the service: units that systemd accepts, a container's description, existing commands."""

import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

import pytest

from api.access.routes import ROWS
from api.operations.logs import FORM, LEVEL
from api.operations.metrics import ServiceMetrics
from api.venue.schema import HttpSettings
from tests.support.command_line import jantaku
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "api" / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def settings(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, is_one, value = line.partition("=")
        if is_one and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_confines_its_service(unit: Path) -> None:
    said = settings(unit)
    for name, value in {"DynamicUser": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "UMask": "0077"}.items():
        assert said[name] == [value]
    assert said["CapabilityBoundingSet"] == [""]
    assert said["NoNewPrivileges"] == ["yes"]
    assert said["StateDirectory"] == [unit.stem]
    devices = {value.split()[0] for value in said.get("DeviceAllow", [])}
    assert devices <= {"char-ttyUSB", "char-ttyACM", "char-video4linux"}
    assert devices or said["PrivateDevices"] == ["yes"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_starts_a_command_that_there_is(unit: Path) -> None:
    (start,) = settings(unit)["ExecStart"]
    program, command, *_ = start.split()
    if program == "/opt/jantaku/bin/nats-server":
        told = subprocess.run([need_nats(), "--help"], capture_output=True, text=True, check=False)
        assert re.search(rf"^ +{command}, ", told.stdout + told.stderr, re.MULTILINE)
        return
    assert program == "/opt/jantaku/bin/jantaku"
    help_text = jantaku(command, "--help")
    assert help_text.returncode == 0
    for option in re.findall(r"--[a-z-]+", start):
        assert option in help_text.stdout


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_refuses_system_calls_and_kills_nobody_for_them(unit: Path) -> None:
    """Regression: vision was killed because numpy sets memory placement, so that no table was ever watched."""
    said = settings(unit)
    assert said["SystemCallFilter"] == ["@system-service", "~@privileged @resources"]
    assert said["SystemCallErrorNumber"] == ["EPERM"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_names_no_secret_in_a_command_line(unit: Path) -> None:
    """Regression: the database's address, possibly with a password, was in the process list."""
    (start,) = settings(unit)["ExecStart"]
    assert set(re.findall(r"\$\{?(\w+)", start)) <= {"JANTAKU_NATS"}


@pytest.mark.process
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze of the Debian package systemd")
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/jantaku/bin/jantaku", shutil.which("true") or "true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *sorted(str(path) for path in tmp_path.iterdir())]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert [line for line in answer.stderr.splitlines() if str(tmp_path) in line] == []


def test_the_container_runs_as_nobody_special_and_is_stopped_like_the_service() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER jantaku$", image, re.MULTILINE)
    assert "STOPSIGNAL SIGTERM" in image
    assert "--require-hashes" in image
    assert "--frozen" in image
    least = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
    assert set(re.findall(r"^FROM python:([\d.]+)", image, re.MULTILINE)) == {least}
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for said in ("cap_drop: [ALL]", "no-new-privileges:true", "read_only: true", 'ports: ["127.0.0.1:8000:8000"]'):
        assert said in compose


def test_what_the_container_is_made_of_is_there() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", image, re.MULTILINE):
        assert all((ROOT / source).exists() for source in sources.split()), sources
    for file in re.findall(r"-r (\S+)", image):
        assert "--hash=sha256:" in (ROOT / file).read_text(encoding="utf-8")
    (checked,) = re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", image)
    assert checked == (str(HttpSettings().port), "/healthz")
    assert [row.least for row in ROWS if row.path == checked[1]] == [None]
    assert re.findall(r"^EXPOSE (\d+)$", image, re.MULTILINE) == [checked[0]]
    assert set(re.findall(r"(JANTAKU_\w+)=", image)) <= {FORM, LEVEL}
    assert re.search(r'^ENTRYPOINT \["jantaku"\]\nCMD \["serve", "/var/lib/jantaku/venue.toml"\]$', image, re.MULTILINE)
    for option in ("--no-dev", "--no-editable", "--frozen"):
        assert option in image


def test_the_description_of_the_container_says_what_its_engine_knows() -> None:
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    keys = set(re.findall(r"^    (\w+):", compose, re.MULTILINE))
    # Keys of a service, by the published schema of such files.
    assert keys <= {
        *("build", "image", "restart", "init", "read_only", "cap_drop", "security_opt", "pids_limit", "tmpfs"),
        *("env_file", "volumes", "devices", "ports", "stop_grace_period"),
    }
    context, file = re.findall(r"context: (\S+)\n +dockerfile: (\S+)", compose)[0]
    assert (DEPLOY / context).resolve() == ROOT
    assert (ROOT / file).is_file()
    (named,) = re.findall(r'volumes: \["(\w+):(\S+)"\]', compose)
    assert re.search(rf"^volumes:\n  {named[0]}:", compose, re.MULTILINE)
    assert f"VOLUME {named[1]}\n" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert 'host = "0.0.0.0"' in compose, "the service listens to its own loopback otherwise, and nobody reaches it"


def let_in(path: str) -> bool:
    """True if the image's build context contains that path: the last line that names it or its folder counts."""
    said, places = False, [path, *map(str, PurePosixPath(path).parents)][:-1]
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        names = [PurePosixPath(each).name for each in places] if "**/" in line else places
        if line and not line.startswith("#") and any(fnmatchcase(name, pattern) for name in names):
            said = line.startswith("!")
        elif line == "*":
            said = False
    return said


def test_the_image_is_built_of_the_program_and_of_no_secret_beside_it() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    built = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    needed = [f"{package}/__init__.py" for package in built if (ROOT / package / "__init__.py").is_file()]
    needed += ["pyproject.toml", "uv.lock", project["project"]["readme"], *re.findall(r"-r (\S+)", image)]
    needed += [str(file.relative_to(ROOT)) for each in project["project"]["license-files"] for file in ROOT.glob(each)]
    needed += ["api/web/console/console.js", "vision/models/README.md", "hardware/profiles/tables/wall-only.toml"]
    assert [path for path in needed if not (ROOT / path).is_file() or not let_in(path)] == []
    beside = (
        "api/deploy/venue.env",
        "venue.toml",
        "hub.secret",
        "evening.sqlite",
        "api/evening.sqlite-wal",
        ".git/config",
    )
    assert [path for path in (*beside, "tests/conftest.py", "api/web/node_modules/x.js") if let_in(path)] == []


@pytest.mark.parametrize("command", sorted(set(re.findall(r"jantaku ((?:access )?[a-z]+)\b(?= |`)", PAGE))))
def test_commands_of_the_page_exist(command: str) -> None:
    assert jantaku(*command.split(), "--help").returncode == 0


def test_figures_of_the_page_are_measured() -> None:
    text = ServiceMetrics({}).text().decode()
    named = set(re.findall(r"`(jantaku_\w+|process_\w+)`", PAGE))
    assert named
    measured = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert {name for name in named if name not in measured and name.removesuffix("_total") not in measured} == set()

"""Licences are stored beside the files that they cover and are distributed with them; all components can be listed."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.house.conftest import ROOT
from tests.support.waiting import PATIENCE_S

FACES = ROOT / "vision" / "render" / "faces"
TYPE = ROOT / "api" / "web" / "type"
BOOTSTRAP = ROOT / ".ci" / "uv.txt"


def test_outlines_of_a_font_have_its_licence_beside_them_and_its_holder_named() -> None:
    card = (FACES / "README.md").read_text(encoding="utf-8")
    owners = dict(re.findall(r"^\| `(\w+)/` \|.*© ([^|]+?) \| SIL OFL 1.1 \|$", card, re.MULTILINE))
    drawn = {path.parent.name for path in FACES.rglob("*.svg")}
    assert drawn == owners.keys()
    rights = {each["path"]: each for each in tomllib.loads((ROOT / "REUSE.toml").read_text())["annotations"]}
    for folder, owner in owners.items():
        text = (FACES / folder / "OFL.txt").read_text(encoding="utf-8")
        assert owner.split(maxsplit=1)[1] in text.splitlines()[0]
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        said = rights[f"vision/render/faces/{folder}/**"]
        assert said["SPDX-License-Identifier"] == "Apache-2.0 AND OFL-1.1"
        assert any(owner.split(maxsplit=1)[1] in holder for holder in said["SPDX-FileCopyrightText"])


def test_the_text_of_every_licence_is_there_and_goes_into_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    used = {
        name
        for each in tomllib.loads((ROOT / "REUSE.toml").read_text())["annotations"]
        for name in each["SPDX-License-Identifier"].split(" AND ")
    }
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == used == set(project["license"].split(" AND "))
    packed = {path for pattern in project["license-files"] for path in ROOT.glob(pattern)}
    assert packed >= {
        *(ROOT / "LICENSES").iterdir(),
        *FACES.glob("*/OFL.txt"),
        *TYPE.glob("OFL*.txt"),
        ROOT / "LICENSE",
    }
    assert (ROOT / "LICENSE").read_bytes() == (ROOT / "LICENSES" / "Apache-2.0.txt").read_bytes()


def test_no_picture_sound_or_font_of_others_slips_in(files: tuple[Path, ...]) -> None:
    """Binary files must be the project's own pictures, networks and journals; each new place has to be reviewed."""
    places = {
        "docs",
        "docs/score",
        "docs/setup",
        "api/web/score",
        "api/web/type",
        "tests/vectors/gallery",
        "tests/vectors/journals",
        "vision/models",
        "vision/models/photo",
        "hardware/firmware",
    }
    binary = {path for path in files if b"\0" in (ROOT / path).read_bytes()}
    assert sorted(str(path) for path in binary if path.parent.as_posix() not in places) == []
    fonts = {path.parent for path in files if path.suffix in {".ttf", ".otf", ".woff", ".woff2"}}
    assert fonts == {TYPE.relative_to(ROOT)}
    assert [path for path in files if path.suffix in {".mp3", ".wav"}] == []


def test_the_typeface_has_its_licences_beside_it_names_their_holders_and_is_small_enough() -> None:
    licences = [path.read_text(encoding="utf-8") for path in (TYPE / "OFL.txt", TYPE / "OFL-signs.txt")]
    assert all("SIL OPEN FONT LICENSE Version 1.1" in licence for licence in licences)
    rights = {each["path"]: each for each in tomllib.loads((ROOT / "REUSE.toml").read_text())["annotations"]}
    assert rights["api/web/type/**"]["SPDX-License-Identifier"] == "OFL-1.1"
    assert rights["api/web/type/**"]["SPDX-FileCopyrightText"] == [licence.splitlines()[0] for licence in licences]
    sheet = (TYPE / "type.css").read_text(encoding="utf-8")
    named = set(re.findall(r"/static/type/([\w-]+\.woff2)", sheet))
    sizes = {path.name: path.stat().st_size for path in TYPE.glob("*.woff2")}
    assert sizes.keys() == named
    assert sum(sizes.values()) <= 900_000


def test_the_installer_is_fetched_by_version_and_hash() -> None:
    text = BOOTSTRAP.read_text(encoding="utf-8")
    assert re.findall(r"^([\w-]+)==[0-9.]+ \\$", text, re.MULTILINE) == ["uv"]
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", text)) > 5
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [line for line in made.splitlines() if "pip install" in line and "--require-hashes" not in line] == []


@pytest.mark.process
def test_what_the_product_is_built_of_is_listed_whole(tmp_path: Path, locked: list[dict[str, Any]]) -> None:
    boot = ROOT / ".venv-boot" / "bin" / "uv"
    uv = os.environ.get("UV") or shutil.which("uv") or (str(boot) if boot.exists() else "")
    if not uv:
        pytest.skip("needs uv, as `make test` gives it")
    list_file = tmp_path / "parts.json"
    command = [uv, "export", "--frozen", "--quiet", "--no-dev", "--all-extras", "--format", "cyclonedx1.5"]
    subprocess.run([*command, "--output-file", str(list_file)], cwd=ROOT, check=True, timeout=PATIENCE_S)
    told = json.loads(list_file.read_text())
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.5")
    listed = {part["name"]: part for part in told["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    named = {re.split(r"[<>=\[; ]", each)[0] for each in wanted} - {project["name"]}
    assert named <= listed.keys()
    versions = {each["name"]: each.get("version") for each in locked}
    for name, part in listed.items():
        assert name in versions
        assert part["purl"].startswith(f"pkg:pypi/{name}@")
        assert all(each["hashes"] for each in part["externalReferences"])
    known = {part["bom-ref"] for part in told["components"]} | {told["metadata"]["component"]["bom-ref"]}
    edges = {(each["ref"], to) for each in told["dependencies"] for to in each.get("dependsOn", [])}
    assert {end for edge in edges for end in edge} <= known, "nothing hangs on what is not listed"
    from_root = {told["metadata"]["component"]["bom-ref"]}
    while True:
        reached = from_root | {to for ref, to in edges if ref in from_root}
        if reached == from_root:
            break
        from_root = reached
    assert from_root == known, "nothing is listed that nothing needs"

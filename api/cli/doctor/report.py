"""``jantaku report``: facts about an installation for support, in one file without secrets."""

import json
import platform
import re
import zipfile
from dataclasses import asdict
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from api.cli.doctor.command import findings
from api.hiding import Hiding
from api.operations.logs import to_stderr
from api.venue.plan import read_plan
from controller.errors import VenueError
from controller.ports.log import HIDDEN

_SECRET: Final = re.compile(r"(?im)^(\s*[\w\"-]*(?:secret|password|token|key)[\w\"-]*\s*=\s*)(?!\"\").*$")
"""A line of TOML whose key marks its value as secret."""


def report(file: Path | None = None, *, out: Path = Path("jantaku-report.zip")) -> int:
    """Write the report; raises OSError. It contains nothing of journals, pictures or logs of play."""
    to_stderr()
    hiding = Hiding(_secrets(file))
    told = {
        "doctor.json": json.dumps([asdict(each) for each in findings("", (), "", file)], ensure_ascii=False, indent=1),
        "versions.txt": "\n".join([platform.platform(), f"Python {platform.python_version()}", *_packages()]),
    }
    if file is not None and file.is_file():
        text = file.read_text(encoding="utf-8", errors="replace")
        told["venue.toml"] = _SECRET.sub(rf'\g<1>"{HIDDEN}"', text)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in told.items():
            packed.writestr(name, "\n".join(map(hiding.line, text.splitlines())) + "\n")
    print(out)
    return 0


def _secrets(file: Path | None) -> frozenset[str]:
    """Return the environment values in a venue file; empty if the file cannot be read."""
    try:
        return frozenset() if file is None else read_plan(file).secrets
    except VenueError:
        return frozenset()


def _packages() -> list[str]:
    return sorted({f"{each.metadata['Name']} {each.version}" for each in distributions()})

"""Findings of this half of the doctor, by their code."""

from pathlib import Path
from typing import Final

from firmware_bridge.findings import DoctorFinding, finding

_WORDS: Final = Path(__file__).with_name("findings.toml")


def found(code: str, path: str = "", detail: str = "") -> DoctorFinding:
    """The finding of that code, filled with what was found."""
    return finding(code, path, detail, _WORDS)

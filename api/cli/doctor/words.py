"""Findings of the doctor commands by code, with texts from ``findings.toml``."""

from pathlib import Path
from typing import Final

from firmware_bridge.findings import DoctorFinding, finding

_WORDS: Final = Path(__file__).with_name("findings.toml")


def found(code: str, path: str = "", detail: str = "") -> DoctorFinding:
    """Return the finding of a code, filled with path and detail."""
    return finding(code, path, detail, _WORDS)

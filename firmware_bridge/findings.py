"""Findings of checks, each with its remedy in Japanese and English; the texts are data (``findings.toml``)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

WORDS: Final = Path(__file__).with_name("findings.toml")


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One checked item; ``ok`` is False if it prevents operation; a remedy with ``ok`` is only advice."""

    code: str
    ok: bool
    ja: str
    en: str
    cure_ja: str = ""
    cure_en: str = ""

    @property
    def level(self) -> str:
        """``well``, ``advice`` or ``trouble``."""
        if not self.ok:
            return "trouble"
        return "advice" if self.cure_en else "well"


@cache
def words(file: Path = WORDS) -> dict[str, dict[str, str]]:
    """Return level and texts of each finding by its code."""
    return {code: dict(text) for code, text in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def finding(code: str, path: str = "", detail: str = "", file: Path = WORDS) -> DoctorFinding:
    """Return the finding with that code about a port, with details filled in; ``file``: source of the texts."""
    text = words(file)[code]
    filled = (
        text.get(key, "").replace("{path}", path).replace("{detail}", detail)
        for key in ("ja", "en", "cure_ja", "cure_en")
    )
    return DoctorFinding(code, text["level"] != "trouble", *filled)

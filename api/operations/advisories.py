"""Check whether a server that the hub uses has a version with known security advisories; the data names its source."""

import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Final

NATS: Final = "nats-server"
POSTGRESQL: Final = "PostgreSQL"
_NUMBERS: Final = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Sound:
    """For each release line of a server, the first version without a security advisory known on ``known_on``."""

    server: str
    versions: tuple[str, ...]
    source: str
    known_on: str

    def advice(self, version: str) -> str | None:
        """Return a line on a version with known advisories and what to install; None for a version without any."""
        found = _numbers(version)
        first = [_numbers(each) for each in self.versions]
        newest = max(each[:-1] for each in first)
        of_line = any(found[: len(each) - 1] == each[:-1] and found >= each for each in first)
        if of_line or found[: len(newest)] > newest:
            return None
        return (
            f"{self.server} {version} has known security advisories ({self.source}): "
            f"install {', '.join(self.versions[:-1])}, {self.versions[-1]} or later"
        )


def sound(server: str) -> Sound:
    """Return the data about a server."""
    data = tomllib.loads((resources.files("api.operations") / "advisories.toml").read_text(encoding="utf-8"))
    found = data[server]
    return Sound(server, tuple(found["sound"]), found["source"], data["known_on"].isoformat())


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version's numbers; a version without numbers, such as a private build, counts as the oldest."""
    found = _NUMBERS.match(version)
    return tuple(int(each) for each in found[0].split(".")) if found else (0,)

"""Keeping out of whatever is told what is secret: values of the environment, and passwords within addresses."""

import re
from collections.abc import Iterable, MutableMapping
from typing import Any, Final

_HIDDEN: Final = "***"
# An address may carry a name and a password: http://name:password@host/…
_PASSWORD: Final = re.compile(r"(?<=://)[^/@\s]+@")


class Hiding:
    """Takes secret values, and passwords within addresses, out of lines that are told; a processor of structlog."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """The values to hide; the longest go first, so that none leaves a part of another."""
        self._secrets = sorted(set(secrets), key=len, reverse=True)

    def line(self, text: str) -> str:
        """The text without them."""
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _PASSWORD.sub(f"{_HIDDEN}@", text)

    def __call__(self, _logger: object, _method: str, told: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """A line of the log without them."""
        for name, value in told.items():
            if isinstance(value, str):
                told[name] = self.line(value)
        return told

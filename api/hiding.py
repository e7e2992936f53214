"""Keeping out of whatever is told what is secret: values of the environment, and passwords within addresses."""

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from controller.ports.log import HIDDEN, without_logins


class Hiding:
    """Takes secret values, and passwords within addresses, out of lines that are told; a processor of structlog."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """The values to hide; the longest go first, so that none leaves a part of another."""
        self._secrets = sorted(set(secrets), key=len, reverse=True)

    def line(self, text: str) -> str:
        """The text without them."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return without_logins(text)

    def __call__(self, _logger: object, _method: str, told: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """A line of the log without them."""
        for name, value in told.items():
            told[name] = self._told(value)
        return told

    def _told(self, value: Any) -> Any:
        """A value, or the values in it, without them."""
        if isinstance(value, str):
            return self.line(value)
        if isinstance(value, Mapping):
            return {self._told(name): self._told(part) for name, part in value.items()}
        return [self._told(part) for part in value] if isinstance(value, list | tuple) else value

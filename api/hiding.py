"""Removal of secrets from messages: values of the environment, and passwords within addresses."""

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from controller.ports.log import HIDDEN, without_logins


class Hiding:
    """Replaces secret values, and passwords within addresses, in texts; also a structlog processor."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """``secrets``: values to hide; longer ones are replaced first, because they may contain shorter ones."""
        self._secrets = sorted(set(secrets), key=len, reverse=True)

    def line(self, text: str) -> str:
        """Return the text with secrets replaced."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return without_logins(text)

    def __call__(self, _logger: object, _method: str, told: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Return a log line with secrets replaced."""
        for name, value in told.items():
            told[name] = self._hidden(value)
        return told

    def _hidden(self, value: Any) -> Any:
        """Return a value with secrets replaced, also within mappings and sequences."""
        if isinstance(value, str):
            return self.line(value)
        if isinstance(value, Mapping):
            return {self._hidden(name): self._hidden(part) for name, part in value.items()}
        return [self._hidden(part) for part in value] if isinstance(value, list | tuple) else value

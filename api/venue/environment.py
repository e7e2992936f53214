"""Environment variables in the venue file."""

import re
from collections.abc import Mapping
from typing import Final

_NAMED: Final = re.compile(r"\$\$|\$\{([^}]*)\}")
_WHOLE: Final = "env:"
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Environment:
    """Substitutes ``${NAME}`` within texts, or ``env:NAME`` as a whole text; ``$$`` stands for one ``$``.

    ``taken``: all substituted values, which messages must hide.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        """``variables``: values by name."""
        self._variables = variables
        self.taken: set[str] = set()

    @staticmethod
    def named_in(text: str) -> bool:
        """True if any part of the text comes from the environment."""
        return text.startswith(_WHOLE) or any(match[1] is not None for match in _NAMED.finditer(text))

    def filled(self, text: str) -> str:
        """Return the text with the values substituted; raises KeyError with a name that is invalid or not set."""
        if text.startswith(_WHOLE):
            return self._value(text.removeprefix(_WHOLE).strip())
        return _NAMED.sub(lambda match: "$" if match[1] is None else self._value(match[1].strip()), text)

    def _value(self, name: str) -> str:
        if _NAME.fullmatch(name) is None or name not in self._variables:
            raise KeyError(name)
        value = self._variables[name]
        if value:
            self.taken.add(value)
        return value

"""The simulated board's settings, and what its EEPROM holds of them."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_bridge.wire.codes import ConfigKey
from hardware.firmware.catalogue import load

_CONFIG: Final[Mapping[str, Any]] = load()["config"]
_LIMITS: Final = {each["key"]: (each["min"], each["max"]) for each in _CONFIG.values()}


class Settings:
    """Configuration in force, and what the EEPROM holds of it."""

    def __init__(self) -> None:
        self.saved = {ConfigKey(each["key"]): int(each["default"]) for each in _CONFIG.values()}
        self._values = dict(self.saved)

    def __getitem__(self, key: ConfigKey) -> int:
        return self._values[key]

    def set(self, key: int, value: int) -> bool:
        """Whether the key is known and the value within its limits; then it holds until the next start."""
        limits = _LIMITS.get(key)
        if limits is None or not limits[0] <= value <= limits[1]:
            return False
        self._values[ConfigKey(key)] = value
        return True

    def save(self) -> None:
        """Write to the EEPROM."""
        self.saved = dict(self._values)

    def load(self) -> None:
        """Read from the EEPROM."""
        self._values = dict(self.saved)

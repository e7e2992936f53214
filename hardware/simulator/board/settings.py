"""Settings of the simulated board, active and stored in the EEPROM."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_bridge.wire.codes import ConfigKey
from hardware.firmware.catalogue import load

_CONFIG: Final[Mapping[str, Any]] = load()["config"]
_LIMITS: Final = {each["key"]: (each["min"], each["max"]) for each in _CONFIG.values()}


class Settings:
    """The active configuration and its copy in the EEPROM."""

    def __init__(self) -> None:
        self.saved = {ConfigKey(each["key"]): int(each["default"]) for each in _CONFIG.values()}
        self._values = dict(self.saved)

    def __getitem__(self, key: ConfigKey) -> int:
        return self._values[key]

    def set(self, key: int, value: int) -> bool:
        """Set a value until the next start; return False for an unknown key or a value outside its limits."""
        limits = _LIMITS.get(key)
        if limits is None or not limits[0] <= value <= limits[1]:
            return False
        self._values[ConfigKey(key)] = value
        return True

    def save(self) -> None:
        """Write the active settings to the EEPROM."""
        self.saved = dict(self._values)

    def load(self) -> None:
        """Restore the settings from the EEPROM."""
        self._values = dict(self.saved)

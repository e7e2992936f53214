"""Connection points of lines and meanings of settings, from ``labels.json``.

The file is generated from hardware/firmware/messages.toml.
"""

import json
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Final

from controller.text import Text
from firmware_bridge.wire.codes import ConfigKey

_LABELS: Final = json.loads((resources.files("firmware_bridge.wire") / "labels.json").read_text(encoding="utf-8"))
INPUT_PLACES: Final[tuple[str, ...]] = tuple(_LABELS["inputs"])
SETTINGS: Final[Mapping[ConfigKey, Text]] = MappingProxyType(
    {ConfigKey[name]: Text(**said) for name, said in _LABELS["settings"].items()}
)

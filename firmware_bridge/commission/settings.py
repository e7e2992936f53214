"""The board's settings for people: by name, with names of lines and faults, within the limits reported by the board."""

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.errors import LinkError
from controller.text import Text
from firmware_bridge.operator import Operator
from firmware_bridge.press_once import named
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.wire.codes import INPUTS, OUTPUTS, ConfigKey, FaultCode
from firmware_bridge.wire.labels import SETTINGS
from firmware_bridge.wire.messages import Config, GetConfig, Identify, IdentifyData, SaveConfig, SetConfig

_LINES: Final[Mapping[ConfigKey, tuple[str, ...]]] = {
    ConfigKey.INPUTS: INPUTS,
    ConfigKey.INVERT: INPUTS,
    ConfigKey.OUTPUTS: OUTPUTS,
}
_NONE: Final = "none"
# Larger than any data dictionary; a device that announces more is not our board.
_MOST_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class BoardSetting:
    """A setting of a board: the limits that the board reports, and the value in force."""

    key: ConfigKey
    least: int
    most: int
    default: int
    value: int

    @property
    def means(self) -> Text:
        """Purpose of the setting."""
        return SETTINGS[self.key]

    @property
    def shown(self) -> str:
        """The value in words."""
        return in_words(self.key, self.value)


def in_words(key: ConfigKey, value: int) -> str:
    """Return a value as people write it: names of lines, name of a fault, or the number."""
    if key in _LINES:
        return ",".join(named(value, _LINES[key])) or _NONE
    if key.name.startswith("FAULT_") and value in set(FaultCode):
        return FaultCode(value).name.lower().replace("_", "-")
    return str(value)


def key_of(name: str) -> ConfigKey:
    """Return the setting of that name; raises LinkError with the known names."""
    try:
        return ConfigKey[name.upper().replace("-", "_")]
    except KeyError:
        known = ", ".join(key.name for key in ConfigKey)
        raise LinkError(f"no setting {name!r}; expected one of {known}") from None


def parse_value(key: ConfigKey, text: str) -> int:
    """Return the number for a value as people write it; raises LinkError."""
    if key in _LINES and not text[:1].isdigit():
        return mask_of(key, () if text.lower() == _NONE else tuple(text.split(",")))
    if key.name.startswith("FAULT_") and not text.isdigit():
        return fault_of(text).value
    try:
        return int(text, 0)
    except ValueError:
        raise LinkError(f"{key.name}: expected a number, got {text!r}") from None


def mask_of(key: ConfigKey, names: tuple[str, ...]) -> int:
    """Return the bit mask of lines given by name; raises LinkError for a line that the board does not have."""
    lines, mask = _LINES[key], 0
    for name in names:
        line = name.strip().upper().replace("-", "_")
        if line not in lines:
            raise LinkError(f"{key.name}: no line {name.strip()!r}; expected of {', '.join(lines)}, or {_NONE}")
        mask |= 1 << lines.index(line)
    return mask


def fault_of(name: str) -> FaultCode:
    """Return the fault of that name, as printed by ``jantaku table state``; raises LinkError."""
    try:
        return FaultCode[name.upper().replace("-", "_")]
    except KeyError:
        known = ", ".join(code.name.lower().replace("_", "-") for code in FaultCode)
        raise LinkError(f"no fault {name!r}; expected one of {known}") from None


def settings(table: Operator) -> tuple[BoardSetting, ...]:
    """Return all settings of the board, with limits and values in force; raises LinkError."""
    return tuple(_settings(table))


def write(table: Operator, wanted: Mapping[ConfigKey, int], save: bool) -> tuple[BoardSetting, ...]:
    """Set these values, read each back, and save them permanently if ``save``; return the settings written.

    Every value is checked against the board's limits before the first is written. Raises LinkError; the settings
    written before the error stay.
    """
    known = {setting.key: setting for setting in settings(table)}
    for key, value in wanted.items():
        told = known.get(key)
        if told is None:
            raise LinkError(
                Text(
                    f"このコントローラーに `{key.name}` という設定はありません。",
                    f"{key.name}: this board has no such setting",
                )
            )
        if not told.least <= value <= told.most:
            limits = f"{in_words(key, told.least)} to {in_words(key, told.most)}"
            raise LinkError(f"{key.name}: expected {limits}, got {in_words(key, value)}")
    for key, value in wanted.items():
        _done(table, SetConfig(key.value, value), key.name)
        held = _value(table, key)
        if held != value:
            raise LinkError(
                Text(
                    f"`{key.name}` を書き込みましたが、コントローラーの値が違います。もう一度お試しください。",
                    f"{key.name}: wrote {in_words(key, value)}, the board says {in_words(key, held)}",
                )
            )
    if save:
        save_settings(table)
    return tuple(setting for setting in settings(table) if setting.key in wanted)


def save_settings(table: Operator) -> None:
    """Save the settings in force permanently; raises LinkError."""
    _done(table, SaveConfig(), "SAVE_CONFIG")


def _settings(table: Operator) -> Iterator[BoardSetting]:
    for name, told in _dictionary(table)["config"].items():
        if name in ConfigKey.__members__:
            key = ConfigKey[name]
            _, least, most, default = told
            yield BoardSetting(key, least, most, default, _value(table, key))


def _dictionary(table: Operator) -> Mapping[str, Any]:
    """Return the board's data dictionary, read in parts; raises LinkError."""
    data, total = b"", 1
    while len(data) < total <= _MOST_BYTES:
        answer = table.command(Identify(len(data))).answer
        if not isinstance(answer, IdentifyData) or answer.offset != len(data) or not answer.data:
            raise LinkError(Text("コントローラーが設定項目を返しません。", "the board does not tell its dictionary"))
        data, total = data + answer.data, answer.total
    try:
        told: Mapping[str, Any] = json.loads(zlib.decompress(data))
    except (zlib.error, ValueError):
        raise LinkError(
            Text("コントローラーの設定項目を読み取れません。", "the board's dictionary cannot be read")
        ) from None
    return told


def _value(table: Operator, key: ConfigKey) -> int:
    answer = table.command(GetConfig(key.value)).answer
    if not isinstance(answer, Config) or answer.key != key.value:
        raise LinkError(f"{key.name}: the board does not tell it")
    return answer.value


def _done(table: Operator, command: SetConfig | SaveConfig, what: str) -> None:
    done = table.command(command)
    if done.outcome is not CommandOutcome.DONE:
        raise LinkError(f"{what}: {done.outcome.value}{f' ({done.detail})' if done.detail else ''}")

"""``jantaku table config``, ``selftest`` and ``clear``: settings of a board, its self-test, and clearing faults."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.cli.table.commands import agreed, operator
from controller.errors import LinkError
from firmware_bridge.commission import settings as board
from firmware_bridge.commission.settings import BoardSetting
from firmware_bridge.operator import Operator
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.table import code_name
from firmware_bridge.wire.codes import ConfigKey, FaultCode
from firmware_bridge.wire.messages import FaultClear, Selftest
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import board_settings

_BLIND = (
    "BLIND=1 では、人の手がボタンにあってもコントローラーが押します。机上試験だけに使ってください。\n"
    "With BLIND=1 the board presses although a hand may be on the button: on a bench only."
)


def get(names: list[str] | None = None, *, port: str = "auto", as_json: bool = False) -> int:
    """Print the board's settings with their limits, all or only those named."""
    keys = [board.key_of(name) for name in names or ()]
    with operator(port) as table:
        known = board.settings(table)
    _print([setting for setting in known if not keys or setting.key in keys], as_json)
    return 0


def put(
    values: list[str] | None = None,
    *,
    profile: str = "",
    port: str = "auto",
    save: bool = False,
    yes: bool = False,
    as_json: bool = False,
) -> int:
    """Write settings, those of a profile and those given by name, and verify them."""
    wanted = wishes(values or (), profile)
    with operator(port) as table:
        if wanted.get(ConfigKey.BLIND):
            print(_BLIND, file=sys.stderr)
            agreed("続けますか? / Go on?", yes)
        written = board.write(table, wanted, save)
    _print(written, as_json)
    if not save:
        print("再起動までの間有効です (save で保存) / until the next start; keep them with save", file=sys.stderr)
    return 0


def save(*, port: str = "auto") -> int:
    """Save the current settings permanently on the board."""
    with operator(port) as table:
        board.save_settings(table)
    print("saved 保存しました")
    return 0


def selftest(*, port: str = "auto", as_json: bool = False) -> int:
    """Run the board's self-test; 1 if it fails."""
    with operator(port) as table:
        done = table.command(Selftest())
        faults = _faults(table)
    sound = done.outcome is CommandOutcome.DONE
    if as_json:
        print(json.dumps({"outcome": done.outcome.value, "detail": done.detail, "faults": faults}))
    else:
        print("sound 異常なし" if sound else f"{done.outcome.value} ({done.detail}): {' '.join(faults) or '?'}")
    return 0 if sound else 1


def clear(fault: str, *, port: str = "auto", as_json: bool = False) -> int:
    """Clear a latched fault; 1 if the board refuses, as while the fault's lamp is lit."""
    code = board.fault_of(fault)
    with operator(port) as table:
        stood = code_name(code.value) in _faults(table)
        done = table.command(FaultClear(code.value))
        faults = _faults(table)
    if as_json:
        print(json.dumps({"outcome": done.outcome.value, "detail": done.detail, "faults": faults}))
    else:
        why = done.detail if stood or done.outcome is CommandOutcome.DONE else "出ていない異常 / no such fault stands"
        print(f"{done.outcome.value}{f' ({why})' if why else ''}")
        print(f"faults 異常: {' '.join(faults) or 'none なし'}")
    return 0 if done.outcome is CommandOutcome.DONE else 1


def wishes(given: Sequence[str], profile: str) -> Mapping[ConfigKey, int]:
    """Return the requested settings, with values given by name over those of the profile; raises LinkError,
    ProfileError.
    """
    texts = {board.key_of(name): text for name, text in _texts(given, profile)}
    if not texts:
        raise LinkError("nothing to set: expected NAME=VALUE or --profile")
    return {key: board.parse_value(key, text) for key, text in texts.items()}


def _texts(given: Sequence[str], profile: str) -> Iterator[tuple[str, str]]:
    if profile:
        yield from board_settings(load_profile(profile)).items()
    for each in given:
        name, equals, text = each.partition("=")
        if not equals or not text:
            raise LinkError(f"{each!r}: expected NAME=VALUE")
        yield name, text


def _faults(table: Operator) -> list[str]:
    state = table.sense()
    mask = 0 if state is None else state.faults
    return [code.name.lower().replace("_", "-") for code in FaultCode if mask & 1 << code - 1]


def _print(shown: Sequence[BoardSetting], as_json: bool) -> None:
    if as_json:
        print(json.dumps([_row(setting) for setting in shown], ensure_ascii=False))
        return
    for setting in shown:
        print(f"{setting.key.name} = {setting.shown}")
        limits = f"{setting.least}-{setting.most}, default {setting.default}"
        print(f"    {setting.means.ja} / {setting.means.en} ({limits})")


def _row(setting: BoardSetting) -> dict[str, Any]:
    return {
        "name": setting.key.name,
        "value": setting.value,
        "shown": setting.shown,
        "min": setting.least,
        "max": setting.most,
        "default": setting.default,
        "ja": setting.means.ja,
        "en": setting.means.en,
    }

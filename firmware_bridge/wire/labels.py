"""Where lines are wired, and what settings mean; generated from hardware/firmware/messages.toml; do not edit."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.text import Text
from firmware_bridge.wire.codes import ConfigKey

INPUT_PLACES: Final = (
    "U1 D0",
    "U1 D1",
    "U1 D2",
    "U1 D3",
    "U1 D4",
    "U1 D5",
    "U1 D6",
    "U1 D7",
    "U2 D0",
    "U2 D1",
    "U2 D2",
    "U2 D3",
    "U2 D4",
    "U2 D5",
    "U2 D6",
    "U2 D7",
    "U3 D0",
    "U3 D1",
    "U3 D2",
    "U3 D3",
    "U3 D4",
    "U3 D5",
    "U3 D6",
    "U3 D7",
    "PC4",
)
OUTPUT_PLACES: Final = (
    "D2",
    "D3",
    "D4",
    "D5",
    "D6",
    "D7",
    "D8",
    "D9",
    "D10",
    "D11",
    "D12",
    "A0",
)
SETTINGS: Final[Mapping[ConfigKey, Text]] = MappingProxyType(
    {
        ConfigKey.BUTTON_MS: Text(
            "ボタンのチャタリング除去時間",
            "a button counts once it has been steady for this long",
        ),
        ConfigKey.LAMP_ON_MS: Text(
            "ランプ点灯とみなす時間",
            "a lamp or sensor counts as on after this",
        ),
        ConfigKey.LAMP_OFF_MS: Text(
            "ランプ消灯とみなす時間です。点滅するランプでは長くします",
            "time after which a lamp or sensor counts as off; longer than the period of a flashing one",
        ),
        ConfigKey.GAP_MS: Text(
            "押下後の休止時間",
            "rest between two presses",
        ),
        ConfigKey.INVERT: Text(
            "論理を反転する入力",
            "inputs that are active high",
        ),
        ConfigKey.INPUTS: Text(
            "配線された入力",
            "inputs that are wired; the others read as off",
        ),
        ConfigKey.OUTPUTS: Text(
            "配線された出力",
            "outputs that are wired; a press of another one is refused",
        ),
        ConfigKey.FAULT_1: Text(
            "異常ランプ 1 の FaultCode",
            "FaultCode of fault lamp 1",
        ),
        ConfigKey.FAULT_2: Text(
            "異常ランプ 2 の FaultCode",
            "FaultCode of fault lamp 2",
        ),
        ConfigKey.FAULT_3: Text(
            "異常ランプ 3 の FaultCode",
            "FaultCode of fault lamp 3",
        ),
        ConfigKey.FAULT_4: Text(
            "異常ランプ 4 の FaultCode",
            "FaultCode of fault lamp 4",
        ),
        ConfigKey.FAULT_5: Text(
            "異常ランプ 5 の FaultCode",
            "FaultCode of fault lamp 5",
        ),
        ConfigKey.BLIND: Text(
            "入力回路なしでの押下を許す (机上試験用)",
            "1: presses are allowed without the chain of inputs (a bare board on the bench)",
        ),
        ConfigKey.UID_LOW: Text(
            "コントローラー番号の下位",
            "lower half of the board's uid; 0: made from the noise of its memory at the first start",
        ),
        ConfigKey.UID_HIGH: Text(
            "コントローラー番号の上位",
            "upper half of the board's uid",
        ),
        ConfigKey.LAMP_SHARE: Text(
            "順に点灯するパネルで、点灯とみなす時間の割合（%）です。0は常灯のランプです",
            "share of the time (%) from which a multiplexed lamp counts as on; 0: lit steadily",
        ),
        ConfigKey.LAMP_WINDOW_MS: Text(
            "その割合をみる時間",
            "the time over which that share is taken",
        ),
    }
)

"""What the states of a table's machine are called where people read them, by their values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.machine.facts import Build, Centre
from controller.machine.regions import Link
from controller.text import Text

LINKS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        Link.OFFLINE.value: Text("未接続", "Not connected"),
        Link.SYNCING.value: Text("接続中", "Connecting"),
        Link.ONLINE.value: Text("接続", "Connected"),
        Link.READ_ONLY.value: Text("読み取りのみ", "Reading only"),
        Link.ARMED.value: Text("押下可", "Armed"),
    }
)
CENTRES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        Centre.UNKNOWN.value: Text("不明", "Unknown"),
        Centre.CLOSED.value: Text("閉", "Closed"),
        Centre.OPENING.value: Text("上昇中", "Opening"),
        Centre.OPEN.value: Text("開", "Open"),
        Centre.CLOSING.value: Text("下降中", "Closing"),
        Centre.LIFTED.value: Text("非常上昇", "Lifted"),
    }
)
BUILDS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        Build.UNKNOWN.value: Text("不明", "Unknown"),
        Build.EMPTY.value: Text("空", "Empty"),
        Build.MIXING.value: Text("攪拌中", "Mixing"),
        Build.READY.value: Text("準備完了", "Ready"),
        Build.PAUSED.value: Text("中断", "Paused"),
        Build.SLOW.value: Text("遅い", "Slow"),
        Build.FAULT.value: Text("異常", "Fault"),
    }
)

"""What the states of a table's machine are called where people read them, by their values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.journal.faults import Wording
from controller.table.machine_facts import Build, Centre
from controller.table.machine_regions import Link

LINKS: Final[Mapping[str, Wording]] = MappingProxyType(
    {
        Link.OFFLINE.value: Wording("未接続", "Not connected"),
        Link.SYNCING.value: Wording("接続中", "Connecting"),
        Link.ONLINE.value: Wording("接続", "Connected"),
        Link.READ_ONLY.value: Wording("読み取りのみ", "Reading only"),
        Link.ARMED.value: Wording("押下可", "Armed"),
    }
)
CENTRES: Final[Mapping[str, Wording]] = MappingProxyType(
    {
        Centre.UNKNOWN.value: Wording("不明", "Unknown"),
        Centre.CLOSED.value: Wording("閉", "Closed"),
        Centre.OPENING.value: Wording("上昇中", "Opening"),
        Centre.OPEN.value: Wording("開", "Open"),
        Centre.CLOSING.value: Wording("下降中", "Closing"),
        Centre.LIFTED.value: Wording("非常上昇", "Lifted"),
    }
)
BUILDS: Final[Mapping[str, Wording]] = MappingProxyType(
    {
        Build.UNKNOWN.value: Wording("不明", "Unknown"),
        Build.EMPTY.value: Wording("空", "Empty"),
        Build.MIXING.value: Wording("攪拌中", "Mixing"),
        Build.READY.value: Wording("準備完了", "Ready"),
        Build.PAUSED.value: Wording("中断", "Paused"),
        Build.SLOW.value: Wording("遅い", "Slow"),
        Build.FAULT.value: Wording("異常", "Fault"),
    }
)

"""Troubles of a table: one type for ``/readyz``, metrics, log, pages and ``serve --check``, with the same texts.

The texts of a device's trouble are those of its fault (``controller.referee.faults.devices``); those of the service are
in ``troubles.toml``.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Final, NotRequired, TypedDict

from api.worded import worded
from controller.errors import JantakuError
from controller.referee.faults.devices import BLINDING, CAMERAS, DEVICE_CURES, DEVICES, END_UNSEEN, EYES
from controller.riichi.seat import Seat
from controller.text import Language, Text, TextJson


class TroubleJson(TypedDict):
    """A trouble as JSON."""

    source: str
    source_name: TextJson
    code: str
    seat: str | None
    since: float
    what: TextJson
    do: TextJson
    watched: bool
    detail: NotRequired[str]


class HealthSource(Enum):
    """Source or sink of a table's data."""

    TABLE = "table"
    CAMERA = "camera"
    EYES = "eyes"
    LINK = "link"
    STORE = "store"
    BROKER = "broker"
    PORT = "port"


SOURCE_NAMES: Final[Mapping[HealthSource, Text]] = MappingProxyType(
    {
        HealthSource.TABLE: Text("卓", "Table"),
        HealthSource.CAMERA: Text("カメラ", "Camera"),
        HealthSource.EYES: Text("画像の読取", "Eyes"),
        HealthSource.LINK: Text("コントローラーとの接続", "Link to the board"),
        HealthSource.STORE: Text("記録の保存先", "Store of the journal"),
        HealthSource.BROKER: Text("ブローカー", "Broker"),
        HealthSource.PORT: Text("ポート", "Port"),
    }
)


@dataclass(frozen=True, slots=True)
class TroubleKind:
    """A kind of trouble with its cure. ``stops``: the source delivers nothing while it lasts.

    ``told_after_s``: duration after which it is logged; requests show it at once.
    """

    code: str
    source: HealthSource
    what: Text
    todo: Text
    stops: bool = True
    told_after_s: float = 0.0


LINK_LOST: Final = "link-lost"
CLOSED, LOOP_DOWN, LOOP_STUCK = "table-closed", "table-loop-down", "table-loop-stuck"
CAMERA_AWAITED, CAMERA_FILES, LINK_AWAITED = "camera-awaited", "camera-files", "link-awaited"
NOT_KEPT, STORE_HANGS, FOLDER, STORE_AWAY = "store-refuses", "store-hangs", "store-folder", "store-away"
BROKER_AWAY, BROKER_BEHIND, PORT_TAKEN = "broker-away", "broker-behind", "port-taken"
_OWN: Final = worded("troubles.toml", dict[str, tuple[TroubleKind, ...]])["trouble"]
_SOURCES: Final = {
    HealthSource.CAMERA: CAMERAS,
    HealthSource.EYES: EYES,
    HealthSource.LINK: frozenset({LINK_LOST}),
}


def _devices() -> Iterable[TroubleKind]:
    for kind in DEVICES:
        if kind.code == END_UNSEEN:
            # Not a trouble of a device: the console asks for the missing end of the round.
            continue
        source = next((source for source, codes in _SOURCES.items() if kind.code in codes), HealthSource.TABLE)
        stops = kind.code in BLINDING or source is HealthSource.LINK
        yield TroubleKind(kind.code, source, _sentence(kind.name), DEVICE_CURES[kind.code].text, stops)


def _sentence(name: Text) -> Text:
    return Text(f"{name.ja}。", f"{name.en}.")


KINDS: Final[Mapping[str, TroubleKind]] = MappingProxyType({kind.code: kind for kind in (*_devices(), *_OWN)})


@dataclass(frozen=True, slots=True)
class TableTrouble:
    """A trouble of one source of a table, or of the service if ``table`` is empty.

    ``since``: seconds since the epoch. ``seat``: seat of the camera. ``detail``: one line for the staff, may contain an
    address or a system error. Raises JantakuError for a code without texts and for an invalid time.
    """

    table: str
    code: str
    since: float
    seat: Seat | None = None
    detail: str = ""

    def __post_init__(self) -> None:
        if self.code not in KINDS:
            raise JantakuError(f"trouble {self.code!r}: expected one that has words")
        if not math.isfinite(self.since) or self.since < 0:
            raise JantakuError(f"trouble {self.code}: since {self.since}: expected a time")
        if "\n" in self.detail:
            raise JantakuError(f"trouble {self.code}: expected a detail of one line")

    @property
    def key(self) -> tuple[str, Seat | None]:
        """Identity of the trouble at its table."""
        return self.code, self.seat

    @property
    def kind(self) -> TroubleKind:
        """Kind of the trouble."""
        return KINDS[self.code]

    @property
    def source(self) -> HealthSource:
        """Source of the trouble."""
        return self.kind.source

    @property
    def blinds(self) -> bool:
        """True if the table is not watched or not recorded meanwhile; False for a seat's camera and the broker, which
        are optional.
        """
        return self.kind.stops and self.seat is None and self.source is not HealthSource.BROKER

    @property
    def what(self) -> Text:
        """Sentence that says what is wrong."""
        said = self.kind.what
        return (
            said if self.seat is None else Text(f"席{self.seat.name}: {said.ja}", f"Seat {self.seat.name}: {said.en}")
        )

    @property
    def todo(self) -> Text:
        """The cure, a sentence for the staff."""
        return self.kind.todo

    @property
    def text(self) -> Text:
        """What is wrong and what to do, in two sentences."""
        return Text(f"{self.what.ja}{self.todo.ja}", f"{self.what.en} {self.todo.en}")

    def line(self, language: Language) -> str:
        """Return one line for a terminal: place, trouble, reason, cure."""
        where = ": ".join(filter(None, (self.table, SOURCE_NAMES[self.source].of(language))))
        why = f" ({self.detail})" if self.detail else ""
        return f"{where}: {self.what.of(language)}{why} {self.todo.of(language)}"

    def logged(self) -> dict[str, str]:
        """Return the fields of a log line."""
        seat = {} if self.seat is None else {"seat": self.seat.name}
        why = {"reason": self.detail} if self.detail else {}
        since = datetime.fromtimestamp(self.since).astimezone().isoformat(timespec="seconds")
        what, do = self.what, self.todo
        return {
            "table": self.table,
            "source": self.source.value,
            "code": self.code,
            **seat,
            **why,
            "since": since,
            "what": what.en,
            "do": do.en,
            "what_ja": what.ja,
            "do_ja": do.ja,
        }

    def to_json(self, *, staff: bool) -> TroubleJson:
        """Return the trouble as JSON; only the staff gets the detail."""
        told: TroubleJson = {
            "source": self.source.value,
            "source_name": SOURCE_NAMES[self.source].to_json(),
            "code": self.code,
            "seat": None if self.seat is None else self.seat.name,
            "since": round(self.since, 3),
            "what": self.what.to_json(),
            "do": self.todo.to_json(),
            "watched": not self.blinds,
        }
        return {**told, "detail": self.detail} if staff else told

"""Troubles of a table: one value for ``/readyz``, metrics, log, pages and ``serve --check``, in the same words.

The words of a device's trouble are those of its fault (``controller.referee.faults.devices``); those of the service are
here.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Final, NotRequired, TypedDict

from controller.errors import JantakuError
from controller.referee.faults.devices import BLINDING, CAMERAS, DEVICE_CURES, DEVICES, END_UNSEEN, EYES
from controller.riichi.seat import Seat
from controller.text import Language, Text, TextTold


class TroubleTold(TypedDict):
    """A trouble as JSON."""

    source: str
    source_name: TextTold
    code: str
    seat: str | None
    since: float
    what: TextTold
    do: TextTold
    watched: bool
    detail: NotRequired[str]


class HealthSource(Enum):
    """Where what is known of a table comes from, or where it goes."""

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
    """A row: the trouble and its cure. ``stops``: the source delivers nothing meanwhile.

    ``told_after_s``: how long it lasts before it is logged; requests show it at once.
    """

    code: str
    source: HealthSource
    what: Text
    todo: Text
    stops: bool = True
    told_after_s: float = 0.0


_STARTS_S: Final = 5.0
"""Seconds that a start takes; chosen: the networks load within one, and a phone looks again after eight at most."""
LINK_LOST: Final = "link-lost"
CLOSED, LOOP_DOWN, LOOP_STUCK = "table-closed", "table-loop-down", "table-loop-stuck"
CAMERA_AWAITED, CAMERA_FILES, LINK_AWAITED = "camera-awaited", "camera-files", "link-awaited"
NOT_KEPT, STORE_HANGS, FOLDER, STORE_AWAY = "store-refuses", "store-hangs", "store-folder", "store-away"
BROKER_AWAY, BROKER_BEHIND, PORT_TAKEN = "broker-away", "broker-behind", "port-taken"
_KEPT: Final = Text(
    "これまでの記録は保存されています。卓とカメラからの報告は、書き込めるまで待機させています。",
    "The record so far is safe; reports from table and camera are queued.",
)


def _and_kept(ja: str, en: str) -> Text:
    return Text(f"{ja}{_KEPT.ja}", f"{en} {_KEPT.en}")


_OWN: Final = (
    TroubleKind(
        CLOSED,
        HealthSource.TABLE,
        Text("卓を開けません。", "The table could not be opened."),
        Text(
            "会場ファイルと機器を確かめてください。直ると自動で開きます。",
            "Check the venue file and the devices; the table opens by itself once they are right.",
        ),
    ),
    TroubleKind(
        LOOP_DOWN,
        HealthSource.TABLE,
        Text("卓の処理が停止しました。", "The table's loop stopped."),
        Text(
            "記録をもとに自動で再開しています。繰り返すときは、ログを保存して技術者に知らせてください。これまでの記録は保存されています。",
            "It is restarting from its journal. If this happens again, save the log and report it. The record so far "
            "is safe.",
        ),
    ),
    TroubleKind(
        LOOP_STUCK,
        HealthSource.TABLE,
        Text("卓の処理が進んでいません。", "The table's loop is stuck."),
        Text(
            "パソコンの負荷とディスクを確かめてください。続くときは、ログを保存してサービスを再起動してください。",
            "Check the computer's load and disk. If it persists, save the log and restart the service.",
        ),
    ),
    TroubleKind(
        CAMERA_AWAITED,
        HealthSource.CAMERA,
        Text("カメラの画像がまだ届いていません。", "No picture has come from the camera yet."),
        Text(
            "開始直後ならお待ちください。続くときは、カメラの電源・ケーブル・アドレスを確かめてください。",
            "Wait if the service has just started; otherwise check the camera's power, cable and address.",
        ),
        told_after_s=_STARTS_S,
    ),
    TroubleKind(
        CAMERA_FILES,
        HealthSource.CAMERA,
        Text("カメラの位置合わせを読み込めません。", "The camera's calibration cannot be read."),
        Text(
            "位置合わせをやり直すか、ファイルの場所を直してください。",
            "Calibrate the camera again, or correct the file's path.",
        ),
    ),
    TroubleKind(
        LINK_AWAITED,
        HealthSource.LINK,
        Text("コントローラーがまだ応答していません。", "The board has not answered yet."),
        Text(
            "開始直後ならお待ちください。続くときは、ケーブルと卓の電源を確かめてください。",
            "Wait if the service has just started; otherwise check the cable and the table's power.",
        ),
        told_after_s=_STARTS_S,
    ),
    TroubleKind(
        NOT_KEPT,
        HealthSource.STORE,
        Text("記録に書き込めません。", "The journal cannot be written."),
        _and_kept(
            "ディスクの空き、記録ファイルの権限、データベースを確かめてください。",
            "Check free disk space, the file's permissions and the database.",
        ),
    ),
    TroubleKind(
        STORE_HANGS,
        HealthSource.STORE,
        Text("記録の保存先が応答しません。", "The journal's store does not respond."),
        _and_kept(
            "ディスクまたはデータベースが動いているか確かめてください。", "Check that its disk or database is running."
        ),
    ),
    TroubleKind(
        FOLDER,
        HealthSource.STORE,
        Text("保存先のフォルダーに書き込めません。", "The folder cannot be written."),
        Text(
            "ディスクの空きとフォルダーの権限、読取専用になっていないかを確かめてください。",
            "Free disk space, check that it is not read-only, and check the folder's permissions.",
        ),
    ),
    TroubleKind(
        STORE_AWAY,
        HealthSource.STORE,
        Text("記録を開けません。", "The journal cannot be opened."),
        Text(
            "ファイルまたはデータベースの場所・権限・バージョンを確かめてください。",
            "Check the file's or database's path, permissions and version.",
        ),
    ),
    TroubleKind(
        BROKER_AWAY,
        HealthSource.BROKER,
        Text("ブローカーに接続できません。", "The broker cannot be reached."),
        Text(
            "ネットワーク、ブローカー、ユーザー名とパスワードを確かめてください。卓の記録は続いており、接続が戻ると送信します。",
            "Check the network, the broker, user and password. Recording continues; events are sent once it is back.",
        ),
    ),
    TroubleKind(
        BROKER_BEHIND,
        HealthSource.BROKER,
        Text("ブローカーが受け付けません。", "The broker refuses messages."),
        Text(
            "ブローカーのストリーム、空き容量、権限を確かめてください。卓の記録は続いており、受け付けられるようになると送信します。",
            "Check the broker's streams, free space and permissions. Recording continues; events are sent later.",
        ),
    ),
    TroubleKind(
        PORT_TAKEN,
        HealthSource.PORT,
        Text("ポートを開けません。", "The port cannot be opened."),
        Text(
            "同じポートを使うプログラムを止めるか、別の番号にしてください。",
            "Stop the program that uses the port, or choose another number.",
        ),
    ),
)


_SOURCES: Final = {
    HealthSource.CAMERA: CAMERAS,
    HealthSource.EYES: EYES,
    HealthSource.LINK: frozenset({LINK_LOST}),
}


def _devices() -> Iterable[TroubleKind]:
    for kind in DEVICES:
        if kind.code == END_UNSEEN:
            # No trouble of a device: the console asks for what is lacking.
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

    ``since``: seconds since the epoch. ``seat``: of the camera. ``detail``: one line for the staff, which may hold an
    address or a system error. Raises JantakuError for a code without words and for an invalid time.
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
        """Its identity at its table."""
        return self.code, self.seat

    @property
    def kind(self) -> TroubleKind:
        """Its row."""
        return KINDS[self.code]

    @property
    def source(self) -> HealthSource:
        """Of what."""
        return self.kind.source

    @property
    def blinds(self) -> bool:
        """Whether the table is not watched or not recorded meanwhile: a seat's camera and the broker add to that."""
        return self.kind.stops and self.seat is None and self.source is not HealthSource.BROKER

    @property
    def what(self) -> Text:
        """What is wrong."""
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
        """What is wrong and what to do."""
        return Text(f"{self.what.ja}{self.todo.ja}", f"{self.what.en} {self.todo.en}")

    def line(self, language: Language) -> str:
        """One line for a terminal: where, what, why, what to do."""
        where = ": ".join(filter(None, (self.table, SOURCE_NAMES[self.source].of(language))))
        why = f" ({self.detail})" if self.detail else ""
        return f"{where}: {self.what.of(language)}{why} {self.todo.of(language)}"

    def logged(self) -> dict[str, str]:
        """For a line of the log."""
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

    def told(self, *, staff: bool) -> TroubleTold:
        """As JSON; the detail goes to the staff alone."""
        told: TroubleTold = {
            "source": self.source.value,
            "source_name": SOURCE_NAMES[self.source].told(),
            "code": self.code,
            "seat": None if self.seat is None else self.seat.name,
            "since": round(self.since, 3),
            "what": self.what.told(),
            "do": self.todo.told(),
            "watched": not self.blinds,
        }
        return {**told, "detail": self.detail} if staff else told

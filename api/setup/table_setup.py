"""Draft of one table in set-up: choices, test results, checklist, and the resulting keys of the venue file."""

import hashlib
import os
import threading
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from api.hiding import Hiding
from api.paths import press_log_path, put_in_place
from api.phones.desk import phone_desk
from api.photos.schemas import LearntJson
from api.rulebooks.compatibility import unread
from api.setup.board import BoardBench
from api.setup.camera import CameraBench, Fitted, stored_calibration
from api.setup.devices import camera_can, same_view
from api.setup.drafts import StoredDraft
from api.setup.ready import ReadyItem, item, step_stand
from api.setup.schemas import AimLookJson, BenchJson, CycleJson, FittedJson, SetupJson
from api.setup.steps import STEPS, SetupPart
from api.venue.environment import Environment
from api.venue.plan import SIMULATOR
from controller.errors import VenueError
from controller.ports.table import GoalRequest, GoalStep
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load
from controller.rulebooks.rulebook import Rulebook
from controller.table.compatibility import fit
from controller.text import Text
from firmware_bridge.press_log import PressLog
from hardware.profiles.guesses import ProfileGuess, guesses
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.profiles.machine_facts import table_work
from hardware.profiles.measured import write_own
from hardware.profiles.schema import TableProfile

if TYPE_CHECKING:
    from vision.camera.calibration import Calibration

KEYS: Final = (
    *("serial", "board", "camera", "profile", "rulebook", "unverified"),
    *("names", "undo_s", "automatic", "confirmed"),
)
"""Keys of the venue file that the page sets directly."""
_USUAL: Final[Mapping[str, Any]] = {
    "profile": DEFAULT_PROFILE,
    "rulebook": DEFAULT_RULEBOOK,
    "names": ["A", "B", "C", "D"],
    "undo_s": 15.0,
    "automatic": [],
    "confirmed": [],
    "unverified": False,
}
"""Default values of the keys, as written in the venue file."""
_CALIBRATIONS: Final = "calibration"
_PRESSING: Final = ("SET", "DICE")
_READABLE: Final = 0o644
"""File mode of a calibration: it holds corners in a picture and no secret."""
_NO_FAULT: Final = Text("異常なし", "none")


class TableSetup:
    """Draft of one table. Board and camera are opened on the first test and close by themselves when unused."""

    def __init__(self, table: str, folder: Path, written: Mapping[str, Any], known: bool) -> None:
        """``written``: the table's section of the venue file in ``folder``; ``known``: True if the section exists."""
        self.table, self._folder, self._written, self._known = table, folder, dict(written), known
        self._changes: dict[str, Any] = {}
        self.without: set[SetupPart] = set()
        if known:
            self.without |= {part for part, key in _KEY_OF.items() if not written.get(key)}
        self._written_without = frozenset(self.without)
        self._written_simulated = self.simulated = written.get("serial") == SIMULATOR
        self._turn, self._version, self._doing = threading.Lock(), 0, ""
        self.board: BoardBench | None = None
        self.camera: CameraBench | None = None
        self.fitted: Fitted | None = None
        self.answered: BenchJson | None = None
        self.looked: AimLookJson | None = None
        self.tiles: LearntJson | None = None
        self.proved: CycleJson | None = None

    @property
    def values(self) -> dict[str, Any]:
        """Return the values of the venue file with the choices applied, as written in the file."""
        return {**_USUAL, **self._written, **self._changes}

    @property
    def profile(self) -> TableProfile:
        """Return the chosen table profile; raises ProfileError."""
        return load_profile(self._named(str(self.values["profile"])))

    @property
    def pending(self) -> bool:
        """True if a choice or a result is not saved in the venue file."""
        before = {**_USUAL, **self._written}
        changed = {key: value for key, value in self._changes.items() if before.get(key) != value}
        learnt = self.tiles is not None and self.tiles["set"] != self._written.get("tiles")
        parts = self.without ^ self._written_without
        if self._known:
            # For a saved table the file does not record the other left-out parts, so they cannot be pending.
            parts &= {SetupPart.BOARD, SetupPart.CAMERA, *((SetupPart.TILES,) if self._written.get("tiles") else ())}
        other = self.simulated != self._written_simulated
        return bool(changed or parts) or learnt or other or self.fitted is not None

    def begin(self, doing: str) -> bool:
        """Mark the devices as busy with ``doing`` until ``end``; False if they are busy already."""
        with self._turn:
            if self._doing:
                return False
            self._doing = doing
            return True

    def end(self) -> None:
        """Mark the devices as free, after success or failure."""
        with self._turn:
            self._doing = ""
            self._version += 1

    def to_store(self) -> StoredDraft | None:
        """Return the draft to store until it is saved; None if everything is saved."""
        if not self.pending:
            return None
        aimed = None if self.fitted is None else self.fitted.calibration.to_json()
        told = None if self.fitted is None else self.fitted.told
        return StoredDraft(self._changes, tuple(sorted(self.without)), self.simulated, aimed, told, self.tiles)

    def take_up(self, kept: StoredDraft) -> None:
        """Continue a stored draft; raises JantakuError if something in it no longer exists."""
        self.choose(kept.changes)
        self.without, self.simulated, self.tiles = set(kept.without), kept.simulated, kept.tiles
        if kept.calibration is not None and kept.fitted is not None:
            self.fitted = Fitted.from_stored(kept.calibration, kept.fitted)

    def choose_all(
        self,
        changes: Mapping[str, Any],
        without: Sequence[SetupPart] | None = None,
        simulated: bool | None = None,
        seen: int | None = None,
    ) -> bool:
        """Apply checked choices; False without any change if the draft's version is no longer ``seen``."""
        with self._turn:
            if seen is not None and seen != self._version:
                return False
            self.choose(changes)
            self.without = self.without if without is None else set(without)
            self.simulated = self.simulated if simulated is None else simulated
            self._version += 1
            return True

    def choose(self, changes: Mapping[str, Any]) -> None:
        """Apply checked values; results that belong to a replaced choice are dropped."""
        if "serial" in changes and changes["serial"] != self.values.get("serial"):
            self._let_go(board=True)
            self.answered = self.proved = None
            self._changes.pop("board", None)
            self._written.pop("board", None)
        if "camera" in changes and changes["camera"] != (before := str(self.values.get("camera", ""))):
            self._let_go(camera=True)
            self.looked = None
            if not same_view(before, changes["camera"]):
                # Another camera has another view of the table.
                self.fitted = None
                self._written.pop(_CALIBRATIONS, None)
        if "profile" in changes and changes["profile"] != self.values["profile"]:
            load_profile(self._named(str(changes["profile"])))
        if "rulebook" in changes and changes["rulebook"] != self.values["rulebook"]:
            load(self._named(str(changes["rulebook"])))
            # The agreement to unverified rules was given for the previous rulebook.
            changes = {"unverified": False, **changes}
        self._changes.update(changes)

    def open_board(self) -> BoardBench:
        """Return the chosen board, opened; raises PortError, or VenueError if no board is chosen."""
        if self.board is None or not self.board.open:
            serial = str(self.values.get("serial", ""))
            if not serial:
                raise VenueError(
                    Text(
                        "コントローラーが選ばれていません。USBポートを選んでください。",
                        "no board chosen: expected a serial port",
                    )
                )
            self.board = BoardBench(self._filled(serial))
        self.answered = self.board.to_json(self.profile)
        return self.board

    def pin(self) -> None:
        """Accept only the board that answers now on this port from now on."""
        self._changes["board"] = self.open_board().uid

    def own_profile(self) -> None:
        """Write a measured profile of this table beside the venue file, from the observations of the board, and choose
        it.

        Raises ProfileError, and PortError if no board answers.
        """
        file, bench = self._folder / f"{self.table}.toml", self.open_board()
        names = (f"卓 {self.table}", f"Table {self.table}")
        write_own(file, str(self.values["profile"]), names, bench.seen(self.profile), date.today().isoformat())
        self._changes["profile"] = file.name

    def cycle(self, wish: GoalRequest) -> CycleJson:
        """Work towards a goal with the board, with at most one button press."""
        self.proved = self.open_board().goal(wish, self.profile, PressLog(press_log_path()))
        return self.proved

    def open_camera(self) -> CameraBench:
        """Return the chosen camera, opened; raises EyesError, or VenueError if no camera is chosen."""
        if self.camera is None or not self.camera.open:
            address = str(self.values.get("camera", ""))
            if not address:
                raise VenueError(
                    Text(
                        "カメラが選ばれていません。カメラを選ぶか、アドレスを入力してください。",
                        "no camera chosen: expected an address",
                    )
                )
            self.camera = CameraBench(phone_desk().completed(self._filled(address), self.table))
        return self.camera

    def look(self) -> AimLookJson:
        """Return meters and overlay lines of the newest picture; raises EyesError."""
        bench = self.open_camera()
        self.looked = bench.look(self.profile, self._calibration())
        return self.looked

    def aim(self, corners: Sequence[tuple[float, float]]) -> FittedJson:
        """Calibrate by four corners of the field, or without corners by the visible sheets; raises EyesError."""
        self.fitted = self.open_camera().calibrated(self.profile, corners)
        return self.fitted.told

    def let_go(self) -> None:
        """Release board and camera."""
        self._let_go(board=True, camera=True)

    def section(self) -> dict[str, Any]:
        """Return the keys to write to the venue file, None for those to remove; writes the calibration file first."""
        if self.simulated:
            simulated = dict.fromkeys(("serial", "camera", _CALIBRATIONS), SIMULATOR)
            gone = dict.fromkeys(("board", "journal"))
            return {
                **simulated,
                "auto_settle": True,
                **gone,
                **self._chosen("profile", "rulebook", "unverified", "names"),
            }
        keys = self._chosen(*KEYS)
        if SetupPart.TILES in self.without:
            keys["tiles"] = None
        elif self.tiles is not None:
            keys["tiles"] = self.tiles["set"]
        if self._written.get("serial") == SIMULATOR:
            keys = {**dict.fromkeys(("serial", "camera", _CALIBRATIONS, "auto_settle")), **keys}
        if SetupPart.BOARD in self.without:
            keys |= {"serial": None, "board": None}
        if SetupPart.CAMERA in self.without:
            return keys | {"camera": None, _CALIBRATIONS: None}
        if self.fitted is not None:
            keys[_CALIBRATIONS] = self._write_calibration(self.fitted)
        elif "camera" in self._changes:
            keys.setdefault(_CALIBRATIONS, self._written.get(_CALIBRATIONS))
        return keys

    def items(self, running: bool, trouble: Text | None) -> list[ReadyItem]:
        """Return the lines of the checklist in the order of the steps."""
        found = [self._fit(), *self._read()]
        if not self.simulated:
            found += [] if SetupPart.BOARD in self.without else self._of_board()
            found += [] if SetupPart.CAMERA in self.without else self._of_camera()
            if SetupPart.TILES not in self.without:
                learnt = self.tiles is not None or bool(self._written.get("tiles"))
                found.append(item("tiles", learnt or None, _counted(self.tiles)))
            if SetupPart.TEST not in self.without and SetupPart.BOARD not in self.without:
                well = None if self.proved is None else self.proved["step"] in _REACHED
                found.append(item("cycle", well, "" if self.proved is None else self.proved["step"].value))
        saved = self._known and not self.pending
        found.append(item("saved", saved or None))
        found.append(item("running", running if saved else None, trouble or ""))
        return found

    def to_json(self, running: bool, trouble: Text | None) -> SetupJson:
        """Return the whole draft as JSON for the page, with passwords removed from addresses."""
        hiding, items = Hiding(), self.items(running, trouble)
        return {
            "table": self.table,
            "known": self._known,
            "pending": self.pending,
            "version": self._version,
            "doing": self._doing,
            "running": running,
            "trouble": None if trouble is None else Text(*map(hiding.line, trouble)).to_json(),
            "simulated": self.simulated,
            "without": sorted(self.without),
            "values": self._values_json(hiding),
            "steps": [
                {
                    "id": step.id,
                    "part": step.part,
                    "title": step.title.to_json(),
                    "what": step.what.to_json(),
                    "stand": step_stand(step.id, items, self._is_out(step.part)),
                }
                for step in STEPS
                if step.simulated or not self.simulated
            ],
            "items": [each.to_json() for each in items],
            "camera_can": camera_can(str(self.values.get("camera") or "")),
            "board": self.answered if self.board is not None and self.board.open else None,
            "guessed": [{"key": each.key, **each.how.to_json()} for each in self._guesses()],
            "goals": [*self.profile.goals],
            "by_camera": [verb for verb, goal in self.profile.goals.items() if goal.by_camera],
            "fitted": None if self.fitted is None else self.fitted.told,
            "calibrated": self.fitted is not None or bool(self._written.get(_CALIBRATIONS)),
            "tiles": self.tiles,
            "cycle": self.proved,
        }

    def _values_json(self, hiding: Hiding) -> Any:
        values = {key: self.values.get(key) for key in KEYS}
        return {key: hiding.line(each) if isinstance(each, str) else each for key, each in values.items()}

    def _guesses(self) -> tuple[ProfileGuess, ...]:
        """Return the values of a measured profile that were copied from its family and not measured."""
        return guesses(self.profile) if str(self.values["profile"]).endswith(".toml") else ()

    def _is_out(self, part: SetupPart | None) -> bool:
        needs_board = part is SetupPart.TEST and SetupPart.BOARD in self.without
        return part is not None and (part in self.without or needs_board)

    def _fit(self) -> ReadyItem:
        found = fit(self._book, table_work(self.profile))
        return item("fit", found.usable, "" if found.usable else found.barred[0])

    def _read(self) -> list[ReadyItem]:
        """Return the line on whether a mostly unverified rulebook was accepted; empty for a verified rulebook."""
        fields = unread(self._book)
        if not fields:
            return []
        told = Text(
            f"{fields}項目が未確認（原文を通読していない）", f"{fields} fields unverified: the text was not read whole"
        )
        return [item("read", bool(self.values["unverified"]) or None, told)]

    @property
    def _book(self) -> Rulebook:
        return load(self._named(str(self.values["rulebook"])))

    def _of_board(self) -> list[ReadyItem]:
        told = self.answered
        if told is None:
            pinned = bool(self.values.get("board"))
            return [item("board", None), item("pinned", pinned or None), item("settings", pinned or None)]
        uid, pin = told["board"]["uid"], str(self.values.get("board", ""))
        other = Text(f"固定した番号は {pin}", f"pinned is {pin}") if pin and pin != uid else Text("", "")
        pressed = [wire for wire in told["wires"] if wire["input"].startswith(_PRESSING)]
        seen = sum(wire["seen"] for wire in pressed)
        tested = told["selftest"]
        return [
            item("board", True, uid),
            item("pinned", pin == uid if pin else None, other),
            item("firmware", told["current"], told["board"]["build"]),
            item("faults", not told["faults"], " ".join(told["faults"]) or _NO_FAULT),
            item("settings", told["written"] is not None or (self._known and pin == uid) or None),
            item("wires", seen == len(pressed), f"{seen}/{len(pressed)}"),
            item("selftest", None if tested is None else tested["well"], "" if tested is None else tested["detail"]),
        ]

    def _of_camera(self) -> list[ReadyItem]:
        looked, aimed = self.looked, self.fitted
        kept = bool(self._written.get(_CALIBRATIONS)) and not (looked is not None and looked["resized"])
        place = item("aim", kept or None) if aimed is None else item("aim", aimed.told["well"], _aimed(aimed.told))
        if looked is None:
            return [item("camera", None if not self._known or "camera" in self._changes else True), place]
        width, height = looked["size"]
        return [
            item("camera", True, f"{width} x {height}"),
            item("focus", looked["focus"]["id"] != "soft"),
            item("light", looked["light"]["id"] == "well"),
            place,
        ]

    def _calibration(self) -> "Calibration | None":
        if self.fitted is not None:
            return self.fitted.calibration
        name = str(self._written.get(_CALIBRATIONS, ""))
        return stored_calibration(self._folder / name) if name and "://" not in name else None

    def _write_calibration(self, fitted: Fitted) -> str:
        """Write the calibration file beside the venue file and return its name, which contains a hash of its content,
        so that a changed calibration makes the table reopen.
        """
        text = fitted.text()
        name = f"{_CALIBRATIONS}/{self.table}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.json"
        file = self._folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            put_in_place(file, text.encode(), _READABLE)
        except OSError as error:
            raise VenueError(
                Text(
                    f"{file} に書き込めません。ディスクの空きとフォルダーの権限を確かめてください。",
                    f"{file}: cannot be written: {error.strerror or error}",
                )
            ) from None
        return name

    def _chosen(self, *keys: str) -> dict[str, Any]:
        return {key: self._changes[key] for key in keys if key in self._changes}

    def _filled(self, address: str) -> str:
        try:
            return Environment(os.environ).filled(address)
        except KeyError as error:
            raise VenueError(
                Text(
                    f"環境変数 {error.args[0]} に値がありません。",
                    f"environment variable {error.args[0]} is not set: expected its value there",
                )
            ) from None

    def _named(self, name: str) -> str:
        """Return a file name as a path relative to the venue file; an id is returned unchanged."""
        return str(self._folder / name) if name.endswith(".toml") else name

    def _let_go(self, board: bool = False, camera: bool = False) -> None:
        if board and self.board is not None:
            self.board.close()
            self.board = None
        if camera and self.camera is not None:
            self.camera.close()
            self.camera = None


_KEY_OF: Final = {SetupPart.BOARD: "serial", SetupPart.CAMERA: "camera"}
_REACHED: Final = (GoalStep.DONE, GoalStep.ALREADY)


def _aimed(told: FittedJson) -> str:
    edges = "" if told["edges_off_mm"] is None else f", {told['edges_off_mm']} mm"
    return f"{told['error_px']} px{edges}"


def _counted(tiles: LearntJson | None) -> str:
    return "" if tiles is None else str(tiles["faces"])

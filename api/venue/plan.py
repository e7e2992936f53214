"""Plan of a venue file: one configuration per table, or all mistakes of the file at once."""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import asdict, replace

from api.broadcast.looks import FOLDER, check_colours, check_photos
from api.paths import sets_folder
from api.reach.plan import ListenPlan
from api.rulebooks.compatibility import check_fit, check_read
from api.service.compose import SeatCamera, TableConfig, check_parts
from api.stores.open import events_beside
from api.tls.plan import TlsPlan
from api.venue.reading import Checks, read_text, read_venue, unknown
from api.venue.schema import HttpSettings, SeatCameraSettings, TableSettings, VenueSettings
from controller.errors import EyesError, JantakuError, ProfileError, VenueError
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import load
from controller.rulebooks.files.toml import KeyPath, line_of
from controller.rulebooks.house import Problem
from controller.rulebooks.written import book_text
from controller.text import Text
from controller.views.policy import Release
from hardware.profiles.load import load_profile, profile_data, profile_ids
from vision.capture.network.phone_line import PHONE
from vision.capture.open import LIVE, is_camera, parted
from vision.capture.settings import joined

SIMULATOR: Final = "simulator"
"""Value of serial port, camera and calibration that makes the table a simulated one."""
Given = Mapping[str, Any]
"""Keys of ``[http]`` given on the command line."""
NOTHING_GIVEN: Final[Given] = MappingProxyType({})
_ID: Final = re.compile(r"[\w-]{1,40}")
_AS_IT_IS: Final = (
    *("auto_settle", "shared_time", "threads", "pictures_mb", "frames_mb", "keep_days", "board", "tiles"),
    *("names", "teams", "colours", "undo_s", "same_time_s", "sweep_s", "automatic", "confirmed", "unverified"),
)
"""Keys of a table that are copied unchanged into its configuration."""


@dataclass(frozen=True, slots=True)
class VenuePlan:
    """Content of a valid venue file. ``tables``: by id; ``secrets``: values that messages must hide."""

    file: Path
    settings: VenueSettings
    tables: Mapping[str, TableConfig]
    secrets: frozenset[str]

    @property
    def http(self) -> HttpSettings:
        """Settings of ``[http]``."""
        return self.settings.http

    @property
    def listen(self) -> ListenPlan:
        """Addresses, ports and TLS on which to listen, from ``[http]``."""
        http = self.http
        files = map(self.beside, (http.certificate, http.private_key))
        return ListenPlan(http.host, http.port, TlsPlan(http.tls, http.tls_port, *files))

    @property
    def stores(self) -> Path:
        """Folder of the journals and of the service's other data about its tables."""
        return _beside(self.file, self.settings.stores.folder)

    @property
    def events(self) -> Path | str:
        """Storage of the venue's events, in the store of its tables."""
        return events_beside(self.stores, [each.journal for each in self.tables.values()])

    def beside(self, file: str) -> str:
        """Return a path of the venue file, relative to its folder unless absolute; "" stays ""."""
        return str(_beside(self.file, file)) if file else ""


def _beside(file: Path, name: str) -> Path:
    return file.parent / Path(name).expanduser()


def read_plan(file: Path, variables: Mapping[str, str] = os.environ, given: Given = NOTHING_GIVEN) -> VenuePlan:
    """Read a venue file, with ``given`` keys overriding ``[http]``; raises VenueError with a line for each mistake."""
    making = _Making(file, variables)
    tables = making.tables()
    settings = making.read.settings
    if settings is not None:
        settings = replace(settings, http=replace(settings.http, **given))
        making.check_tls(settings.http)
    if making.problems or settings is None:
        raise VenueError("\n".join(f"{file}: {each}" for each in sorted(making.problems)))
    return VenuePlan(file, settings, tables, making.read.secrets)


def empty_plan(file: Path, host: str, port: int, **given: Any) -> VenuePlan:
    """Return the plan for a file that does not exist yet: no table, served as given until the setup page writes one."""
    http = HttpSettings(host=host, port=port, **given)
    return VenuePlan(file, VenueSettings(table={}, http=http), {}, frozenset())


class _Making:
    """One pass over the settings of all tables, which collects problems instead of stopping at the first."""

    def __init__(self, file: Path, variables: Mapping[str, str]) -> None:
        self._file = file
        checks: Checks = {
            **_CHECKS,
            "rulebook": lambda name: load(self._book(name)),
            "profile": lambda name: load_profile(self._profile(name)),
        }
        self.read = read_venue(read_text(file), variables, checks)
        self.problems = list(self.read.problems)

    def tables(self) -> dict[str, TableConfig]:
        """Return the configurations of the tables without mistakes."""
        settings = self.read.settings
        if settings is None:
            return {}
        made = {}
        for name, table in settings.table.items():
            if _ID.fullmatch(name) is None:
                self._refuse(("table", name), "expected an id of up to 40 letters, digits, - and _")
                continue
            floor_s = settings.release.floor_s or None
            config = self._table(name, table, self._path(settings.stores.folder), floor_s)
            if config is not None:
                made[name] = config
        for key in ("serial", "camera", "journal"):
            self._twice(made, key)
        return made

    def _table(self, name: str, table: TableSettings, stores: Path, floor_s: float | None) -> TableConfig | None:
        book = self._book(table.rulebook)
        try:
            release = Release.parse(str(table.release), floor_s)
        except JantakuError as error:
            self._refuse(("table", name, "release"), str(error))
            return None
        if table.serial == SIMULATOR and not self._is_simulated_whole(name, table):
            return None
        profile = self._profile(table.profile)
        try:
            check_parts(table.camera, table.calibration, bool(table.seats or table.evidence))
            camera, seats = self._camera(table) if table.camera else "", tuple(self._seats(table))
        except JantakuError as error:
            self._refuse(("table", name, "camera"), str(error))
            return None
        try:
            check_read(load(book), shared=table.unverified, how="unverified = true")
            check_fit(load(book), load_profile(profile))
        except JantakuError as error:
            self._refuse(("table", name, "rulebook"), str(error))
            return None
        return TableConfig(
            *(name, profile, book, f"{SIMULATOR}:{name}" if table.serial == SIMULATOR else table.serial),
            camera=camera,
            calibration=self._address(table.calibration) if table.calibration else "",
            journal=self._journal(table.journal) if table.journal else stores / f"{name}.sqlite",
            evidence=self._path(table.evidence) if table.evidence else None,
            seats=seats,
            release=release,
            release_floor_s=floor_s,
            photos=tuple(str(self._file.parent / FOLDER / each) if each else "" for each in table.photos),
            **{key: getattr(table, key) for key in _AS_IT_IS},
            contents=self._contents(table, profile, book),
            secrets=self.read.secrets,
        )

    def _is_simulated_whole(self, name: str, table: TableSettings) -> bool:
        """Check that a simulated table names no camera, calibration or journal of its own, as it would ignore them."""
        found = True
        for key in ("journal", "camera", "calibration"):
            if getattr(table, key) not in ("", SIMULATOR):
                self._refuse(("table", name, key), "expected none: a simulated table has its own, and starts over")
                found = False
        return found

    def _contents(self, table: TableSettings, profile: str, book: str) -> tuple[tuple[str, str], ...]:
        """Return a fingerprint of the files behind each key, to detect changed content; missing files are left out."""
        named = {
            "calibration": [table.calibration],
            "seats": [each.calibration for each in table.seats.values()],
            "tiles": [str(sets_folder() / f"{table.tiles}.npz") if table.tiles else ""],
        }
        files = {key: [Path(self._address(each)) for each in some if each] for key, some in named.items()}
        told = {key: b"".join(each.read_bytes() for each in some if each.is_file()) for key, some in files.items()}
        told["rulebook"] = book_text(load(book)).encode()
        told["profile"] = json.dumps(profile_data(profile), sort_keys=True, default=str).encode()
        return tuple(sorted((key, hashlib.sha256(each).hexdigest()) for key, each in told.items()))

    def check_tls(self, http: HttpSettings) -> None:
        """Check that certificate and key are named only where they are used, and that the TLS port is another port."""
        for name in ("certificate", "private_key"):
            if bool(getattr(http, name)) is not (http.tls == "own"):
                self._refuse(("http", name), 'expected a PEM file with tls = "own", and none otherwise')
        if http.tls != "off" and http.tls_port == http.port:
            self._refuse(("http", "tls_port"), "the same as port: expected one of its own")

    def _seats(self, table: TableSettings) -> Iterator[SeatCamera]:
        for name, seat in sorted(table.seats.items()):
            yield SeatCamera(Seat[name], self._camera(seat), self._address(seat.calibration))

    def _twice(self, made: Mapping[str, TableConfig], key: str) -> None:
        """Refuse a serial port, camera or journal that two tables share."""
        first: dict[str, str] = {}
        for name, config in made.items():
            value = str(getattr(config, key)).partition("#")[0]
            # Each table has its own simulator and its own phone.
            if value in ("", SIMULATOR, PHONE):
                continue
            if value in first:
                self._refuse(("table", name, key), f"the same as of table {first[value]}: expected one of its own")
            first.setdefault(value, name)

    def _refuse(self, path: KeyPath, reason: str) -> None:
        lines = self.read.lines
        # A value inherited from [defaults] has its line there.
        if path not in lines and ("defaults", *path[2:]) in lines:
            path = ("defaults", *path[2:])
        self.problems.append(Problem(line_of(dict(lines), path), ".".join(path), reason))

    def _book(self, name: str) -> str:
        return str(self._path(name)) if name.endswith(".toml") else name

    def _address(self, address: str) -> str:
        return address if address == SIMULATOR or is_camera(address) else str(self._path(address))

    def _camera(self, chosen: TableSettings | SeatCameraSettings) -> str:
        """Return the camera's address with its settings appended, as the camera source expects it; raises EyesError."""
        keys = asdict(chosen.camera_settings)
        address = self._address(chosen.camera)
        if any(keys.values()) and not address.startswith(LIVE):
            raise EyesError("camera_settings: expected none for a phone, a film or a folder of pictures")
        keys["ca"] = str(self._path(keys["ca"])) if keys["ca"] else ""
        made = joined(address, keys)
        parted(made)
        return made

    def _journal(self, address: str) -> Path | str:
        return address if "://" in address else self._path(address)

    def _path(self, name: str) -> Path:
        """Return a path of the venue file, relative to its folder unless absolute."""
        return _beside(self._file, name)

    def _profile(self, name: str) -> str:
        """Return a built-in profile id, or the path of a profile file beside the venue file; raises ProfileError."""
        if name.endswith(".toml"):
            return str(self._path(name))
        if name not in profile_ids():
            raise ProfileError(f"no table profile {name!r}: {unknown(name, profile_ids())}")
        return name


def _codes(codes: tuple[str, ...]) -> None:
    for code in codes:
        if code not in FAULT_KINDS:
            raise VenueError(f"unknown fault {code!r}: {unknown(code, FAULT_KINDS)}")


def _names(names: tuple[str, ...]) -> None:
    if not all(name.strip() for name in names):
        raise VenueError(
            Text(
                "空の名前があります。四つの席すべてに入力してください。",
                "an empty name: expected four texts, of seats A to D",
            )
        )
    _require_printable(names)


def _require_printable(names: tuple[str, ...]) -> None:
    """Raise VenueError for a text with unprintable characters: they could reverse, hide or break a text in
    an overlay.
    """
    if not all(name.isprintable() for name in names):
        raise VenueError(
            Text(
                "目に見えない文字が含まれています。表示できる文字にしてください。",
                "a text with signs that are not seen: expected letters that can be printed",
            )
        )


def _teams(names: tuple[str, ...]) -> None:
    _require_printable(names)
    if len(names) not in (0, len(SEATS)):
        raise VenueError(
            Text(
                f"値が{len(names)}個です。四つの席の分をそろえるか、すべて空にしてください。",
                f"{len(names)} values: expected four texts, of seats A to D, or an empty list",
            )
        )


_CHECKS: Final[Checks] = {
    "automatic": _codes,
    "confirmed": _codes,
    "names": _names,
    "teams": _teams,
    "colours": check_colours,
    "photos": check_photos,
    "release": lambda given: Release.parse(str(given)),
}

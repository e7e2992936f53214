"""Service side of the setup page: one draft per table, permission to show pictures, writing the venue file."""

import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from api.setup.devices import boards, cameras, same_camera
from api.setup.drafts import DraftFiles
from api.setup.schemas import FoundJson, OverviewJson, SetupJson, SetUpTableJson
from api.setup.table_setup import TableSetup
from api.venue.file_change import FileChange, table_values
from api.venue.stand import VenueChange
from controller.errors import JantakuError, ProfileError, VenueError
from controller.ports.log import WordLog
from controller.text import Text
from hardware.profiles.load import load_profile, profile_ids
from hardware.profiles.schema import TableSize

if TYPE_CHECKING:
    # A service without a venue file does not load it.
    from api.venue.running import RunningVenue

_ID: Final = re.compile(r"[\w-]{1,40}")
_MOST: Final = 64
"""Most tables that can be in set-up at the same time; chosen: more than a venue has."""
IN_PLAY: Final = Text(
    "この卓（またはこのカメラの卓）は対局中です。手牌が写るので、局が終わるまで画像は出しません。",
    "This table, or one that this camera is of, is in play: a picture would show hands. It is shown after the round.",
)
log: WordLog = structlog.get_logger()


def own_profiles(folder: Path) -> list[tuple[str, TableSize]]:
    """Return file name and table size of the profile files beside the venue file; invalid files are skipped."""
    found = []
    for file in sorted(folder.glob("*.toml"))[:_MOST]:
        try:
            found.append((file.name, load_profile(str(file)).table))
        except ProfileError:
            continue
    return found


class SetupDesk:
    """Drafts of tables in set-up, stored until they are saved."""

    def __init__(self, venue: "RunningVenue") -> None:
        """Create a desk without drafts."""
        self._venue, self._lock = venue, threading.Lock()
        self._files = DraftFiles(venue.file)
        self._drafts: dict[str, TableSetup] = {}

    def overview(self) -> OverviewJson:
        """Return the name of the venue file, its tables and the available profiles."""
        stands = self._venue.tables.stands
        profiles = [(name, load_profile(name).table) for name in profile_ids()]
        profiles += own_profiles(self._venue.file.parent)
        known = {each.table for each in stands}
        tables: list[SetUpTableJson] = [
            {"table": each.table, "running": each.running, "known": True} for each in stands
        ]
        tables += [{"table": name, "running": False, "known": False} for name in self.begun() if name not in known]
        return {
            "file": self._venue.file.name,
            "tables": tables,
            "profiles": [{"id": name, "ja": size.name_ja, "en": size.name} for name, size in profiles],
        }

    def found(self) -> FoundJson:
        """Return the boards and cameras that are connected to this machine."""
        return {"boards": boards(), "cameras": cameras()}

    def draft(self, table: str) -> TableSetup:
        """Return the draft of a table, created from the venue file if needed; raises VenueError for an invalid table
        id.
        """
        if _ID.fullmatch(table) is None:
            raise VenueError(
                Text(
                    "卓の名前は40文字までの英数字と「-」「_」にしてください。",
                    "expected an id of up to 40 letters, digits, - and _",
                )
            )
        with self._lock:
            if table not in self._drafts:
                if len(self._drafts) >= _MOST:
                    raise VenueError(
                        Text(
                            f"設定中の卓がすでに{_MOST}卓あります。その中から選んでください。",
                            f"{_MOST} tables are set up already: expected one of them",
                        )
                    )
                known = any(each.table == table for each in self._venue.tables.stands)
                written = table_values(self._venue.file, table)
                self._drafts[table] = self._taken_up(TableSetup(table, self._venue.file.parent, written, known))
            return self._drafts[table]

    def begun(self) -> list[str]:
        """Return the tables with an unsaved draft."""
        return list(dict.fromkeys((*self._drafts, *self._files.tables())))

    def _taken_up(self, fresh: TableSetup) -> TableSetup:
        """Apply the stored draft of the table to ``fresh``; a draft that names a removed profile or rulebook is
        dropped.
        """
        kept = self._files.taken(fresh.table)
        if kept is not None:
            try:
                fresh.take_up(kept)
            except JantakuError as error:
                log.warning("draft not taken up", table=fresh.table, reason=str(error))
        return fresh

    def keep(self, table: str) -> None:
        """Store the draft so that it survives a restart; delete the stored draft if everything is saved."""
        draft = self.draft(table)
        self._files.keep(table, draft.to_store())

    def to_json(self, table: str) -> SetupJson:
        """Return the draft as shown on the page."""
        stand = next((each for each in self._venue.tables.stands if each.table == table), None)
        return self.draft(table).to_json(stand is not None and stand.running, None if stand is None else stand.trouble)

    def may_show(self, table: str) -> Text | None:
        """Return why no picture of the draft's camera may be shown now; None if it may.

        A picture of a table in play would show hands. Until the round is over it is refused, by whatever address the
        camera is named.
        """
        camera = str(self.draft(table).values.get("camera", ""))
        for name in self._venue.tables.in_round():
            config = self._venue.tables.config(name)
            used = [] if config is None else [config.camera, *(seat.address for seat in config.seats)]
            if name == table or any(same_camera(camera, each) for each in used):
                return IN_PLAY
        return None

    def held(self, serial: str) -> str:
        """Return the name of the running table that uses a serial port, "" if none does."""
        tables = self._venue.tables
        names = [name for name in tables if (config := tables.config(name)) is not None and config.serial == serial]
        return names[0] if names else ""

    def save(self, table: str, by: str) -> VenueChange:
        """Write the draft to the venue file and reload the venue; raises VenueError and then restores the file."""
        draft = self.draft(table)
        # Release the devices: the table opens them itself.
        draft.let_go()
        change = FileChange(self._venue.file, {("table", table): draft.section()}, self._venue.own_http())
        change.put()
        try:
            told = self._venue.reload(reason=f"setup by {by}")
        except VenueError:
            change.undo()
            raise
        log.info("table set up", table=table, by=by)
        with self._lock:
            kept = self._drafts.pop(table)
            self._files.keep(table, None)
        draft = self.draft(table)
        draft.answered, draft.looked, draft.tiles, draft.proved = kept.answered, kept.looked, kept.tiles, kept.proved
        return told

    def forget(self, table: str) -> None:
        """Discard the draft of a table, so that the next one starts from the venue file."""
        with self._lock:
            draft = self._drafts.pop(table, None)
            if _ID.fullmatch(table) is not None:
                self._files.keep(table, None)
        if draft is not None:
            draft.let_go()

    def close(self) -> None:
        """Release all devices."""
        for draft in tuple(self._drafts.values()):
            draft.let_go()

"""Changes of the venue file made by the setup page: comments and order stay, and the file is replaced atomically, only
by valid content.
"""

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomlkit
from tomlkit.exceptions import TOMLKitError

from api.paths import put_in_place, write_through
from api.venue.plan import VenuePlan, read_plan
from api.venue.reading import read_text
from controller.errors import VenueError

_HEAD: Final = (
    "# A venue, written by the setup page; its keys: docs/venue.md. Check it with: jantaku serve {} --check\n\n"
)
_PRIVATE: Final = 0o600
"""File mode of a new venue file: camera addresses may contain passwords."""
_writing: Final = threading.Lock()


def table_values(file: Path, table: str) -> dict[str, Any]:
    """Return the keys of a table as written in the file, over those of ``[defaults]``; empty if there is no
    file yet.
    """
    if not file.exists():
        return {}
    document = _document(read_text(file), file).unwrap()
    own = document.get("table", {}).get(table, {})
    return {**document.get("defaults", {}), **own} if own else dict(document.get("defaults", {}))


class FileChange:
    """A change of sections of the venue file, applied by ``put`` and reverted by ``undo``."""

    def __init__(
        self,
        file: Path,
        sections: Mapping[tuple[str, ...], Mapping[str, Any]],
        http: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """``sections``: by path such as ``("table", "1")``, the keys to set, with None for those to remove.

        ``http``: the ``[http]`` section of a file that ``put`` creates.
        """
        self._file, self._sections, self._http = file.resolve(), sections, http
        self._before: bytes | None = None

    def put(self) -> VenuePlan:
        """Write the file if its new content is valid; raises VenueError with every mistake and then changes nothing."""
        with _writing:
            self._before = self._file.read_bytes() if self._file.exists() else None
            text = self._changed("" if self._before is None else read_text(self._file))
            fresh = self._file.with_name(f".{self._file.name}.{os.getpid()}.new")
            try:
                write_through(fresh, text.encode(), self._mode())
                plan = read_plan(fresh)
                os.replace(fresh, self._file)
            except VenueError as error:
                raise VenueError(str(error).replace(str(fresh), self._file.name)) from None
            except OSError as error:
                raise VenueError(f"{self._file}: cannot be written: {error.strerror or error}") from None
            finally:
                fresh.unlink(missing_ok=True)
            _settle(self._file.parent)
        return plan

    def undo(self) -> None:
        """Restore the content before ``put``; delete the file if there was none."""
        with _writing:
            if self._before is None:
                self._file.unlink(missing_ok=True)
                return
            put_in_place(self._file, self._before, self._mode())

    def _mode(self) -> int:
        return self._file.stat().st_mode & 0o777 if self._file.exists() else _PRIVATE

    def _changed(self, text: str) -> str:
        document = _document(text or _HEAD.format(self._file.name), self._file)
        if not text and self._http:
            document["http"] = dict(self._http)
        for path, values in self._sections.items():
            section: Any = document
            for depth, name in enumerate(path, 1):
                if name not in section:
                    section[name] = tomlkit.table(is_super_table=depth < len(path))
                section = section[name]
            for key, value in values.items():
                if value is None:
                    section.pop(key, None)
                elif key not in section or section[key] != value:
                    section[key] = value
        return tomlkit.dumps(document)


def _document(text: str, file: Path) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise VenueError(f"{file}: not TOML: {error}") from None


def _settle(folder: Path) -> None:
    """Flush the folder to disk, so that a rename in it is durable, on systems that can flush folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

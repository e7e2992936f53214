"""The formats in which records are exported."""

from enum import StrEnum


class RecordFormat(StrEnum):
    """A format by its name on the command line.

    ``endings``: accepted file name extensions, the first one is used for writing. ``media``: its media type over HTTP.
    ``is_table``: one file holds all games.
    """

    endings: tuple[str, ...]
    media: str
    is_table: bool

    def __new__(
        cls, name: str, endings: tuple[str, ...], media: str = "text/plain", is_table: bool = False
    ) -> "RecordFormat":
        """Create a format with the properties of its files."""
        made = str.__new__(cls, name)
        made._value_ = name
        made.endings, made.media, made.is_table = endings, media, is_table
        return made

    TENHOU6 = "tenhou6", (".json",), "application/json"
    MJAI = "mjai", (".mjson", ".jsonl", ".mjai")
    CSV = "csv", (".csv",), "text/csv", True

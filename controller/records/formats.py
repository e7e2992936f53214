"""The formats in which records are exported."""

from enum import StrEnum


class RecordFormat(StrEnum):
    """A format by its name on the command line."""

    TENHOU6 = "tenhou6"
    MJAI = "mjai"
    CSV = "csv"

"""Names on the broker: subjects, streams and message ids."""

import re
from dataclasses import dataclass
from typing import Final

from controller.errors import JantakuError

STAFF_STREAM: Final = "JANTAKU_STAFF"
PUBLIC_STREAM: Final = "JANTAKU_PUBLIC"
STAFF_SUBJECTS: Final = "jantaku.*.*.staff"
PUBLIC_SUBJECTS: Final = "jantaku.*.*.public"
# Stored public messages are republished here for gateways.
VIEW_SUBJECTS: Final = "jantaku-view.*.*"
HELD_SUBJECTS: Final = "jantaku.*.*.held"
STORED_SUBJECTS: Final = "jantaku.*.*.stored"
CLIP_SUBJECTS: Final = "jantaku.*.*.clip"
# Requests with a single answer: for a table's past messages, and for the list of tables.
PAST_SUBJECTS: Final = "jantaku-past.*.*"
TABLES_SUBJECT: Final = "jantaku-tables"
# Requests by a venue's agent: the broker's position in a journal (answered by the owner of the streams), the
# position of the hub's database, and pictures sent to the hub.
ASKED_OF_KEEPER: Final = ("stored",)
ASKED_OF_HUB: Final = ("held", "clip")
JOURNAL_HEADER: Final = "Jantaku-Journal"

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def token(name: str, what: str) -> str:
    """Return the name of a venue or table if it can be part of a subject; raises JantakuError otherwise."""
    if _TOKEN.fullmatch(name) is None:
        raise JantakuError(f"{what} {name!r}: expected 1 to 64 of A-Z a-z 0-9 _ -, since it is a part of subjects")
    return name


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A table of a venue, and its subjects."""

    venue: str
    table: str

    @classmethod
    def of(cls, subject: str) -> "TableAddress":
        """Return the table named in a subject of any kind; raises JantakuError."""
        parts = subject.split(".")
        if len(parts) not in (3, 4):
            raise JantakuError(f"subject {subject!r}: expected jantaku.VENUE.TABLE and what it carries")
        return cls(parts[1], parts[2])

    @property
    def staff(self) -> str:
        """Subject of complete records."""
        return f"jantaku.{self.venue}.{self.table}.staff"

    @property
    def public(self) -> str:
        """Subject of public feed messages."""
        return f"jantaku.{self.venue}.{self.table}.public"

    @property
    def stored(self) -> str:
        """Subject of requests for the broker's position in the journal."""
        return f"jantaku.{self.venue}.{self.table}.stored"

    @property
    def held(self) -> str:
        """Subject of requests for the hub's position in the journal."""
        return f"jantaku.{self.venue}.{self.table}.held"

    @property
    def clip(self) -> str:
        """Subject of pictures sent to the hub."""
        return f"jantaku.{self.venue}.{self.table}.clip"

    @property
    def past(self) -> str:
        """Subject of requests for the table's messages in the public stream."""
        return f"jantaku-past.{self.venue}.{self.table}"


@dataclass(frozen=True, slots=True)
class RecordName:
    """Identifies a record: its journal (the hash of its first record), sequence and hash."""

    journal: str
    sequence: int
    hash: str

    def __str__(self) -> str:
        return f"{self.journal}.{self.sequence}.{self.hash}"

    def message(self, place: TableAddress, again: str = "") -> str:
        """Return the message id; it names the table, as two tables may have equal journals after a restore.

        ``again``: suffix for sending a record again that the broker lost.
        """
        return f"{self}.{place.venue}.{place.table}{again}"

    @classmethod
    def parse(cls, text: str) -> "RecordName | None":
        """Return the record that a message id names, with or without suffix; None for any other text."""
        parts = text.split(".")
        if len(parts) < 3 or not parts[1].isdecimal():
            return None
        return cls(parts[0], int(parts[1]), parts[2])


def domain(venue: str) -> str:
    """Return the JetStream domain of a venue's broker."""
    return f"edge-{token(venue, 'venue')}"

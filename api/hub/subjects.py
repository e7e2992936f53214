"""Names on the broker: subjects, streams and what a message about a record is called."""

import re
from dataclasses import dataclass
from typing import Final

from controller.errors import JantakuError

STAFF_STREAM: Final = "JANTAKU_STAFF"
PUBLIC_STREAM: Final = "JANTAKU_PUBLIC"
STAFF_SUBJECTS: Final = "jantaku.*.*.staff"
PUBLIC_SUBJECTS: Final = "jantaku.*.*.public"
# What the hub's broker hands on of the public stream once it is stored: what gateways listen to.
VIEW_SUBJECTS: Final = "jantaku-view.*.*"
HELD_SUBJECTS: Final = "jantaku.*.*.held"
STORED_SUBJECTS: Final = "jantaku.*.*.stored"
CLIP_SUBJECTS: Final = "jantaku.*.*.clip"
# Questions of one answer. Viewers ask for the past of a table and for the list of tables.
PAST_SUBJECTS: Final = "jantaku-past.*.*"
TABLES_SUBJECT: Final = "jantaku-tables"
# A venue's agent asks the owner of the streams for the broker's position in a journal, and the hub for the database's;
# it hands the hub pictures.
ASKED_OF_KEEPER: Final = ("stored",)
ASKED_OF_HUB: Final = ("held", "clip")
JOURNAL_HEADER: Final = "Jantaku-Journal"

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def token(name: str, what: str) -> str:
    """The name of a venue or table as one part of a subject; raises JantakuError where it cannot be one."""
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
        """The table that a subject of any kind speaks of; raises JantakuError."""
        parts = subject.split(".")
        if len(parts) not in (3, 4):
            raise JantakuError(f"subject {subject!r}: expected jantaku.VENUE.TABLE and what it carries")
        return cls(parts[1], parts[2])

    @property
    def staff(self) -> str:
        """Whole records."""
        return f"jantaku.{self.venue}.{self.table}.staff"

    @property
    def public(self) -> str:
        """What the gate let out."""
        return f"jantaku.{self.venue}.{self.table}.public"

    @property
    def stored(self) -> str:
        """Where an agent asks how far the broker's stream has the journal."""
        return f"jantaku.{self.venue}.{self.table}.stored"

    @property
    def held(self) -> str:
        """Where an agent asks the hub how far it has the journal."""
        return f"jantaku.{self.venue}.{self.table}.held"

    @property
    def clip(self) -> str:
        """Where an agent hands the hub a picture."""
        return f"jantaku.{self.venue}.{self.table}.clip"

    @property
    def past(self) -> str:
        """Where viewers ask for what the public stream has of the table."""
        return f"jantaku-past.{self.venue}.{self.table}"


@dataclass(frozen=True, slots=True)
class RecordName:
    """What names one record anywhere: its journal (the hash of its first record), sequence and hash."""

    journal: str
    sequence: int
    hash: str

    def __str__(self) -> str:
        return f"{self.journal}.{self.sequence}.{self.hash}"

    def message(self, place: TableAddress, again: str = "") -> str:
        """Message id: equal journals of two tables, as after a restore, are no duplicates of each other.

        ``again``: separates it from one that the broker had and lost.
        """
        return f"{self}.{place.venue}.{place.table}{again}"

    @classmethod
    def parse(cls, text: str) -> "RecordName | None":
        """The record that a message id names, sent again or not; None for anything else."""
        parts = text.split(".")
        if len(parts) < 3 or not parts[1].isdecimal():
            return None
        return cls(parts[0], int(parts[1]), parts[2])


def domain(venue: str) -> str:
    """The JetStream domain of a venue's broker."""
    return f"edge-{token(venue, 'venue')}"

"""Checks whether a rulebook can be played at a table, with a one-line error before anything is opened."""

from typing import Final

import structlog

from controller.errors import ProfileError, RulebookError
from controller.ports.log import WordLog
from controller.rulebooks.rulebook import Rulebook
from controller.table.compatibility import fit
from hardware.profiles.load import load_profile, profile_ids
from hardware.profiles.machine_facts import table_work
from hardware.profiles.schema import TableProfile

log: WordLog = structlog.get_logger()


MOST_UNVERIFIED: Final = 100
"""Unverified fields up to which a rulebook is played without confirmation; chosen: two of three."""


def unread(book: Rulebook) -> int:
    """Return the number of unverified fields if a rulebook needs confirmation before it is played, else 0."""
    fields = len(book.unverified)
    return fields if fields > MOST_UNVERIFIED else 0


def check_read(book: Rulebook, *, shared: bool, how: str) -> None:
    """Raise RulebookError if a rulebook has too many unverified fields and ``shared`` does not confirm it.

    ``how``: text that tells the user how to confirm.
    """
    fields = unread(book)
    if fields and not shared:
        raise RulebookError(
            f"{book.id}: {fields} fields are unverified, its text was not read whole ({book.source}); "
            f"to play by it all the same: {how}"
            f" / {book.ja}は{fields}項目が未確認です（原文を通読していません）。それでも使うときは {how}"
        )


def check_fit(book: Rulebook, profile: TableProfile) -> None:
    """Raise ProfileError if a clause bars the rulebook from this family of tables; log clauses that are set aside."""
    found = fit(book, table_work(profile))
    if not found.usable:
        clause = found.barred[0]
        usable = [name for name in profile_ids() if fit(book, table_work(load_profile(name))).usable]
        elsewhere = f"--profile {' or '.join(usable)}" if usable else "another --rulebook"
        raise ProfileError(
            f"{book.id} cannot be played at {profile.id}: {clause.en}; expected {elsewhere}"
            f" / {book.ja}は{profile.table.name_ja}では使えません: {clause.ja}"
        )
    for clause in found.set_aside:
        log.warning("clause set aside", rulebook=book.id, profile=profile.id, en=clause.en, ja=clause.ja)

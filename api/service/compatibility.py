"""Whether a rulebook can be played at a table: said in one line before anything begins."""

import structlog

from controller.errors import ProfileError
from controller.ports.log import WordLog
from controller.rulebooks.rulebook import Rulebook
from controller.table.compatibility import fit
from hardware.profiles.load import load_profile, profile_ids
from hardware.profiles.machine_facts import table_work
from hardware.profiles.schema import TableProfile

log: WordLog = structlog.get_logger()


def check_fit(book: Rulebook, profile: TableProfile) -> None:
    """Raises ProfileError where a clause bars the book from this family of tables; clauses set aside are logged."""
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

"""A short run of the program that measures restarts: the service becomes ready on a journal of many games each time."""

from pathlib import Path

import pytest

from tests.support.restarts import evening, room, start
from tests.support.table_on_pty import table_on_pty


@pytest.mark.long
def test_a_service_killed_over_an_evenings_journal_is_ready_again(tmp_path: Path) -> None:
    journal = tmp_path / "evening.sqlite"
    assert evening(journal, 300) >= 300
    options = [*room(tmp_path), "--serial", str(tmp_path / "table"), "--journal", str(journal)]
    with table_on_pty(tmp_path / "table"):
        first, again = (start(options, tmp_path)[1] for _ in range(2))
    # The second start finds what the first one had to make, such as compiled modules; the rest depends on the machine.
    assert again < 2.0 * first

"""The interface conforms to its document: every check of schemathesis, over a table in the middle of a round."""

import re
from pathlib import Path

import pytest

from api.access.roles import Role
from tests.support.schemathesis_run import schemathesis, tried_service


@pytest.mark.process
@pytest.mark.slow
def test_every_check_of_every_operation_holds(tmp_path: Path) -> None:
    with tried_service(tmp_path) as web:
        # The row is read from a picture, which takes a second each time; the long run covers it, and every phase.
        left_out = ("--exclude-path", "/api/v1/tables/{table}/row")
        answer = schemathesis(web, Role.OWNER, 2, "--seed", "20", "--phases", "fuzzing", "--no-shrink", *left_out)
    assert answer.returncode == 0, answer.stdout
    tried = re.search(r"Selected: (\d+)/\d+\s+Tested: \1\n", answer.stdout)
    assert tried is not None, answer.stdout
    assert int(tried[1]) > 30

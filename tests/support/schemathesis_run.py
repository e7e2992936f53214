"""Tests the whole HTTP interface against its OpenAPI document: every check of schemathesis on a served table.

``python -m tests.support.schemathesis_run --examples 200`` prints the summary and exits with schemathesis's status.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx2

from api.access.roles import Role
from api.demo.web import WebServer
from api.operations.logs import to_stderr
from controller.ports.table import GoalRequest
from controller.riichi.seat import Seat
from tests.support.logged_in import unlimited
from tests.support.quiet_table import NoEyes, NoTable, quiet_table
from tests.support.waiting import PATIENCE_S

_SETTINGS: Final = Path(__file__).with_name("schemathesis.toml")


class WillingTable(NoTable):
    """A table that accepts every goal and never reports on it."""

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Accept the goal."""


@contextmanager
def tried_service(folder: Path) -> Iterator[WebServer]:
    """Serve a table in the middle of a round, without rate limits."""
    with quiet_table(folder, edges=(WillingTable(), NoEyes())) as table:
        assert table.service is not None
        table.set_out(3, 4)
        table.turn_dora("9p", Seat.C, 5)
        table.see()
        table.service.start()
        web = WebServer({"1": table.service}, access=unlimited())
        web.start()
        try:
            yield web
        finally:
            web.stop()
            table.service.stop()


def schemathesis(web: WebServer, role: Role | None, examples: int, *more: str) -> "subprocess.CompletedProcess[str]":
    """Run every check in every phase with a role's token, or none, and ``examples`` examples per operation."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(_SETTINGS), "run"]
    command += ["--url", web.address, "--request-timeout", str(PATIENCE_S), "--checks", "all"]
    command += ["--max-examples", str(examples), "--no-color", "--suppress-health-check", "all"]
    if role is not None:
        command += ["--header", f"Authorization: Bearer {web.access.tokens.make(f'robot {role.value}', role)}"]
    # Schemathesis itself waits at most ten seconds for the document.
    document = httpx2.get(f"{web.address}/openapi.json", timeout=PATIENCE_S, trust_env=False).raise_for_status()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        Path(file.name).write_bytes(document.content)
        return subprocess.run([*command, file.name, *more], capture_output=True, text=True, check=False)


def main() -> int:
    """Run the checks for each role."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=200, help="Examples for each operation.")
    parser.add_argument("--roles", nargs="*", default=["none", *(role.value for role in Role)])
    asked, more = parser.parse_known_args()
    to_stderr()
    worst = 0
    for name in asked.roles:
        with tempfile.TemporaryDirectory() as folder, tried_service(Path(folder)) as web:
            answer = schemathesis(web, None if name == "none" else Role(name), asked.examples, *more)
        print(f"as {name}:", answer.stdout, answer.stderr, flush=True)
        worst = max(worst, answer.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())

"""The venue's board once every table of it has said its card."""

from typing import Any

from fastapi.testclient import TestClient

from tests.support.waiting import eventually


def whole_board(client: TestClient, audience: str = "public") -> dict[str, Any]:
    """What ``client`` is shown; a look waits a quarter of a second for its tables, the rest comes with the next one."""
    seen = dict[str, Any]()

    def is_whole() -> bool:
        seen.update(client.get(f"/api/v1/board?audience={audience}").json())
        return all("card" in table for table in seen.values())

    eventually(is_whole)
    return seen

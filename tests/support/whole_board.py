"""The venue's board after every table has sent its card."""

from typing import Any

from fastapi.testclient import TestClient

from tests.support.waiting import eventually


def whole_board(client: TestClient, audience: str = "public") -> dict[str, Any]:
    """Return the board that ``client`` sees; repeats the request until no table's card is missing."""
    seen = dict[str, Any]()

    def is_whole() -> bool:
        seen.update(client.get(f"/api/v1/board?audience={audience}").json())
        return all("card" in table for table in seen.values())

    eventually(is_whole)
    return seen

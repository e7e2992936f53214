"""Every route and socket of the application has its least role in the one table, which has no other rows."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.datastructures import QueryParams
from starlette.routing import Mount, WebSocketRoute

from api.access.roles import Role
from api.access.routes import ROWS, RouteRow, rows_of
from api.http.app import create_app


def served(routes: Any) -> Iterator[tuple[str, str]]:
    """Yield method and path of everything that the routes serve; ``WS`` for a socket."""
    for route in routes:
        if hasattr(route, "original_router"):
            yield from served(route.original_router.routes)
        elif isinstance(route, Mount):
            yield "GET", "/static/{path:path}"
        elif isinstance(route, WebSocketRoute):
            yield "WS", route.path
        else:
            yield from ((method, route.path) for method in route.methods - {"HEAD"})


def test_every_route_has_one_row_and_every_row_a_route() -> None:
    found = set(served(create_app({}).routes))
    rows = [(method, row.path) for row in ROWS for method in row.methods.split()]
    assert found - set(rows) == set(), "without a row in api/access/routes.py these are refused"
    assert set(rows) - found == set()
    assert len(rows) == len(set(rows))


def test_an_address_falls_under_its_own_row() -> None:
    assert [row for row in ROWS if first_row(row) != row.path] == []


def first_row(row: RouteRow) -> str:
    """Return the first row that matches an address of this row."""
    address = row.path.replace("{path:path}", "shared/base.css").replace("{", "").replace("}", "")
    return next(found.path for found in rows_of(address, ROWS) if found.methods == row.methods)


def test_what_has_no_row_falls_under_none() -> None:
    assert rows_of("/api/v2/tables", ROWS) == rows_of("/api/v1/tables/1/secret", ROWS) == ()
    assert rows_of("//api/v1/tables", ROWS) == ()


@pytest.mark.parametrize(
    ("query", "least"),
    [
        ("", Role.VIEWER),
        ("audience=public", Role.VIEWER),
        ("audience=staff", Role.REFEREE),
        ("audience=public&audience=staff", Role.REFEREE),
        ("audience=staff&audience=public", Role.REFEREE),
        ("late=1", Role.OVERLAY),
        ("late=maybe", Role.OVERLAY),
        ("late=false", Role.VIEWER),
        ("late=0&late=t", Role.OVERLAY),
        ("late=1&audience=staff", Role.REFEREE),
    ],
)
def test_a_query_asks_for_the_highest_of_its_values(query: str, least: Role) -> None:
    (row,) = rows_of("/api/v1/tables/1/feed", ROWS)
    assert row.needed(QueryParams(query)) is least


def test_roles_are_a_ladder() -> None:
    assert [role.may(Role.REFEREE) for role in Role] == [False, False, True, True, True]

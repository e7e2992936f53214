"""Clients of an application that somebody has logged in with, by the same ways as people and machines."""

from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.access.access import Access
from api.access.names import free_name
from api.access.roles import Role
from api.access.settings import AccessSettings, RateLimits
from api.demo.web import WebServer

PIN = "2580"
ORIGIN = "http://testserver"


def logged_in(app: FastAPI, role: Role = Role.OWNER, name: str = "Sato", **options: Any) -> TestClient:
    """A browser of a person with that role, who has just entered the PIN."""
    access: Access = app.state.access
    client = TestClient(app, headers={"origin": ORIGIN}, **options)
    answer = client.post("/api/v1/access/login", json={"code": access.people.link(role, name), "device": "tablet"})
    assert answer.status_code == 200, answer.text
    if role.may(Role.OVERLAY):
        assert client.put("/api/v1/access/secrets", json={"pin": PIN, "present": PIN}).status_code == 204
        assert client.post("/api/v1/access/pin", json={"pin": PIN}).status_code == 204
    return client


def unlimited(**settings: Any) -> Access:
    """Access without limits of rate, for a test that asks for everything at once; ``settings``: the others."""
    rates = RateLimits(**dict.fromkeys(RateLimits.__struct_fields__, "100000/second"))
    return Access(settings=AccessSettings(rates=rates, **settings))


def machine(app: FastAPI, role: Role, name: str = "robot", seat: str = "") -> TestClient:
    """A program with a token of that role, or of a seat; a second one of a name has a number behind it."""
    return TestClient(app, headers={"authorization": f"Bearer {token_for(app.state.access, role, name, seat)}"})


def token_for(access: Access, role: Role, name: str = "robot", seat: str = "") -> str:
    """The secret of a token of that name, or of the name with a number where that is taken."""
    return access.tokens.make(free_name(name, [str(each["name"]) for each in access.tokens.all()]), role, seat)


def link_to(web: WebServer, path: str, role: Role = Role.OWNER, name: str = "Sato") -> str:
    """The address of a page with a link that logs its opener in."""
    return f"{web.address}{path}#code={web.access.people.link(role, name)}"

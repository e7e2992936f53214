"""Clients of an application that are logged in the same ways as people and programs."""

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
    """Browser client of a person with that role who has just entered the PIN."""
    access: Access = app.state.access
    client = TestClient(app, headers={"origin": ORIGIN}, **options)
    answer = client.post("/api/v1/access/login", json={"code": access.people.link(role, name), "device": "tablet"})
    assert answer.status_code == 200, answer.text
    if role.may(Role.OVERLAY):
        assert client.put("/api/v1/access/secrets", json={"pin": PIN, "present": PIN}).status_code == 204
        assert client.post("/api/v1/access/pin", json={"pin": PIN}).status_code == 204
    return client


def unlimited(**settings: Any) -> Access:
    """Access without rate limits, for tests with many requests; ``settings``: other settings."""
    rates = RateLimits(**dict.fromkeys(RateLimits.__struct_fields__, "100000/second"))
    return Access(settings=AccessSettings(rates=rates, **settings))


def machine(app: FastAPI, role: Role, name: str = "robot", seat: str = "") -> TestClient:
    """Client with a token of that role or seat; if the name is taken, a number is appended."""
    return TestClient(app, headers={"authorization": f"Bearer {token_for(app.state.access, role, name, seat)}"})


def token_for(access: Access, role: Role, name: str = "robot", seat: str = "") -> str:
    """Return the secret of a new token; if the name is taken, a number is appended."""
    return access.tokens.make(free_name(name, [str(each["name"]) for each in access.tokens.all()]), role, seat)


def link_to(web: WebServer, path: str, role: Role = Role.OWNER, name: str = "Sato") -> str:
    """Address of a page with a link that logs the visitor in."""
    return f"{web.address}{path}#code={web.access.people.link(role, name)}"

"""The published JSON Schemas: messages of feeds and webhooks contain exactly the fields that they name."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema_rs import Draft202012Validator

from api.http.app import create_app
from api.webhooks.messages import Teller, health_message
from controller.journal.chain import Record, seal
from controller.rulebooks.catalogue import rulebook
from controller.views.gate import Audience
from tests.support.outlets import BOOK, KEPT, JournalOutlet, kept_events

CLIENT = TestClient(create_app({}), base_url="http://localhost")
JOURNALS = sorted(path.stem for path in KEPT.glob("*.jsonl"))


def form(name: str) -> Draft202012Validator:
    answer = CLIENT.get(f"/api/v1/schemas/{name}")
    assert answer.headers["content-type"] == "application/schema+json"
    return Draft202012Validator(answer.json())


def wrong(form: Draft202012Validator, told: dict[str, Any]) -> list[str]:
    return [str(error) for error in form.iter_errors(told)]


def test_every_schema_is_listed_with_its_address() -> None:
    listed = CLIENT.get("/api/v1/schemas").json()
    assert [each["id"] for each in listed] == ["feed", "webhook"]
    for each in listed:
        assert CLIENT.get(each["address"]).json()["$schema"].endswith("2020-12/schema")
    refused = CLIENT.get("/api/v1/schemas/other")
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("journal", JOURNALS)
def test_every_message_of_the_public_feed_is_as_its_schema_says(journal: str, tmp_path: Path) -> None:
    events = kept_events(journal)[:150]
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    feed = form("feed")

    async def follow() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        async for message in outlet.feed(Audience.PUBLIC).follow(0.01):
            told.append(dict(message))
            if message["type"] == "snapshot":
                outlet.add(events)
            elif message["type"] == "beat":
                break
        return told

    told = asyncio.run(follow())
    outlet.close()
    assert {each["type"] for each in told} == {"snapshot", "delta", "beat"}
    assert [error for each in told for error in wrong(feed, each)] == []
    # The schema names the permitted fields and refuses all others.
    assert wrong(feed, {**told[0], "view": {**told[0]["view"], "faults": []}})
    assert wrong(feed, {"type": "delta", "number": 1, "changes": {"wall": ["1m"]}})


@pytest.mark.parametrize("journal", JOURNALS)
def test_every_message_of_a_webhook_is_as_its_schema_says(journal: str) -> None:
    webhook = form("webhook")
    teller = Teller("t", rulebook(BOOK))
    told = [message for record in records(journal) for message in teller.fold(record)]
    told.append(health_message("t", True, 1.0))
    assert [error for each in told for error in wrong(webhook, each)] == []
    assert wrong(webhook, {**told[-1], "data": {"running": True, "why": "x"}})
    assert wrong(webhook, {**told[-1], "type": "round.begun"})


def records(journal: str) -> Iterator[Record]:
    last: Record | None = None
    for event in kept_events(journal):
        last = seal(event, event.at, last)
        yield last

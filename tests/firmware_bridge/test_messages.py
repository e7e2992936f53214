"""The catalogue of messages: one source, no stale copy, unknown messages stay unknown."""

from random import Random
from typing import get_type_hints

import pytest

from controller.errors import LinkError
from docs.generate import list_protocol
from firmware_bridge.wire.codec import Message, Unknown
from firmware_bridge.wire.frames import Frame
from firmware_bridge.wire.messages import BY_TYPE, Ack, EventReport, Log, PressCommand, State, read
from hardware.firmware import generate
from hardware.firmware.catalogue import ROOT, load


def test_python_messages_and_protocol_page_are_generated_from_the_catalogue() -> None:
    stale = [path.name for path, text in generate.outputs(load()).items() if path.read_text("utf-8") != text]
    assert stale == [], "run: python -m hardware.firmware.generate"
    assert list_protocol.PAGE.read_text("utf-8") == list_protocol.page(), "run: python docs/generate/list_protocol.py"


def test_protocol_page_names_every_message_with_its_type() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    for name, message in load()["messages"].items():
        assert any(f"`0x{message['type']:02X}`" in line and f"`{name}`" in line for line in page.splitlines()), name


def test_types_tell_the_direction_and_every_answer_comes_from_the_board() -> None:
    messages = load()["messages"].values()
    assert all((message["type"] < 0x80) == (message["from"] == "host") for message in messages)
    assert all(kind.ANSWER is None or (kind.ANSWER in BY_TYPE and kind.ANSWER >= 0x80) for kind in BY_TYPE.values())


@pytest.mark.parametrize("kind", BY_TYPE.values(), ids=lambda kind: str(kind.__name__))
def test_every_message_comes_back_from_its_frame(kind: type[Message]) -> None:
    random = Random(kind.TYPE)
    values = {int: random.randrange(256), bytes: random.randbytes(9), str: "牌詰まり"}
    message = kind(**{name: values[hint] for name, hint in get_type_hints(kind).items() if hint in values})
    assert read(message.frame(3, 4)) == message


def test_bytes_appended_by_a_newer_minor_version_are_ignored() -> None:
    assert read(Frame(Ack.TYPE, 1, 1, b"\x07new")) == Ack(7)


@pytest.mark.parametrize("frame", [Frame(0x7F, 1, 0, b"?"), Frame(State.TYPE, 1, 0, b"\x01\x02")])
def test_an_unknown_type_or_a_short_payload_stays_unknown(frame: Frame) -> None:
    assert read(frame) == Unknown(frame.type, frame.payload)


def test_a_value_that_does_not_fit_is_refused_at_birth() -> None:
    with pytest.raises(LinkError, match="PressCommand"):
        PressCommand(1 << 16, 100)
    with pytest.raises(LinkError, match="Log: payload of 50 bytes"):
        Log(0, "x" * 49)
    with pytest.raises(LinkError, match="EventReport"):
        EventReport(-1, 0, 0, 0, 0, 0, 0, 0)

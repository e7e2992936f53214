"""The frame codec: frames survive a round trip, and no damage ever yields a frame that was not sent."""

import itertools
import zlib
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import LinkError
from firmware_bridge.wire.frames import Decoder, Frame
from firmware_bridge.wire.limits import PAYLOAD_MAX

FRAMES: Final = st.builds(
    Frame,
    st.integers(0, 255),
    st.integers(0, 0xFFFF),
    st.integers(0, 255),
    st.one_of(st.binary(max_size=PAYLOAD_MAX), st.integers(0, PAYLOAD_MAX).map(bytes)),
)
LAST: Final = Frame(0x83, 7, 9, b"still here")


def test_the_bytes_of_a_ping_are_as_the_protocol_page_says() -> None:
    # Calculated by hand from docs/protocol.md: 00 | 03 | session | seq and CRC-32 (zlib), COBS-coded between zeros.
    body = bytes.fromhex("00 03 01010000 05000000")
    assert zlib.crc32(body).to_bytes(4, "little").hex() == "abaf0487"
    coded = "00 01 04 030101 01 02 05 01 01 05 abaf0487 00"
    assert Frame(3, 0x0101, 5).encode() == bytes.fromhex(coded)


@given(st.lists(FRAMES, max_size=6), st.lists(st.integers(0, 400), max_size=8))
def test_any_frames_come_back_however_the_stream_is_cut(frames: list[Frame], cuts: list[int]) -> None:
    stream = b"".join(frame.encode() for frame in frames)
    places = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    decoder = Decoder()
    got = [f for start, end in itertools.pairwise(places) for f in decoder.feed(stream[start:end])]
    assert got == frames
    assert decoder.damaged == 0


@given(st.lists(FRAMES, min_size=1, max_size=4), st.data())
def test_no_corruption_yields_a_frame_that_was_not_sent(frames: list[Frame], data: st.DataObject) -> None:
    stream = bytearray(b"".join(frame.encode() for frame in frames))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, max(0, len(stream) - 1)))
        junk = data.draw(st.binary(max_size=4))
        end = at + data.draw(st.integers(0, 12))
        stream[at:end] = junk
    decoder = Decoder()
    got = decoder.feed(bytes(stream) + LAST.encode())
    assert set(got) <= {*frames, LAST}
    assert got[-1] == LAST, "a clean frame after damage must be found at once"


@pytest.mark.slow
def test_fifty_thousand_damaged_frames_give_no_false_accept() -> None:
    random = Random(20_081)
    accepted = 0
    for _ in range(50_000):
        frame = Frame(
            random.randrange(256),
            random.randrange(1 << 16),
            random.randrange(256),
            random.randbytes(random.randrange(20)),
        )
        damaged = bytearray(frame.encode())
        for _ in range(random.randint(1, 3)):
            damaged[random.randrange(1, len(damaged) - 1)] ^= 1 << random.randrange(8)
        accepted += any(got != frame for got in Decoder().feed(bytes(damaged)))
    assert accepted == 0


def test_a_stream_without_zeros_does_not_fill_the_memory() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"\x55" * 1000) == []
    assert decoder.feed(LAST.encode()) == [LAST]
    assert decoder.damaged == 1


def test_a_payload_beyond_the_limit_is_refused() -> None:
    with pytest.raises(LinkError, match="48 bytes, at most 47"):
        Frame(1, 0, 0, bytes(48))

"""The built firmware: small, reproducible, and with the host's frame format."""

import ctypes
import shutil
import subprocess
import tomllib
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.wire.frames import Decoder, Frame
from firmware_bridge.wire.limits import PAYLOAD_MAX
from hardware.firmware.build import SHIPPED, build_of, build_program, prebuilt, program_image
from hardware.firmware.catalogue import ROOT
from tests.firmware.conftest import Built, lacking
from tests.firmware.mutated import mutated_frames

FLASH = 12288
SOURCE = ROOT / "hardware" / "firmware" / "source"


class CFrame(ctypes.LittleEndianStructure):
    """``struct Frame`` of frames.h."""

    _pack_ = 1
    _fields_ = (
        ("length", ctypes.c_uint8),
        ("type", ctypes.c_uint8),
        ("session", ctypes.c_uint32),
        ("seq", ctypes.c_uint32),
        ("payload", ctypes.c_uint8 * PAYLOAD_MAX),
        ("crc", ctypes.c_uint32),
    )


def test_the_program_fits_and_every_build_gives_the_same_bytes(built: Built, tmp_path: Path) -> None:
    again = build_program(tmp_path / "again")
    assert again.read_bytes() == built.program.read_bytes()
    assert len(program_image(again)) < FLASH


def test_the_firmware_that_boards_are_compared_with_is_the_one_that_is_built(built: Built) -> None:
    shipped = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    found = (f"{build_of(built.program):#x}", len(program_image(built.program)))
    assert found == (f"{shipped['build']:#x}", shipped["bytes"]), "run python -m hardware.firmware.build"
    assert program_image(prebuilt()) == program_image(built.program)


@pytest.fixture(scope="module")
def frames_c(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The firmware's own framing, compiled for this machine."""
    lacking(() if shutil.which("cc") else ("gcc", "libc6-dev"))
    library = tmp_path_factory.mktemp("frames") / "frames.so"
    command = ["cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-strict-aliasing", "-shared", "-fPIC"]
    subprocess.run([*command, "-o", str(library), str(SOURCE / "frames.c")], check=True)
    return ctypes.CDLL(str(library))


def test_no_damaged_frame_is_taken_for_another(tmp_path: Path) -> None:
    damaged, _, false_accepts = mutated_frames(tmp_path, 200_000, seed=1)
    assert (damaged, false_accepts) == (200_000, 0)


def written(frames_c: ctypes.CDLL, frame: Frame) -> bytes:
    """Bytes that the firmware writes to the line for a frame."""
    put = bytearray()
    raw = CFrame(len(frame.payload), frame.type, frame.session, frame.seq)
    raw.payload[: len(frame.payload)] = frame.payload
    frames_c.frame_write(ctypes.byref(raw), ctypes.CFUNCTYPE(None, ctypes.c_uint8)(put.append))
    return bytes(put)


def test_firmware_and_host_write_the_same_frames(frames_c: ctypes.CDLL) -> None:
    random = Random(4)
    for _ in range(500):
        payload = bytes(random.choice((0, 0, 1, 255, random.randrange(256))) for _ in range(random.randrange(48)))
        frame = Frame(random.randrange(256), random.randrange(1 << 16), random.randrange(256), payload)
        assert written(frames_c, frame) == frame.encode()


def test_the_firmware_reads_what_the_host_reads(frames_c: ctypes.CDLL) -> None:
    random = Random(5)
    stream = bytearray()
    for _ in range(400):
        coded = bytearray(
            Frame(random.randrange(256), random.randrange(1 << 16), 1, random.randbytes(random.randrange(48))).encode()
        )
        for _ in range(random.choice((0, 0, 1, 3))):
            coded[random.randrange(len(coded))] = random.choice((0, random.randrange(256)))
        stream += coded
    state, frame = ctypes.create_string_buffer(256), CFrame()
    taken = [
        Frame(frame.type, frame.session, frame.seq, bytes(frame.payload[: frame.length]))
        for byte in stream
        if frames_c.decoder_feed(state, byte, ctypes.byref(frame))
    ]
    assert taken == Decoder().feed(bytes(stream))
    assert len(taken) > 100

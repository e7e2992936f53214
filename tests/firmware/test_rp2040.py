"""Properties of the RP2040 board only: its file, boot block, store in flash, number and port."""

import struct
import tomllib
import zlib
from pathlib import Path

import pytest

from controller.errors import LinkError
from firmware_bridge.serial.usb import chips
from firmware_bridge.wire.codes import NakCode, ResetCause
from firmware_bridge.wire.messages import Ack, GetStats, Nak, Ping, PressCommand
from hardware.firmware.build import RP2040, SHIPPED, build_of, prebuilt
from hardware.firmware.build_rp2040 import build_uf2
from hardware.firmware.uf2 import boot_crc, uf2_image
from hardware.simulator.board.emulated import EmulatedBoard
from tests.firmware.bench import Bench
from tests.firmware.conftest import Built, KeptBoard

BLOCK = 512
PAGE = 256
FLASH = 0x10000000
STRING, INTERFACE, ENDPOINT = 3, 4, 5
UNREAD_S = 0.1
# Debian's gcc-arm-none-eabi 12.2 gives 14 KiB; the store begins 16 KiB before the end of 2 MiB.
LARGEST = 16 * 1024


def test_every_build_gives_the_same_bytes_in_pages_one_behind_the_other(built_rp2040: Built, tmp_path: Path) -> None:
    program = build_uf2(tmp_path).read_bytes()
    assert program == built_rp2040.program.read_bytes()
    blocks = [program[start : start + BLOCK] for start in range(0, len(program), BLOCK)]
    assert [struct.unpack_from("<I", block, 12)[0] for block in blocks] == list(
        range(FLASH, FLASH + len(blocks) * PAGE, PAGE)
    )
    assert len(blocks) * PAGE < LARGEST


def test_the_firmware_that_ships_is_the_one_that_is_built(built_rp2040: Built) -> None:
    shipped = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    found = (f"{build_of(built_rp2040.program):#x}", len(uf2_image(built_rp2040.program)))
    told = (f"{shipped['rp2040_build']:#x}", shipped["rp2040_bytes"])
    assert found == told, "run python -m hardware.firmware.build_rp2040"
    assert prebuilt(RP2040).read_bytes() == built_rp2040.program.read_bytes()


def test_a_file_that_is_no_uf2_is_told_with_its_block(built_rp2040: Built, tmp_path: Path) -> None:
    content = built_rp2040.program.read_bytes()
    file = tmp_path / "jantaku.uf2"
    for bad, told in (
        (b"", "an empty file"),
        (content[:-1], "block"),
        (content[:-BLOCK] + content[:BLOCK], f"block {len(content) // BLOCK}:"),
    ):
        file.write_bytes(bad)
        with pytest.raises(LinkError, match=told):
            build_of(file)


def test_the_crc_of_the_boot_block_is_the_one_that_the_boot_rom_makes() -> None:
    # The check value of CRC-32/MPEG-2 in the catalogue of CRCs by Greg Cook.
    assert boot_crc(b"123456789") == 0x0376E6E7


def test_the_board_is_named_by_what_is_in_flash(rp2040: EmulatedBoard, built_rp2040: Built) -> None:
    image = built_rp2040.program.with_name("jantaku-rp2040.bin").read_bytes()
    assert Bench(rp2040).hello().build == zlib.crc32(image)


def text(descriptor: bytes | None) -> str:
    assert descriptor is not None
    assert (descriptor[0], descriptor[1]) == (len(descriptor), STRING)
    return descriptor[2:].decode("utf-16-le")


def test_the_host_finds_a_serial_port_with_the_number_of_the_board(rp2040: KeptBoard) -> None:
    who = Bench(rp2040).hello()
    told = rp2040.told()
    assert told["qualifier"] is None, "a board of 12 Mbit/s has no other speed to tell of"
    device, port = told["device"], told["configuration"]
    assert device is not None
    assert port is not None
    assert f"{device[9] << 8 | device[8]:04x}:{device[11] << 8 | device[10]:04x}" in chips()
    assert (text(told["product"]), text(told["serial"])) == ("jantaku table board", f"{who.uid:016x}")
    assert struct.unpack_from("<H", port, 2) == (len(port),)
    parts, at = [], 0
    while at < len(port):
        parts.append(port[at : at + port[at]])
        at += port[at]
    assert [part[5:8] for part in parts if part[1] == INTERFACE] == [b"\x02\x02\x00", b"\x0a\x00\x00"]
    assert [part[2:4] for part in parts if part[1] == ENDPOINT] == [b"\x81\x03", b"\x02\x02", b"\x82\x02"]


def test_a_port_that_opens_resets_nothing_and_one_that_nobody_reads_holds_nothing_up(rp2040: KeptBoard) -> None:
    bench = Bench(rp2040)
    who = bench.hello()
    bench.hold("SET_C")
    rp2040.hold(bench.now, opened=False)
    bench.run(30 * UNREAD_S)
    bench.heard.clear()
    rp2040.hold(bench.now, opened=True)
    bench.run(0.05)
    again = bench.hello()
    assert (again.boot, again.cause, again.uptime_ms > who.uptime_ms + 2500) == (who.boot, who.cause, True)
    assert bench.answer(Ping()) == Ack(Ping.TYPE)
    assert bench.events(bench.run(0.3)), "what nobody took comes again"


def test_a_host_that_asks_and_never_reads_does_not_hang_the_board(rp2040: KeptBoard) -> None:
    bench = Bench(rp2040)
    who = bench.hello()
    rp2040.deaf(True)
    for seq in range(1, 60):
        rp2040.receive(GetStats().frame(bench.session, seq).encode(), bench.now)
        bench.run(0.02)
    rp2040.deaf(False)
    bench.run(0.5)
    again = bench.hello()
    assert (again.boot, again.uptime_ms > who.uptime_ms + 1200) == (who.boot, True)


def test_after_power_came_back_a_board_rests_before_it_presses(rp2040: EmulatedBoard) -> None:
    """The chip does not distinguish a supply that sagged from one that was switched on."""
    bench = Bench(rp2040)
    bench.hello()
    assert bench.press() == Ack(PressCommand.TYPE), "one that never started before has pressed nothing"
    bench.reset(ResetCause.POWER)
    bench.hello(nonce=2)
    assert bench.press() == Nak(PressCommand.TYPE, NakCode.TOO_SOON)
    bench.run(2.0)
    assert bench.press() == Ack(PressCommand.TYPE)

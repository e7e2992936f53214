"""Behaviour of every board on the line: the model in Python, the firmware on simavr, rp2040js and QEMU's Uno."""

import json
import zlib
from random import Random

import pytest

from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import INPUTS, OUTPUTS, ConfigKey, NakCode
from firmware_bridge.wire.frames import Frame
from firmware_bridge.wire.limits import (
    DICTIONARY_CRC,
    GAP_MS,
    LEASE_MS,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    PULSE_MAX_MS,
    PULSE_MIN_MS,
)
from firmware_bridge.wire.messages import (
    Ack,
    Arm,
    Cancel,
    Config,
    EventAck,
    FaultClear,
    GetConfig,
    GetState,
    GetStats,
    Hello,
    HelloAck,
    Identify,
    IdentifyData,
    Nak,
    Ping,
    PressCommand,
    SaveConfig,
    Selftest,
    SetConfig,
    State,
    Stats,
    read,
)
from hardware.firmware.catalogue import DICTIONARY
from tests.firmware.bench import STORE_S, Bench


def state(bench: Bench) -> State:
    answer = bench.answer(GetState())
    assert isinstance(answer, State)
    return answer


def stats(bench: Bench) -> Stats:
    answer = bench.answer(GetStats())
    assert isinstance(answer, Stats)
    return answer


def ready(bench: Bench) -> None:
    """Open a session, and allow presses on a machine without inputs."""
    bench.hello()
    if not bench.pins:
        assert bench.set(ConfigKey.BLIND, 1) == Ack(9)


def test_the_board_is_silent_until_the_host_speaks(bench: Bench) -> None:
    assert bench.heard == []
    assert bench.run(0.3) == []


def test_hello_names_the_board_and_its_versions(bench: Bench) -> None:
    who = bench.hello(nonce=0xDEADBEEF)
    assert (who.nonce, who.major, who.minor) == (0xDEADBEEF, PROTOCOL_MAJOR, PROTOCOL_MINOR)
    assert who.dictionary == DICTIONARY_CRC
    assert who.uid
    assert who.boot
    assert bench.session


def test_the_same_nonce_opens_no_second_session_and_another_does(bench: Bench) -> None:
    bench.hello(nonce=1)
    first = bench.session
    bench.hello(nonce=1)
    assert bench.session == first
    bench.hello(nonce=2)
    assert bench.session not in (0, first)


def test_a_burst_of_hellos_opens_one_session(bench: Bench) -> None:
    burst = Hello(5, PROTOCOL_MAJOR, 0).frame(0).encode() * 5

    def acknowledged(frames: list[Frame]) -> list[int]:
        return [frame.session for frame in frames if isinstance(read(frame), HelloAck)]

    def enough(frames: list[Frame]) -> bool:
        return len(acknowledged(frames)) == 5

    sessions = acknowledged(bench.send(burst, enough) or bench.run(STORE_S, enough))
    assert len(sessions) == 5
    assert len(set(sessions)) == 1


def test_state_comes_at_once_and_each_second(wired: Bench) -> None:
    wired.hello()
    wired.run(0.02)
    assert len(wired.states([frame for _, frame in wired.heard])) == 1
    assert len(wired.states(wired.run(2.5))) == 2


def test_the_dictionary_comes_in_parts_and_is_what_hello_promised(bench: Bench) -> None:
    promised = bench.hello().dictionary
    data = b""
    while True:
        part = bench.answer(Identify(len(data)))
        assert isinstance(part, IdentifyData)
        assert part.offset == len(data)
        data += part.data
        if len(data) >= part.total:
            break
    assert data == DICTIONARY.read_bytes()
    text = zlib.decompress(data)
    assert zlib.crc32(text) == promised
    content = json.loads(text)
    assert content["protocol"] == [PROTOCOL_MAJOR, PROTOCOL_MINOR]
    assert (tuple(content["inputs"]), tuple(content["outputs"])) == (INPUTS, OUTPUTS)
    assert content["messages"]["PRESS"] == [PressCommand.TYPE, "HH"]
    beyond = bench.answer(Identify(60000))
    assert isinstance(beyond, IdentifyData)
    assert beyond.data == b""


def test_a_repeated_sequence_gets_the_same_answer_and_one_press(bench: Bench) -> None:
    ready(bench)
    assert bench.answer(Arm(1500)) == Ack(Arm.TYPE)
    number = bench.number()
    answers = [bench.answer(PressCommand(1, 100), seq=number) for _ in range(5)]
    assert answers == [Ack(PressCommand.TYPE)] * 5
    bench.run(0.3)
    assert stats(bench).presses == 1
    if bench.pins:
        assert [mask for mask, _ in bench.pulses()] == [1]


def test_a_burst_of_one_press_is_answered_again_and_again_and_made_once(bench: Bench) -> None:
    ready(bench)
    bench.answer(Arm(1500))
    number = bench.number()
    frames = bench.answers(PressCommand(1, 100).frame(bench.session, number).encode() * 6, number, count=6)
    assert [read(frame) for frame in frames] == [Ack(PressCommand.TYPE)] * 6
    assert stats(bench).presses == 1


def test_a_refusal_is_repeated_too(bench: Bench) -> None:
    ready(bench)
    assert bench.answer(PressCommand(1, 100)) == Nak(PressCommand.TYPE, NakCode.NOT_ARMED)
    bench.answer(Arm(1500))
    before = stats(bench).refused
    number = bench.number()
    assert bench.answer(PressCommand(0, 100), seq=number) == bench.answer(PressCommand(0, 100), seq=number)
    assert stats(bench).refused == before + 1


def test_a_stale_session_is_refused_under_its_own_number_without_acting(bench: Bench) -> None:
    ready(bench)
    bench.answer(Arm(1500))
    old = bench.session
    bench.hello(nonce=10)
    assert bench.answer(PressCommand(1, 100), session=old) == Nak(PressCommand.TYPE, NakCode.STALE_SESSION)
    assert bench.answer(Ping(), session=0) == Nak(Ping.TYPE, NakCode.STALE_SESSION)
    assert stats(bench).presses == 0


def test_before_the_first_hello_every_command_is_stale(bench: Bench) -> None:
    assert bench.answer(Cancel(), session=0) == Nak(Cancel.TYPE, NakCode.STALE_SESSION)
    assert bench.answer(Ping(), session=0x1234) == Nak(Ping.TYPE, NakCode.STALE_SESSION)


def test_a_new_session_ends_the_lease_of_the_old_one(bench: Bench) -> None:
    ready(bench)
    bench.answer(Arm(1500))
    bench.hello(nonce=11)
    assert bench.answer(PressCommand(1, 100)) == Nak(PressCommand.TYPE, NakCode.NOT_ARMED)


def test_a_lease_runs_out(wired: Bench) -> None:
    ready(wired)
    wired.answer(Arm(300))
    assert state(wired).armed == 1
    wired.run(0.35)
    assert state(wired).armed == 0
    assert wired.answer(PressCommand(1, 100)) == Nak(PressCommand.TYPE, NakCode.NOT_ARMED)


@pytest.mark.parametrize(
    "command",
    [
        Arm(0),
        Arm(LEASE_MS + 1),
        PressCommand(1, PULSE_MIN_MS - 1),
        PressCommand(1, PULSE_MAX_MS + 1),
        PressCommand(0, 100),
        PressCommand(1 << len(OUTPUTS), 100),
        FaultClear(0),
        FaultClear(5),
        FaultClear(33),
        GetConfig(0),
        GetConfig(200),
    ],
    ids=str,
)
def test_values_outside_the_limits_are_refused(command: Message, bench: Bench) -> None:
    ready(bench)
    bench.answer(Arm(1500))
    assert bench.answer(command) == Nak(command.TYPE, NakCode.BAD_VALUE)
    assert stats(bench).presses == 0


def test_two_presses_keep_their_distance(wired: Bench) -> None:
    ready(wired)
    assert wired.press(1, 100) == Ack(PressCommand.TYPE)
    wired.run(0.1)
    assert wired.press(2, 100) == Nak(PressCommand.TYPE, NakCode.TOO_SOON)
    wired.run(GAP_MS / 1000 - 0.1)
    assert wired.press(2, 100) == Ack(PressCommand.TYPE)


def test_cancel_switches_off_and_ends_the_lease(bench: Bench) -> None:
    ready(bench)
    bench.press(0b11, 800)
    assert (state(bench).outputs, state(bench).armed) == (0b11, 1)
    assert bench.answer(Cancel()) == Ack(Cancel.TYPE)
    assert (state(bench).outputs, state(bench).armed) == (0, 0)
    assert stats(bench).cut == 1
    assert bench.answer(Cancel()) == Ack(Cancel.TYPE), "also when there is nothing to cancel"
    assert stats(bench).cut == 1


def test_another_major_version_is_read_only(bench: Bench) -> None:
    bench.hello(major=PROTOCOL_MAJOR + 1)
    assert bench.answer(Arm(1500)) == Nak(Arm.TYPE, NakCode.READ_ONLY)
    assert bench.answer(PressCommand(1, 100)) == Nak(PressCommand.TYPE, NakCode.READ_ONLY)
    assert bench.set(ConfigKey.BUTTON_MS, 30) == Nak(9, NakCode.READ_ONLY)
    assert bench.answer(Ping()) == Ack(Ping.TYPE)
    assert bench.answer(Cancel()) == Ack(Cancel.TYPE)


@pytest.mark.parametrize("frame", [Frame(0x3F, 0, 1, b"?"), Frame(Arm.TYPE, 0, 1, b"\x01"), Frame(0x85, 0, 1)])
def test_an_unknown_or_short_command_is_refused_as_unknown(frame: Frame, bench: Bench) -> None:
    bench.hello()
    sent = Frame(frame.type, bench.session, 1, frame.payload)
    (answer,) = bench.answers(sent.encode(), 1)
    assert read(answer) == Nak(frame.type, NakCode.UNKNOWN_COMMAND)


def test_a_field_appended_by_a_newer_minor_version_is_ignored(bench: Bench) -> None:
    bench.hello()
    longer = Frame(Arm.TYPE, bench.session, 1, Arm(1000).payload() + b"new")
    (answer,) = bench.answers(longer.encode(), 1)
    assert read(answer) == Ack(Arm.TYPE)


def test_reports_that_ask_for_no_answer_get_none(wired: Bench) -> None:
    wired.hello()
    wired.run(0.15)
    for frame in (Ping().frame(wired.session, 0), EventAck(0).frame(0x7777), Frame(EventAck.TYPE, wired.session, 0)):
        assert [each for each in wired.send(frame.encode()) if each.type not in (State.TYPE, 0x86)] == []


def test_damaged_frames_are_dropped_in_silence_and_counted(wired: Bench) -> None:
    ready(wired)
    wired.answer(Arm(1500))
    before = stats(wired)
    good = PressCommand(1, 100).frame(wired.session, 200).encode()
    random = Random(3)
    for _ in range(40):
        bad = bytearray(good)
        bad[random.randrange(1, len(good) - 1)] ^= 1 << random.randrange(8)
        frames = wired.send(bytes(bad))
        assert [each for each in frames if each.seq == 200] == []
    after = stats(wired)
    assert after.presses == 0
    assert after.damaged - before.damaged >= 40
    assert after.frames == before.frames + 1


def test_noise_without_end_does_not_keep_a_frame_out(bench: Bench) -> None:
    bench.hello()
    bench.board.receive(bytes(Random(1).randrange(1, 256) for _ in range(600)), bench.now)
    bench.run(0.1)
    bench.board.receive(b"\0", bench.now)
    # QEMU accepts bytes at any speed, but its UART buffer may be full; a host sends again.
    tries = range(1 if bench.pins else 3)
    sent = ((Ping().frame(bench.session, number).encode(), number) for number in (bench.number() for _ in tries))
    (answered,) = next(filter(None, (bench.answers(*each) for each in sent)))
    assert read(answered) == Ack(Ping.TYPE)


def test_settings_hold_within_their_limits(bench: Bench) -> None:
    bench.hello()
    assert bench.answer(GetConfig(ConfigKey.BUTTON_MS)) == Config(ConfigKey.BUTTON_MS, 20)
    assert bench.set(ConfigKey.BUTTON_MS, 35) == Ack(9)
    assert bench.answer(GetConfig(ConfigKey.BUTTON_MS)) == Config(ConfigKey.BUTTON_MS, 35)
    assert bench.set(ConfigKey.LAMP_OFF_MS, 1200) == Ack(9)
    assert bench.answer(GetConfig(ConfigKey.LAMP_OFF_MS)) == Config(ConfigKey.LAMP_OFF_MS, 1200)
    for key, value in ((ConfigKey.BUTTON_MS, 3), (ConfigKey.GAP_MS, GAP_MS - 1), (0, 1), (99, 1)):
        assert bench.answer(SetConfig(key, value)) == Nak(9, NakCode.BAD_VALUE)


def test_an_output_that_is_not_wired_is_refused(bench: Bench) -> None:
    ready(bench)
    bench.set(ConfigKey.OUTPUTS, 0b1)
    assert bench.press(0b10) == Nak(PressCommand.TYPE, NakCode.BAD_VALUE)
    assert bench.press(0b01) == Ack(PressCommand.TYPE)


def test_the_uptime_runs_with_the_clock(wired: Bench) -> None:
    wired.hello()
    first, began = state(wired).uptime_ms, wired.now
    wired.run(0.5)
    assert state(wired).uptime_ms - first == pytest.approx((wired.now - began) * 1000, abs=30)


@pytest.mark.parametrize("old", [Arm(1500), PressCommand(2, 100), Cancel(), SetConfig(1, 50), SaveConfig()], ids=str)
def test_a_command_that_is_not_newer_does_nothing_however_old_it_is(old: Message, wired: Bench) -> None:
    ready(wired)
    number = wired.number()
    replayed = old.frame(wired.session, number).encode()
    wired.answers(replayed, number)
    wired.run((PULSE_MAX_MS + GAP_MS) / 1000)
    assert wired.set(ConfigKey.BUTTON_MS, 20) == Ack(SetConfig.TYPE)
    made = stats(wired).presses
    for _ in range(3):
        assert wired.press(1, 800) == Ack(PressCommand.TYPE)
        before = state(wired)
        (answer,) = wired.answers(replayed, number)
        assert read(answer) == Nak(old.TYPE, NakCode.REPEATED)
        after = state(wired)
        assert (after.outputs, after.armed) == (before.outputs, before.armed) == (1, 1)
        for _ in range(90):
            wired.answer(Ping())
        wired.run((PULSE_MAX_MS + GAP_MS) / 1000)
        wired.answers(replayed, number)
        assert state(wired).armed == 0
    assert stats(wired).presses == made + 3
    assert wired.answer(GetConfig(ConfigKey.BUTTON_MS)) == Config(ConfigKey.BUTTON_MS, 20)


def test_the_newest_answer_survives_an_old_frame(wired: Bench) -> None:
    """Regression: an old frame displaced the answer to a press, and its repetition was refused though the contact
    closed.
    """
    ready(wired)
    first = wired.number()
    old = Ping().frame(wired.session, first).encode()
    wired.answers(old, first)
    wired.answer(Arm(1500))
    number = wired.number()
    press = PressCommand(1, 100).frame(wired.session, number).encode()
    wired.answers(press, number)
    wired.answers(old, first)
    assert [read(each) for each in wired.answers(press, number)] == [Ack(PressCommand.TYPE)]
    assert stats(wired).presses == 1


@pytest.mark.parametrize("command", [SaveConfig(), Selftest()], ids=str)
def test_nothing_that_stops_the_loop_is_done_during_a_pulse(command: Message, wired: Bench) -> None:
    ready(wired)
    assert wired.press(1, 300) == Ack(PressCommand.TYPE)
    assert wired.answer(command) == Nak(command.TYPE, NakCode.BUSY)
    wired.run(0.4)
    assert wired.answer(command) == Ack(command.TYPE)

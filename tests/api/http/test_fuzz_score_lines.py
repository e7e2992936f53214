"""Fuzzing of the score exchange: whatever the line, one answer of the agreed shape and no traceback.

The tests run a short part. As a program it runs as many lines as asked, ``--guided`` by coverage where atheris is
installed: ``python tests/api/http/test_fuzz_score_lines.py 1000000``.
"""

import argparse
import importlib
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.http.schemas.scores import answer_line
from controller.rulebooks.catalogue import rulebook_ids

SEED: Final = 20080510
ERRORS: Final = {"bad-request", "not-complete", "no-yaku", "kong-not-robbable", "furiten"}
PON: Final = {"kind": "pon", "tiles": "777z", "called": "7z", "from": "left"}
CHII: Final = {"kind": "chii", "tiles": "340p", "called": "0p", "from": "left"}
KONG: Final = {"kind": "kan_concealed", "tiles": "1111m"}
ADDED: Final = {"kind": "kan_added", "tiles": "2222s", "called": "2s", "from": "right"}
OPEN: Final = {"kind": "kan_open", "tiles": "9999s", "called": "9s", "from": "across"}
START: Final[tuple[dict[str, Any], ...]] = (
    {"hand": "123m456p789s1155z", "win": "5z"},
    {"hand": "123m456p1155z", "win": "1z", "melds": [PON], "winner": 1, "loser": 3},
    {"hand": "19m19p199s1234567z", "win": "1m", "by": "tsumo", "first_turn": True},
    {"hand": "2233m445566p77s8s", "win": "8s", "riichi": "double", "ippatsu": True, "ura_indicators": "1m"},
    {"hand": "55z", "win": "5z", "melds": [PON, CHII, KONG, ADDED], "dora_indicators": "4p6z", "liable": 2},
    {"hand": "1z", "win": "1z", "melds": [PON, OPEN, KONG, ADDED], "by": "tsumo", "replacement": True, "counters": 3},
    {"hand": "406m234p678s2244z", "win": "2z", "by": "tsumo", "tile_shown_apart": False, "riichi_sticks": 2},
    {"hand": "1112345678999s", "win": "5s", "riichi": "riichi", "seat_wind": "S", "prevailing_wind": "E", "dealer": 3},
    {"hand": "34m456p22s", "win": "2m", "melds": [CHII, {"kind": "pon", "tiles": "111s"}]},
    {"hand": "34m456p789s22z111z", "win": "2m", "robbed_kong": True, "robbed_concealed_kong": True, "last_tile": False},
)
FIELDS: Final = sorted(
    {name for request in START for name in request} | {"rulebook", "other", "liable_for", "yaku", ""}
)
WORDS: Final[tuple[Any, ...]] = (
    *(
        None,
        True,
        False,
        0,
        1,
        3,
        4,
        -1,
        10**30,
        1.5,
        1e308,
        float("nan"),
        float("-inf"),
        "",
        " ",
        "\n",
        "\0",
        "\ud800",
    ),
    *(
        "?",
        "0z",
        "8z",
        "11111m",
        "123",
        "m",
        "1m" * 40,
        "١m",
        "１m",
        "ron",
        "tsumo",
        "riichi",
        "E",
        "e",
        "中",
        "😀" * 9,
    ),
    *(
        "123456789m1111z",
        "777z",
        "chankan",
        "left",
        "__class__",
        "{}",
        [],
        {},
        [[]],
        [None],
        {"kind": "pon"},
        [PON] * 5,
    ),
    *([PON, KONG], [CHII], [OPEN], "5m0m0m", "0m0p0s", "19m19p19s1234567z", "222333444555m6z"),
)
PIECES: Final = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\\u",
    b"\\",
    b"null",
    b"1e999",
    b"-",
    b"\xff",
    b"\xed\xa0\x80",
    b"\0",
)


def requests_near(random_: random.Random) -> Iterator[dict[str, Any]]:
    """Yield requests for ever: valid ones with some fields changed, left out, taken from another or invented."""
    while True:
        request = {"rulebook": random_.choice(rulebook_ids()), **random_.choice(START)}
        for _ in range(random_.choice((0, 1, 1, 1, 2, 4))):
            _change(request, random_)
        yield request


def _change(request: dict[str, Any], random_: random.Random) -> None:
    name = random_.choice(FIELDS)
    kind = random_.randrange(6)
    if kind == 0:
        request.pop(name, None)
    elif kind == 1:
        request[name] = random_.choice(WORDS)
    elif kind == 2:
        request.update({name: value for name, value in random_.choice(START).items() if random_.random() < 0.5})
    elif kind == 3:
        name = random_.choice(("hand", "win", "dora_indicators", "ura_indicators"))
        request[name] = "".join(
            random_.choice("0123456789") + random_.choice("mpsz") for _ in range(random_.randrange(15))
        )
    elif kind == 4 and isinstance(request.get("hand"), str) and request["hand"]:
        tiles = list(request["hand"])
        tiles[random_.randrange(len(tiles))] = random_.choice("0123456789mpsz? ")
        request["hand"] = "".join(tiles)
    else:
        melds = request.get("melds")
        meld: dict[str, Any] = dict(random_.choice((PON, CHII, KONG, ADDED, OPEN)))
        meld[random_.choice(("kind", "tiles", "called", "from", "x"))] = random_.choice((*WORDS, "chii", "kan_open"))
        request["melds"] = [*(melds if isinstance(melds, list) else ()), meld][: random_.randrange(1, 6)]


def lines_near(random_: random.Random) -> Iterator[str]:
    """Yield lines for ever: requests, some of them cut, torn, doubled or with foreign bytes."""
    for request in requests_near(random_):
        line = json.dumps(request, ensure_ascii=random_.random() < 0.5)
        if random_.random() < 0.2:
            raw = bytearray(line.encode("utf-8", "surrogatepass"))
            for _ in range(random_.choice((1, 1, 2, 8))):
                _tear(raw, random_)
            line = raw.decode("utf-8", "replace")
        yield line


def _tear(raw: bytearray, random_: random.Random) -> None:
    at = random_.randrange(len(raw) + 1)
    kind = random_.randrange(5)
    if kind == 0:
        del raw[at:]
    elif kind == 1:
        raw[at:at] = random_.choice(PIECES)
    elif kind == 2 and at < len(raw):
        raw[at] = random_.randrange(256)
    elif kind == 3:
        del raw[at : at + random_.randrange(1, 9)]
    else:
        raw[at:at] = raw[: random_.randrange(len(raw) + 1)]


def answered(line: str, number: int = 7, ask: Callable[[str, int], str] = answer_line) -> str:
    """Return the kind of the answer to a line; AssertionError unless it has the agreed shape."""
    text = ask(line, number)
    assert "\n" not in text
    text.encode("utf-8")
    reply = json.loads(text)
    if reply["ok"]:
        assert sum(reply["payments"]) == 1000 * reply["riichi_sticks_taken"]
        assert reply["yaku"]
        assert all(each["clause"] for each in reply["yaku"])
        return "ok"
    error = reply["error"]
    assert error in ERRORS
    assert 0 < len(reply["detail"]) < 300
    assert "\n" not in reply["detail"]
    assert "Traceback" not in reply["detail"]
    assert reply.get("line") == (number if error == "bad-request" else None)
    return str(error)


def run(tries: int, seed: int, tell: Callable[[str], None] = print) -> Counter[str]:
    """Try this number of lines; return the count of each kind of answer. An exception names its line."""
    kinds: Counter[str] = Counter()
    for number, line in enumerate(lines_near(random.Random(seed)), 1):
        try:
            kinds[answered(line, number)] += 1
        except Exception as error:
            error.add_note(f"line {number} of seed {seed}: {line!r}")
            raise
        if number % 100_000 == 0:
            tell(f"{number} lines: {dict(kinds)}")
        if number == tries:
            return kinds
    return kinds


def test_mutated_requests_get_one_answer_each() -> None:
    kinds = run(2500, SEED)
    assert set(kinds) >= {"ok", "bad-request", "not-complete", "no-yaku", "kong-not-robbable"}
    assert kinds["ok"] > 100


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_get_one_answer(raw: bytes) -> None:
    assert answered(raw.decode("utf-8", "replace")) == "bad-request"


TILES: Final = st.lists(st.sampled_from("0123456789mpsz"), max_size=30).map("".join)
MELDS: Final = st.lists(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["chii", "pon", "kan_open", "kan_added", "kan_concealed"]), "tiles": TILES},
        optional={"called": TILES, "from": st.sampled_from(["left", "across", "right"])},
    ),
    max_size=5,
)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(rulebook_ids()), TILES, TILES, MELDS, st.sampled_from(["ron", "tsumo"]), TILES)
def test_any_tiles_and_melds_get_one_answer(
    book: str, hand: str, win: str, melds: list[dict[str, str]], by: str, dora: str
) -> None:
    request = {"rulebook": book, "hand": hand, "win": win, "melds": melds, "by": by, "dora_indicators": dora}
    answered(json.dumps(request))


GOOD: Final = json.dumps({"rulebook": "npm-2008", "hand": "123m456p789s1155z", "win": "5z"}).encode()
BAD: Final = {
    "five of a kind": GOOD.replace(b"123m", b"111m").replace(b"456p", b"11m4p"),
    "13 tiles with the winning one": GOOD.replace(b"1155z", b"115z"),
    "an unknown yaku": GOOD.replace(b"}", b', "yaku": ["DAISHARIN"]}'),
    "a meld of two kinds": GOOD.replace(b"}", b', "melds": [{"kind": "pon", "tiles": "122z"}]}'),
    "a chow of three suits": GOOD.replace(b"}", b', "melds": [{"kind": "chii", "tiles": "1m2p3s"}]}'),
    "a pung of four": GOOD.replace(b"}", b', "melds": [{"kind": "pon", "tiles": "1111z"}]}'),
    "an unknown rulebook": GOOD.replace(b"npm-2008", b"npm-2080"),
    "half a line": GOOD[: len(GOOD) // 2],
    "a megabyte": b"x" * 1_000_000,
    "a megabyte of hand": GOOD.replace(b"123m", b"1m" * 500_000),
    "no text at all": b"\xff\xfe\x00\x80",
    "brackets without end": b"[" * 50_000,
    "a number without end": GOOD.replace(b"}", b', "counters": ' + b"9" * 9000 + b"}"),
}


def test_the_pipe_goes_on_after_every_bad_line() -> None:
    lines = [part for bad in BAD.values() for part in (bad, GOOD)]
    command = [sys.executable, "-m", "api", "score", "--json"]
    done = subprocess.run(command, input=b"\n".join([*lines, BAD["half a line"]]), capture_output=True, check=False)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == b""
    assert done.returncode == 2
    assert len(replies) == len(lines) + 1
    assert [reply["error"] for reply in replies if not reply["ok"]] == ["bad-request"] * (len(BAD) + 1)
    assert [reply["line"] for reply in replies if not reply["ok"]] == list(range(1, len(lines) + 2, 2))
    assert len({json.dumps(reply) for reply in replies if reply["ok"]}) == 1


def test_a_terminal_without_japanese_gets_the_same_answer() -> None:
    command = [sys.executable, "-m", "api", "score", "--json"]
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, input=GOOD, capture_output=True, env=narrow, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == json.loads(answer_line(GOOD.decode(), 1))
    assert done.stdout.isascii()


@pytest.mark.parametrize("name", BAD)
def test_bad_line_is_told_apart(name: str) -> None:
    assert answered(BAD[name].decode("utf-8", "replace")) == "bad-request"


def _guided(tries: int, seed: int) -> None:
    atheris: Any = importlib.import_module("atheris")
    for name in [name for name in sys.modules if name.partition(".")[0] in ("api", "controller")]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["api", "controller"]):
        ask = importlib.import_module("api.http.schemas.scores").answer_line

    def one(data: bytes) -> None:
        answered(data.decode("utf-8", "replace"), ask=ask)

    def mutated(data: bytes, size: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.5:
            return next(lines_near(chance)).encode("utf-8", "replace")[:size]
        return bytes(atheris.Mutate(data, size))

    options = [sys.argv[0], f"-runs={tries}", f"-seed={seed}", "-max_len=2000", "-print_final_stats=1"]
    atheris.Setup(options, one, custom_mutator=mutated)
    atheris.Fuzz()


def main() -> None:
    """Run as many lines as asked and tell the time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tries", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--guided", action="store_true", help="by coverage; needs atheris")
    asked = parser.parse_args()
    start = time.perf_counter()
    if asked.guided:
        _guided(asked.tries, asked.seed)
        return
    kinds = run(asked.tries, asked.seed)
    print(f"{asked.tries} lines in {time.perf_counter() - start:.0f} s, no traceback: {dict(kinds)}")


if __name__ == "__main__":
    main()

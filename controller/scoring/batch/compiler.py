"""The scorer's functions, compiled with numba: the batch has no rules of its own.

A change in the modules of ``LAW`` makes the compiled copies on disk stale.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload_method

from controller.riichi import readings
from controller.scoring.hand import circumstances, fu, possible, reading_bits, yaku

LAW: Final[tuple[ModuleType, ...]] = (readings, reading_bits, circumstances, possible, yaku, fu)
Compiled = Callable[..., Any]
_compile: Any = njit


def stamp() -> int:
    """A number that changes with the source text of law and batch, to keep compiled copies under."""
    batch = sorted(Path(__file__).parent.glob("*.py"))
    text = b"".join([path.read_bytes() for path in (*[Path(str(module.__file__)) for module in LAW], *batch)])
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")


def compiled(function: Callable[..., Any], known: dict[str, Compiled] | None = None) -> Compiled:
    """The function as machine code, with every plain function that it calls."""
    assert isinstance(function, FunctionType)
    done = {} if known is None else known
    within = dict(function.__globals__)
    for name in function.__code__.co_names:
        called = within.get(name)
        if isinstance(called, FunctionType) and called is not function:
            if name not in done:
                done[name] = compiled(called, done)
            within[name] = done[name]
    copy = FunctionType(function.__code__, within, function.__name__, function.__defaults__, function.__closure__)
    return inner(copy)


def asker() -> Compiled:
    """``ask(win, shape, features)``: bits of the yaku whose predicate is true."""
    checks = [
        (int(one.needs), 1 << place, compiled(one.holds))
        for place, one in enumerate(yaku.YAKU)
        if one.holds is not None
    ]
    # Few functions of several checks: each function costs the compiler the same, however small it is.
    asked = [_asking(*checks[first : first + 4]) for first in range(0, len(checks), 4)]
    while len(asked) > 1:
        asked = [_all_of(*asked[first : first + 4]) for first in range(0, len(asked), 4)]
    return asked[0]


def _asking(*checks: tuple[int, int, Compiled]) -> Compiled:
    never = (0, 0, checks[0][2])
    first, second, third, fourth = [*checks, never, never, never][:4]
    (needs, bit, holds), (needs_2, bit_2, holds_2) = first, second
    (needs_3, bit_3, holds_3), (needs_4, bit_4, holds_4) = third, fourth

    def ask(win: Any, shape: Any, told: int) -> int:
        bits = 0
        if told & needs == needs and holds(win, shape):
            bits |= bit
        if told & needs_2 == needs_2 and holds_2(win, shape):
            bits |= bit_2
        if told & needs_3 == needs_3 and holds_3(win, shape):
            bits |= bit_3
        if told & needs_4 == needs_4 and holds_4(win, shape):
            bits |= bit_4
        return bits

    return inner(ask)


def _all_of(*asked: Compiled) -> Compiled:
    none = inner(lambda _win, _shape, _told: 0)
    one, two, three, four = [*asked, none, none, none][:4]
    return inner(
        lambda win, shape, told: (
            one(win, shape, told) | two(win, shape, told) | three(win, shape, told) | four(win, shape, told)
        )
    )


def inner(function: Callable[..., Any]) -> Compiled:
    """Compile a function that only compiled ones call: half the compiler's work goes into being called from Python."""
    made: Compiled = _compile(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return made


def spliced(function: Callable[..., Any]) -> Compiled:
    """Compile a function into each place that calls it: tables that it takes are then not handed over at all."""
    made: Compiled = _compile(inline="always")(function)
    return made


def kept(function: Callable[..., Any]) -> Compiled:
    """Compile a function that Python calls, and keep the machine code on disk; it must close over ``stamp()``."""
    made: Compiled = _compile(cache=True, nogil=True)(function)
    return made


def _ones(_typing: Any, number: Any) -> Any:
    return number(number), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


def _lowest(_typing: Any, number: Any) -> Any:
    zero_is_no_number = ir.Constant(ir.IntType(1), 1)
    return number(number), lambda _context, builder, _signature, arguments: builder.cttz(
        arguments[0], zero_is_no_number
    )


# Place of the lowest bit of a number that is not 0; compiled code only.
lowest_place: Final[Any] = intrinsic(_lowest)
_count_ones: Final[Any] = intrinsic(_ones)


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:  # noqa: ARG001 - numba reads its name
    def count(number: Any) -> Any:
        return _count_ones(number)

    return count

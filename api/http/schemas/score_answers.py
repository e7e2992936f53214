"""Scores as the JSON of an answer, put together from pieces: the same few lines explain nearly all answers."""

from collections.abc import Iterable
from typing import Final

import msgspec

from controller.memo import Memo
from controller.scoring.score import DefaultLine, DoraLine, FuLine, Limit, NoWin, PaymentLine, Score, YakuLine

_MOST: Final = 1 << 15
_write: Final = msgspec.json.Encoder().encode
_Line = YakuLine | FuLine | DoraLine | PaymentLine | DefaultLine

_SCORE: Final = (
    b'{"ok":true,"han":%d,"fu":%d,"yakuman":%d,"limit":%b,"basic_points":%d,"yaku":%b,"dora":%d,"ura":%d,"red":%d,'
    b'"dora_lines":%b,"fu_lines":%b,"points":%d,"payments":[%d,%d,%d,%d],"payment_lines":[%b],'
    b'"riichi_sticks_taken":%d,"ba_zoro":%d,"unstated":%b,"default_lines":%b}'
)
_NO_WIN: Final = b'{"ok":false,"error":%b,"detail":%b,"unstated":%b,"default_lines":%b}'


def written(outcome: Score | NoWin) -> bytes:
    """The answer as one JSON object without spaces."""
    if isinstance(outcome, NoWin):
        return _NO_WINS[outcome]
    (
        han,
        fu,
        yakuman,
        limit,
        basic_points,
        yaku,
        dora,
        ura,
        red,
        fu_lines,
        points,
        payments,
        sticks,
        unstated,
        payment_lines,
        dora_lines,
        ba_zoro,
        default_lines,
    ) = outcome
    return _SCORE % (
        han,
        fu,
        yakuman,
        _LIMITS[limit],
        basic_points,
        _LINES[yaku],
        dora,
        ura,
        red,
        _LINES[dora_lines],
        _LINES[fu_lines],
        points,
        *payments,
        b",".join([_LINE[line] for line in payment_lines]),
        sticks,
        ba_zoro,
        _NAMES[unstated],
        _LINES[default_lines],
    )


def _no_win(outcome: NoWin) -> bytes:
    error, detail = _write(outcome.error), _write(outcome.detail)
    return _NO_WIN % (error, detail, _NAMES[outcome.unstated], _LINES[outcome.default_lines])


def _line(line: _Line) -> bytes:
    """A line by the names of its fields; ``yakuman`` stands with a yakuman only."""
    return _write({key: value for key, value in line._asdict().items() if key != "yakuman" or value})


def _lines(lines: Iterable[_Line]) -> bytes:
    return b"[%b]" % b",".join([_LINE[line] for line in lines])


_LIMITS: Final = {limit: _write(limit and limit.value) for limit in (None, *Limit)}
_LINE: Final[Memo[_Line, bytes]] = Memo(_line, _MOST)
_LINES: Final[Memo[tuple[_Line, ...], bytes]] = Memo(_lines, _MOST)
_NAMES: Final[Memo[tuple[str, ...], bytes]] = Memo(_write, _MOST)
_NO_WINS: Final[Memo[NoWin, bytes]] = Memo(_no_win, _MOST)

"""Scores as JSON text, concatenated from cached pieces: few distinct lines occur in nearly all answers."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict
from weakref import WeakKeyDictionary, ref

import msgspec

from api.http.schemas.wire import instance_of
from controller.memo import Memo
from controller.rulebooks.cited import cited_by_name
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.chips import Chips
from controller.scoring.score import DefaultLine, DoraLine, Four, FuLine, Limit, NoWin, PaymentLine, Score, YakuLine
from controller.text import NamedJson, Text, TextJson

_MOST: Final = 1 << 15
_write: Final = msgspec.json.Encoder().encode
_Line = YakuLine | FuLine | DoraLine | PaymentLine | DefaultLine

_HEAD: Final = b'{"ok":true,"han":%d,"fu":%d,"yakuman":%d,"limit":%b,"basic_points":%d,"yaku":'
_COUNTS: Final = b',"dora":%d,"ura":%d,"red":%d,"dora_lines":'
_PAYMENTS: Final = b',"points":%d,"payments":[%d,%d,%d,%d],"payment_lines":['
_TAIL: Final = b'],"riichi_sticks_taken":%d,"ba_zoro":%d,"unstated":%b,"default_lines":%b,"cited":'
_WHY_NOT: Final = {
    "not-complete": Text("アガリ形になっていません。", "The hand is not complete."),
    "no-yaku": Text("役がありません。", "The hand has no yaku."),
    "kong-not-robbable": Text("このカンは槍槓できません。", "That kong cannot be robbed."),
}
_NO_WIN: Final = b'{"ok":false,"error":%b,"detail":%b,"reason":%b,"unstated":%b,"default_lines":%b}'


DefaultLineJson = Annotated[dict[str, str], instance_of(DefaultLine)]


class YakuLineJson(NamedJson):
    """A yaku; ``yakuman``: its multiple, only if it is one."""

    han: int
    clause: str
    yakuman: NotRequired[int]


class ScoreJson(TypedDict):
    """A score as JSON, with the cited clauses by name; ``chips`` only if the rulebook has chips."""

    ok: Literal[True]
    han: int
    fu: int
    yakuman: int
    limit: Limit | None
    basic_points: int
    yaku: list[YakuLineJson]
    dora: int
    ura: int
    red: int
    dora_lines: list[Annotated[dict[str, Any], instance_of(DoraLine)]]
    fu_lines: list[Annotated[dict[str, Any], instance_of(FuLine)]]
    points: int
    payments: Four
    payment_lines: list[Annotated[dict[str, Any], instance_of(PaymentLine)]]
    riichi_sticks_taken: int
    ba_zoro: int
    unstated: list[str]
    default_lines: list[DefaultLineJson]
    cited: dict[str, TextJson]
    chips: NotRequired[Annotated[dict[str, Any], instance_of(Chips)]]


class NoWinJson(TypedDict):
    """Reason why there is no score."""

    ok: Literal[False]
    error: str
    detail: str
    reason: TextJson
    unstated: NotRequired[list[str]]
    default_lines: NotRequired[list[DefaultLineJson]]


ScoredJson = Annotated[dict[str, Any], instance_of(ScoreJson, NoWinJson)]
"""The answer of ``/scores``."""


def written(outcome: Score | NoWin, book: Rulebook, chips: Chips | None = None) -> bytes:
    """Return the answer under a rulebook as one JSON object without spaces; ``chips``: if the rulebook has chips."""
    if isinstance(outcome, NoWin):
        return _NO_WINS[outcome]
    if chips is not None:
        return b'%b,"chips":%b}' % (written(outcome, book)[:-1], _write(chips._asdict()))
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
    return b"".join(
        (
            _HEADS[han, fu, yakuman, limit, basic_points],
            _LINES[yaku],
            _DORA[dora, ura, red],
            _LINES[dora_lines],
            b',"fu_lines":',
            _LINES[fu_lines],
            _PAYMENTS % (points, *payments),
            b",".join([_LINE[line] for line in payment_lines]),
            _TAILS[sticks, ba_zoro, unstated, default_lines],
            _cited(book, outcome.clauses),
        )
    )


def _cited(book: Rulebook, names: frozenset[str]) -> bytes:
    """Return the cited clauses by name in both languages, with the closing brace of the answer."""
    known = _CITED.get(book)
    if known is None:
        mine = ref(book)

        def told(asked: frozenset[str]) -> bytes:
            same = mine()
            return b"%b}" % _write({} if same is None else cited_by_name(same, sorted(asked)))

        known = _CITED[book] = Memo(told, _MOST)
    return known[names]


def _head(key: tuple[int, int, int, Limit | None, int]) -> bytes:
    han, fu, yakuman, limit, basic_points = key
    return _HEAD % (han, fu, yakuman, _write(limit and limit.value), basic_points)


def _tail(key: tuple[int, int, tuple[str, ...], tuple[DefaultLine, ...]]) -> bytes:
    sticks, ba_zoro, unstated, default_lines = key
    return _TAIL % (sticks, ba_zoro, _write(unstated), _array(default_lines))


def _no_win(outcome: NoWin) -> bytes:
    error, detail, reason = _write(outcome.error), _write(outcome.detail), _write(_WHY_NOT[outcome.error].to_json())
    return _NO_WIN % (error, detail, reason, _write(outcome.unstated), _array(outcome.default_lines))


def _line(line: _Line) -> bytes:
    """Return a line with its field names; ``yakuman`` only if not zero."""
    return _write({key: value for key, value in line._asdict().items() if key != "yakuman" or value})


def _array(lines: Iterable[_Line]) -> bytes:
    return b"[%b]" % b",".join([_LINE[line] for line in lines])


class LinesWritten:
    """Cache of JSON arrays by identity of the tuple of lines: hashing it would dominate the cost of an answer.

    The cache holds the tuples, so that no other object can get their identity; it is cleared when it is full.
    """

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._held: dict[int, tuple[tuple[_Line, ...], bytes]] = {}

    def __getitem__(self, lines: tuple[_Line, ...]) -> bytes:
        """Return the JSON array of these lines."""
        if not lines:
            return b"[]"
        held = self._held.get(id(lines))
        if held is None:
            if len(self._held) >= _MOST:
                self._held.clear()
            held = self._held[id(lines)] = (lines, _array(lines))
        return held[1]


_LINE: Final[Memo[_Line, bytes]] = Memo(_line, _MOST)
_LINES: Final = LinesWritten()
_HEADS: Final[Memo[tuple[int, int, int, Limit | None, int], bytes]] = Memo(_head, _MOST)
_DORA: Final[Memo[tuple[int, int, int], bytes]] = Memo(_COUNTS.__mod__, _MOST)
_TAILS: Final[Memo[tuple[int, int, tuple[str, ...], tuple[DefaultLine, ...]], bytes]] = Memo(_tail, _MOST)
_CITED: Final[WeakKeyDictionary[Rulebook, Memo[frozenset[str], bytes]]] = WeakKeyDictionary()
_NO_WINS: Final[Memo[NoWin, bytes]] = Memo(_no_win, _MOST)

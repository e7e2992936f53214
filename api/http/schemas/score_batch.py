"""Many lines of the ``jantaku score`` exchange at once: the answers of ``answer_line``, to the byte.

Plain requests go through the compiled scorer; whatever is unusual (a liable seat, an open riichi, an error, a malformed
line) is answered by ``answer_line`` itself. Importing this module loads numba (the extra ``batch``), most of a second;
the first answers ever on a machine compile for some seconds.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec

from api.http.schemas.score_answers import written
from api.http.schemas.scores import (
    MELDS,
    MOST_CHARACTERS,
    MeldBody,
    ScoreRequest,
    answer_line,
    read_request,
    win_from,
)
from controller.errors import JantakuError
from controller.memo import Memo
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.batch.batch import BatchHand, score_batch
from controller.scoring.batch.records import HAND_BYTES, meld_bytes, row_of
from controller.scoring.win import Riichi

_MOST: Final = 1 << 15


class Table(NamedTuple):
    """Who wins from whom, with the flags of ``circumstances`` that follow from the seats."""

    winner: Seat
    loser: Seat | None
    dealer: Seat
    flags: int


def batch_answers(lines: Sequence[bytes], first: int, books: Mapping[str, Rulebook]) -> list[bytes]:
    """The answer to each line that is not empty, in order; ``first``: number of the first line."""
    replies: list[bytes | None] = [None] * len(lines)
    by_book: defaultdict[str, tuple[list[int], list[BatchHand]]] = defaultdict(lambda: ([], []))
    for place, line in enumerate(lines):
        try:
            request = read_request(line)
            # Chips are counted one by one.
            plain = request.rulebook in books and not books[request.rulebook].scoring.chips.value
            hand = _packed(request) if plain else None
        except (msgspec.MsgspecError, JantakuError, UnicodeError, RecursionError):
            continue
        if hand is not None and len(line) <= MOST_CHARACTERS:
            places, hands = by_book[request.rulebook]
            places.append(place)
            hands.append(hand)
    for name, (places, hands) in by_book.items():
        for place, outcome in zip(places, score_batch(hands, books[name]), strict=True):
            if outcome is not None:
                replies[place] = written(outcome, books[name])
    told = []
    for place, reply in enumerate(replies):
        if reply is not None:
            told.append(reply)
        elif text := lines[place].decode("utf-8", "replace").strip():
            told.append(answer_line(text, first + place, books).encode())
    return told


def _packed(request: ScoreRequest) -> BatchHand | None:
    """The hand of a plain request; None, or JantakuError, for one that ``answer_line`` must answer."""
    if request.liable is not None or request.kong_fed_by is not None or request.loser_in_riichi or request.norths:
        return None
    # The seats decide whether a first turn is possible.
    if request.riichi in _SHOWN or request.first_turn:
        return None
    winner, loser, dealer, seat_flags = _TABLES[
        request.by, request.seat_wind, request.winner, request.loser, request.dealer
    ]
    flags = _FLAGS[
        request.by,
        request.prevailing_wind,
        request.riichi,
        request.ippatsu,
        request.last_tile,
        request.replacement,
        request.robbed_kong,
        request.robbed_concealed_kong,
        request.first_turn,
        request.tile_shown_apart,
    ]
    row = row_of(
        _concealed(request.hand),
        _TILE[request.win],
        b"".join([_MELD[meld] for meld in request.melds]) if request.melds else b"",
        _TILES[request.dora_indicators or ""],
        _TILES[request.ura_indicators or ""],
        seat_flags | flags,
    )
    if len(row) != HAND_BYTES:
        return None
    return BatchHand(row, winner, loser, dealer, request.counters, request.riichi_sticks)


def _concealed(text: str) -> bytes:
    """Faces of a hand, combined from its blocks: those recur, whole hands do not."""
    blocks = _BLOCK.findall(text)
    if sum(map(len, blocks)) != len(text):
        return bytes(parse_tiles(text))
    return b"".join([_TILES[block] for block in blocks])


_SHOWN: Final = tuple(riichi.value for riichi in Riichi if riichi.shown)
_BLOCK: Final = re.compile(r"[0-9]+[mpsz]")

# A hand that any circumstances fit: one request gives the meaning of many requests' seats and circumstances.
_any_hand: Final = partial(ScoreRequest, rulebook="", hand="123456789m1p234s", win="1p")


def _table(key: tuple[str, str | None, int | None, int | None, int | None]) -> Table:
    by, seat_wind, winner, loser, dealer = key
    win = win_from(_any_hand(by=by, seat_wind=seat_wind, winner=winner, loser=loser, dealer=dealer))
    return Table(win.winner, win.loser, win.dealer, win.flags)


def _flags(key: tuple[str, str | None, str | None, bool, bool, bool, bool, bool, bool, bool]) -> int:
    by, prevailing, riichi, ippatsu, last, replacement, robbed, robbed_concealed, first, apart = key
    # South, as a dealer cannot win by ron in the first turn; that seat's flags are removed again.
    asked = _any_hand(
        by=by,
        seat_wind="S",
        prevailing_wind=prevailing,
        riichi=riichi,
        ippatsu=ippatsu,
        last_tile=last,
        replacement=replacement,
        robbed_kong=robbed,
        robbed_concealed_kong=robbed_concealed,
        first_turn=first,
        tile_shown_apart=apart,
    )
    return win_from(asked).flags & ~_TABLES[by, "S", None, None, None].flags


_TABLES: Final = Memo(_table, _MOST)
_FLAGS: Final = Memo(_flags, _MOST)
_TILE: Final[Memo[str, bytes]] = Memo(lambda text: bytes([parse_tile(text)]), _MOST)
_TILES: Final[Memo[str, bytes]] = Memo(lambda text: bytes(parse_tiles(text)), _MOST)
_MELD: Final[Memo[MeldBody, bytes]] = Memo(lambda body: meld_bytes(MELDS[body]), _MOST)

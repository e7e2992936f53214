"""The batch against the scorer it is compiled from: every answer, for every book and all circumstances."""

from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from controller.errors import HandError
from controller.riichi.meld import Meld
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import YakuRule
from controller.scoring.batch.batch import BatchHand, best_readings, score_batch
from controller.scoring.batch.records import (
    CONCEALED_TILES,
    DORA,
    EMPTY,
    FLAGS,
    HAND_BYTES,
    IMPOSSIBLE,
    MELD_BYTES,
    MELD_KINDS,
    MELDS,
    READING_FIELDS,
    STATUS,
    URA,
    WINNING,
    meld_bytes,
    row_of,
)
from controller.scoring.hand import circumstances as flag
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy, unreachable
from tests.support.winning_hands import random_win

_HOUSE_RULE = clause("ハウスルール", "house")

# The batch scorer compiles itself at its first call.
pytestmark = pytest.mark.slow

_ROWS: Final = 400
_MLEAGUE: Final = rulebook("mleague")
_SCORING: Final = _MLEAGUE.scoring
_HOUSE: Final = (
    replace(
        _MLEAGUE,
        scoring=replace(
            _SCORING,
            yaku=Rule(
                tuple(
                    [
                        rule._replace(yakuman=2 * bool(rule.yakuman), clause=_HOUSE_RULE)
                        for rule in _SCORING.yaku.value
                        if rule.id != "KOKUSHI"
                    ]
                    + [YakuRule("RENHOU", 1, 0, 0, _HOUSE_RULE, limit="haneman")]
                    + [YakuRule(name, 2, 2, 0, _HOUSE_RULE) for name in ("SANRENKOU", "ISSHOKU_SANJUN", "UUMENSAI")]
                    + [YakuRule("SHIIAROUTAI", 0, 1, 0, _HOUSE_RULE), YakuRule("SUURENKOU", 0, 0, 2, _HOUSE_RULE)]
                ),
                _HOUSE_RULE,
            ),
            highest_reading=Rule(False, _HOUSE_RULE),
            minimum_han=Rule(2, _HOUSE_RULE),
            counted_yakuman=Rule(13, _HOUSE_RULE),
            most_yakuman=Rule(3, _HOUSE_RULE),
            red_fives=Rule((0, 1, 2), _HOUSE_RULE),
            open_tanyao=Rule(False, _HOUSE_RULE),
            rounding=Rule(10, _HOUSE_RULE),
            seven_pairs=Rule(35, _HOUSE_RULE),
            kan_ura=Rule(False, _HOUSE_RULE),
        ),
    ),
)
BOOKS: Final = [pytest.param(rulebook(name), id=name) for name in rulebook_ids()] + [
    pytest.param(book, id="house") for book in _HOUSE
]


def claimed(random: Random, book: Rulebook) -> Win:
    """A random win with the book's tiles, now and then mixed in, robbed of a concealed kong, or not complete."""
    reds = book.scoring.red_fives.value
    win = next(win for win in iter(lambda: random_win(random, reds), None) if not unreachable(win, book))
    changes: dict[str, Any] = {}
    if random.random() < 0.2:
        changes["tile_shown_apart"] = False
    if win.robbed_kong and random.random() < 0.3:
        changes["robbed_concealed_kong"] = True
    if random.random() < 0.1:
        changes["tile"] = Tile(random.randrange(37))
    try:
        changed = replace(win, **changes)
    except HandError:
        return win
    return win if unreachable(changed, book) else changed


def packed(win: Win) -> BatchHand:
    """A win as the batch takes it."""
    row = row_of(
        bytes(win.hand),
        bytes([win.tile]),
        b"".join(map(meld_bytes, win.melds)),
        bytes(win.dora_indicators),
        bytes(win.ura_indicators),
        win.flags,
    )
    return BatchHand(row, win.winner, win.loser, win.dealer, win.counters, win.riichi_sticks)


def win_of(row: bytes) -> Win:
    """The win of a row, from seat A; raises HandError, ValueError or IndexError where it cannot be."""
    flags = int.from_bytes(row[FLAGS:], "little")
    if flags & flag.RIICHI and flags & flag.DOUBLE_RIICHI:
        raise HandError("flags that no request can have")
    melds = [row[place : place + MELD_BYTES] for place in range(MELDS, DORA, MELD_BYTES)]
    tsumo = bool(flags & flag.TSUMO)
    riichi = Riichi.RIICHI if flags & flag.RIICHI else Riichi.NONE
    return Win(
        hand=_tiles(row[:CONCEALED_TILES]),
        tile=Tile(row[WINNING]),
        by=WinBy.TSUMO if tsumo else WinBy.RON,
        melds=tuple([Meld(MELD_KINDS[meld[0]], _tiles(meld[1:])) for meld in melds if meld[0] != EMPTY]),
        prevailing_wind=Wind(flags >> flag.PREVAILING_WIND & 3),
        dealer=Seat.A.turn(-(flags >> flag.SEAT_WIND & 3) % 4),
        loser=_seats(row)[1],
        riichi=Riichi.DOUBLE if flags & flag.DOUBLE_RIICHI else riichi,
        ippatsu=bool(flags & flag.IPPATSU),
        last_tile=bool(flags & flag.LAST_TILE),
        replacement=bool(flags & flag.REPLACEMENT),
        robbed_kong=bool(flags & flag.ROBBED_KONG),
        robbed_concealed_kong=bool(flags & flag.ROBBED_CONCEALED_KONG),
        first_turn=bool(flags & flag.FIRST_TURN),
        dora_indicators=_tiles(row[DORA:URA]),
        ura_indicators=_tiles(row[URA:FLAGS]),
        tile_shown_apart=not flags & flag.MIXED_IN,
    )


def _tiles(faces: bytes) -> tuple[Tile, ...]:
    return tuple([Tile(face) for face in faces if face != EMPTY])


@pytest.mark.parametrize("book", BOOKS)
def test_every_answer_is_what_the_scorer_says(book: Rulebook) -> None:
    random = Random(book.id)
    wins = [claimed(random, book) for _ in range(_ROWS)]
    answers = score_batch([packed(win) for win in wins], book)
    for win, answer in zip(wins, answers, strict=True):
        assert answer == score_win(win, book), win
    assert {answer.error for answer in answers if isinstance(answer, NoWin)} >= {"not-complete", "no-yaku"}
    assert sum(isinstance(answer, Score) and answer.yakuman > 0 for answer in answers) > _ROWS // 50


def test_all_yaku_of_all_books_occur_in_the_comparison() -> None:
    random = Random(42)
    hands = {
        reds: [packed(claimed(random, book)) for _ in range(6000)]
        for reds, book in {one.scoring.red_fives.value: one for one in map(rulebook, rulebook_ids())}.items()
    }
    seen = {
        line.id
        for name in rulebook_ids()
        for answer in score_batch(hands[rulebook(name).scoring.red_fives.value], rulebook(name))
        if isinstance(answer, Score)
        for line in answer.yaku
    }
    held = {rule.id for name in rulebook_ids() for rule in rulebook(name).scoring.yaku.value}
    # One nine gates in a hundred thousand random hands; the golden hands hold it, and the next test the batch to them.
    assert held - seen <= {"CHUUREN", "JUNSEI_CHUUREN", "SUUKANTSU", "RYUUIISOU"}


@pytest.mark.parametrize("win", ["1m", "2m", "5m", "9m"])
def test_nine_gates_and_its_waits(win: str) -> None:
    wins = [
        Win(parse_tiles("1112345678999m"), parse_tiles(win)[0], by, loser=loser, riichi=Riichi.RIICHI)
        for by, loser in ((WinBy.TSUMO, None), (WinBy.RON, Seat.B))
    ]
    for name in rulebook_ids():
        answers = score_batch([packed(one) for one in wins], rulebook(name))
        assert answers == [score_win(one, rulebook(name)) for one in wins]
        assert all(isinstance(answer, Score) and answer.yakuman > 0 for answer in answers)


def test_a_row_is_its_win() -> None:
    random = Random(3)
    for _ in range(300):
        win = claimed(random, _MLEAGUE)
        told = win_of(packed(win).row)
        assert (told.hand, told.tile, told.flags) == (win.hand, win.tile, win.flags)
        assert [(meld.kind, meld.tiles) for meld in told.melds] == [(meld.kind, meld.tiles) for meld in win.melds]


def _spoiled(random: Random, row: bytes) -> bytes:
    """The row with a random value in a random place."""
    spoiled = bytearray(row)
    spoiled[random.randrange(FLAGS + 1)] = random.choice((0, 1, 4, 5, 27, 33, 36, 37, 64, 200, 255))
    return bytes(spoiled)


def test_what_cannot_be_is_refused_row_by_row() -> None:
    random = Random(5)
    rows = [_spoiled(random, packed(random_win(random)).row) for _ in range(2000)]
    seats = [_seats(row) for row in rows]
    answers = score_batch([BatchHand(row, *seat, 0, 0) for row, seat in zip(rows, seats, strict=True)], _MLEAGUE)
    refused = 0
    for row, answer in zip(rows, answers, strict=True):
        try:
            expected = score_win(win_of(row), _MLEAGUE)
        except (HandError, ValueError, IndexError):
            refused += 1
            assert answer is None, row
        else:
            assert answer == expected, row
    assert refused > 500


def _seats(row: bytes) -> tuple[Seat, Seat | None, Seat]:
    flags = int.from_bytes(row[FLAGS:], "little")
    dealer = Seat.A.turn(-(flags >> flag.SEAT_WIND & 3) % 4)
    # The dealer has discarded before anybody wins in the first turn.
    ronned = dealer if dealer is not Seat.A else Seat.B
    return Seat.A, None if flags & flag.TSUMO else ronned, dealer


def test_other_bytes_are_refused_as_a_whole() -> None:
    with pytest.raises(ValueError, match="reshape"):
        best_readings(bytes(HAND_BYTES + 1), _MLEAGUE)


def test_no_hands_have_no_scores() -> None:
    assert best_readings(b"", _MLEAGUE).shape == (0, READING_FIELDS)
    assert best_readings(bytes([EMPTY]) * 2 * HAND_BYTES, _MLEAGUE)[:, STATUS].tolist() == [IMPOSSIBLE] * 2

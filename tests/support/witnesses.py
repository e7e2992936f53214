"""Observable effects of a rulebook's fields: answers, faults, payments and next rounds, as values to compare."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from controller.errors import JantakuError
from controller.journal.events import StackPlace
from controller.journal.state import Discard, Indicator, LastAct, RoundState
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty, may_correct_payment, may_settle_among_players
from controller.referee.faults.remedies import due_remedy, is_lawful
from controller.referee.rules.abortive import PlaySoFar, due_abortive_draw
from controller.referee.rules.duties import dora_turner, has_begun, points_due
from controller.referee.rules.furiten import FuritenCase, Offer, furiten, may_draw_after_passing
from controller.referee.rules.liability import liabilities
from controller.referee.rules.meld_limits import MeldCase, may_meld
from controller.referee.rules.riichi_acts import stands_when_ronned
from controller.referee.rules.tenpai import DrawnHand, tenpai_at_draw
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.chips import chips_of
from controller.scoring.game.flow import (
    Closing,
    Following,
    Last,
    Round,
    abortive_draws,
    after_abortive_draw,
    after_draw,
    after_nagashi,
    after_win,
    read_clock,
)
from controller.scoring.game.placement import GamePoints, close_game
from controller.scoring.game.standings import EventGame, standings
from controller.scoring.penalties import settle_chombo, settle_noten_riichi
from controller.scoring.score import NoWin
from controller.scoring.scorer import score_win
from controller.scoring.settlement import score_rons, settle_draw
from controller.scoring.win import Win, WinBy
from tests.controller.rulebooks.test_differences import ALL as SITUATIONS
from tests.controller.rulebooks.test_rulebooks_unstated import HANDS, numbers, reply_of
from tests.support.fault_cases import cases
from tests.support.fault_verbs import staged
from tests.support.situations import tenpai_order, told_by

Witness = Callable[[Rulebook, str], object]


def _tried(asked: Callable[[], object]) -> object:
    try:
        return asked()
    except JantakuError as error:
        return type(error).__name__


def hands(book: Rulebook, _field: str) -> object:
    """Han, fu, points and payments of every hand of the vectors."""
    return [numbers(reply_of(hand, book)) for hand in HANDS]


def readings(book: Rulebook, _field: str) -> object:
    """Readings of the same hands: han with ba-zoro, yaku and chips."""
    scores = [reply_of(hand, book) for hand in HANDS]
    return [
        None if isinstance(score, NoWin) else (score.ba_zoro, score.yaku, chips_of(score, hand, book))
        for hand, score in zip(HANDS, scores, strict=True)
    ]


def situations(book: Rulebook, field: str) -> object:
    """Results of the vectors' situations that name the field."""
    named = [one for one in SITUATIONS if any(each == field or each.startswith(f"{field}.") for each in one["fields"])]
    return [told_by(one["kind"], one["situation"], book) for one in named]


OPENINGS: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    {"last": LastAct(Seat.A)},
    {"last": LastAct(Seat.A), "discards": (Discard(Seat.A, parse_tile("1z")),)},
    {
        "last": LastAct(Seat.A, MeldKind.KAN_CONCEALED),
        "melds": ((Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z")),), (), (), ()),
    },
)


def faults(book: Rulebook, _field: str) -> object:
    """Every fault: whether lawful, its remedy before and after the opening, its penalty in every case."""
    rounds = [RoundState(Wind.EAST, 1, Seat.A, 0, **told) for told in OPENINGS]
    return [
        (
            is_lawful(code, book),
            [(due.kind, due.text) for due in (due_remedy(code, book, each) for each in rounds)],
            [
                due and (due.penalty, due.effect)
                for due in (due_penalty(code, book, discarded=discarded) for discarded in (True, False))
            ],
        )
        for code in FAULT_KINDS
    ]


def _set(kind: MeldKind, tiles: str) -> Meld:
    if kind is MeldKind.KAN_CONCEALED:
        return Meld(kind, parse_tiles(tiles))
    return Meld(kind, parse_tiles(tiles), parse_tile(tiles[-2:]), From.LEFT)


_ORPHANS: Final = parse_tiles("19m19p19s1234567z")
_OWN: Final = (Offer(Seat.A, parse_tile("1m")), Offer(Seat.B, parse_tile("9p")))
_DRAWN: Final = (
    ("34m456p22z", (_set(MeldKind.CHII, "789s"), _set(MeldKind.PON, "111s"))),
    ("1111m456p789s555z", ()),
    ("1m456p789s555z", (_set(MeldKind.PON, "111m"),)),
)
SETTLED: Final = tuple(
    (
        _set(first, "5555z" if first.is_kong else "555z"),
        _set(MeldKind.PON, "666z"),
        _set(last, "7777z" if last.is_kong else "777z"),
    )
    for first, last in product((MeldKind.PON, MeldKind.KAN_CONCEALED), (MeldKind.PON, MeldKind.KAN_OPEN))
)


def rules(book: Rulebook, _field: str) -> object:
    """Verdicts on kongs and calls at every moment, furiten, tenpai, liability, duties, and players' own settlements."""
    cases = [
        MeldCase(kind, tiles_left, kongs, drew)
        for kind, tiles_left, kongs, drew in product(MeldKind, (0, 1, 70), (0, 3, 4), (False, True))
    ]
    waiting, p5 = parse_tiles("46p123m789s22z777z"), parse_tile("5p")
    offers = (Offer(Seat.A, parse_tile("1z")), Offer(Seat.B, p5), Offer(Seat.A, parse_tile("9m")), Offer(Seat.C, p5))
    passed = FuritenCase(Seat.A, waiting, offers=offers, riichi_at=0)
    verdicts = [
        *(may_meld(case, book) for case in cases),
        furiten(passed, book),
        furiten(FuritenCase(Seat.A, _ORPHANS, offers=_OWN), book),
        *(tenpai_at_draw(DrawnHand(parse_tiles(hand), melds), book) for hand, melds in _DRAWN),
        may_draw_after_passing(replace(passed, claimed=False, taken=True), book),
        stands_when_ronned(book),
        may_settle_among_players(book),
        *(may_correct_payment(book, game_over=over) for over in (False, True)),
    ]
    places = [Round(wind, dealer, 0, 0) for wind, dealer in product(Wind, SEATS)]
    shown = RoundState(
        Wind.EAST, 1, Seat.A, 0, dora=(Indicator(parse_tile("9p"), StackPlace(Seat.C, 5)),), last=LastAct(Seat.A)
    )
    duties = (
        [points_due(place, book) for place in places],
        tenpai_order([Seat.C], Seat.B, book),
        has_begun(shown, book),
        dora_turner(shown, book),
    )
    owed = [[(each.yakuman, each.seat) for each in liabilities(calls, Seat.A, book)] for calls in SETTLED]
    aborted = [
        due_abortive_draw(PlaySoFar((), 4, 0, False, (2, 2, 0, 0), since, discarded), book)
        for since, discarded in ((0, False), (1, True))
    ]
    return [verdict.allowed for verdict in verdicts], duties, owed, aborted


SCORES: Final = (
    (25_000,) * 4,
    (30_000, 30_000, 25_000, 15_000),
    (45_000, 35_000, 25_000, -5_000),
    (40_000, 30_000, 30_000, 0),
)


def sequels(book: Rulebook, _field: str) -> object:
    """Next rounds after wins, draws, aborted rounds and nagashi mangan, at every stage of a game."""
    told: list[object] = []
    for wind, dealer, counters, scores, stops in product(Wind, (Seat.A, Seat.D), (0, 2), SCORES, (False, True)):
        closing = Closing(Last.CLOCK if counters and stops else None, scores, stops)
        told += _followed(Round(wind, dealer, counters, 1), closing, book)
    return [*told, abortive_draws(book), [read_clock(book, minutes) for minutes in (0, 30, 36, 45, 50, 60)]]


def _followed(played: Round, closing: Closing, book: Rulebook) -> Iterator[object]:
    dealer = played.dealer
    asked: tuple[Callable[[], Following], ...] = (
        *(partial(after_win, played, [seat], book, closing) for seat in (dealer, dealer.turn(1))),
        *(partial(after_draw, played, [seat is ready for seat in SEATS], book, closing) for ready in (dealer, None)),
        partial(after_abortive_draw, played, book, closing),
        partial(after_nagashi, played, [Seat.B], [False] * 4, book, closing),
    )
    for each in asked:
        found = _tried(each)
        yield _next(found) if isinstance(found, Following) else found


def _next(following: Following) -> object:
    return following.round, following.stays, following.riichi_sticks


def payments(book: Rulebook, _field: str) -> object:
    """Payments of several rons with counters, draws, nagashi mangan, chombo, noten riichi of one and two, and a fed
    kong.
    """
    fed = Meld(MeldKind.KAN_OPEN, parse_tiles("7777z"), parse_tile("7z"), From.LEFT)
    rinshan = Win(
        parse_tiles("46p123m789s22z"), parse_tile("5p"), WinBy.TSUMO, (fed,), replacement=True, kong_fed_by=Seat.B
    )
    rons = [
        Win(parse_tiles(f"46p123m789s22z{dragon}"), parse_tile("5p"), WinBy.RON, winner=seat, loser=Seat.A)
        for seat, dragon in ((Seat.B, "777z"), (Seat.C, "666z"))
    ]
    played = Round(Wind.EAST, Seat.A, 2, 3)
    told: list[object] = [
        numbers(score_win(rinshan, book)),
        [score.payments for _, score in score_rons(rons, played, book)],
    ]
    for ready in ((), (Seat.A,), (Seat.A, Seat.B)):
        drawn = settle_draw(played, [seat in ready for seat in SEATS], book)
        told.append((drawn.deltas, drawn.riichi_sticks))
    told.append(_tried(lambda: settle_draw(played, [False] * 4, book, nagashi=[Seat.B]).lines))
    for offenders, tenpai, win in product(((Seat.B,), (Seat.A, Seat.B)), (False, True), (False, True)):
        for settled in (
            settle_chombo(played, offenders, book, laid=[Seat.C], dealer_tenpai=tenpai, with_win=win),
            settle_noten_riichi(played, offenders, book, laid=[Seat.C], dealer_tenpai=tenpai, round_won=win),
        ):
            following = None if settled is None or settled.following is None else _next(settled.following)
            sums = settled and (settled.deltas, settled.off_total, settled.column, settled.riichi_sticks)
            told.append((sums, following))
    return told


def three(book: Rulebook, _field: str) -> object:
    """A tsumo of a non-dealer with one north set aside, with tiles that are in the set for three players too."""
    hand, tile = parse_tiles("46p123s789s22z777z"), parse_tile("5p")
    return numbers(reply_of(Win(hand, tile, WinBy.TSUMO, winner=Seat.B, norths=1), book))


ENDS: Final = (
    GamePoints((38_000, 28_000, 24_600, 9_400)),
    GamePoints((30_000, 30_000, 30_000, 9_000), left_sticks=1),
    GamePoints((45_400, 45_400, 12_700, -3_500)),
    GamePoints((52_000, 31_500, 20_000, -2_500), left_sticks=2, penalty_points=(0, 0, 0, 12_000)),
    GamePoints((42_000, 33_000, 25_000, 20_000), wrong_declared=frozenset({Seat.A})),
    GamePoints((30_000, 28_000, 27_000, 15_000), chombo=(1, 0, 0, 0)),
    GamePoints((60_000, 31_500, 30_000, -1_500), left_sticks=1, penalty_points=(0, 0, 0, 12_000)),
    GamePoints((66_000, 31_500, 30_000, -1_500)),
)


def ends(book: Rulebook, _field: str) -> object:
    """Final results of games, and the standings of an event with a tie."""
    start = book.settlement.start_points.value
    uneven = [
        GamePoints((a, b, c, d)) for a, b, c, d in ((45_000, 35_000, 25_000, 15_000), (15_000, 25_000, 35_000, 45_000))
    ]
    told = [_tried(partial(_closed, points, book)) for points in ENDS]
    games = [
        EventGame(number, table, ("1", "2", "3", "4") if table == "1" else ("5", "6", "7", "8"), points)
        for number in (1, 2, 3, 4)
        for table, points in (("1", GamePoints((start,) * 4)), ("2", uneven[number % 2]))
    ]
    return [*told, *(_tried(partial(_standing, played, book)) for played in (games, games[:6]))]


def _closed(points: GamePoints, book: Rulebook) -> object:
    found = close_game(points, book)
    return found.places, found.totals, found.scores, [(line.id, line.amounts) for line in found.lines]


def _standing(games: list[EventGame], book: Rulebook) -> object:
    found = standings(games, book)
    entries = [(entry.player, entry.rank, entry.qualifies) for entry in found.entries]
    return entries, found.complete, found.next_tables, [note.id for note in found.notes]


def tables(book: Rulebook, field: str) -> object:
    """Faults raised when the vectors' cases for the field are staged under the book."""
    told: list[object] = []
    for case in cases():
        if _PLAYED.get(field, case.file) == case.file and (field in _PLAYED or FAULT_KINDS[case.code].field == field):
            stage, raised = staged(case, "npm-2008", 0, noise=False, law=book)
            told.append(([each.fault.code for each in raised], stage.now.phase, stage.now.outcome))
    return told


# Cases that witness a field in place of those of its own faults.
_PLAYED: Final = {
    "riichi.kong_dora_shown": "kan-dora-missing",
    "riichi.open_kong_dora_shown": "kan-dora-missing-open",
    "table.dora_stack": "dora-wrong-turner",
}


WITNESSES: Final[Mapping[str, Witness]] = MappingProxyType(
    {
        witness.__name__: witness
        for witness in (faults, situations, rules, sequels, payments, three, ends, hands, readings, tables)
    }
)

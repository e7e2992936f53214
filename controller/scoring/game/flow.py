"""What follows a round: the next dealer, counters and wind, and whether the game is over."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from controller.errors import HandError
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.doubts import Resting
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw, ExtensionEnd
from controller.rulebooks.schema.penalties import AfterChombo
from controller.rulebooks.schema.settlement import Ties
from controller.text import Text


@dataclass(frozen=True, slots=True)
class Round:
    """A round by its place in the game, with the counters and the riichi sticks on the table."""

    prevailing_wind: Wind = Wind.EAST
    dealer: Seat = Seat.A
    counters: int = 0
    riichi_sticks: int = 0

    def __post_init__(self) -> None:
        """Raise HandError for negative numbers."""
        if self.counters < 0 or self.riichi_sticks < 0:
            raise HandError(
                Text(
                    "本場と供託は0以上で入力してください。",
                    f"counters {self.counters}, riichi_sticks {self.riichi_sticks}: expected 0 or more",
                )
            )

    @property
    def name(self) -> str:
        """Wind and number of the round, such as ``E1`` or ``S4``; the first dealer sits at seat A."""
        return f"{self.prevailing_wind.letter}{self.dealer + 1}"


class Last(Enum):
    """Why the round in play is the last: the clock has run out, or a fine could not be paid into the pot."""

    CLOCK = "clock"
    POT_FINE_UNPAID = "pot_fine_unpaid"


@dataclass(frozen=True, slots=True)
class Closing:
    """Conditions, apart from its place, that may end the game after a round; ``scores`` once paid, None if unknown.

    ``dealer_stops``: the leading dealer of the last round asks for the end.
    """

    last: Last | None = None
    scores: Sequence[int] | None = None
    dealer_stops: bool = False


GOES_ON = Closing()
CHAPTERS: Final = ("flow.", "penalties.after_chombo", "settlement.ties")
"""Prefixes of the rulebook fields on which the sequel of a round may rest."""


@dataclass(frozen=True, slots=True)
class Following:
    """Sequel of a round: ``round`` is None if the game is over; ``stays``: the dealer deals again.

    ``clauses``: the clauses that decided it. ``riichi_sticks``: left on the table, also if the game is over. ``after``:
    sequel of a penalty that ended the round.
    """

    round: Round | None
    stays: bool
    riichi_sticks: int
    clauses: tuple[str, ...]
    after: AfterChombo | None = None
    resting: Resting["Following | None"] | None = field(default=None, compare=False, repr=False)

    @property
    def unstated(self) -> tuple[str, ...]:
        """Rulebook fields left at their default on which the sequel rests."""
        return () if self.resting is None else self.resting.names

    @property
    def what(self) -> object:
        """The sequel without the clauses, for comparison."""
        return self.round, self.stays, self.riichi_sticks


class ClockReading(NamedTuple):
    """A game's clock: ``left`` minutes (None without a clock), and whether the round in play is the last one."""

    left: float | None
    announce: bool
    last: bool
    clause: str


def read_clock(book: Rulebook, minutes: float) -> ClockReading:
    """Return the clock after ``minutes`` of play; the round in which it runs out is the last.

    ``announce``: the points must be announced now (wakashachi art. 7).
    """
    rules = book.flow
    limit, tell = rules.clock_minutes.value, rules.clock_announced_at.value
    if limit is None:
        return ClockReading(None, False, False, rules.clock_minutes.cite)
    left = max(0.0, limit - minutes)
    return ClockReading(left, tell is not None and left <= tell, left <= 0, rules.clock_minutes.cite)


def after_win(round_: Round, winners: Collection[Seat], book: Rulebook, closing: Closing = GOES_ON) -> Following:
    """Return the sequel of a win; a dealer among several winners stays. The sticks on the table are taken."""
    if not winners:
        raise HandError(
            Text("アガった人を1人以上選んでください。", "a win without a winner: expected at least one seat")
        )
    rules = book.flow
    by_dealer = round_.dealer in winners
    stays = by_dealer and rules.dealer_stays_on_win.value
    if by_dealer:
        counters = round_.counters + rules.counter_on_dealer_win.value
        used = ["dealer_stays_on_win", "counter_on_dealer_win"]
    else:
        counters = 0 if rules.counters_cleared_by_child_win.value else round_.counters
        used = ["dealer_stays_on_win", "counters_cleared_by_child_win"]
    table = replace(round_, counters=counters, riichi_sticks=0)
    ask = partial(after_win, round_, winners, closing=closing)
    return _following(table, book, stays, used, closing, ask, may_stop="dealer_may_stop")


def after_draw(round_: Round, tenpai: Sequence[bool], book: Rulebook, closing: Closing = GOES_ON) -> Following:
    """Return the sequel of an exhaustive draw; ``tenpai`` by seat A-D. The sticks stay."""
    rules = book.flow
    stays = tenpai[round_.dealer] and rules.dealer_stays_on_tenpai.value
    counter = "counter_on_draw_dealer_stays" if stays else "counter_on_draw_dealer_passes"
    counters = round_.counters + getattr(rules, counter).value
    used = ["dealer_stays_on_tenpai", counter]
    table, ask = replace(round_, counters=counters), partial(after_draw, round_, tenpai, closing=closing)
    return _following(table, book, stays, used, closing, ask, may_stop="dealer_stop_on_tenpai")


def abortive_draws(book: Rulebook) -> tuple[AbortiveDraw, ...]:
    """Return the kinds of abortive draws in a rulebook."""
    return book.flow.abortive_draws.value if book.flow.aborted_rounds.value else ()


def after_abortive_draw(round_: Round, book: Rulebook, closing: Closing = GOES_ON) -> Following:
    """Return the sequel of an aborted round; the sticks stay, and the dealer may not end the game after it."""
    rules = book.flow
    counters = round_.counters + rules.counter_on_abortive_draw.value
    used = ["dealer_stays_on_abortive_draw", "counter_on_abortive_draw"]
    stays = rules.dealer_stays_on_abortive_draw.value
    ask = partial(after_abortive_draw, round_, closing=closing)
    return _following(replace(round_, counters=counters), book, stays, used, closing, ask)


def after_nagashi(
    round_: Round, winners: Collection[Seat], tenpai: Sequence[bool], book: Rulebook, closing: Closing = GOES_ON
) -> Following:
    """Return the sequel of nagashi mangan: as of a win or as of a draw, by the rulebook."""
    is_win = book.flow.nagashi_is_win.value
    then = after_win(round_, winners, book, closing) if is_win else after_draw(round_, tenpai, book, closing)
    return _asked(then, book, partial(after_nagashi, round_, winners, tenpai, closing=closing))


def after_chombo(
    round_: Round,
    book: Rulebook,
    *,
    dealer_tenpai: bool = False,
    ruling: AfterChombo | None = None,
    closing: Closing = GOES_ON,
) -> Following | None:
    """Return the sequel of a chombo, by the rulebook or a ruling; None if the referee decides.

    ``round_`` has the sticks left. ``dealer_tenpai``: the chombo was found at a draw while the dealer is tenpai. A void
    round does not count as played, so it is replayed even if the clock has run out.
    """
    name = "after_chombo_dealer_tenpai" if dealer_tenpai else "after_chombo"
    rule: Rule[AfterChombo] = getattr(book.penalties, name)
    after = rule.value if ruling is None else ruling
    if after is AfterChombo.REFEREE:
        return None
    ask = partial(after_chombo, round_, dealer_tenpai=dealer_tenpai, ruling=ruling, closing=closing)
    if after is AfterChombo.REPLAY:
        return _asked(Following(round_, True, round_.riichi_sticks, (rule.cite,), after), book, ask)
    stays = after is AfterChombo.DEALER_STAYS
    then = _following(replace(round_, counters=0), book, stays, [], closing, ask)
    return replace(then, clauses=(rule.cite, *then.clauses), after=after)


_Ask = Callable[[Rulebook], Following | None]


def _asked(then: Following, book: Rulebook, ask: _Ask) -> Following:
    """Return the sequel with a function that recomputes it under another rulebook."""
    return replace(then, resting=Resting(book, ask, lambda told: told and told.what, CHAPTERS))


def _following(
    table: Round, book: Rulebook, stays: bool, used: list[str], closing: Closing, ask: _Ask, may_stop: str = ""
) -> Following:
    """Return the sequel; ``table``: the ended round with the counters and sticks left; ``used``: fields that decided.

    ``may_stop``: the field by which a dealer who stays may end the game after such a round, "" for none.
    """
    if table.dealer not in book.seats:
        raise HandError(f"{table.name}: expected a dealer among {len(book.seats)} players")
    dealer = table.dealer if stays else Seat((table.dealer + 1) % len(book.seats))
    wind = int(table.prevailing_wind) + (not stays and dealer is Seat.A)
    clauses = _cited(book, used)
    by_place, decided = _over_by_place(table, wind, stays, book, closing)
    ended = ""
    if closing.last is Last.POT_FINE_UNPAID:
        clauses = [*clauses, book.penalties.pot_fine.cite]
    elif closing.last is Last.CLOCK:
        ended = "clock_minutes"
    elif _is_bust(book, closing):
        ended = "ends_below_zero"
    elif _stops(table, book, may_stop if stays else "", closing):
        ended = "dealer_may_stop"
    elif by_place or decided:
        ended = decided
    over = by_place or closing.last is Last.POT_FINE_UNPAID or ended not in ("", "winds_extended")
    clauses += _cited(book, [ended]) if ended else []
    then = None if over else replace(table, prevailing_wind=Wind(wind), dealer=dealer)
    return _asked(Following(then, stays, table.riichi_sticks, tuple(clauses)), book, ask)


def _over_by_place(table: Round, wind: int, stays: bool, book: Rulebook, closing: Closing) -> tuple[bool, str]:
    """Return whether the game's length ends it after this round, and the deciding field; ``wind``: the next."""
    rules = book.flow
    regular, extended = rules.winds_played.value, rules.winds_extended.value
    if not extended or wind < regular:
        return wind >= regular, "winds_played" if wind >= regular else ""
    reached = closing.scores is None or max(closing.scores[: len(book.seats)]) >= rules.extension_points.value
    if table.prevailing_wind < regular:
        # The last round of the regular winds, whose dealer does not stay.
        return reached, "winds_played" if reached else "winds_extended"
    if wind >= regular + extended:
        return True, "winds_extended"
    ends = {
        ExtensionEnd.SUDDEN_DEATH: reached,
        ExtensionEnd.UNLESS_DEALER_STAYS: reached and not stays,
        ExtensionEnd.WHOLE_WIND: reached and wind > table.prevailing_wind,
    }[rules.extension_ends.value]
    return ends, "extension_ends" if ends else ""


def _is_bust(book: Rulebook, closing: Closing) -> bool:
    if closing.scores is None or not book.flow.ends_below_zero.value:
        return False
    return min(closing.scores[: len(book.seats)]) < (1 if book.flow.bust_at_zero.value else 0)


def _stops(table: Round, book: Rulebook, may_stop: str, closing: Closing) -> bool:
    """True if the dealer ends the game after this round; raises HandError if the dealer asks for it but may not.

    In an extension that can end with any round, every round counts as a last one.
    """
    rules = book.flow
    if closing.dealer_stops and not rules.dealer_may_stop.value:
        raise HandError(
            Text(
                "この規定ではアガリやめ・テンパイやめはありません。",
                f"the dealer may not stop ({rules.dealer_may_stop.cite})",
            )
        )
    if not (closing.dealer_stops or rules.dealer_stops_by_itself.value):
        return False
    allowed = (
        may_stop != "" and getattr(rules, may_stop).value and _is_last(table, book) and _leads(table, book, closing)
    )
    if closing.dealer_stops and not allowed:
        raise HandError(
            Text(
                "アガリやめ・テンパイやめは、オーラスで連荘する首位の親だけができます。",
                f"the dealer stops in {table.name}: expected a leading dealer who stays in the last round",
            )
        )
    return allowed


def _is_last(table: Round, book: Rulebook) -> bool:
    rules = book.flow
    wind, regular = int(table.prevailing_wind), rules.winds_played.value
    if wind >= regular and rules.extension_ends.value is not ExtensionEnd.WHOLE_WIND:
        return True
    return table.dealer is book.seats[-1] and wind + 1 >= regular


def _leads(table: Round, book: Rulebook, closing: Closing) -> bool:
    """True if the dealer is first, with the points required for stopping; ties as the rulebook places them."""
    if closing.scores is None or closing.scores[table.dealer] < book.flow.dealer_stop_points.value:
        return False
    best = max(closing.scores[: len(book.seats)])
    if book.settlement.ties.value is Ties.SEAT_ORDER:
        return list(closing.scores).index(best) == table.dealer
    return closing.scores[table.dealer] == best


def _cited(book: Rulebook, names: Sequence[str]) -> list[str]:
    """Return the clauses of these fields of the flow chapter."""
    return [getattr(book.flow, name).cite for name in names]

"""Records of whole rounds from a journal's events. Draws and concealed tiles that no camera saw are unknown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Final

from controller.journal import events as ev
from controller.journal.books import Books
from controller.journal.ledger import RoundBooks, books_of, course, result_of
from controller.journal.reduce import reduce
from controller.journal.seating import Names, seated_at
from controller.journal.state import NOTHING_YET, Outcome, RoundState, TableState, is_claim
from controller.records.hands.fold import with_hands
from controller.records.hands.glimpse import Glimpse
from controller.records.record import (
    Act,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    Seen,
    WinNote,
)
from controller.records.seating import first_east, from_first_east, turned
from controller.records.wins import win_note
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import sort_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.placement import FourParts, GamePoints, close_game
from controller.scoring.payment_lines import four
from controller.scoring.score import Four

DRAWS: Final = {
    ev.DrawKind.EXHAUSTIVE: DrawName.EXHAUSTIVE,
    ev.DrawKind.NAGASHI_MANGAN: DrawName.NAGASHI_MANGAN,
    ev.DrawKind.VOID: DrawName.VOID,
    ev.DrawKind.UNSEEN: DrawName.VOID,
    ev.DrawKind.CHOMBO: DrawName.CHOMBO,
    ev.DrawKind.NOTEN_RIICHI: DrawName.NOTEN_RIICHI,
    ev.DrawKind.NINE_TERMINALS: DrawName.NINE_ORPHANS,
    ev.DrawKind.FOUR_WINDS: DrawName.FOUR_WINDS,
    ev.DrawKind.FOUR_RIICHI: DrawName.FOUR_RIICHI,
    ev.DrawKind.FOUR_KONGS: DrawName.FOUR_KONGS,
    ev.DrawKind.TRIPLE_RON: DrawName.THREE_RONS,
}


_DATED: Final = ev.RoundStarted | ev.RoundWon | ev.RoundDrawn | ev.SettlementConfirmed | ev.GameEnded
"""Events whose time dates a game's beginning and end."""


@dataclass(slots=True)
class _Table:
    """Acts of the round in play, and what cameras at the seats saw in the meantime."""

    acts: list[Act] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    holding: Seat | None = None
    before: tuple[tuple[Act, ...], tuple[Glimpse, ...], Seat | None] | None = None

    def add(self, event: ev.Event) -> None:
        """Process an event."""
        match event:
            case ev.Discarded(seat=seat, tile=tile):
                self._draw(seat)
                called = not isinstance(self.acts[-1], DrawAct)
                self.acts.append(DiscardAct(seat, tile, False if called else None))
                self.holding = None
            case ev.DiscardCorrected(index=index, tile=tile):
                discards = [(place, act) for place, act in enumerate(self.acts) if isinstance(act, DiscardAct)]
                for place, act in discards[index : index + 1]:
                    self.acts[place] = replace(act, tile=tile)
            case ev.RiichiDeclared(seat=seat):
                self._declare(seat)
            case ev.RiichiCancelled(seat=seat):
                self.acts = [_upright(act, seat) for act in self.acts]
            case ev.Called(seat=seat, meld=meld, taken_from=taken_from):
                if not is_claim(meld.kind):
                    self._draw(seat)
                self.acts.append(CallAct(seat, _from(meld, seat, taken_from)))
                self.holding = None if meld.kind.is_kong else seat
            case ev.CallUndone(seat=seat, meld=meld):
                self._take_back(seat, None if is_claim(meld.kind) else seat)
            case ev.HandSeen(seat=seat, tiles=tiles, drawn=drawn):
                self.glimpses.append(Glimpse.of(seat, len(self.acts), tiles, drawn))
            case ev.DecisionTaken():
                self.before = (tuple(self.acts), tuple(self.glimpses), self.holding)
            case ev.DecisionUndone() if self.before is not None:
                acts, glimpses, self.holding = self.before
                self.acts, self.glimpses, self.before = list(acts), list(glimpses), None

    def _declare(self, seat: Seat) -> None:
        """Mark the seat's last discard as a riichi declaration."""
        for place in range(len(self.acts) - 1, -1, -1):
            act = self.acts[place]
            if isinstance(act, DiscardAct) and act.seat is seat:
                self.acts[place] = replace(act, riichi=True)
                return

    def _take_back(self, seat: Seat, holding: Seat | None) -> None:
        """Remove the seat's last call and all later acts; ``holding``: seat that then has a drawn tile."""
        places = [place for place, act in enumerate(self.acts) if isinstance(act, CallAct) and act.seat is seat]
        if places:
            self.acts, self.holding = self.acts[: places[-1]], holding
            self.glimpses = [glimpse for glimpse in self.glimpses if glimpse.place <= places[-1]]

    def _draw(self, seat: Seat) -> None:
        if self.holding is not seat:
            self.acts.append(DrawAct(seat))
        self.holding = seat

    def ended(self, outcome: Outcome) -> list[Act]:
        """Return the acts with the draw that ended the round: a winning tile, or the draw before nine terminals."""
        for won in outcome.wins:
            if won.win.loser is None and (self.acts or won.win.told is None):
                return [*self.acts, DrawAct(won.win.winner, None if won.win.told else won.win.tile)]
        if outcome.draw is ev.DrawKind.NINE_TERMINALS:
            return [*self.acts, *map(DrawAct, outcome.seats)]
        return self.acts


def _upright(act: Act, seat: Seat) -> Act:
    """Return the act without a riichi declaration of that seat."""
    return replace(act, riichi=False) if isinstance(act, DiscardAct) and act.seat is seat else act


def _from(meld: Meld, seat: Seat, taken_from: Seat | None) -> Meld:
    """Return the meld with the seat it was really claimed from; in all formats a chow comes from the left only."""
    if taken_from is None or taken_from is seat or meld.kind is MeldKind.CHII:
        return meld
    return replace(meld, source=seat.towards(taken_from))


def games(
    events: Iterable[ev.Event], rulebook: Rulebook | None = None, times: Sequence[float] = ()
) -> tuple[GameRecord, ...]:
    """Return the games of a journal's events with their finished rounds; ``rulebook``: for red fives and winds played.

    ``times``: when each event was sealed, in seconds since 1970, if known. Rounds belong to games as after all later
    corrections.
    """
    state, table, found = NOTHING_YET, _Table(), dict[int, _Table]()
    when = dict[int, tuple[float, float]]()
    for event, at in zip(events, times or repeat(None), strict=False):
        state = reduce(state, event)
        if at is not None and isinstance(event, _DATED):
            when[state.game] = (when.get(state.game, (at, at))[0], at)
        match event:
            case ev.RoundStarted():
                table = found[state.rounds] = _Table()
            case _:
                table.add(event)
    numbers = (*(books.game for books in state.games), state.game)
    return tuple(
        replace(record, begun=float(int(when[game][0])), ended=float(int(when[game][1]))) if game in when else record
        for game in numbers
        for record in _whole(state, game, found, rulebook)
    )


def _whole(
    state: TableState, game: int, found: Mapping[int, _Table], rulebook: Rulebook | None
) -> Iterator[GameRecord]:
    ended = [each for each in course(state, game) if each.told.round.outcome is not None]
    if not ended:
        return
    last = ended[-1].told.round
    first = first_east(last.dealer, last.number)
    finished = [_finished(state, each, found[each.told.ordinal]) for each in ended]
    sat = [_names(state, each, first) for each in ended]
    rounds = tuple(
        one if players == sat[0] else replace(one, players=players) for one, players in zip(finished, sat, strict=True)
    )
    books = books_of(state, game)
    final: Four | None = four(turned(books.scores, first)) if books.game_over else None
    yield GameRecord(
        names=sat[0],
        rounds=rounds,
        rulebook=state.rulebook,
        east_only=None if rulebook is None else rulebook.flow.winds_played.value == 1,
        red_fives=None if rulebook is None else rulebook.scoring.red_fives.value,
        final_scores=final,
        final_totals=None if final is None or rulebook is None else _totals(final, rounds, rulebook),
        ordinals=tuple(each.told.ordinal for each in ended),
    )


def _names(state: TableState, each: RoundBooks, first: Seat) -> Names:
    a, b, c, d = turned(seated_at(state.seatings, each.told.ordinal).names, first)
    return a, b, c, d


def _totals(final: Four, rounds: tuple[RoundRecord, ...], rulebook: Rulebook) -> FourParts | None:
    """Return the totals by the rulebook; None if a chombo penalty counts too, which a record cannot hold."""
    if any(isinstance(one.result, DrawNote) and one.result.name is DrawName.CHOMBO for one in rounds):
        return None
    return close_game(GamePoints(final), rulebook).totals


def _finished(state: TableState, each: RoundBooks, table: _Table) -> RoundRecord:
    """Return the round with its final result; its start assumes that earlier results were paid in this way at once."""
    round_ = each.told.round
    assert round_.outcome is not None
    outcome = replace(round_.outcome, payments=result_of(state, each.told.ordinal).deltas)
    return from_first_east(_round(round_, outcome, table, each.before), round_.number)


def _round(round_: RoundState, outcome: Outcome, table: _Table, before: Books) -> RoundRecord:
    played = table.ended(outcome)
    dora, ura = _indicators(round_, outcome)
    hands, acts = with_hands(played, [*table.glimpses, *_open_at_last(round_, outcome, len(played))])
    return RoundRecord(
        prevailing_wind=round_.prevailing_wind,
        dealer=round_.dealer,
        counters=round_.counters,
        riichi_sticks=before.riichi_sticks,
        scores=before.scores,
        dora=dora,
        ura=ura,
        hands=hands,
        acts=acts,
        result=_wins(outcome) or _draw(outcome),
        shown=tuple(_shown_hand(round_, outcome, seat) for seat in SEATS),
        riichi_stick=before.riichi_stick,
        laid=round_.sticks_laid,
    )


def _indicators(round_: RoundState, outcome: Outcome) -> tuple[tuple[Seen, ...], tuple[Tile, ...]]:
    """Return dora and ura-dora indicators as seen, or those of a win that a person entered if they are more."""
    dora: tuple[Seen, ...] = tuple(shown.tile for shown in round_.dora) or (None,)
    ura = tuple(shown.ura for shown in round_.dora if shown.ura is not None)
    for win in (won.win for won in outcome.wins if outcome.by):
        dora = win.dora_indicators if len(win.dora_indicators) >= len(dora) else dora
        ura = win.ura_indicators if len(win.ura_indicators) >= len(ura) else ura
    return dora, ura


def _wins(outcome: Outcome) -> tuple[WinNote, ...]:
    notes = [win_note(won.score, won.win) for won in outcome.wins]
    if notes:
        # The final payment may differ from the scores; the difference goes to the first winner's line.
        rest = [sum(note.deltas[seat] for note in notes[1:]) for seat in SEATS]
        a, b, c, d = (paid - other for paid, other in zip(outcome.payments, rest, strict=True))
        notes[0] = replace(notes[0], deltas=(a, b, c, d))
    return tuple(notes)


def _draw(outcome: Outcome) -> DrawNote:
    a, b, c, d = (seat in outcome.tenpai for seat in SEATS)
    kind = DRAWS[outcome.draw or ev.DrawKind.VOID]
    return DrawNote(kind, outcome.payments, (a, b, c, d) if kind is DrawName.EXHAUSTIVE else None)


def _open_at_last(round_: RoundState, outcome: Outcome, place: int) -> Iterator[Glimpse]:
    """Yield the hands that were open when the round ended, including a drawn winning tile."""
    won = {each.win.winner: each.win for each in outcome.wins}
    for seat in SEATS:
        revealed = round_.revealed[seat]
        win = won.get(seat)
        if win is not None and win.told is None:
            yield Glimpse(seat, place, (*win.hand, win.tile) if win.loser is None else win.hand, sure=True)
        elif revealed is not None and revealed.tiles:
            yield Glimpse.of(seat, place, revealed.tiles, revealed.apart, sure=True)


def _shown_hand(round_: RoundState, outcome: Outcome, seat: Seat) -> tuple[Tile, ...] | None:
    for won in outcome.wins:
        if won.win.winner is seat and won.win.told is None:
            return sort_tiles(won.win.hand)
    revealed = round_.revealed[seat]
    if outcome.wins or seat not in outcome.tenpai or revealed is None or not revealed.tiles:
        return None
    return sort_tiles((*revealed.tiles, *(() if revealed.apart is None else (revealed.apart,))))

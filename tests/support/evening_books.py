"""A second set of books of an evening, added up from the journal's events as a person would with a pencil.

Uses nothing of the product's ledger. Undone events are struck out; every round is paid again by the present rulings,
and a winner takes all sticks in the pot. The payments in the events are added up separately; both sums must be equal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.settlement import Ties

Row = tuple[int, int, int, int]
NOTHING: Row = (0, 0, 0, 0)


def plus(*rows: Iterable[int]) -> Row:
    """Sum of rows of four."""
    a, b, c, d = (sum(column) for column in zip(*rows, strict=True))
    return a, b, c, d


@dataclass
class Paid:
    """Payment of a result: points per seat, change of the pot in sticks, and points that go to nobody."""

    deltas: Row = NOTHING
    pot: int = 0
    column: Row = NOTHING


@dataclass
class RoundSheet:
    """One round. ``before`` and ``after``: points with every earlier result, and with its own, paid by present rulings.

    ``riichi``: seats whose stick was placed in it. ``fines``: points, sticks to the pot and validity, by fault and
    seat. ``found``: sticks in the pot when its result was judged. ``played``: the result of its play, with its sticks.
    ``proposed``: it was paid, and waits with another result.
    """

    ordinal: int
    game: int
    wind: str
    number: int
    counters: int
    dealer: Seat
    riichi: list[bool] = field(default_factory=lambda: [False] * 4)
    fines: dict[tuple[str, Seat], tuple[int, int, bool]] = field(default_factory=dict)
    outcome: ev.RoundWon | ev.RoundDrawn | None = None
    found: int = 0
    played: tuple[ev.RoundWon | ev.RoundDrawn, int] | None = None
    confirmed: bool = False
    proposed: bool = False
    paid: Paid = field(default_factory=Paid)
    pot_before: int = 0
    pot_after: int = 0
    before: Row = NOTHING
    after: Row = NOTHING

    @property
    def waits(self) -> bool:
        """True if it has a result that is not confirmed."""
        return self.outcome is not None and not self.confirmed

    @property
    def sticks(self) -> Row:
        """Sticks that each seat put into the pot."""
        fined = ([sticks * (each is seat) for each in SEATS] for (_, seat), (_, sticks, on) in self.fines.items() if on)
        return plus(map(int, self.riichi), *fined)

    @property
    def unseen(self) -> bool:
        """True if its end was not seen and has not been entered."""
        return isinstance(self.outcome, ev.RoundDrawn) and self.outcome.kind is DrawKind.UNSEEN

    @property
    def laid(self) -> int:
        """Number of sticks that it put into the pot."""
        return sum(self.sticks)

    def deposits(self, stick: int) -> Row:
        """Points that it took from each seat before its result."""
        return plus(
            [-stick * each for each in self.riichi],
            *(
                [-points * (each is seat) for each in SEATS]
                for (_, seat), (points, _, stands) in self.fines.items()
                if stands
            ),
        )

    def reckoned(self, pot: int, stick: int) -> Paid:
        """Return what its result pays with ``pot`` sticks in the pot."""
        told = self.outcome
        if isinstance(told, ev.RoundWon):
            taken = sum(won.score.riichi_sticks_taken for won in told.wins)
            first = told.wins[0].win.winner
            hands = plus(*(won.score.payments for won in told.wins), told.payments)
            return Paid(plus(hands, [stick * (pot - taken) * (seat is first) for seat in SEATS]), -pot, told.column)
        if told is None:
            return Paid()
        if self.unseen:
            # The unseen winner may have taken the sticks: they belong to nobody until the result is entered.
            return Paid(pot=-pot)
        change = 0 if told.riichi_sticks is None else told.riichi_sticks - self.found
        if told.kind is DrawKind.NAGASHI_MANGAN and change < 0:
            first = min(told.seats, key=lambda seat: (seat - self.dealer) % 4)
            more = pot - self.found
            return Paid(plus(told.payments, [stick * more * (seat is first) for seat in SEATS]), -pot, told.column)
        return Paid(told.payments, change, told.column)


@dataclass
class GameSheet:
    """One game; ``facts``: points as paid by its events, ``final``: points as its end event gives them."""

    number: int
    start: Row
    stick: int
    first: Seat
    names: tuple[str, str, str, str]
    rounds: list[RoundSheet] = field(default_factory=list)
    facts: Row = NOTHING
    final: Row | None = None
    wrong: list[bool] = field(default_factory=lambda: [False] * 4)

    @property
    def now(self) -> Row:
        """Points with every waiting result counted as paid; final points if the game is over."""
        return self.final if self.final is not None else self.rounds[-1].after if self.rounds else self.start

    @property
    def settled(self) -> Row:
        """Points by confirmed results only."""
        return self.final if self.final is not None else self.facts

    @property
    def waits(self) -> bool:
        """True if any of its results waits."""
        return any(each.waits for each in self.rounds)

    @property
    def sticks_open(self) -> int:
        """Number of sticks in the pot at ends of rounds that nobody saw."""
        return sum(-each.paid.pot for each in self.rounds if each.unseen)

    def reckon(self) -> None:
        """Pay every round again."""
        points, pot = self.start, 0
        for each in self.rounds:
            each.before, each.pot_before = points, pot
            pot += each.laid
            each.paid = each.reckoned(pot, self.stick)
            pot += each.paid.pot
            points = plus(points, each.deposits(self.stick), each.paid.deltas)
            each.after, each.pot_after = points, pot


@dataclass
class EveningSheet:
    """All games of a sitting."""

    book: Rulebook
    games: dict[int, GameSheet] = field(default_factory=dict)
    rounds: dict[int, RoundSheet] = field(default_factory=dict)

    @property
    def game(self) -> GameSheet:
        """The game in play."""
        return self.games[max(self.games)]

    @property
    def round(self) -> RoundSheet:
        """The round in play."""
        return self.rounds[max(self.rounds)]

    def places(self, game: GameSheet, points: Row) -> Row:
        """Places by points. Ties are ranked by the book, players who declared wrong points below the others."""
        below = game.wrong if self.book.settlement.wrong_declared_ranked_below.value else [False] * 4
        in_order = self.book.settlement.ties.value is Ties.SEAT_ORDER
        keys = [(below[seat], -points[seat], seat.turn(-game.first) if in_order else 0) for seat in SEATS]
        a, b, c, d = (1 + sum(other < key for other in keys) for key in keys)
        return a, b, c, d

    def wrong(self) -> Iterator[str]:
        """Yield contradictions in the events themselves."""
        for game in self.games.values():
            for each in game.rounds:
                lost = plus(each.paid.deltas, each.paid.column)
                if sum(lost) + game.stick * each.paid.pot and not each.unseen:
                    yield f"round {each.ordinal}: {each.paid} makes {sum(lost) + game.stick * each.paid.pot}"
            if not game.waits and game.final is None and game.rounds and game.facts != game.now:
                yield f"game {game.number}: the facts pay {game.facts}, the rulings of now {game.now}"
            if game.final is not None and game.rounds and not game.waits:
                left = game.rounds[-1].pot_after * game.stick
                gained = plus(game.final, [-each for each in game.rounds[-1].after])
                if sum(gained) not in (0, left) or min(gained) < 0:
                    yield f"game {game.number}: ends in {game.final} after {game.rounds[-1].after}"


def in_force(events: Iterable[ev.Event]) -> list[ev.Event]:
    """Return the events without those that an undo struck out."""
    found: list[ev.Event] = []
    mark: tuple[int, ev.DecisionTaken] | None = None
    for event in events:
        match event:
            case ev.DecisionTaken():
                mark = len(found), event
            case ev.RoundStarted():
                mark = None
                found.append(event)
            case ev.DecisionUndone() if mark is not None:
                begun, taken = mark
                # Undoing a decision about an earlier round removes only its own events; the play since then stays.
                kept = [each for each in found[begun:] if taken.round and each.evidence != taken.evidence]
                found[begun:] = kept
                mark = None
            case _:
                found.append(event)
    return found


def sheet_of(events: Iterable[ev.Event], book: Rulebook) -> EveningSheet:
    """Return the books of these events."""
    keeper = _Keeper(EveningSheet(book))
    for event in in_force(events):
        keeper.take(event)
    for game in keeper.sheet.games.values():
        game.reckon()
    return keeper.sheet


class _Keeper:
    """Builds the books from the valid events, one by one."""

    def __init__(self, sheet: EveningSheet) -> None:
        self.sheet = sheet
        self._names = ("", "", "", "")
        self._first = Seat.A

    def take(self, event: ev.Event) -> None:
        """Enter one event."""
        sheet = self.sheet
        match event:
            case ev.SessionOpened():
                self._names = event.names
            case ev.PlayersSeated():
                self._names, self._first = event.names, event.first
                if sheet.games:
                    sheet.game.names, sheet.game.first = event.names, event.first
            case ev.GameStarted():
                game = GameSheet(event.number, event.scores, event.riichi_stick, self._first, self._names)
                game.facts = event.scores
                sheet.games[event.number] = game
            case ev.RoundStarted():
                self._begin(event)
            case ev.GameBeginAmended():
                self._regroup(event)
            case ev.RoundRenamed():
                each = sheet.rounds[event.round] if event.round else sheet.round
                each.wind, each.number = event.prevailing_wind.letter, event.number
                each.dealer, each.counters = event.dealer, event.counters
            case _:
                self._played(event)

    def _played(self, event: ev.Event) -> None:
        """Enter an event of sticks, fines or results."""
        sheet = self.sheet
        match event:
            case ev.RiichiAccepted(seat=seat):
                self._stick(sheet.round, seat, True)
            case ev.RiichiCancelled(seat=seat):
                self._stick(sheet.round, seat, False)
            case ev.RiichiAmended(round=ordinal, seat=seat, stands=stands):
                self._stick(sheet.rounds[ordinal], seat, stands)
            case ev.FinePaid():
                each = sheet.rounds[event.round] if event.round else sheet.round
                self._fine(each, event.fault, event.seat, (event.points, event.riichi_sticks, True))
            case ev.FineAmended():
                each = sheet.rounds[event.round]
                points, sticks, _ = each.fines[event.fault, event.seat]
                self._fine(each, event.fault, event.seat, (points, sticks, event.stands))
            case ev.RoundWon() | ev.RoundDrawn():
                self._ended(sheet.round, event)
            case ev.RoundReopened():
                sheet.round.outcome = sheet.round.played = None
            case ev.ResultAmended():
                each, told = sheet.rounds[event.round], event.won or event.drawn
                paid = each.confirmed or each.proposed
                each.confirmed, each.proposed = paid and not event.proposed, paid and event.proposed
                if each.proposed:
                    # A game whose points wait again has no end yet.
                    sheet.games[each.game].final = None
                if event.restored and each.played is not None:
                    each.outcome, each.found = each.played
                elif told is not None:
                    self._ended(each, told, reworked=event.reworked)
            case _:
                self._paid(event)

    def _paid(self, event: ev.Event) -> None:
        """Enter an event of payments or of the end."""
        sheet = self.sheet
        match event:
            case ev.SettlementConfirmed(deltas=deltas):
                self._pay(sheet.game, deltas)
                sheet.round.confirmed, sheet.round.proposed = sheet.round.outcome is not None, False
            case ev.ResultConfirmed(round=ordinal, deltas=deltas):
                self._pay(sheet.games[sheet.rounds[ordinal].game], deltas)
                sheet.rounds[ordinal].confirmed, sheet.rounds[ordinal].proposed = True, False
            case ev.PaymentsAmended(round=ordinal, deltas=deltas):
                self._pay(sheet.games[sheet.rounds[ordinal].game], deltas)
            case ev.DeclaredWrong(seat=seat, stands=stands):
                sheet.game.wrong[seat] = stands
            case ev.GameEnded():
                sheet.games[event.game or sheet.game.number].final = event.scores
            case ev.TimeTakenBack():
                sheet.game.final = None

    def _regroup(self, event: ev.GameBeginAmended) -> None:
        """Make the rounds from ``event.round`` on a new game, or join them to the game before."""
        games = [self.sheet.games[number] for number in sorted(self.sheet.games)]
        place = self.sheet.rounds[event.round].game - 1
        here = games[place]
        later = [each for each in here.rounds if each.ordinal >= event.round]
        if event.begins:
            here.rounds = [each for each in here.rounds if each.ordinal < event.round]
            games.insert(place + 1, GameSheet(0, event.scores, event.riichi_stick, here.first, here.names, later))
        else:
            games[place - 1].rounds += games.pop(place).rounds
        changed = [here, games[place + 1]] if event.begins else [games[place - 1]]
        self.sheet.games = dict(enumerate(games, 1))
        for number, game in self.sheet.games.items():
            game.number = number
            for each in game.rounds:
                each.game = number
        for game in changed:
            game.reckon()
            paid = [each.paid.deltas for each in game.rounds if each.confirmed]
            game.facts = plus(game.start, *(each.deposits(game.stick) for each in game.rounds), *paid)
            game.final = None

    def _begin(self, event: ev.RoundStarted) -> None:
        sheet = self.sheet
        game, number = sheet.game, max(sheet.rounds, default=0) + 1
        place = event.prevailing_wind.letter, event.number, event.counters, event.dealer
        if game.rounds and game.rounds[-1].outcome is None:
            # The round was set up again or dealt by another seat: its first version was never played.
            del sheet.rounds[game.rounds.pop().ordinal]
            number = max(number, max(sheet.rounds, default=0) + 2)
        if not game.rounds:
            game.first = event.dealer
        wind, number_, counters, dealer = place
        each = RoundSheet(number, game.number, wind, number_, counters, dealer)
        sheet.rounds[number] = each
        game.rounds.append(each)

    def _ended(self, each: RoundSheet, told: ev.RoundWon | ev.RoundDrawn, reworked: bool = False) -> None:
        game = self.sheet.games[each.game]
        game.reckon()
        each.found = each.pot_before + each.laid
        each.outcome = told
        ruled = bool(told.fault) or (
            isinstance(told, ev.RoundDrawn) and told.kind in (DrawKind.CHOMBO, DrawKind.NOTEN_RIICHI)
        )
        if not ruled and not reworked:
            each.played = told, each.found

    def _stick(self, each: RoundSheet, seat: Seat, stands: bool) -> None:
        if each.riichi[seat] is not stands:
            stick = self.sheet.games[each.game].stick
            self._pay(self.sheet.games[each.game], [(stick if not stands else -stick) * (own is seat) for own in SEATS])
        each.riichi[seat] = stands

    def _fine(self, each: RoundSheet, fault: str, seat: Seat, fine: tuple[int, int, bool]) -> None:
        points, _, stands = fine
        was = each.fines.get((fault, seat), (0, 0, False))[2]
        if was is not stands:
            self._pay(
                self.sheet.games[each.game],
                [(points if not stands else -points) * (own is seat) for own in SEATS],
            )
        each.fines[fault, seat] = fine

    @staticmethod
    def _pay(game: GameSheet, deltas: Iterable[int]) -> None:
        game.facts = plus(game.facts, deltas)

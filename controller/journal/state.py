"""State of a table, reduced from its events in order. Frozen: ``reduce`` makes a new one for each event."""

from dataclasses import dataclass, field
from enum import Enum

from controller.journal.books import FOUR_ZEROS, Booked, Books, Fine
from controller.journal.events import (
    USUAL_STICK,
    Decision,
    DrawKind,
    Fault,
    GoalMoved,
    Question,
    QuestionKind,
    ReleaseChanged,
    StackPlace,
    WonHand,
)
from controller.journal.game_clock import NOT_ENDED, EndTook, GameClock
from controller.journal.seating import NOBODY_SEATED, Names, Seatings, seated_at
from controller.ports.maker import Maker
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import TILES, Tile
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.scoring.game.flow import Last
from controller.scoring.score import Four

_DEAD_WALL = 14  # npm art. 5, tomioka basic 5; the other books are silent
_DEALT = 4 * 13
_CLAIMS = (MeldKind.CHII, MeldKind.PON, MeldKind.KAN_OPEN)


class Phase(Enum):
    """Phase of the table cycle and of the round; the value is its name in feeds."""

    WAITING_FOR_SET = "waiting_for_set"
    MIXING = "mixing"
    WALLS_UP = "walls_up"
    DICE = "dice"
    BROKEN = "broken"
    DEALT = "dealt"
    PLAY = "play"
    RESULT = "result"
    SETTLEMENT = "settlement"


class RiichiStand(Enum):
    """Riichi of a seat: declared with a discard, accepted once that tile was not won on."""

    NONE = "none"
    DECLARED = "declared"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class RiichiState:
    """Riichi of one seat; ``double``: on the first turn before calls; ``ippatsu``: until a call or own discard.

    ``guessed``: as in ``RiichiDeclared``.
    """

    stand: RiichiStand = RiichiStand.NONE
    double: bool = False
    ippatsu: bool = False
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard; ``called_by``: seat that claimed it; ``from_hand``: False for the drawn tile, None if unknown."""

    seat: Seat
    tile: Tile
    sideways: bool = False
    called_by: Seat | None = None
    from_hand: bool | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Concealed hand read by its camera, left to right; ``discards``, ``calls``: number its seat had made by then."""

    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(repr=False)
    discards: int
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Revealed:
    """Open hand, left to right; no tiles if it is face down. ``at``: time of opening, edge's clock."""

    tiles: tuple[Tile, ...]
    apart: Tile | None = None
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Indicator:
    """Dora indicator with its place, and the ura-dora once shown; ``acts``: discards and calls made before it."""

    tile: Tile
    place: StackPlace
    ura: Tile | None = None
    acts: int = 0


@dataclass(frozen=True, slots=True)
class LastAct:
    """Last act of a round: a discard (``meld`` None) or a call."""

    seat: Seat
    meld: MeldKind | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """Meld as made, in the order of the round; ``discards``: number of tiles discarded before it."""

    seat: Seat
    meld: Meld
    discards: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a ruling on a fault has undone since the last act: a result, an open hand, or a call with its discard."""

    fault: str
    outcome: "Outcome | None" = None
    shown: tuple[Seat, Revealed] | None = None
    made: Made | None = None
    discards: tuple[Discard, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a round; ``wins`` is empty for a draw. ``by``: who entered it, "" if it was observed.

    ``seats``: seats with nagashi mangan or penalized seats, also in addition to a win; ``riichi_sticks``: left on the
    table, None for no change; ``column``, ``off_total`` and ``nagashi_said``: as in ``RoundDrawn``; ``after``: sequel
    of a penalty; ``stated``: each seat's stated value. ``taker``: seat that takes the pot, None if it stays; ``pot``:
    change of the pot in sticks by the stated payments; its total is computed by the ledger from all rounds and rulings.
    ``replaces``: the paid result that this proposed one replaces; None for none.
    """

    wins: tuple[WonHand, ...]
    draw: DrawKind | None
    tenpai: tuple[Seat, ...]
    payments: tuple[int, int, int, int]
    confirmed: bool = False
    seats: tuple[Seat, ...] = ()
    riichi_sticks: int | None = None
    column: Four = FOUR_ZEROS
    off_total: Four = FOUR_ZEROS
    after: AfterChombo | None = None
    by: str = ""
    stated: tuple[int | None, ...] = (None, None, None, None)
    pot: int = 0
    taker: Seat | None = None
    nagashi_said: bool = False
    replaces: "Outcome | None" = None


@dataclass(frozen=True, slots=True)
class RoundState:
    """One round from waiting for the set to its settlement. Tuples of four are in order of seats A-D.

    ``rolls_said``: rolls stated by a person. ``turn``: seat that acts next; ``drawn``: its draw is counted already, or
    its turn began with a claim. ``declared``: each seat's stated total. ``voices``: stated order of ron calls on the
    last tile: seat and order, 0 for the first. ``undone``: melds undone by a ruling since the last act; ``taken_back``:
    everything undone by the last such ruling; ``undone_by``: ids of faults whose rulings undid anything. ``said``:
    statements of a person that no reading changes: kind, and index of a discard or indicator or seat of a hand.
    ``lost_by``: seats and faults that took their right to win. ``cancelled``: void riichi as they were before.
    ``cancelled_by``: seats and faults for which a riichi was voided or reinstated. ``played``: the result without
    rulings on faults. ``agreed``: every result of the round that was ever confirmed. ``fines``: all fines ever paid.
    ``declarations``: index of the discard with which each seat last declared riichi. ``looks``: all sightings of each
    hand in order, stored only while the round is in play. ``counters_seen``: the counters on the table match;
    ``wind_seen``: a marker showed the wind; ``sticks_seen``: sticks on the table from before, None if not read.
    ``unseen_play``: unobserved stretches, as in ``PlayUnseen``.
    """

    prevailing_wind: Wind
    number: int
    dealer: Seat
    counters: int
    set_pressed: bool = False
    mixing: bool = False
    walls_up: bool = False
    dice_pressed: int = 0
    rolls: tuple[tuple[int, ...], ...] = ()
    rolls_said: tuple[int, ...] = ()
    broken: StackPlace | None = None
    dora: tuple[Indicator, ...] = ()
    dealt: bool = False
    discards: tuple[Discard, ...] = ()
    melds: tuple[tuple[Meld, ...], ...] = ((), (), (), ())
    riichi: tuple[RiichiState, ...] = (RiichiState(),) * 4
    turn: Seat = Seat.A
    last: LastAct | None = None
    calls: int = 0
    live_draws: int = 0
    drawn: bool = False
    revealed: tuple[Revealed | None, ...] = (None, None, None, None)
    standing: tuple[Standing | None, ...] = (None, None, None, None)
    outcome: Outcome | None = None
    made: tuple[Made, ...] = ()
    lost_right: tuple[bool, bool, bool, bool] = (False, False, False, False)
    said: tuple[tuple[QuestionKind, int], ...] = ()
    declared: tuple[int | None, ...] = (None, None, None, None)
    voices: tuple[tuple[Seat, int], ...] = ()
    undone: tuple[tuple[Seat, Meld], ...] = ()
    taken_back: TakenBack | None = None
    undone_by: tuple[str, ...] = ()
    lost_by: tuple[tuple[Seat, str], ...] = ()
    cancelled: tuple[RiichiState | None, ...] = (None, None, None, None)
    cancelled_by: tuple[tuple[Seat, str], ...] = ()
    played: Outcome | None = None
    agreed: tuple[Outcome, ...] = ()
    fines: tuple[Fine, ...] = ()
    declarations: tuple[int | None, ...] = (None, None, None, None)
    looks: tuple[tuple[Standing, ...], ...] = ((), (), (), ())
    counters_seen: bool = False
    wind_seen: bool = False
    sticks_seen: int | None = None
    unseen_play: tuple[tuple[int, int | None], ...] = ()

    @property
    def pending(self) -> bool:
        """True if the round has an unconfirmed result."""
        return self.outcome is not None and not self.outcome.confirmed

    @property
    def sticks_laid(self) -> Four:
        """Sticks in the pot from each seat's riichi and fines, under the present rulings."""
        fined = [(fine.seat, fine.sticks) for fine in self.fines if fine.stands]
        a, b, c, d = (
            (each.stand is RiichiStand.ACCEPTED) + sum(sticks for whose, sticks in fined if whose == seat)
            for seat, each in enumerate(self.riichi)
        )
        return a, b, c, d

    @property
    def unseen(self) -> bool:
        """True if the round's end was not observed and has not been entered."""
        return self.outcome is not None and self.outcome.draw is DrawKind.UNSEEN and not self.outcome.confirmed

    @property
    def laid(self) -> int:
        """Sticks in the pot from riichi and fines of this round, under the present rulings."""
        return sum(self.sticks_laid)

    @property
    def phase(self) -> Phase:
        """The most advanced phase that the events of the round have reached."""
        for reached, phase in (
            (self.outcome is not None and self.outcome.confirmed, Phase.SETTLEMENT),
            (self.outcome is not None, Phase.RESULT),
            (self.last is not None, Phase.PLAY),
            (self.dealt, Phase.DEALT),
            (self.broken is not None, Phase.BROKEN),
            (self.dice_pressed > 0 or bool(self.rolls), Phase.DICE),
            (self.walls_up, Phase.WALLS_UP),
            (self.mixing or self.set_pressed, Phase.MIXING),
        ):
            if reached:
                return phase
        return Phase.WAITING_FOR_SET

    @property
    def opened(self) -> bool:
        """True if the dealer's first discard or a concealed kong has been made (npm art. 9 i, 13 ni)."""
        return self.last is not None

    @property
    def kongs(self) -> int:
        """Kongs on the table."""
        return sum(meld.kind.is_kong for row in self.melds for meld in row)

    @property
    def tiles_left(self) -> int:
        """Number of live tiles not drawn yet; a draw is counted once its discard or kong has been seen."""
        return TILES - _DEAD_WALL - _DEALT - self.live_draws - self.kongs

    def river(self, seat: Seat) -> tuple[Discard, ...]:
        """Return the discards of a seat that were not called."""
        return tuple(discard for discard in self.discards if discard.seat is seat and discard.called_by is None)

    def standing_hand(self, seat: Seat) -> tuple[tuple[Tile, ...], Tile | None] | None:
        """Return a seat's standing tiles and its drawn tile if they agree with the record; None if they are unknown."""
        standing = self.standing[seat]
        if standing is None or self.revealed[seat] is not None:
            return None
        tiles, drawn = list(standing.tiles), standing.drawn
        river = [discard for discard in self.discards if discard.seat is seat]
        if len(river) == standing.discards + 1:
            # The tile is in the river already; the camera's next look corrects the rest.
            tiles, drawn = [*tiles, *(() if drawn is None else (drawn,))], None
            if river[-1].tile not in tiles:
                return None
            tiles.remove(river[-1].tile)
        if len(river) > standing.discards + 1:
            # What came in and went out since then is not known.
            return None
        size = 13 - 3 * len(self.melds[seat])
        return (tuple(tiles), drawn) if len(tiles) + (drawn is not None) in (size, size + 1) else None

    def seen_tiles(self) -> tuple[Tile, ...]:
        """Return every tile whose face is recorded, each once."""
        rivers = (discard.tile for discard in self.discards if discard.called_by is None)
        melds = (tile for row in self.melds for meld in row for tile in meld.tiles)
        dora = (tile for shown in self.dora for tile in (shown.tile, shown.ura) if tile is not None)
        hands = (
            tile for hand in self.revealed if hand is not None for tile in (*hand.tiles, hand.apart) if tile is not None
        )
        return (*rivers, *melds, *dora, *hands)


@dataclass(frozen=True, slots=True)
class DecidedAs:
    """One decision on a fault: what, by whom, when and why; ``penalty``, ``after`` and ``seat`` as ruled.

    ``without_effect``: the record could not be changed accordingly. ``maker``: kind and id of who decided.
    ``beside_win``: effect of the penalty on another player's win in the round.
    """

    decision: Decision
    by: str
    at: float
    why: str = ""
    penalty: Penalty | None = None
    after: AfterChombo | None = None
    seat: Seat | None = None
    without_effect: bool = False
    maker: Maker | None = None
    beside_win: BesideWin | None = None


@dataclass(frozen=True, slots=True)
class FaultState:
    """A fault and its decisions; ``round``: the round's ordinal in the session; ``decision``: None while it is open.

    ``discards``: number of discards in the round when it was raised; ``decided_at`` in seconds of the edge's clock.
    ``seat``: offender as ruled; ``rulings``: all decisions in order, of which the last one counts. ``acted``: a discard
    of its seat has been seen since.
    """

    fault: Fault
    round: int
    at: float
    evidence: tuple[int, ...]
    decision: Decision | None = None
    by: str = ""
    discards: int = 0
    decided_at: float | None = None
    penalty: Penalty | None = None
    seat: Seat | None = None
    after: AfterChombo | None = None
    rulings: tuple[DecidedAs, ...] = ()
    beside_win: BesideWin | None = None
    acted: bool = False

    @property
    def offender(self) -> Seat | None:
        """Seat that the fault is attributed to: as ruled, else as found."""
        return self.fault.seat if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question; ``answer`` None while it is open."""

    question: Question
    at: float
    answer: Tile | None = None
    by: str = ""
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The state before the last decision, which can still be undone.

    ``round``: earlier round that the decision is about, 0 for the one in play; ``booked``: payments made since in the
    books of each game, by its number. ``place``: kind and number of the decision's subject.
    """

    before: "TableState"
    at: float
    by: str
    what: str
    subject: str
    round: int = 0
    booked: tuple[tuple[int, Booked], ...] = ()
    place: str = ""
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class PastRound:
    """An earlier round: its ordinal in the session, the number of its game, and its state."""

    ordinal: int
    game: int
    round: RoundState


@dataclass(frozen=True, slots=True)
class TableState:
    """State of a whole session; ``scores`` change only by accepted riichi, fines, and confirmed or amended payments.

    ``riichi_stick``: points of one stick in this game. ``goal``: latest goal requested from the table. ``column``:
    points that went to nobody through penalties of this game; ``off_total``: points deducted from the event's total.
    ``last``: why the round with ordinal ``last_round`` is the last, None while no end is called. ``questions``: of the
    round; ``asked``: number of questions in the session. ``first_dealer``: seat that deals a game's first round.
    ``clock``: clock of the game, None until it starts. ``points_called``: ordinal of the round in which the players
    were asked for their points, 0 for none; ``points_told``: seats that have stated them since. ``end_took``: changes
    made by the game's end. ``wrong_declared``: seats that stated wrong points before the last round. ``game_from``:
    number of rounds before this game. ``past``: earlier rounds, whose results may be unconfirmed; ``games``: books of
    earlier games. ``release``: last change of the release policy, None for none yet. ``automatic``, ``confirmed``:
    fault codes from the venue's last settings. ``board``: uid of the table's board, "" while unknown; ``board_set``:
    uid named by the last settings.
    """

    rulebook: str = ""
    profile: str = ""
    seatings: Seatings = NOBODY_SEATED
    game: int = 0
    game_over: bool = False
    scores: tuple[int, int, int, int] = FOUR_ZEROS
    starting_sum: int = 0
    riichi_stick: int = USUAL_STICK
    riichi_sticks: int = 0
    rounds: int = 0
    round: RoundState | None = None
    faults: tuple[FaultState, ...] = ()
    column: Four = FOUR_ZEROS
    off_total: Four = FOUR_ZEROS
    last: Last | None = None
    last_round: int = 0
    undo: Undo | None = None
    goal: GoalMoved | None = None
    questions: tuple[QuestionState, ...] = ()
    asked: int = 0
    first_dealer: Seat = Seat.A
    clock: GameClock | None = None
    points_called: int = 0
    points_told: tuple[bool, bool, bool, bool] = (False, False, False, False)
    end_took: EndTook = NOT_ENDED
    wrong_declared: tuple[bool, bool, bool, bool] = (False, False, False, False)
    game_from: int = 0
    past: tuple[PastRound, ...] = ()
    games: tuple[Books, ...] = ()
    release: ReleaseChanged | None = None
    automatic: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    book: str = ""
    board: str = ""
    board_set: str = ""

    @property
    def names(self) -> Names:
        """Names of the players at seats A-D now."""
        return seated_at(self.seatings, self.rounds).names

    @property
    def phase(self) -> Phase:
        """Phase of the round; WAITING_FOR_SET if there is no round."""
        return Phase.WAITING_FOR_SET if self.round is None else self.round.phase

    def open_faults(self) -> tuple[FaultState, ...]:
        """Return the faults that have not been decided."""
        return tuple(standing for standing in self.faults if standing.decision is None)

    def open_questions(self) -> tuple[QuestionState, ...]:
        """Return the questions that have not been answered."""
        return tuple(standing for standing in self.questions if standing.answer is None)


def is_claim(kind: MeldKind) -> bool:
    """True if a meld of that kind takes another player's discard when it is made."""
    return kind in _CLAIMS


def undoable(round_: RoundState, seat: Seat) -> Made | None:
    """Return the seat's call if it is the last act, or the last before the seat's discard; None if play has gone on."""
    made = round_.made[-1] if round_.made else None
    if made is None or made.seat is not seat or round_.outcome is not None:
        return None
    since = round_.discards[made.discards :]
    return made if not since or (len(since) == 1 and since[0].seat is seat and since[0].called_by is None) else None


NOTHING_YET = TableState()

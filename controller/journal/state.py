"""The state of a table, which the events in order add up to. Frozen: ``reduce`` makes a new one for each event."""

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
    """Phase of table cycle and round; the value is its name in feeds."""

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
    """How far a seat's riichi has come: declared with a discard, accepted once that tile has passed."""

    NONE = "none"
    DECLARED = "declared"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class RiichiState:
    """Riichi of one seat; ``double``: on the first turn, before any call; ``ippatsu``: until a call or discard.

    ``guessed``: as in RiichiDeclared.
    """

    stand: RiichiStand = RiichiStand.NONE
    double: bool = False
    ippatsu: bool = False
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard; ``called_by``: who took it; ``from_hand``: not the drawn tile, None if unknown."""

    seat: Seat
    tile: Tile
    sideways: bool = False
    called_by: Seat | None = None
    from_hand: bool | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A hand as its camera saw it, left to right; ``discards`` and ``calls``: how many its seat had made by then."""

    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(repr=False)
    discards: int
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Revealed:
    """An open hand, left to right; no tiles if it is face down. ``at``: when it was opened, edge's clock."""

    tiles: tuple[Tile, ...]
    apart: Tile | None = None
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Indicator:
    """A dora indicator with its place, and the ura under it once shown; ``acts``: discards and calls made by then."""

    tile: Tile
    place: StackPlace
    ura: Tile | None = None
    acts: int = 0


@dataclass(frozen=True, slots=True)
class LastAct:
    """The last thing done: a discard (``meld`` None) or a call."""

    seat: Seat
    meld: MeldKind | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A meld as made, in the order of the round; ``discards``: number of tiles discarded by then."""

    seat: Seat
    meld: Meld
    discards: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a ruling on a fault took back since the last act: a result, an open hand, a call with its discard."""

    fault: str
    outcome: "Outcome | None" = None
    shown: tuple[Seat, Revealed] | None = None
    made: Made | None = None
    discards: tuple[Discard, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the round ended; ``wins`` is empty for a draw. ``by``: who entered it, "" if it was read.

    ``seats``: those with nagashi mangan or those penalized, also in addition to a win; ``riichi_sticks`` left, None as
    before; ``column``, ``off_total`` and ``nagashi_said`` as in ``RoundDrawn``; ``after``: sequel of a penalty;
    ``stated``: each seat's stated value. ``taker``: who takes the pot, None if it stays; ``pot``: change of the pot in
    sticks by the stated payments; its total is in the ledger, from all rounds and rulings. ``replaces``: the paid
    result that this proposed one replaces; None for none.
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
    """One round from waiting for the set to its settlement. Rows of four run over seats A-D.

    ``rolls_said``: rolls stated by a person. ``turn`` acts next; ``drawn``: its draw is counted already, or it began
    with a claim. ``declared``: each seat's stated total. ``voices``: stated order of ron calls on the last tile: seat
    and order, 0 for the first. ``undone``: melds undone by a ruling since the last act; ``taken_back``: everything
    undone by the last such ruling; ``undone_by``: faults that undid anything. ``said``: statements of a person that no
    reading changes: kind and index of discards and indicators, seats of hands. ``lost_by``: faults that cost a seat its
    right. ``cancelled``: void riichi, unchanged. ``cancelled_by``: seats and faults that a riichi was once cancelled
    for, or reinstated. ``played``: the result without rulings on faults. ``agreed``: every result of it that was once
    confirmed. ``fines``: those once paid. ``declarations``: index of the discard by which each seat declared riichi
    last. ``looks``: all sightings of each hand, in order; stored while the round is in play. ``counters_seen``: the
    counters on the table match, ``wind_seen``: a marker showed its wind; ``sticks_seen``: sticks on the table from
    before, None if not read. ``unseen_play``: unseen stretches, as in ``PlayUnseen``.
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
        """Whether it has a result that nobody has confirmed."""
        return self.outcome is not None and not self.outcome.confirmed

    @property
    def sticks_laid(self) -> Four:
        """Sticks of each seat's riichi and fines in the pot, under the present rulings."""
        fined = [(fine.seat, fine.sticks) for fine in self.fines if fine.stands]
        a, b, c, d = (
            (each.stand is RiichiStand.ACCEPTED) + sum(sticks for whose, sticks in fined if whose == seat)
            for seat, each in enumerate(self.riichi)
        )
        return a, b, c, d

    @property
    def unseen(self) -> bool:
        """Whether nobody saw how it ended, and nobody has entered it."""
        return self.outcome is not None and self.outcome.draw is DrawKind.UNSEEN and not self.outcome.confirmed

    @property
    def laid(self) -> int:
        """Sticks of its riichi and fines in the pot, under the present rulings."""
        return sum(self.sticks_laid)

    @property
    def phase(self) -> Phase:
        """The farthest phase that the facts of the round reach."""
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
        """Whether the dealer's first discard or a concealed kong has been made (npm art. 9 i, 13 ni)."""
        return self.last is not None

    @property
    def kongs(self) -> int:
        """Kongs on the table."""
        return sum(meld.kind.is_kong for row in self.melds for meld in row)

    @property
    def tiles_left(self) -> int:
        """Live tiles that nobody has drawn, as the record shows it: a draw counts once its discard or kong is seen."""
        return TILES - _DEAD_WALL - _DEALT - self.live_draws - self.kongs

    def river(self, seat: Seat) -> tuple[Discard, ...]:
        """The discards of a seat that still lie in its river."""
        return tuple(discard for discard in self.discards if discard.seat is seat and discard.called_by is None)

    def standing_hand(self, seat: Seat) -> tuple[tuple[Tile, ...], Tile | None] | None:
        """The standing tiles of a seat, and the drawn one, as far as the record bears them out; None where unknown."""
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
        """Every tile whose face the record knows, each once."""
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

    ``without_effect``: the record could not follow it. ``maker``: kind and id of who decided. ``beside_win``: effect of
    the penalty and another's win in the round.
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
    """A fault; ``round`` is the round's ordinal in the session, ``decision`` None while it is open.

    ``discards``: of the round when it was raised; ``decided_at`` in seconds of the edge's clock. ``seat``: on whom it
    was ruled to fall; ``rulings``: every decision on it, in order, the last one counts. ``acted``: its seat was seen to
    discard since.
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
        """Whom the fault falls on: as ruled, else as found."""
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
    """The state before the last decision, which may still be taken back.

    ``round``: the earlier round that it is about, 0 for the one in play; ``booked``: what was moved since in the books
    of each game, by its number. ``place``: what the decision was made on.
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
    """A round that another followed: its ordinal in the session, its game, and all that is known of it."""

    ordinal: int
    game: int
    round: RoundState


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's whole sitting; ``scores`` change with accepted riichi, fines, confirmed and amended payments only.

    ``riichi_stick``: points of one stick in this game. ``goal``: the last one asked of the table. ``column``: points
    that penalties of this game gave to nobody; ``off_total``: their deduction from the event's points. ``last``: why
    the round with ordinal ``last_round`` is the last, None while no end is called. ``questions``: of the round;
    ``asked``: number in the session. ``first_dealer``: the seat that deals, or dealt, a game's first round. ``clock``:
    of the game, None until it starts. ``points_called``: ordinal of the round in which it asked for the points, 0 for
    none; ``points_told``: who has stated them since. ``end_took``: changes by the game's end. ``wrong_declared``: who
    stated wrong points before the last round. ``game_from``: rounds before this game. ``past``: rounds before the
    current one, some perhaps with a result that waits for its confirmation; ``games``: the books of earlier games.
    ``release``: the last change of when secrets may be seen, None for none yet. ``automatic``, ``confirmed``: codes of
    faults by the venue's last settings. ``board``: uid of the table's board, "" while none is known; ``board_set``: uid
    named by the last settings.
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
        """Who sits at seats A-D now."""
        return seated_at(self.seatings, self.rounds).names

    @property
    def phase(self) -> Phase:
        """Phase of the round; waiting for the set when there is none."""
        return Phase.WAITING_FOR_SET if self.round is None else self.round.phase

    def open_faults(self) -> tuple[FaultState, ...]:
        """Faults that nobody has decided."""
        return tuple(standing for standing in self.faults if standing.decision is None)

    def open_questions(self) -> tuple[QuestionState, ...]:
        """Questions that nobody has answered."""
        return tuple(standing for standing in self.questions if standing.answer is None)


def is_claim(kind: MeldKind) -> bool:
    """Whether a meld of that kind takes another's discard when it is made."""
    return kind in _CLAIMS


def undoable(round_: RoundState, seat: Seat) -> Made | None:
    """The seat's call if it is the last act, or the last before the seat's discard; None if play has gone on."""
    made = round_.made[-1] if round_.made else None
    if made is None or made.seat is not seat or round_.outcome is not None:
        return None
    since = round_.discards[made.discards :]
    return made if not since or (len(since) == 1 and since[0].seat is seat and since[0].called_by is None) else None


NOTHING_YET = TableState()

"""What a person enters at the console or through the API."""

from dataclasses import dataclass
from enum import Enum

from controller.ports.maker import Maker
from controller.riichi.meld import Meld
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile


class ClaimKind(Enum):
    """What a person enters at the console or through the API."""

    CONFIRM_SETTLEMENT = "confirm_settlement"
    CONFIRM_ALL = "confirm_all"
    UPHOLD_FAULT = "uphold_fault"
    REVIEW_FAULT = "review_fault"
    DISMISS_FAULT = "dismiss_fault"
    CORRECT_FAULT = "correct_fault"
    SETTLE_FAULT = "settle_fault"
    REPORT_FAULT = "report_fault"
    CONFIRM_DRAW = "confirm_draw"
    VOID_ROUND = "void_round"
    CANCEL_RIICHI = "cancel_riichi"
    TIME_UP = "time_up"
    END_GAME = "end_game"
    DEALER_STOPS = "dealer_stops"
    STATE_POINTS = "state_points"
    UNDO = "undo"
    ANSWER_QUESTION = "answer_question"
    CORRECT_DISCARD = "correct_discard"
    CORRECT_INDICATOR = "correct_indicator"
    CORRECT_HAND = "correct_hand"
    ENTER_RESULT = "enter_result"
    SEAT_PLAYERS = "seat_players"
    STATE_DICE = "state_dice"
    STATE_VOICES = "state_voices"
    START_CLOCK = "start_clock"
    STOP_CLOCK = "stop_clock"
    SET_CLOCK = "set_clock"
    ADD_TIME = "add_time"
    TIME_BACK = "time_back"
    SET_RELEASE = "set_release"
    ACCEPT_BOARD = "accept_board"
    NEXT_ROUND = "next_round"
    STATE_RIICHI = "state_riichi"
    SET_JUDGING = "set_judging"


@dataclass(frozen=True, slots=True)
class EnteredWin:
    """A win as a person enters it: all but what the round itself tells. ``loser``: None for a tsumo.

    ``hand``: concealed tiles without the winning one; ``riichi``: a value of Riichi. ``told``: han, fu and number of
    yakuman in place of the tiles. ``liable``: seats that answer for yakuman, None: as the calls tell.
    """

    winner: Seat
    hand: tuple[Tile, ...]
    tile: Tile
    loser: Seat | None = None
    melds: tuple[Meld, ...] = ()
    riichi: str = "none"
    ippatsu: bool = False
    last_tile: bool = False
    replacement: bool = False
    robbed_kong: bool = False
    robbed_concealed_kong: bool = False
    first_turn: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    tile_shown_apart: bool = True
    told: tuple[int, int, int] | None = None
    liable: tuple[tuple[str, Seat], ...] | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A person's entry: who (a role name), when, and the subject where the kind has one: a fault's id or code, a
    question's id, ``dora`` or ``ura``, a policy of release, a board's uid, a list of faults that the venue judges
    otherwise. ``index`` and ``tiles``: which tile is corrected, and to what; ``wins``: of a result; ``names``: of seats
    A-D, codes of that list; ``teams`` of seats A-D; ``pips``: of the dice, for roll ``index`` or the due one.

    ``maker``: kind and id of whoever enters it, None for the venue itself.

    ``round``: ordinal of the round that it is about; None for the one in play or, where that cannot be meant, the
    newest whose result waits. ``decision``: what a review decides, a decision's value; ``reason``: why.

    ``seat``: whom it concerns; ``seats``: who is tenpai at a draw that is entered, None: whoever shows it; of voices
    who called ron, the earliest first, with subject ``together`` all at the same time;
    ``nagashi``: who has nagashi mangan at that draw, None: as the discards tell; ``points``: a claimed score;
    ``minutes``: left on the clock, or so many more. ``penalty`` and ``after``: what the referee rules in place of the
    book, by the values of the rulebooks' enums; ``beside_win`` so: what the penalty and another's win come to.
    """

    kind: ClaimKind
    at: float
    by: str
    subject: str = ""
    seat: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    points: int | None = None
    penalty: str = ""
    after: str = ""
    index: int | None = None
    tiles: tuple[Tile, ...] = ()
    wins: tuple[EnteredWin, ...] = ()
    names: tuple[str, ...] = ()
    pips: tuple[int, ...] = ()
    minutes: float | None = None
    round: int | None = None
    decision: str = ""
    reason: str = ""
    nagashi: tuple[Seat, ...] | None = None
    maker: Maker | None = None
    beside_win: str = ""
    teams: tuple[str, ...] = ()

"""Entries of people at the console or through the API."""

from dataclasses import dataclass
from enum import Enum

from controller.ports.maker import Maker
from controller.riichi.meld import Meld
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile


class ClaimKind(Enum):
    """Kind of a person's entry at the console or through the API."""

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
    """A win as entered by a person, without facts that the round itself has. ``loser``: None for a tsumo.

    ``hand``: concealed tiles without the winning one; ``riichi``: a value of Riichi. ``told``: han, fu and number of
    yakuman, instead of the tiles. ``liable``: seats liable for yakuman, None: derived from the calls.
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
    """A person's entry: who (a role name), when, and the subject if the kind has one.

    ``subject``: a fault's id or code, a question's id, ``dora`` or ``ura``, a release policy, a board's uid, or one of
    the venue's lists of faults; for ron calls ``together`` if they came at the same time. ``index`` and ``tiles``: the
    tile corrected, and its faces; ``wins``: of a result; ``names``: of seats A-D, or fault codes of that list;
    ``teams``: of seats A-D; ``pips``: of the dice, for roll ``index`` or the due one.

    ``maker``: kind and id of who enters it, None for the venue itself.

    ``round``: ordinal of the round that it is about; None for the one in play or, if that is impossible, the latest
    with an unconfirmed result. ``decision``: value of the decision in a review; ``reason``: why.

    ``seat``: seat concerned; ``seats``: seats in tenpai at an entered draw, None: as the open hands show; for ron calls
    the seats that called, earliest first. ``nagashi``: seats with nagashi mangan at that draw, None: as the discards
    show; ``points``: a claimed score; ``minutes``: left on the clock, or to be added. ``penalty`` and ``after``: what
    the referee rules instead of the rulebook, by the values of the rulebook's enums; ``beside_win``: likewise, combined
    effect of the penalty and another player's win.
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

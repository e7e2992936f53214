"""A claim entered at the console, as JSON; its wins have the shape of scoring requests."""

from typing import Annotated, Any, Final, TypedDict

import msgspec
from msgspec import Meta

from api.http.schemas.scores import win_of
from api.http.schemas.wire import MalformedError
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.rules.liability import SETTLED
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.scoring.win import Win, WinBy
from controller.text import Text, one_line

_ELSEWHERE: Final = {
    ClaimKind.SET_RELEASE: "/release",
    ClaimKind.ACCEPT_BOARD: "/board",
    ClaimKind.SET_JUDGING: "setup",
}


class LeftOpenTold(TypedDict):
    """A result that stays open, and why."""

    round: int
    name: Text
    reason: Text


class LeftTold(TypedDict, total=False):
    """The results that an entry for all of them leaves open, if any."""

    left: list[LeftOpenTold]


class ClaimTold(LeftTold):
    """What became of a claim."""

    status: str


class ClaimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's entry at the console; ``report_fault`` takes a code as subject and a seat, a ruling its values.

    ``seats``: who is tenpai at a draw that is entered, or who called ron, the earliest first; ``nagashi``: who has
    nagashi mangan at that draw, left out: as the discards tell. ``points``: what a winner claims. ``index`` and
    ``tiles``: which tile is corrected, and to what, in notation; ``pips``: of the dice as read.

    ``names`` and ``teams``: of seats A-D, from ``round`` on where the game has begun, left out: from its first.

    ``round``: which round, by its ordinal, where not the one in play; ``decision`` and ``reason``: of a review;
    ``beside_win``: whether a penalty that ends the round and another's win in it stand ``both``, or it ``instead``.

    ``wins``: each as ``/scores`` takes it, without the rulebook; ``liable`` left out: as the calls tell, null: nobody.

    ``outcome``: as ``dry_run`` told it; the claim is refused where it would come to something else by now.
    """

    kind: Annotated[ClaimKind, Meta(extra_json_schema={"not": {"enum": [each.value for each in _ELSEWHERE]}})]
    subject: Annotated[str, Meta(max_length=80)] = ""
    seat: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None
    penalty: Annotated[str, Meta(max_length=40)] = ""
    after: Annotated[str, Meta(max_length=40)] = ""
    index: Annotated[int, Meta(ge=0, le=200)] | None = None
    tiles: Annotated[str, Meta(max_length=120)] = ""
    wins: Annotated[
        tuple[dict[str, Any], ...],
        Meta(max_length=3, extra_json_schema={"items": {"$ref": "#/components/schemas/WinBody"}}),
    ] = ()
    names: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    pips: Annotated[tuple[int, ...], Meta(max_length=4)] = ()
    minutes: Annotated[float, Meta(ge=-600, le=600)] | None = None
    round: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    decision: Annotated[str, Meta(max_length=40)] = ""
    reason: Annotated[str, Meta(max_length=400)] = ""
    nagashi: tuple[Seat, ...] | None = None
    beside_win: Annotated[str, Meta(max_length=40)] = ""
    teams: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    outcome: Annotated[str, Meta(max_length=40)] = ""

    def claim(self, by: str, at: float, maker: Maker | None = None) -> Claim:
        """The entry as evidence; raises JantakuError for what is malformed."""
        if self.kind in _ELSEWHERE:
            raise MalformedError(f"{self.kind.value}: expected at the table's {_ELSEWHERE[self.kind]}, where staff may")
        return Claim(
            self.kind,
            at,
            by,
            self.subject,
            self.seat,
            self.seats,
            self.points,
            self.penalty,
            self.after,
            self.index,
            parse_tiles(self.tiles) if self.tiles else (),
            tuple(_entered(win) for win in self.wins),
            tuple(one_line(name, 40) for name in self.names),
            self.pips,
            self.minutes,
            round=self.round,
            decision=self.decision,
            reason=self.reason,
            nagashi=self.nagashi,
            maker=maker,
            beside_win=self.beside_win,
            teams=tuple(one_line(team, 40) for team in self.teams),
        )


def _entered(request: dict[str, Any]) -> EnteredWin:
    win = win_of(request)
    return EnteredWin(
        winner=win.winner,
        hand=win.hand,
        tile=win.tile,
        loser=win.loser if win.by is WinBy.RON else None,
        melds=win.melds,
        riichi=win.riichi.value,
        ippatsu=win.ippatsu,
        last_tile=win.last_tile,
        replacement=win.replacement,
        robbed_kong=win.robbed_kong,
        robbed_concealed_kong=win.robbed_concealed_kong,
        first_turn=win.first_turn,
        dora_indicators=win.dora_indicators,
        ura_indicators=win.ura_indicators,
        tile_shown_apart=win.tile_shown_apart,
        told=win.told,
        liable=_liable(win) if "liable" in request else None,
    )


def _liable(win: Win) -> tuple[tuple[str, Seat], ...]:
    """Who is said to answer for which yakuman: one seat for all of them, or seats by yakuman, or nobody."""
    return win.liable_for if win.liable is None else tuple((yakuman, win.liable) for yakuman in SETTLED)

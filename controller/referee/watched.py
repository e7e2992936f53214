"""How completely a round was seen: one judgement for everything computed from its record.

It is used for nagashi mangan, ippatsu, double riichi, first turn, last tile, abortive draws and furiten. Anything seen
in part is asked about, and neither paid nor counted against a player.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.journal.events import QuestionKind
from controller.journal.state import RiichiStand, RoundState, TableState, is_claim
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import ORPHANS
from controller.scoring.win import WinBy
from controller.text import Text


class Matter(Enum):
    """What is computed from the record of a round; the value is its name in feeds."""

    NAGASHI_MANGAN = "nagashi_mangan"
    IPPATSU = "ippatsu"
    DOUBLE_RIICHI = "double_riichi"
    FIRST_TURN = "first_turn"
    LAST_TILE = "last_tile"
    ABORTIVE_DRAW = "abortive_draw"
    FURITEN = "furiten"
    LIABILITY = "liability"


MATTERS: Final = {
    Matter.NAGASHI_MANGAN: Text("流し満貫", "nagashi mangan"),
    Matter.IPPATSU: Text("一発", "ippatsu"),
    Matter.DOUBLE_RIICHI: Text("ダブルリーチ", "double riichi"),
    Matter.FIRST_TURN: Text("第一巡のアガリ", "a win in the first turn"),
    Matter.LAST_TILE: Text("海底・河底", "the last tile"),
    Matter.ABORTIVE_DRAW: Text("途中流局", "an abortive draw"),
    Matter.FURITEN: Text("フリテン", "furiten"),
    Matter.LIABILITY: Text("包（責任払い）", "liability"),
}


@dataclass(frozen=True, slots=True)
class RoundSight:
    """How well a round was seen. ``gaps``: discards before which acts may be missing; ``open``: those in question."""

    round: RoundState
    gaps: tuple[int, ...]
    open: frozenset[int]

    def since(self, place: int = 0) -> bool:
        """True if no act is missing from that discard on."""
        return not any(gap >= place for gap in self.gaps)

    @property
    def to_the_end(self) -> bool:
        """True if every draw from the wall is accounted for."""
        return self.since() and self.round.tiles_left <= 0

    def riichi(self, seat: Seat) -> int | None:
        """Return the place of the discard that declared a seat's riichi; None if that was not seen."""
        return None if self.round.riichi[seat].guessed else self.round.declarations[seat]

    def since_riichi(self, seat: Seat) -> bool:
        """True if the declaration and all acts after it were seen."""
        declared = self.riichi(seat)
        return declared is not None and self.since(declared)

    def until_riichi(self, seat: Seat) -> bool:
        """True if the declaration and all acts before it were seen."""
        declared = self.riichi(seat)
        return declared is not None and not any(gap <= declared for gap in self.gaps)

    def reads(self, seat: Seat) -> bool:
        """True if no discard of the seat has an open question."""
        return not any(self.round.discards[place].seat is seat for place in self.open if place < self.discards)

    @property
    def discards(self) -> int:
        """Number of discards in the record."""
        return len(self.round.discards)


def watched(round_: RoundState, asked: Collection[int] = ()) -> RoundSight:
    """Return how well the round was seen, from stretches without sight and discards that no turn or call explains.

    ``asked``: places of discards with an open question.
    """
    gaps = {*_gaps(round_), *_unseen(round_)}
    return RoundSight(round_, tuple(sorted(gaps)), frozenset(asked))


def watched_now(state: TableState, round_: RoundState) -> RoundSight:
    """Return the same as ``watched``, with the open questions if it is the round in play."""
    return watched(round_, asked_discards(state) if round_ is state.round else ())


def asked_discards(state: TableState) -> tuple[int, ...]:
    """Return the places of discards of the round in play that have an open question."""
    asked = (each.question for each in state.open_questions())
    return tuple(each.index for each in asked if each.asks is QuestionKind.DISCARD)


def _gaps(round_: RoundState) -> Iterator[int]:
    """Yield the places of discards that neither turn nor call explains.

    One discard out of turn after which the due player continues is an act of play; two in a row mean that acts are
    missing.
    """
    due, astray = round_.dealer, False
    kongs = [made for made in round_.made if not is_claim(made.meld.kind)]
    for place, discard in enumerate(round_.discards):
        # A concealed or added kong shows whose turn it is, as a discard does.
        while kongs and kongs[0].discards <= place:
            due, astray = kongs.pop(0).seat, False
        if discard.seat is not due and astray:
            yield place
        astray = discard.seat is not due and not astray
        if not astray:
            due = discard.seat.turn(1)
        if discard.called_by is not None:
            due, astray = discard.called_by, False


def _unseen(round_: RoundState) -> Iterator[int]:
    """Yield the places of discards made while nobody saw the table, or as the first one afterwards."""
    for since, until in round_.unseen_play:
        yield from range(since, (len(round_.discards) if until is None else until) + 1)


def nagashi_asked(round_: RoundState) -> tuple[Seat, ...]:
    """Return seats whose discards seen are all terminals and honours, none called; dead hands excluded."""
    rows = {seat: [each for each in round_.discards if each.seat is seat] for seat in SEATS}
    return tuple(
        seat
        for seat, row in rows.items()
        if row
        and not round_.lost_right[seat]
        and all(each.tile.kind in ORPHANS and each.called_by is None for each in row)
    )


def nagashi_seen(seen: RoundSight) -> tuple[Seat, ...]:
    """Return seats with nagashi mangan, provided that every discard of the round was seen."""
    return tuple(seat for seat in nagashi_asked(seen.round) if seen.to_the_end and seen.reads(seat))


def passing_seen(seen: RoundSight, seat: Seat) -> bool:
    """True if everything since the seat's last discard was seen: the tiles that it passed in this go-around."""
    own = [place for place, each in enumerate(seen.round.discards) if each.seat is seat]
    return seen.since(own[-1] if own else 0)


def circumstances(seen: RoundSight, seat: Seat, by: WinBy, later: bool) -> dict[Matter, bool]:
    """Return the circumstances of a win by the record alone, each with whether everything it depends on was seen.

    ``later``: the tile came with a kong or from one.
    """
    round_, tsumo = seen.round, by is WinBy.TSUMO
    stand = round_.riichi[seat]
    riichi = stand.stand is RiichiStand.ACCEPTED and not any(meld.is_open for meld in round_.melds[seat])
    own = any(each.seat is seat for each in round_.discards)
    found = {}
    if riichi and stand.ippatsu and not (later and tsumo):
        found[Matter.IPPATSU] = seen.since_riichi(seat)
    if riichi and stand.double:
        found[Matter.DOUBLE_RIICHI] = seen.until_riichi(seat)
    if round_.calls == 0 and not own and not riichi and (tsumo or seat is not round_.dealer):
        found[Matter.FIRST_TURN] = seen.since()
    if not later and round_.tiles_left <= tsumo:
        found[Matter.LAST_TILE] = seen.since()
    return found

"""Furiten: by discards, by wins passed within a go-around, by wins passed after riichi (npm art. 32 to, 33 ni, 36)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.errors import HandError
from controller.journal.state import RiichiStand, RoundState
from controller.referee.verdict import Ground, Verdict, ground, verdict
from controller.referee.watched import passing_seen, watched
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat
from controller.riichi.tile import ORPHANS, Tile
from controller.riichi.waits import waits
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import FuritenEnd
from controller.text import Text

_ROBBABLE: Final = (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED)
_THIRTEEN: Final = tuple(sorted(ORPHANS))


class FuritenKind(Enum):
    """Kind of furiten; the value is the fault code of a ron in it."""

    OWN_DISCARD = "win-furiten"
    SAME_TURN = "win-same-turn-furiten"
    AFTER_RIICHI = "win-riichi-furiten"


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that others could ron: a discard, whether called later or not, or with ``kong`` the tile of a kong."""

    seat: Seat
    tile: Tile
    kong: MeldKind | None = None


@dataclass(frozen=True, slots=True)
class FuritenCase:
    """A hand of 13 tiles less 3 per meld, and every tile offered in the round, in order.

    ``claimed``: the last offer is the tile to be won. ``taken``: the seat has drawn or called since the last offer.
    ``riichi_at``: place in ``offers`` of the tile with which the seat declared riichi. ``unseen``: acts are missing
    since the seat's last discard, so passed tiles do not count against the seat. The constructor raises HandError.
    """

    seat: Seat
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    offers: tuple[Offer, ...] = ()
    claimed: bool = True
    taken: bool = False
    riichi_at: int | None = None
    unseen: bool = False

    def __post_init__(self) -> None:
        """Check that ``riichi_at`` is the place of a discard of the seat; raises HandError."""
        if self.riichi_at is not None and (
            not 0 <= self.riichi_at < len(self.offers) or self.offers[self.riichi_at].seat is not self.seat
        ):
            raise HandError(f"riichi_at {self.riichi_at}: expected the place of an own discard among the offers")

    @property
    def wanted(self) -> tuple[int, ...]:
        """Kinds that complete the hand, yaku or not; () if noten. Raises HandError on a wrong number of tiles."""
        return waits(count_kinds(self.hand), self.melds)


def furiten(case: FuritenCase, book: Rulebook) -> Verdict:
    """Return whether furiten allows the hand to ron; grounds against are the codes of all kinds that apply."""
    rules = book.claims
    text = Text("フリテンではありません。", "Not in furiten.")
    granted = [ground(rules.own_discard_furiten, "own_discard_furiten", text)]
    lifted = case.wanted == _THIRTEEN and rules.thirteen_wait_ignores_furiten.value
    if lifted and _own_offers(case):
        text = Text(
            "国士無双十三面待ちは、自分の捨て牌でもロンできます。", "A thirteen-sided wait may ron its own discard."
        )
        granted = [ground(rules.thirteen_wait_ignores_furiten, "thirteen_wait_ignores_furiten", text)]
    elif case.taken and _passed(case, _after_discard(case)) is not None:
        text = Text("自分の取牌で同巡は終わりました。", "Temporary furiten ended with the player's own draw.")
        granted = [ground(rules.same_turn_furiten_ends, "same_turn_furiten_ends", text)]
    against = [*(() if lifted else _by_own_discard(case, book)), *_by_passing(case, book)]
    return verdict(against, granted)


def may_draw_after_passing(case: FuritenCase, book: Rulebook) -> Verdict:
    """Return whether a tsumo is allowed after wins passed in riichi; not if the book forbids passing a win."""
    rule, field = book.claims.may_pass_after_riichi, "may_pass_after_riichi"
    tile = None if case.riichi_at is None else _passed(case, case.riichi_at + 1)
    if rule.value or tile is None:
        text = Text("見逃しの後もツモアガリはできます。", "A tsumo is allowed after a passed win.")
        return verdict((), [ground(rule, field, text)])
    text = Text(f"リーチ後に {tile} を見逃しているため、アガれません。", f"{tile} was passed after riichi: no win.")
    return verdict([ground(rule, field, text, FuritenKind.AFTER_RIICHI.value)], ())


def in_furiten(round_: RoundState, seat: Seat, hand: tuple[Tile, ...], book: Rulebook) -> bool:
    """True if furiten forbids a hand of 13 less 3 per meld to ron the record's last tile; False for an invalid hand."""
    try:
        return not furiten(furiten_case(round_, seat, hand), book).allowed
    except HandError:
        return False


def furiten_case(round_: RoundState, seat: Seat, hand: tuple[Tile, ...], as_read: bool = False) -> FuritenCase:
    """Return the case of a seat by the record; the last discard or the tile of a kong just made is to be won.

    ``as_read``: as if the record missed nothing. Otherwise tiles passed where acts are missing count against nobody.
    """
    robbable = [each for each in round_.made if each.meld.kind in _ROBBABLE]
    kongs = [(each.discards, Offer(each.seat, each.meld.tiles[-1], each.meld.kind)) for each in robbable]
    discards = [(place, Offer(each.seat, each.tile)) for place, each in enumerate(round_.discards)]
    # A kong comes before the discard that follows it.
    acts = sorted([*kongs, *discards], key=lambda act: (act[0], act[1].kong is None))
    declared = _declared_at(round_, seat)
    told = next((place for place, act in enumerate(acts) if act[0] == declared and act[1].kong is None), None)
    last = round_.last
    return FuritenCase(
        seat=seat,
        hand=hand,
        melds=round_.melds[seat],
        offers=tuple(offer for _, offer in acts),
        claimed=last is not None and (last.meld is None or last.meld in _ROBBABLE),
        riichi_at=None if round_.riichi[seat].guessed and not as_read else told,
        unseen=not as_read and not passing_seen(watched(round_), seat),
    )


def _declared_at(round_: RoundState, seat: Seat) -> int | None:
    """Return the place of the discard of a valid riichi; None if there is none."""
    declared = [place for place, each in enumerate(round_.discards) if each.seat is seat and each.sideways]
    return declared[0] if declared and round_.riichi[seat].stand is not RiichiStand.NONE else None


def _by_own_discard(case: FuritenCase, book: Rulebook) -> Iterator[Ground]:
    rules, code = book.claims, FuritenKind.OWN_DISCARD.value
    own = _own_offers(case)
    if not rules.own_discard_furiten.value or not own:
        return
    if case.wanted == _THIRTEEN:
        text = Text(
            "国士無双十三面待ちでも、フリテンではロンできません。", "A thirteen-sided wait in furiten cannot ron."
        )
        yield ground(rules.thirteen_wait_ignores_furiten, "thirteen_wait_ignores_furiten", text, code)
    else:
        text = Text(
            f"アガリ形になる {own[0]} を捨てています。", f"{own[0]} completes the hand and was discarded by the player."
        )
        yield ground(rules.own_discard_furiten, "own_discard_furiten", text, code)


def _by_passing(case: FuritenCase, book: Rulebook) -> Iterator[Ground]:
    rules = book.claims
    if case.riichi_at is not None and (tile := _passed(case, case.riichi_at + 1)) is not None:
        text = Text(f"リーチ後に {tile} を見逃しています。", f"{tile} was passed after riichi.")
        yield ground(rules.may_pass_after_riichi, "may_pass_after_riichi", text, FuritenKind.AFTER_RIICHI.value)
        return
    by_tile = rules.same_turn_furiten_ends.value is FuritenEnd.OWN_TILE
    if case.unseen or (by_tile and case.taken):
        return
    since = _after_act(case) if by_tile else _after_discard(case)
    if (tile := _passed(case, since)) is not None:
        text = Text(f"同巡内に {tile} を見逃しています。", f"{tile} was passed in this turn.")
        yield ground(rules.same_turn_furiten_ends, "same_turn_furiten_ends", text, FuritenKind.SAME_TURN.value)


def _own_offers(case: FuritenCase) -> list[Tile]:
    wanted = case.wanted
    mine = [each for each in case.offers if each.seat is case.seat and each.kong is None]
    return [each.tile for each in mine if each.tile.kind in wanted]


def _passed(case: FuritenCase, since: int) -> Tile | None:
    """Return the first tile from place ``since`` on that could have been won and was not; None if there is none."""
    wanted = case.wanted
    for each in case.offers[since : len(case.offers) - (case.claimed and not case.taken)]:
        # A hand that could rob a concealed kong waited for that kind only, and all four of its tiles are gone.
        if each.seat is not case.seat and each.tile.kind in wanted and each.kong is not MeldKind.KAN_CONCEALED:
            return each.tile
    return None


def _after_discard(case: FuritenCase) -> int:
    """Return the place after the seat's last discard."""
    return max(
        (place + 1 for place, each in enumerate(case.offers) if each.seat is case.seat and not each.kong), default=0
    )


def _after_act(case: FuritenCase) -> int:
    """Return the place after the seat's last discard or kong: before either, the seat took a tile."""
    return max((place + 1 for place, each in enumerate(case.offers) if each.seat is case.seat), default=0)

"""One round from the deal to its end: draws, discards, calls and wins of four players, as a list of acts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from controller.referee.rules.abortive import PlaySoFar
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.shanten import shanten
from controller.riichi.tile import DRAGONS, KINDS
from controller.riichi.waits import is_tenpai, waits
from controller.riichi.wall import DEALT
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.riichi import KongDoraShown
from controller.scoring.score import Score
from controller.scoring.win import Riichi, Win, WinBy
from hardware.simulator.game.acts import (
    Act,
    CallTile,
    DiscardTile,
    DrawTile,
    Fold,
    Kong,
    LayStick,
    LowerReplacement,
    Show,
    ShowUra,
    TakeBlock,
    TurnIndicator,
)
from hardware.simulator.game.bots import (
    PlayerStyle,
    PlayerView,
    choose_call,
    choose_discard,
    choose_kong,
    might_call,
    swap_banned,
)
from hardware.simulator.game.deal import Deal
from hardware.simulator.game.table_state import TilesOnTable

Judge = Callable[[Win], Score | None]


@dataclass(frozen=True, slots=True)
class Won:
    """A won round: the winning tile, the win as scored and its score."""

    winner: Seat
    loser: Seat | None
    tile: int
    win: Win
    score: Score


@dataclass(frozen=True, slots=True)
class Exhausted:
    """An exhaustive draw; ``tenpai`` per seat A-D."""

    tenpai: tuple[bool, bool, bool, bool]


@dataclass(frozen=True, slots=True)
class Aborted:
    """A round aborted under the rulebook; no hand is shown."""

    kind: AbortiveDraw


Aborts = Callable[[PlaySoFar], AbortiveDraw | None]


@dataclass(frozen=True, slots=True)
class Played:
    """The acts of a round in order, its end, and the riichi sticks laid per seat A-D."""

    acts: tuple[Act, ...]
    end: Won | Exhausted | Aborted
    sticks: tuple[bool, bool, bool, bool]


@dataclass(slots=True)
class Status:
    """Riichi and furiten state of a player."""

    riichi: Riichi = Riichi.NONE
    ippatsu: bool = False
    sideways_due: bool = False
    passed: bool = False
    locked: bool = False
    acted: bool = False
    discarded: set[int] = field(default_factory=set)
    waits: frozenset[int] = frozenset()


class Play:
    """Plays one round; ``run`` returns the result."""

    def __init__(
        self,
        deal: Deal,
        styles: tuple[PlayerStyle, ...],
        judge: Judge,
        drop_held: bool = True,
        aborts: Aborts = lambda _: None,
        turned: tuple[KongDoraShown, KongDoraShown] = (KongDoraShown.WHEN_CONFIRMED, KongDoraShown.WHEN_CONFIRMED),
    ) -> None:
        """``drop_held``: at an exhaustive draw, a hand that contains all copies of its waits counts as noten.

        ``aborts`` returns the abortive draw due under the rulebook for the play so far; it is called if nobody won on
        the last act. ``turned``: when the indicators of a concealed kong and of other kongs are turned.
        """
        self.aborts, self.turned, self.unturned = aborts, turned, list[KongDoraShown]()
        self.deal, self.styles, self.judge, self.drop_held = deal, styles, judge, drop_held
        self.felt = TilesOnTable(deal.faces)
        self._kinds = tuple(face.kind for face in deal.faces)
        self.acts: list[Act] = []
        self.status = tuple(Status() for _ in SEATS)
        self.drawn, self.kans = DEALT - 1, 0
        self.called = False

    def run(self) -> Played:
        """Play the round to its end."""
        self._set_out()
        seat = self.deal.standing.dealer
        end = self._turn(seat, self._draw(seat))
        sticks = [place.stick for place in self.felt.places]
        return Played(tuple(self.acts), end, (sticks[0], sticks[1], sticks[2], sticks[3]))

    def _set_out(self) -> None:
        for seat, tiles in self.deal.blocks():
            self._do(TakeBlock(seat, tiles))
        lowered = LowerReplacement(self.deal.tile(self.deal.made.replacement(1)))
        indicator = TurnIndicator(self.deal.indicator(0)[0])
        # A machine that deals also turns the indicator, so that act comes first.
        for act in (indicator, lowered) if self.deal.by_machine else (lowered, indicator):
            self._do(act)

    def _turn(self, seat: Seat, tile: int) -> Won | Exhausted | Aborted:
        """Continue from a drawn tile until the round ends."""
        replacement = False
        banned: frozenset[int] = frozenset()
        after_draw = True
        while True:
            if after_draw:
                if won := self._win(seat, None, tile, replacement=replacement):
                    return won
                if kong := self._own_kong(seat, tile):
                    if won := self._robbed(seat, kong):
                        return won
                    if due := self.aborts(self._so_far(kong=True)):
                        return Aborted(due)
                    tile, replacement = self._replace(seat, kong.kind), True
                    continue
            tile = self._discard(seat, banned)
            if end := self._end_by(seat, tile):
                return end
            banned, replacement = frozenset(), False
            if call := self._call(seat, tile):
                seat, kind, banned = call
                after_draw = kind is MeldKind.KAN_OPEN
                if after_draw:
                    tile, replacement, banned = self._replace(seat, kind), True, frozenset()
            elif self.live:
                seat, after_draw = seat.turn(1), True
                tile = self._draw(seat)
            else:
                return self._exhaust()

    def _end_by(self, seat: Seat, tile: int) -> Won | Aborted | None:
        """Return how a discard ends the round, or None; a riichi stick is laid once nobody wins on its discard."""
        riichi = isinstance(self.acts[-1], DiscardTile) and self.acts[-1].riichi
        self._turn_due(KongDoraShown.WITH_DISCARD, KongDoraShown.WITH_NEXT_ACT)
        if won := self._ron(seat, tile):
            return won
        if riichi:
            self._do(LayStick(seat))
        self._turn_due(*KongDoraShown)
        due = self.aborts(self._so_far())
        return None if due is None else Aborted(due)

    @property
    def live(self) -> int:
        """Number of live tiles left."""
        return self.deal.live(self.kans) - self.drawn

    def _do(self, act: Act) -> None:
        self.felt.apply(act)
        self.acts.append(act)

    def _face(self, tile: int) -> int:
        return self._kinds[tile]

    def _draw(self, seat: Seat) -> int:
        tile = self.deal.drawn(self.drawn)
        self.drawn += 1
        self._do(DrawTile(seat, tile))
        return tile

    def _turn_due(self, *due: KongDoraShown) -> None:
        """Turn the waiting indicators that are due at one of these moments."""
        for shown in [each for each in self.unturned if each in due]:
            self.unturned.remove(shown)
            self._do(TurnIndicator(self.deal.indicator(len(self.felt.indicators))[0]))

    def _replace(self, seat: Seat, kind: MeldKind) -> int:
        self.kans += 1
        self._interrupt()
        self._turn_due(KongDoraShown.WITH_NEXT_ACT, KongDoraShown.AFTER_NEXT_ACT)
        self.unturned.append(self.turned[kind is not MeldKind.KAN_CONCEALED])
        self._turn_due(KongDoraShown.WHEN_CONFIRMED, KongDoraShown.BEFORE_REPLACEMENT)
        tile = self.deal.tile(self.deal.made.replacement(self.kans))
        self._do(DrawTile(seat, tile, replacement=True))
        return tile

    def _interrupt(self) -> None:
        """End all ippatsu and the first go-around, after a call or kong."""
        self.called = True
        for status in self.status:
            status.ippatsu = False

    def _own_kong(self, seat: Seat, drawn: int) -> Kong | None:
        if self.status[seat].riichi is not Riichi.NONE:
            return None
        choice = choose_kong(self._view(seat), self._face(drawn))
        if choice is None:
            return None
        kind, face = choice
        tiles = tuple(tile for tile in self.felt.places[seat].concealed if self._face(tile) == face)
        act = Kong(seat, kind, tiles)
        self._do(act)
        return act

    def _robbed(self, seat: Seat, kong: Kong) -> Won | None:
        if kong.kind is not MeldKind.KAN_ADDED:
            return None
        return self._ron(seat, kong.tiles[0], robbed=True)

    def _so_far(self, kong: bool = False) -> PlaySoFar:
        """Return the play up to a discard that nobody won on, or (``kong``) a kong that nobody robbed."""
        discards = [act for act in self.acts if isinstance(act, DiscardTile)]
        kongs = [self.felt.melds(seat) for seat in SEATS]
        return PlaySoFar(
            discards=[self._face(act.tile) for act in discards],
            calls=int(self.called or kong),
            riichi=sum(status.riichi is not Riichi.NONE for status in self.status),
            declaring=bool(discards) and discards[-1].riichi,
            kongs=[sum(meld.kind.is_kong for meld in melds) for melds in kongs],
            since_kong=self._since_kong(),
            discarded=not kong,
        )

    def _since_kong(self) -> int:
        since = 0
        for act in reversed(self.acts):
            if isinstance(act, Kong) or (isinstance(act, CallTile) and act.kind is MeldKind.KAN_OPEN):
                break
            since += isinstance(act, DiscardTile)
        return since

    def _discard(self, seat: Seat, banned: frozenset[int]) -> int:
        place, status = self.felt.places[seat], self.status[seat]
        riichi = False
        if status.riichi is not Riichi.NONE:
            assert place.drawn is not None
            tile = place.drawn
            status.ippatsu = False
        else:
            choice = choose_discard(self._view(seat), banned)
            riichi = choice.riichi
            same = [tile for tile in place.concealed if self._face(tile) == choice.kind]
            # Discard a plain five before a red one, and the drawn tile before one from the hand.
            tile = min(same, key=lambda one: (self.felt.faces[one].is_red, one != place.drawn, one))
        if riichi:
            status.riichi = Riichi.RIICHI if status.acted or self.called else Riichi.DOUBLE
            status.ippatsu = True
        sideways = riichi or status.sideways_due
        status.sideways_due = False
        self._do(DiscardTile(seat, tile, riichi, sideways))
        status.acted, status.passed = True, False
        status.discarded.add(self._face(tile))
        status.waits = frozenset(waits(self._counts(seat), self.felt.melds(seat)))
        return tile

    def _ron(self, loser: Seat, tile: int, robbed: bool = False) -> Won | None:
        """Return the win of the next player in turn order who can ron; players who did not win become furiten."""
        for turn in range(1, 4):
            seat = loser.turn(turn)
            status = self.status[seat]
            if self._face(tile) not in status.waits:
                continue
            furiten = status.passed or status.locked or bool(status.waits & status.discarded)
            if not furiten and (won := self._win(seat, loser, tile, robbed=robbed)):
                return won
            status.passed = True
            status.locked = status.riichi is not Riichi.NONE
        return None

    def _call(self, loser: Seat, tile: int) -> tuple[Seat, MeldKind, frozenset[int]] | None:
        """Carry out the call of highest priority: pon or kan before chii; None also on the last discard."""
        if not self.live:
            return None
        offers = []
        for turn in range(1, 4):
            seat = loser.turn(turn)
            left = seat.towards(loser) is From.LEFT
            if self.status[seat].riichi is Riichi.NONE and might_call(self._counts(seat), self._face(tile), left):
                call = choose_call(self._view(seat), self._face(tile), left)
                if call is not None:
                    offers.append((call[0] is MeldKind.CHII, turn, seat, call))
        if not offers:
            return None
        _, _, seat, (kind, faces) = min(offers, key=lambda offer: offer[:2])
        own: list[int] = []
        for face in faces:
            own.append(next(t for t in self.felt.places[seat].hand if self._face(t) == face and t not in own))
        if self.felt.places[loser].river[-1].sideways:
            self.status[loser].sideways_due = self.status[loser].riichi is not Riichi.NONE
        self._do(CallTile(seat, kind, tuple(own), tile, loser))
        self._interrupt()
        return seat, kind, swap_banned(kind, faces, self._face(tile))

    def _win(
        self, seat: Seat, loser: Seat | None, tile: int, replacement: bool = False, robbed: bool = False
    ) -> Won | None:
        status, place, felt = self.status[seat], self.felt.places[seat], self.felt
        if loser is None and shanten(self._counts(seat)) >= 0:
            return None
        standing = self.deal.standing
        ura = status.riichi is not Riichi.NONE
        pairs = [self.deal.indicator(kan) for kan in range(len(felt.indicators))]
        win = Win(
            hand=tuple(felt.faces[one] for one in place.hand),
            tile=felt.faces[tile],
            by=WinBy.TSUMO if loser is None else WinBy.RON,
            melds=felt.melds(seat),
            prevailing_wind=standing.prevailing_wind,
            winner=seat,
            dealer=standing.dealer,
            loser=loser,
            riichi=status.riichi,
            ippatsu=status.ippatsu,
            last_tile=not self.live and not replacement and not robbed,
            replacement=replacement,
            robbed_kong=robbed,
            first_turn=not self.called and not status.acted and not (loser is not None and seat is standing.dealer),
            dora_indicators=tuple(felt.faces[one] for one in felt.indicators),
            ura_indicators=tuple(felt.faces[lower] for _, lower in pairs) if ura else (),
            counters=standing.counters,
            riichi_sticks=standing.riichi_sticks + sum(place.stick for place in felt.places),
        )
        score = self.judge(win)
        if score is None:
            return None
        self._do(Show(seat))
        if ura:
            self._do(ShowUra(tuple(pairs)))
        return Won(seat, loser, tile, win, score)

    def _exhaust(self) -> Exhausted:
        """Show tenpai hands, riichi hands first, then from the dealer on (npm art. 17); lay the others face down."""
        tenpai = [is_tenpai(self._counts(seat), self.felt.melds(seat), self.drop_held) for seat in SEATS]
        dealer = self.deal.standing.dealer
        for seat in sorted(SEATS, key=lambda seat: (self.status[seat].riichi is Riichi.NONE, (seat - dealer) % 4)):
            self._do(Show(seat) if tenpai[seat] else Fold(seat))
        return Exhausted((tenpai[0], tenpai[1], tenpai[2], tenpai[3]))

    def _counts(self, seat: Seat) -> list[int]:
        counts = [0] * KINDS
        for tile in self.felt.places[seat].concealed:
            counts[self._kinds[tile]] += 1
        return counts

    def _view(self, seat: Seat) -> PlayerView:
        counts = self._counts(seat)
        seen = counts.copy()
        for tile in self._in_sight():
            seen[self._kinds[tile]] += 1
        standing = self.deal.standing
        winds = {standing.prevailing_wind.tile.kind, seat.wind(standing.dealer).tile.kind}
        return PlayerView(
            counts=tuple(counts),
            melds=self.felt.melds(seat),
            seen=tuple(seen),
            value_kinds=frozenset(winds | {int(dragon) for dragon in DRAGONS}),
            live=self.live,
            points=standing.points[seat],
            kongs=self.kans,
            style=self.styles[seat],
        )

    def _in_sight(self) -> Iterator[int]:
        yield from self.felt.indicators
        for place in self.felt.places:
            yield from (lying.tile for lying in place.river)
            for laid in place.melds:
                yield from laid.all_tiles

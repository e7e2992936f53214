"""Reconstructs the order of play by search: the format has draws and discards per player, but no common order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.errors import RecordError
from controller.records.record import Act, CallAct, DiscardAct, DrawAct, Seen
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import TILES

Take = Seen | CallAct
_Used = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """An entry among the discards; ``tile`` None: the tile just drawn. ``filler``: no discard, after an open kong."""

    tile: Seen
    riichi: bool = False
    call: CallAct | None = None
    filler: bool = False


@dataclass(frozen=True, slots=True)
class _Turn:
    """Search state before a seat takes a tile: entries used in each row, and the acts so far, newest first."""

    seat: Seat
    taken: _Used
    dropped: _Used
    done: "_Done | None"


@dataclass(frozen=True, slots=True)
class _Done:
    act: Act
    before: "_Done | None"


def orders(
    takes: Sequence[Sequence[Take]], drops: Sequence[Sequence[Drop]], dealer: Seat, where: str
) -> Iterator[tuple[Act, ...]]:
    """Yield every order that uses up all rows, trying calls before draws; only () for a round that was not observed.

    Raises RecordError for rows with more tiles than a set has.
    """
    if sum(map(len, takes)) > TILES:
        raise RecordError(f"{where}: {sum(map(len, takes))} draws and calls: expected {TILES} at most")
    dead: set[tuple[Seat, _Used, _Used]] = set()

    def from_here(turn: _Turn) -> Iterator[tuple[Act, ...]]:
        key = (turn.seat, turn.taken, turn.dropped)
        played = None if key in dead else _play(turn, takes, drops, where)
        if played is None or played.done is None:
            return
        if _is_over(played, takes, drops):
            yield _in_order(played.done)
            return
        fruitful = False
        if isinstance(played.done.act, DiscardAct):
            for following in _next(played, played.done.act, takes):
                for order in from_here(following):
                    fruitful = True
                    yield order
        if not fruitful:
            dead.add(key)

    explained = False
    for order in from_here(_Turn(dealer, (0, 0, 0, 0), (0, 0, 0, 0), None)):
        explained = True
        yield order
    if not explained and not any(drops) and all(take is None for row in takes for take in row):
        # The round was not observed: there is no order to find.
        yield ()


def _play(turn: _Turn, takes: Sequence[Sequence[Take]], drops: Sequence[Sequence[Drop]], where: str) -> _Turn | None:
    """Return the state after a seat's whole turn, up to its discard or the end of the round; None if impossible."""
    seat, done = turn.seat, turn.done
    taken, dropped = list(turn.taken), list(turn.dropped)

    def round_() -> _Turn:
        return _Turn(seat, tuple(taken), tuple(dropped), done)

    while True:
        if taken[seat] >= len(takes[seat]):
            return None
        take = takes[seat][taken[seat]]
        taken[seat] += 1
        done = _Done(take if isinstance(take, CallAct) else DrawAct(seat, take), done)
        if isinstance(take, CallAct) and take.meld.kind is MeldKind.KAN_OPEN:
            if dropped[seat] < len(drops[seat]) and drops[seat][dropped[seat]].filler:
                dropped[seat] += 1
            continue
        if dropped[seat] >= len(drops[seat]):
            return round_()
        drop = drops[seat][dropped[seat]]
        dropped[seat] += 1
        if drop.filler:
            return None
        if drop.call is not None:
            done = _Done(drop.call, done)
            if taken[seat] >= len(takes[seat]):
                return round_()
            continue
        if not isinstance(done.act, DrawAct):
            tile = drop.tile
            drawn: bool | None = False
        elif drop.tile is None:
            tile, drawn = done.act.tile, True
        else:
            tile, drawn = drop.tile, None if done.act.tile is None else False
        if tile is None:
            raise RecordError(f"{where}: seat {seat} discards a drawn tile that is not known")
        done = _Done(DiscardAct(seat, tile, drawn, drop.riichi), done)
        return round_()


def _is_over(turn: _Turn, takes: Sequence[Sequence[Take]], drops: Sequence[Sequence[Drop]]) -> bool:
    return all(turn.taken[seat] == len(takes[seat]) and turn.dropped[seat] == len(drops[seat]) for seat in SEATS)


def _next(turn: _Turn, discard: DiscardAct, takes: Sequence[Sequence[Take]]) -> Iterator[_Turn]:
    """Yield the possible turns after a discard: pung and kong before chow, then the next seat's draw."""
    claims = []
    for steps in (1, 2, 3):
        seat = discard.seat.turn(steps)
        take = takes[seat][turn.taken[seat]] if turn.taken[seat] < len(takes[seat]) else None
        if (
            isinstance(take, CallAct)
            and take.meld.called is discard.tile
            and take.meld.source is seat.towards(discard.seat)
        ):
            claims.append((take.meld.kind is MeldKind.CHII, steps, seat))
    for _, _, seat in sorted(claims):
        yield _Turn(seat, turn.taken, turn.dropped, turn.done)
    following = discard.seat.turn(1)
    if turn.taken[following] < len(takes[following]) and not isinstance(
        takes[following][turn.taken[following]], CallAct
    ):
        yield _Turn(following, turn.taken, turn.dropped, turn.done)


def _in_order(done: _Done | None) -> tuple[Act, ...]:
    acts: list[Act] = []
    while done is not None:
        acts.append(done.act)
        done = done.before
    return tuple(reversed(acts))

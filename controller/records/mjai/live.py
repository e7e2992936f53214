"""mjai lines of the current round, made only from a view released by the secrecy gate.

Data missing in the view is ``?``, as in mjai's masked games. A sent line stays valid while the game continues; if later
lines contradict it, something was corrected.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from controller.journal.events import DrawKind
from controller.records.collect import DRAWS
from controller.records.mjai.names import CALLS, REASONS, Line, tile_name
from controller.records.record import HAND
from controller.records.seating import first_east, turned
from controller.riichi.meld import MeldKind
from controller.riichi.notation import parse_tile
from controller.riichi.seat import SEATS, Seat

Shown = Mapping[str, Any]
_CLAIMED: Final = frozenset({MeldKind.CHII, MeldKind.PON})
_MELDS: Final = {kind.value: kind for kind in MeldKind}


def _first_of(view: Shown) -> Seat:
    """Return the seat that is actor 0: East of the game's first round."""
    round_ = view["round"]
    return Seat(view["first_dealer"]) if round_ is None else first_east(Seat(round_["dealer"]), round_["number"])


def game_line(view: Shown, eyes: Collection[Seat]) -> Line:
    """Return ``start_game``; a follower of one seat gets its number, as an mjai player does."""
    line: Line = {"type": "start_game", "names": list(turned(tuple(view["names"]), _first_of(view)))}
    if len(eyes) == 1:
        (own,) = eyes
        line["id"] = actor_of(view, own)
    return line


def actor_of(view: Shown, seat: Seat) -> int:
    """Return the number of a seat in these lines."""
    return int(seat.turn(-_first_of(view)))


def round_lines(view: Shown, eyes: Collection[Seat]) -> list[Line]:
    """Return the lines of the round in play so far, with the hands of the seats ``eyes`` if the view has them."""
    if view["round"] is None or not view["seats"]:
        return []
    teller = _Teller(view, eyes)
    return list(teller.lines()) if teller.has_begun() else []


class _Teller:
    """Converts one view to a sequence of mjai lines."""

    def __init__(self, view: Shown, eyes: Collection[Seat]) -> None:
        self._view, self._round, self._result = view, view["round"], view["result"]
        self._first = _first_of(view)
        self._discards = sorted(
            ({**discard, "seat": Seat(seat["seat"])} for seat in view["seats"] for discard in seat["river"]),
            key=lambda discard: discard["index"],
        )
        deals = view.get("deals") or ()
        self._deals = {seat: deals[seat] for seat in eyes if seat < len(deals)}
        self._eyes = tuple(eyes)
        self._draws = {
            (seat, draw["discards"], draw["calls"]): draw["tile"]
            for seat, deal in self._deals.items()
            for draw in deal["draws"]
        }
        self._made = [(0, 0)] * len(SEATS)
        self._holding: Seat | None = None
        self._owed: Seat | None = None
        self._turned = 1
        self._acts = 0

    def has_begun(self) -> bool:
        """True if the start is complete: dealt, with indicator and hands of ``eyes`` seen, or acts seen already."""
        if self._discards or self._round["calls"] or self._result is not None:
            return True
        known = all(seat in self._deals and self._deals[seat]["start"] for seat in self._eyes)
        return self._view["tiles_left"] is not None and bool(self._view["dora_indicators"]) and known

    def lines(self) -> Iterator[Line]:
        yield self._start()
        calls = list(self._round["calls"])
        for place, discard in enumerate(self._discards):
            while calls and calls[0]["discards"] <= place:
                yield from self._call(calls.pop(0))
            if self._is_unsure(discard, calls):
                yield from self._pending()
                return
            yield from self._discard(discard)
        for call in calls:
            yield from self._call(call)
        if self._result is None:
            yield from self._pending()
        else:
            yield from self._end(self._result)

    def _is_unsure(self, discard: Shown, calls: list[Any]) -> bool:
        """True if the last act is a discard that may still declare riichi, or whose draw may become known."""
        if discard is not self._discards[-1] or calls or self._result is not None:
            return False
        seat: Seat = discard["seat"]
        has_riichi = self._view["seats"][seat]["riichi"]
        draws = self._holding is not seat and (seat, *self._made[seat]) not in self._draws
        return (discard["sideways"] and not discard["declares"] and not has_riichi) or (draws and seat in self._deals)

    def _start(self) -> Line:
        round_, scores = self._round, tuple(self._round["scores"])
        indicators = self._view["dora_indicators"]
        return {
            "type": "start_kyoku",
            "bakaze": round_["wind"],
            "dora_marker": _name(indicators[0] if indicators else None),
            "kyoku": round_["number"],
            "honba": round_["counters"],
            "kyotaku": round_["sticks"],
            "oya": self._actor(Seat(round_["dealer"])),
            "scores": list(turned(scores, self._first)),
            "tehais": [self._dealt(seat) for seat in turned(SEATS, self._first)],
        }

    def _dealt(self, seat: Seat) -> list[str]:
        start = self._deals[seat]["start"] if seat in self._deals else ()
        return [_name(tile) for tile in start or (None,) * HAND]

    def _actor(self, seat: Seat) -> int:
        return int(seat.turn(-self._first))

    def _draw(self, seat: Seat, tile: str | None = None) -> Iterator[Line]:
        """Yield the seat's draw, unless its turn began with a claim."""
        if self._holding is not seat:
            yield from self._passed()
            known = self._draws.get((seat, *self._made[seat]), tile)
            yield {"type": "tsumo", "actor": self._actor(seat), "pai": _name(known)}
        self._holding = seat

    def _discard(self, discard: Shown) -> Iterator[Line]:
        seat: Seat = discard["seat"]
        has_drawn = self._holding is not seat
        drawn = self._draws.get((seat, *self._made[seat])) if has_drawn else None
        yield from self._draw(seat)
        if discard["declares"]:
            yield {"type": "reach", "actor": self._actor(seat)}
        same = drawn is not None and drawn == discard["tile"]
        yield {"type": "dahai", "actor": self._actor(seat), "pai": _name(discard["tile"]), "tsumogiri": same}
        self._owed = seat if discard["declares"] else None
        yield from self._acted(seat, None, discards=1)

    def _call(self, call: Shown) -> Iterator[Line]:
        seat, kind = Seat(call["seat"]), _MELDS[call["kind"]]
        line: Line = {"type": CALLS[kind], "actor": self._actor(seat)}
        consumed = {"consumed": [_name(tile) for tile in call["tiles"]]}
        if call["source"] is None:
            yield from self._draw(seat)
            line |= consumed if call["tile"] is None else {"pai": _name(call["tile"]), **consumed}
        else:
            yield from self._passed()
            line |= {"target": self._actor(Seat(call["source"])), "pai": _name(call["tile"]), **consumed}
        yield line
        yield from self._acted(seat, seat if kind in _CLAIMED else None, calls=1)

    def _acted(self, seat: Seat, holding: Seat | None, discards: int = 0, calls: int = 0) -> Iterator[Line]:
        """Count an act, and yield indicators turned by it."""
        made = self._made[seat]
        self._made[seat] = made[0] + discards, made[1] + calls
        self._holding = holding
        self._acts += 1
        yield from self._indicators(self._acts)

    def _indicators(self, acts: int) -> Iterator[Line]:
        turned_at, shown = self._round["turned"], self._view["dora_indicators"]
        while self._turned < len(shown) and turned_at[self._turned] <= acts:
            yield {"type": "dora", "dora_marker": _name(shown[self._turned])}
            self._turned += 1

    def _passed(self) -> Iterator[Line]:
        """Yield ``reach_accepted`` for a declaration tile that nobody won on."""
        if self._owed is not None:
            yield {"type": "reach_accepted", "actor": self._actor(self._owed)}
            self._owed = None

    def _pending(self) -> Iterator[Line]:
        """Yield a draw whose tile is known but not yet discarded."""
        for seat in SEATS:
            if (seat, *self._made[seat]) in self._draws and self._holding is not seat:
                yield from self._draw(seat)
                return

    def _end(self, result: Shown) -> Iterator[Line]:
        wins = result["wins"]
        for won in wins:
            if won["loser"] is None:
                yield from self._draw(Seat(won["winner"]), won["winning_tile"])
        if self._owed is not None and all(won["loser"] != self._owed for won in wins):
            yield from self._passed()
        yield from self._indicators(1 << 30)
        if not wins:
            yield self._drawn_round(result)
        # The final payment may differ from the scores; the difference goes to the first winner's line.
        others = [won["score"]["payments"] for won in wins[1:]]
        for place, won in enumerate(wins):
            paid = others[place - 1] if place else _less(result["payments"], others)
            yield {
                "type": "hora",
                "actor": self._actor(Seat(won["winner"])),
                "target": self._actor(Seat(won["winner"] if won["loser"] is None else won["loser"])),
                "pai": _name(won["winning_tile"]),
                "hora_tehais": [_name(tile) for tile in won["hand"]],
                "deltas": list(turned(tuple(paid), self._first)),
                "ura_markers": [_name(tile) for tile in won["ura_indicators"]],
            }
        yield {"type": "end_kyoku"}

    def _drawn_round(self, result: Shown) -> Line:
        kind = DrawKind(result["draw"])
        line: Line = {"type": "ryukyoku", "reason": REASONS[DRAWS[kind]]}
        line["deltas"] = list(turned(tuple(result["payments"]), self._first))
        if kind is DrawKind.EXHAUSTIVE:
            line["tenpais"] = [seat in result["tenpai"] for seat in turned(SEATS, self._first)]
        return line


def _less(payments: list[int], others: list[list[int]]) -> list[int]:
    return [paid - sum(other[seat] for other in others) for seat, paid in enumerate(payments)]


@lru_cache(maxsize=64)
def _name(tile: str | None) -> str:
    return tile_name(None if tile is None else parse_tile(tile))

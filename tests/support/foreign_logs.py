"""Writes records as mjlog, as Mahjong Soul's JSON and as paipu, for tests of the readers."""

import json
from collections import Counter
from typing import Any

from controller.records.record import CallAct, DiscardAct, DrawAct, DrawNote, GameRecord, RoundRecord
from controller.records.tenhou import mjlog
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import RED_FIVES, Tile

_SOUL_CALLS = {MeldKind.CHII: 0, MeldKind.PON: 1, MeldKind.KAN_OPEN: 2}


class _Numbers:
    """Tile numbers 0-135, assigned as tiles appear; a tile keeps its number until it leaves the hand."""

    def __init__(self) -> None:
        self.used: Counter[int] = Counter()
        self.held: dict[Seat, list[tuple[Tile, int]]] = {seat: [] for seat in SEATS}

    def new(self, tile: Tile) -> int:
        if tile.is_red:
            return 4 * tile.kind
        first = 1 if tile.kind in {red.kind for red in RED_FIVES} else 0
        self.used[tile.kind] += 1
        return 4 * tile.kind + first + self.used[tile.kind] - 1

    def take(self, seat: Seat, tile: Tile) -> int:
        number = self.new(tile)
        self.held[seat].append((tile, number))
        return number

    def drop(self, seat: Seat, tile: Tile) -> int:
        # Newest first, so that a tile just drawn is the one discarded.
        found = next(pair for pair in reversed(self.held[seat]) if pair[0] is tile)
        self.held[seat].remove(found)
        return found[1]


def write_mjlog(game: GameRecord) -> str:
    """Write a game as mjlog; scores have points but no yaku, final points are as recorded."""
    final = ""
    if game.final_scores is not None and game.final_totals is not None:
        pairs = zip(game.final_scores, game.final_totals, strict=True)
        final = ",".join(f"{points // 100},{float(total) / 1000:.1f}" for points, total in pairs)
    rounds = [_mjlog_round(one, final if one is game.rounds[-1] else "") for one in game.rounds]
    return f'<mjloggm ver="2.3"><GO type="9"/><TAIKYOKU oya="0"/>{"".join(rounds)}</mjloggm>'


def _mjlog_round(one: RoundRecord, final: str) -> str:
    numbers, last = _Numbers(), -1
    hands = [",".join(str(numbers.take(seat, tile)) for tile in one.hands[seat] if tile is not None) for seat in SEATS]
    shown = [numbers.new(tile) for tile in one.dora if tile is not None]
    number = 4 * one.prevailing_wind + one.dealer
    tags = [
        f'<INIT seed="{number},{one.counters},{one.riichi_sticks},0,0,{shown[0]}" '
        f'ten="{",".join(str(score // 100) for score in one.scores)}" oya="{int(one.dealer)}" '
        + " ".join(f'hai{seat}="{hand}"' for seat, hand in enumerate(hands))
        + "/>"
    ]
    for act in one.acts:
        match act:
            case DrawAct(seat, tile):
                assert tile is not None
                tags.append(f"<{'TUVW'[seat]}{numbers.take(seat, tile)}/>")
            case DiscardAct(seat, tile, _, riichi):
                if riichi:
                    tags.append(f'<REACH who="{int(seat)}" step="1"/>')
                last = numbers.drop(seat, tile)
                tags.append(f"<{'DEFG'[seat]}{last}/>")
            case CallAct(seat):
                bits = _bits(act, [numbers.drop(seat, tile) for tile in _leaving(act)], last)
                tags.append(f'<N who="{int(seat)}" m="{bits}" />')
    tags += [f'<DORA hai="{number}" />' for number in shown[1:]]
    ended = f' owari="{final}"' if final else ""
    if isinstance(one.result, DrawNote):
        kind = next(key for key, name in mjlog.DRAWS.items() if name is one.result.name)
        told = one.result.tenpai or (False,) * 4
        ready = "".join(f' hai{seat}="0"' for seat in SEATS if told[seat])
        named = f' type="{kind}"' if kind else ""
        tags.append(f'<RYUUKYOKU{named} ba="0,0" sc="{_changes(one.scores, one.result.deltas)}"{ready}{ended} />')
        return "".join(tags)
    for win in one.wins:
        assert win.score is not None
        points = win.score.points(win.winner is one.dealer, win.loser is None)
        source = win.winner if win.loser is None else win.loser
        limit = 0 if win.score.limit is None else 1
        ura = ",".join(str(numbers.new(tile)) for tile in one.ura) if win is one.wins[0] else ""
        tags.append(
            f'<AGARI ba="0,0" ten="{win.score.fu or 0},{points},{limit}" who="{int(win.winner)}" '
            f'fromWho="{int(source)}" doraHaiUra="{ura}" sc="{_changes(one.scores, win.deltas)}"{ended} />'
        )
    return "".join(tags)


def _changes(scores: Any, deltas: Any) -> str:
    return ",".join(f"{score // 100},{delta // 100}" for score, delta in zip(scores, deltas, strict=True))


def _leaving(act: CallAct) -> tuple[Tile, ...]:
    """Tiles that leave the caller's hand."""
    return act.meld.tiles[3:] if act.meld.kind is MeldKind.KAN_ADDED else act.own


def _bits(act: CallAct, own: list[int], last: int) -> int:
    meld = act.meld
    source = 0 if meld.source is None else meld.source.value
    claimed = [] if meld.kind in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED) else [last]
    tiles = sorted([*own, *claimed])
    if meld.kind is MeldKind.CHII:
        base = tiles[0] // 4
        place = (base // 9 * 7 + base % 9) * 3 + tiles.index(last)
        return place << 10 | sum((tile % 4) << shift for tile, shift in zip(tiles, (3, 5, 7), strict=True)) | 4 | source
    base = meld.first_kind
    if meld.kind is MeldKind.PON:
        (spare,) = {0, 1, 2, 3} - {tile % 4 for tile in tiles}
        return (base * 3 + tiles.index(last)) << 9 | spare << 5 | 8 | source
    if meld.kind is MeldKind.KAN_ADDED:
        assert meld.called is not None
        spare = own[0] % 4
        rest = [copy for copy in range(4) if copy != spare]
        red = meld.called.is_red
        called = next(place for place, copy in enumerate(rest) if (copy == 0) == red or meld.called.kind >= Tile.EAST)
        return (base * 3 + called) << 9 | spare << 5 | 16 | source
    return (base * 4 + (last % 4 if claimed else 0)) << 8 | source


def write_soul(game: GameRecord) -> str:
    """Write a game as Mahjong Soul's JSON without zeros; scores have points but no yaku."""
    acts = [each for one in game.rounds for each in _soul_round(one)]
    return json.dumps({"head": {}, "data": {"actions": [{"result": each} for each in acts]}})


def _soul_round(one: RoundRecord) -> list[dict[str, Any]]:
    hands = [[str(tile) for tile in one.hands[seat]] for seat in SEATS]
    first, *acts = one.acts
    assert isinstance(first, DrawAct)
    hands[one.dealer].append(str(first.tile))
    start = {
        "chang": int(one.prevailing_wind),
        "ju": int(one.dealer),
        "ben": one.counters,
        "liqibang": one.riichi_sticks,
        "scores": list(one.scores),
        "doras": [str(one.dora[0])],
        **{f"tiles{seat}": hand for seat, hand in enumerate(hands)},
    }
    told = [_act("RecordNewRound", start), *(_soul_act(act) for act in acts)]
    doras = [str(tile) for tile in one.dora]
    if isinstance(one.result, DrawNote):
        tenpai = one.result.tenpai or (False,) * 4
        players = [{"tingpai": True} if ready else {} for ready in tenpai]
        scores = [{"deltaScores": list(one.result.deltas)}]
        return [*told, _act("RecordNoTile", {"players": players, "scores": scores})]
    hules = []
    for win in one.wins:
        assert win.score is not None
        total = win.score.points(win.winner is one.dealer, win.loser is None)
        score = {"pointRong": total, "pointZimoQin": total, "fu": win.score.fu or 0, "fans": [], "doras": doras}
        if win.loser is None:
            dealer = win.winner is one.dealer
            score |= {"zimo": True, "qinjia": dealer}
            score |= {"pointZimoXian": total // 3} if dealer else {"pointZimoXian": 0}
        score["count"] = win.score.han
        hules.append({"seat": int(win.winner), "liDoras": [str(tile) for tile in one.ura]} | score)
    return [*told, _act("RecordHule", {"hules": hules, "deltaScores": list(one.deltas)})]


def _soul_act(act: DrawAct | DiscardAct | CallAct) -> dict[str, Any]:
    seat = {"seat": int(act.seat)} if act.seat else {}
    match act:
        case DrawAct(_, tile):
            return _act("RecordDealTile", seat | {"tile": str(tile)})
        case DiscardAct(_, tile, drawn, riichi):
            return _act("RecordDiscardTile", seat | {"tile": str(tile), "moqie": bool(drawn), "isLiqi": riichi})
        case CallAct(_, meld) if meld.kind in _SOUL_CALLS:
            assert meld.source is not None
            tiles = [str(tile) for tile in (*act.own, meld.called)]
            froms = [int(act.seat)] * len(act.own) + [int(act.seat.turn(meld.source.value))]
            return _act("RecordChiPengGang", seat | {"type": _SOUL_CALLS[meld.kind], "tiles": tiles, "froms": froms})
        case CallAct(_, meld):
            kind = 2 if meld.kind is MeldKind.KAN_ADDED else 3
            return _act("RecordAnGangAddGang", seat | {"type": kind, "tiles": str(meld.tiles[-1])})


def _act(name: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"name": f".lq.{name}", "data": data}


def write_paipu(game: GameRecord) -> str:
    """Write a game as majiang's paipu; scores have points but no yaku."""
    body = {"title": "\n".join(game.title), "player": list(game.names), "qijia": 0}
    return json.dumps(body | {"log": [_paipu_round(one) for one in game.rounds]})


def _paipu_round(one: RoundRecord) -> list[dict[str, Any]]:
    def wind(seat: Seat) -> int:
        return int(seat.wind(one.dealer))

    def row(values: Any) -> list[Any]:
        return [values[one.dealer.turn(place)] for place in range(4)]

    def suit_first(tile: Tile | None) -> str:
        return "_" if tile is None else f"{str(tile)[1]}{str(tile)[0]}"

    acts: list[dict[str, Any]] = []
    kongs = list(one.dora[1:])
    for place, act in enumerate(one.acts):
        match act:
            case DrawAct(seat, tile):
                before = one.acts[place - 1] if place else None
                after_kong = isinstance(before, CallAct) and before.meld.kind.is_kong
                acts.append({"gangzimo" if after_kong else "zimo": {"l": wind(seat), "p": suit_first(tile)}})
                if after_kong and kongs:
                    acts.append({"kaigang": {"baopai": suit_first(kongs.pop(0))}})
            case DiscardAct(seat, tile, drawn, riichi):
                name = suit_first(tile) + "_" * bool(drawn) + "*" * riichi
                acts.append({"dapai": {"l": wind(seat), "p": name}})
            case CallAct(seat, meld):
                kind = "gang" if meld.kind in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED) else "fulou"
                acts.append({kind: {"l": wind(seat), "m": _paipu_meld(act)}})
    told = {
        "zhuangfeng": int(one.prevailing_wind),
        "jushu": int(one.dealer),
        "changbang": one.counters,
        "lizhibang": one.riichi_sticks,
        "defen": row(one.scores),
        "baopai": suit_first(one.dora[0]),
        "shoupai": ["".join(map(suit_first, hand)) for hand in row(one.hands)],
    }
    if isinstance(one.result, DrawNote):
        end: list[dict[str, Any]] = [{"pingju": {"name": "荒牌平局", "fenpei": row(one.result.deltas)}}]
    else:
        end = []
        for win in one.result:
            assert win.score is not None
            stated_win = {
                "l": wind(win.winner),
                "baojia": None if win.loser is None else wind(win.loser),
                "fubaopai": [suit_first(tile) for tile in one.ura],
                "fu": win.score.fu,
                "fanshu": win.score.han or 13,
                "defen": win.score.points(win.winner is one.dealer, win.loser is None),
                "hupai": [],
                "fenpei": row(win.deltas),
            }
            end.append({"hule": stated_win})
    return [{"qipai": told}, *acts, *end]


def _paipu_meld(act: CallAct) -> str:
    meld = act.meld
    suit = str(meld.tiles[0])[1]
    if meld.called is None or meld.source is None:
        return suit + "".join(str(tile)[0] for tile in meld.tiles)
    sign = {1: "+", 2: "=", 3: "-"}[meld.source.value]
    own = [str(tile)[0] for tile in act.own]
    called = str(meld.called)[0] + sign
    if meld.kind is MeldKind.CHII:
        return suit + "".join(sorted([*own, called]))
    added = str(meld.tiles[3])[0] if meld.kind is MeldKind.KAN_ADDED else ""
    return suit + "".join(own) + called + added

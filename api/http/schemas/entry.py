"""A win while it is being entered: partial input in; possible additions, problems and the score out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Final, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from api.http.schemas.score_answers import ScoredJson
from api.http.schemas.scores import MELDS, MeldBody, answer
from controller.errors import JantakuError
from controller.referee.rules.liability import SETTLED
from controller.riichi.meld import Meld
from controller.riichi.notation import format_tiles, parse_tile, parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.riichi.typed import MOST_TYPED, typed
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.palette import Palette, Taps, WinDraft, palette_of
from controller.scoring.said import points_said
from controller.scoring.score import PaymentLine
from controller.scoring.stated import score_stated, values_said
from controller.scoring.win import NOT_TOLD, Riichi, Win, WinBy
from controller.text import Text, TextJson

_Tiles = Annotated[str, Meta(max_length=MOST_TYPED)]
_SeatNumber = Annotated[int, Meta(ge=0, le=3)]
_Count = Annotated[int, Meta(ge=0, le=1000)]
_FLAGS: Final = ("ippatsu", "last_tile", "replacement", "robbed_kong", "first_turn")

Against = Callable[[WinDraft, Seat, Seat | None], tuple[Text, ...]]
"""Returns contradictions between a win (draft, winner, discarder) and the table's record."""


class EntryBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A win as far as it is entered, with the field names of ``/scores``; ``hand`` and ``win`` may lack tiles.

    ``text``: pasted or typed notation, in place of ``hand``, ``win`` and ``melds``; full-width letters, kanji and
    brackets around melds are accepted; the last of 14 tiles is the winning one. ``han``, ``fu`` or ``yakuman``: in
    place of tiles. ``values``: list the possible values of han, fu and yakuman. ``liable``: seats by yakuman.
    """

    rulebook: Annotated[str, Meta(max_length=200)] = ""
    text: _Tiles = ""
    hand: _Tiles = ""
    win: Annotated[str, Meta(max_length=2)] = ""
    melds: Annotated[tuple[MeldBody, ...], Meta(max_length=4)] = ()
    by: Annotated[str, Meta(pattern="^(ron|tsumo)$")] = "ron"
    winner: _SeatNumber = 0
    loser: _SeatNumber | None = None
    dealer: _SeatNumber = 0
    prevailing_wind: Annotated[str, Meta(pattern="^[ESWN]$")] = "E"
    riichi: Annotated[str, Meta(pattern="^(none|riichi|double|open|double_open)$")] = "none"
    ippatsu: bool = False
    last_tile: bool = False
    replacement: bool = False
    robbed_kong: bool = False
    first_turn: bool = False
    dora_indicators: _Tiles = ""
    ura_indicators: _Tiles = ""
    counters: _Count = 0
    riichi_sticks: _Count = 0
    tile_shown_apart: bool = True
    loser_in_riichi: bool = False
    han: Annotated[int, Meta(ge=0, le=100)] = 0
    fu: Annotated[int, Meta(ge=0, le=200)] = 0
    yakuman: Annotated[int, Meta(ge=0, le=6)] = 0
    values: bool = False
    liable: dict[str, _SeatNumber] | None = None


TapsJson = dict[str, dict[str, list[str]]]
"""By kind of addition, then by tile face: the tiles that tapping the face can mean."""
MeldJson = TypedDict(
    "MeldJson", {"kind": str, "tiles": list[str], "called": NotRequired[str], "from": NotRequired[str]}
)


class PaletteJson(TypedDict):
    """Possible additions to a win."""

    left: dict[str, int]
    taps: TapsJson
    meld_taps: TapsJson
    indicator: bool
    waits: list[str]
    barred: dict[str, TextJson]


class ValueJson(TypedDict):
    """A value that a hand can have, with its name and its payment."""

    han: int
    fu: int
    yakuman: int
    name: TextJson
    said: TextJson


class LiableJson(TypedDict):
    """A yakuman for which a seat may be liable."""

    id: str
    name: TextJson


class EntryJson(PaletteJson):
    """A win as far as it is entered; ``score`` once it is complete, ``why_not``: reason if it has no score."""

    hand: list[str]
    win: str | None
    melds: list[MeldJson]
    notation: str
    missing: int
    problems: list[TextJson]
    contradictions: list[TextJson]
    values: list[ValueJson]
    score: ScoredJson | None
    liability: list[LiableJson]
    said: TextJson | None
    why_not: TextJson | None


def entered(
    body: EntryBody, book: Rulebook, books: Mapping[str, Rulebook], against: Against | None = None
) -> EntryJson:
    """Return possible additions, problems and score of an entry.

    Raises JantakuError for unreadable notation; unreadable ``text`` is reported among the problems instead.
    """
    unread: tuple[Text, ...] = ()
    hand, tile, melds = parse_tiles(body.hand), parse_tile(body.win) if body.win else None, _melds(body.melds)
    if body.text.strip():
        try:
            hand, tile, melds = _typed(body.text)
        except JantakuError as error:
            unread = (error.said,)
    draft = WinDraft(
        hand=hand,
        tile=tile,
        melds=melds,
        tsumo=body.by == "tsumo",
        riichi=Riichi(body.riichi),
        flags=frozenset(name for name in _FLAGS if getattr(body, name)),
        dora=parse_tiles(body.dora_indicators) if body.dora_indicators else (),
        ura=parse_tiles(body.ura_indicators) if body.ura_indicators else (),
        seat_wind=(body.winner - body.dealer) % len(book.seats),
    )
    palette = palette_of(draft, book)
    told = None
    if body.han or body.yakuman:
        told = _scored(body, WinDraft(tsumo=draft.tsumo), book, books)
    elif draft.missing == 0 and tile is not None and not palette.wrong:
        told = _scored(body, draft, book, books)
    loser = None if draft.tsumo or body.loser is None else SEATS[body.loser]
    return {
        "hand": [str(each) for each in hand],
        "win": None if tile is None else str(tile),
        "melds": [_meld(meld) for meld in melds],
        "notation": format_tiles(hand),
        "missing": draft.missing,
        **_taps(palette),
        "problems": _texts((*unread, *palette.wrong)),
        "contradictions": _texts(against(draft, SEATS[body.winner], loser) if against else ()),
        "values": list(_values(body, draft.tsumo, book)) if body.values else [],
        "score": told,
        "liability": list(_liability(told, book)),
        "said": _said(told, body),
        "why_not": None if told is None or told["ok"] else told["reason"],
    }


def _taps(palette: Palette) -> PaletteJson:
    def plain(taps: Taps) -> TapsJson:
        return {
            name: {str(face): [str(tile) for tile in tiles] for face, tiles in faces.items()}
            for name, faces in taps.items()
        }

    return {
        "left": {str(tile): left for tile, left in palette.left.items()},
        "taps": plain(palette.hand),
        "meld_taps": plain(palette.melds),
        "indicator": palette.indicator,
        "waits": [str(tile) for tile in palette.waits],
        "barred": {name: why.to_json() for name, why in palette.barred.items()},
    }


def _typed(text: str) -> tuple[tuple[Tile, ...], Tile | None, tuple[Meld, ...]]:
    tiles, melds = typed(text)
    whole = len(tiles) == 14 - 3 * len(melds)
    return (tiles[:-1], tiles[-1], melds) if whole else (tiles, None, melds)


def _melds(bodies: Iterable[MeldBody]) -> tuple[Meld, ...]:
    return tuple(MELDS[body] for body in bodies)


def _meld(meld: Meld) -> MeldJson:
    told: MeldJson = {"kind": meld.kind.value, "tiles": [str(tile) for tile in meld.tiles]}
    if meld.called is None or meld.source is None:
        return told
    return {**told, "called": str(meld.called), "from": meld.source.name.lower()}


def _scored(body: EntryBody, draft: WinDraft, book: Rulebook, books: Mapping[str, Rulebook]) -> ScoredJson:
    """Return the answer of ``/scores`` for the complete win."""
    left_out = ("text", "values", "melds", "loser", "rulebook")
    request = {name: getattr(body, name) for name in body.__struct_fields__ if name not in left_out}
    win = "" if draft.tile is None else str(draft.tile)
    request |= {"rulebook": book.id, "hand": format_tiles(draft.hand), "win": win}
    request["melds"] = [{**_meld(meld), "tiles": format_tiles(meld.tiles)} for meld in draft.melds]
    if body.loser is not None and not draft.tsumo:
        request["loser"] = body.loser
    if not draft.tsumo and body.loser is None and not body.first_turn:
        request["loser"] = (body.winner + 1) % len(book.seats)
    return answer(request, books)


def _values(body: EntryBody, tsumo: bool, book: Rulebook) -> Iterator[ValueJson]:
    """Yield each value that a hand can have, without counters: by fu, then limits, then yakuman."""
    winner, dealer = SEATS[body.winner], SEATS[body.dealer]
    loser = None if tsumo else winner.turn(1)
    by = WinBy.TSUMO if tsumo else WinBy.RON
    for told, name in values_said(tsumo, book):
        win = Win((), NOT_TOLD, by, winner=winner, dealer=dealer, loser=loser, told=told)
        said = points_said(score_stated(win, book).payment_lines, winner, dealer)
        yield {"han": told[0], "fu": told[1], "yakuman": told[2], "name": name.to_json(), "said": said.to_json()}


def _liability(told: ScoredJson | None, book: Rulebook) -> Iterator[LiableJson]:
    """Yield the yakuman of the hand for which a seat may be liable; all of them if only the value is known."""
    if told is not None and told["ok"] and told["yakuman"]:
        yaku = {line["id"] for line in told["yaku"]}
        for each in book.claims.liability.value:
            if not yaku or each in yaku:
                yield {"id": each, "name": SETTLED[each][2].to_json()}


def _said(told: ScoredJson | None, body: EntryBody) -> TextJson | None:
    if told is None or not told["ok"]:
        return None
    lines = [PaymentLine(**line) for line in told["payment_lines"]]
    return points_said(lines, SEATS[body.winner], SEATS[body.dealer]).to_json()


def _texts(texts: Iterable[Text]) -> list[TextJson]:
    return [each.to_json() for each in texts]

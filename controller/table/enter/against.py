"""Differences between an entered win and the record of its round: shown as a warning, never a reason to refuse."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from controller.journal.state import RiichiStand, RoundState
from controller.referee.rules.furiten import in_furiten
from controller.referee.watched import watched
from controller.riichi.copies import beyond_set
from controller.riichi.meld import Meld
from controller.riichi.notation import format_tiles, sort_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand.possible import beyond_kongs
from controller.scoring.palette import WinDraft
from controller.scoring.win import Riichi
from controller.text import Text


def against_record(
    round_: RoundState, draft: WinDraft, winner: Seat, loser: Seat | None, book: Rulebook
) -> tuple[Text, ...]:
    """Return every contradiction between the draft and the round's record, the most obvious first."""
    return (
        *_by_whom(round_, draft, winner, loser),
        *_riichi(round_, draft, winner),
        *_tiles(round_, draft, winner),
        *_fifth(round_, draft, winner, book),
        *_furiten(round_, draft, winner, book),
    )


def _by_whom(round_: RoundState, draft: WinDraft, winner: Seat, loser: Seat | None) -> Iterator[Text]:
    if loser is None or not round_.discards:
        return
    last = round_.discards[-1]
    if "robbed_kong" in draft.flags:
        return
    if last.seat is not loser:
        yield Text(f"最後の打牌は{last.seat.name}席のものです。", f"The last discard is seat {last.seat.name}'s.")
    elif draft.tile is not None and draft.tile.kind != last.tile.kind:
        yield Text(f"最後の打牌は {last.tile}。", f"The last discard is {last.tile}.")
    if round_.lost_right[winner]:
        yield Text("アガリ者はアガリの権利を失っています。", "The winner has lost the right to win.")


def _riichi(round_: RoundState, draft: WinDraft, winner: Seat) -> Iterator[Text]:
    stands = round_.riichi[winner].stand is not RiichiStand.NONE
    if stands and draft.riichi is Riichi.NONE:
        yield Text("記録ではリーチしています。", "The record has a riichi.")
    elif draft.riichi is not Riichi.NONE and not stands:
        yield Text("記録にリーチはありません。", "The record has no riichi.")


def _tiles(round_: RoundState, draft: WinDraft, winner: Seat) -> Iterator[Text]:
    melds, dora = round_.melds[winner], [shown.tile for shown in round_.dora]
    if _laid(melds) != _laid(draft.melds):
        told = " ".join(format_tiles(meld.tiles) for meld in melds)
        yield Text(f"記録の副露: {told or 'なし'}。", f"Melds in the record: {told or 'none'}.")
    if dora != [*draft.dora]:
        yield Text(f"記録のドラ表示牌: {format_tiles(dora)}。", f"Indicators in the record: {format_tiles(dora)}.")
    if beyond := too_many_indicators(round_, {winner: draft.melds}, len(draft.dora)):
        yield beyond
    shown = round_.revealed[winner]
    if shown is not None and shown.tiles and draft.missing == 0:
        read = Counter((*shown.tiles, *(() if shown.apart is None else (shown.apart,))))
        said = Counter(draft.hand if len(shown.tiles) == len(draft.hand) and shown.apart is None else _whole(draft))
        other, gone = _row(said - read), _row(read - said)
        if other or gone:
            yield Text(
                f"読んだ手牌は {gone or '–'}、入力は {other or '–'}。", f"Read {gone or '–'}, entered {other or '–'}."
            )


def too_many_indicators(round_: RoundState, entered: Mapping[Seat, Sequence[Meld]], dora: int) -> Text | None:
    """Return a note if more dora indicators are entered than the kongs turn; None if other seats' melds are unknown.

    ``entered``: melds of the winners, which replace those of the record.
    """
    if not round_.discards or not watched(round_).since():
        return None
    melds = [meld for seat in Seat for meld in entered.get(seat, round_.melds[seat])]
    return beyond_kongs(dora, sum(meld.kind.is_kong for meld in melds))


def _whole(draft: WinDraft) -> Sequence[Tile]:
    return draft.hand if draft.tile is None else (*draft.hand, draft.tile)


def _row(tiles: Counter[Tile]) -> str:
    return format_tiles(sort_tiles(tiles.elements()))


def _laid(melds: Sequence[Meld]) -> list[list[int]]:
    return sorted(sorted(tile.kind for tile in meld.tiles) for meld in melds)


def _fifth(round_: RoundState, draft: WinDraft, winner: Seat, book: Rulebook) -> Iterator[Text]:
    """Yield a note for each tile of which hand and table together would have too many copies."""
    lying = [discard.tile for discard in round_.discards if discard.called_by is None]
    lying += [tile for seat in Seat if seat is not winner for meld in round_.melds[seat] for tile in meld.tiles]
    # A tile won by ron is still in its river.
    if not draft.tsumo and draft.tile is not None and lying and "robbed_kong" not in draft.flags:
        last = round_.discards[-1].tile if round_.discards else None
        if last is not None and last.kind == draft.tile.kind:
            lying.remove(last)
    for tile, count in beyond_set([*lying, *draft.tiles], book.scoring.red_fives.value).items():
        yield Text(
            f"卓と合わせて {tile} が{count}枚になります。", f"Together with the table there are {count} of {tile}."
        )


def _furiten(round_: RoundState, draft: WinDraft, winner: Seat, book: Rulebook) -> Iterator[Text]:
    if not draft.tsumo and draft.missing == 0 and in_furiten(round_, winner, draft.hand, book):
        yield Text("記録ではフリテンです。", "The record has the winner in furiten.")

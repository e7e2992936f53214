"""The rulebook adapted to rules that a record states: game length, red fives, open tanyao."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from controller.records.record import GameRecord
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

_LENGTHS: Final = {True: Text("東風戦", "East only"), False: Text("東南戦", "East and South")}
_OPEN: Final = {True: Text("喰いタンあり", "open tanyao"), False: Text("喰いタンなし", "no open tanyao")}


def as_stated(book: Rulebook, game: GameRecord) -> tuple[Rulebook, tuple[Text, ...]]:
    """Return the rulebook with the rules that the record states, and a text for each that differs from the rulebook."""
    return _with(book, game.east_only, game.red_fives, game.open_tanyao)


# All records that state the same rules share one rulebook object: caches are per rulebook.
@lru_cache(maxsize=64)
def _with(
    book: Rulebook, east_only: bool | None, red_fives: tuple[int, int, int] | None, open_tanyao: bool | None
) -> tuple[Rulebook, tuple[Text, ...]]:
    said: list[Text] = []
    if east_only is not None and (book.flow.winds_played.value == 1) is not east_only:
        winds = replace(book.flow.winds_played, value=1 if east_only else 2)
        book = replace(book, flow=replace(book.flow, winds_played=winds))
        said.append(_heeded(_LENGTHS[east_only], book))
    if red_fives is not None and book.scoring.red_fives.value != red_fives:
        reds = replace(book.scoring.red_fives, value=red_fives)
        book = replace(book, scoring=replace(book.scoring, red_fives=reds))
        each = " ".join(map(str, red_fives))
        said.append(_heeded(Text(f"赤五 {each}", f"red fives {each}"), book))
    if open_tanyao is not None and book.scoring.open_tanyao.value is not open_tanyao:
        tanyao = replace(book.scoring.open_tanyao, value=open_tanyao)
        book = replace(book, scoring=replace(book.scoring, open_tanyao=tanyao))
        said.append(_heeded(_OPEN[open_tanyao], book))
    return book, tuple(said)


def _heeded(what: Text, book: Rulebook) -> Text:
    ja = f"牌譜の記載「{what.ja}」に従う({book.ja}とは違う)"
    return Text(ja, f"the record says {what.en}, unlike {book.en}: followed")

"""A rulebook as a record says that it was played: its length, its red fives, whether tanyao may be open."""

from dataclasses import replace
from typing import Final

from controller.records.record import GameRecord
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

_LENGTHS: Final = {True: Text("東風戦", "East only"), False: Text("東南戦", "East and South")}
_OPEN: Final = {True: Text("喰いタンあり", "open tanyao"), False: Text("喰いタンなし", "no open tanyao")}


def as_stated(book: Rulebook, game: GameRecord) -> tuple[Rulebook, tuple[Text, ...]]:
    """The book with what the record states of its rules, and in words where that is not what the book has."""
    said: list[Text] = []
    if game.east_only is not None and (book.flow.winds_played.value == 1) is not game.east_only:
        winds = replace(book.flow.winds_played, value=1 if game.east_only else 2)
        book = replace(book, flow=replace(book.flow, winds_played=winds))
        said.append(_heeded(_LENGTHS[game.east_only], book))
    if game.red_fives is not None and book.scoring.red_fives.value != game.red_fives:
        reds = replace(book.scoring.red_fives, value=game.red_fives)
        book = replace(book, scoring=replace(book.scoring, red_fives=reds))
        each = " ".join(map(str, game.red_fives))
        said.append(_heeded(Text(f"赤五 {each}", f"red fives {each}"), book))
    if game.open_tanyao is not None and book.scoring.open_tanyao.value is not game.open_tanyao:
        tanyao = replace(book.scoring.open_tanyao, value=game.open_tanyao)
        book = replace(book, scoring=replace(book.scoring, open_tanyao=tanyao))
        said.append(_heeded(_OPEN[game.open_tanyao], book))
    return book, tuple(said)


def _heeded(what: Text, book: Rulebook) -> Text:
    ja = f"牌譜の記載「{what.ja}」に従う({book.id}とは違う)"
    return Text(ja, f"the record says {what.en}, unlike {book.id}: followed")

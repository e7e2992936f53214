"""A rulebook written as text: complete, identical everywhere, and refused if it is unreadable."""

import json

import pytest

from controller.errors import RulebookError
from controller.rulebooks.catalogue import published, stored_book
from controller.rulebooks.house import house_rules
from controller.rulebooks.written import book_text


@pytest.mark.parametrize("name", published())
def test_a_book_comes_back_as_it_was(name: str) -> None:
    book = published()[name]
    text = book_text(book)
    assert stored_book(text) is book
    # Under an unknown id, from the text alone.
    strange = stored_book(text.replace(f'"id":"{name}"', '"id":"of-another-house"'))
    assert list(strange.rules()) == list(book.rules())
    assert (strange.id, strange.edition, strange.source) == ("of-another-house", book.edition, book.source)


def test_house_rules_come_back_without_their_file() -> None:
    house = house_rules('base = "mleague"\nid = "ours"\n[flow]\nwinds_played = 1\n', "ours", published()).rulebook
    assert house is not None
    again = stored_book(book_text(house))
    assert (again.id, again.flow.winds_played.value, again.flow.winds_played.cite) == ("ours", 1, "house rule")
    assert book_text(again) == book_text(house)


def test_a_field_that_was_added_since_is_taken_from_the_base() -> None:
    body = json.loads(book_text(published()["mleague"]))
    del body["flow"]["winds_played"]
    assert stored_book(json.dumps(body)).flow.winds_played == published()["mleague"].flow.winds_played
    body["id"] = "unknown"
    assert stored_book(json.dumps(body)).flow.winds_played == published()["npm-2008"].flow.winds_played


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"id": "npm-2008"}', '{"id":"x","flow":{"of_tomorrow":{"value":1,"clause":"1"}}}']
)
def test_what_is_no_book_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(RulebookError, match="kept rulebook"):
        stored_book(text)


def test_a_value_of_a_later_release_is_refused() -> None:
    body = json.loads(book_text(published()["npm-2008"]))
    body["flow"]["winds_played"]["value"] = "as many as they like"
    with pytest.raises(RulebookError, match="kept rulebook"):
        stored_book(json.dumps(body))

"""Names of people, tokens and devices: no two look alike; other devices under a name are reported to its owner."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from api.access.access import Access
from api.access.refusals import DeniedError
from api.access.roles import Role
from api.access.store import FILE
from tests.support.access_clock import Clock, denied, enter

ALIKE = [
    ("Sato", "sato"),
    ("Sato", "ＳＡＴＯ"),
    ("Sato", "S\u0430to"),
    ("Sato", "Sa\u3164to"),
    ("Sato", "Sato\u2800"),
    ("Sato", "\U0001d159Sato"),
    ("Ivan", "lvan"),
    ("Ivan", "1VAN"),
    ("mori", "rnori"),
    ("カトウ", "力トウ"),
    ("ロク", "口ク"),
    ("ケータ", "ケ一夕"),
    ("ニシ", "二シ"),
    ("エト", "工ト"),
    ("ヘイ", "へイ"),
    ("Straße", "STRASSE"),
]


@pytest.mark.parametrize(("one", "other"), [*ALIKE, *((other, one) for one, other in ALIKE)])
@pytest.mark.parametrize("first", ["person", "token"])
@pytest.mark.parametrize("second", ["person", "token"])
def test_no_two_names_look_alike_over_people_and_tokens(
    access: Access, one: str, other: str, first: str, second: str
) -> None:
    """Regression: names were compared letter by letter, and those of tokens not at all."""

    def take(kind: str, name: str) -> None:
        if kind == "token":
            access.tokens.make(name, Role.REFEREE)
        else:
            enter(access, Role.REFEREE, name)

    take(first, one)
    with denied("name-taken"):
        take(second, other)
    take(second, "Takahashi")
    if first == "token":
        access.tokens.revoke(access.tokens.all()[0]["id"])
        take(second, other)


@pytest.mark.parametrize(
    "word", ["owner", "staff", "referee", "責任者", "審判", "自動", "automatic", "record", "console"]
)
def test_a_word_for_a_role_or_the_machine_is_no_tokens_name_in_any_form(access: Access, word: str) -> None:
    """Regression: a token could be called ``owner``, and events said that the owner had decided."""
    wide = "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in word)
    forms = (
        word,
        word.upper(),
        wide,
        word.replace("o", "0"),
        word.replace("o", "\u03bf"),
        f"{word[0]}\u200b{word[1:]}",
    )
    for form in (*forms, " ".join(word)):
        with denied("name-reserved"):
            access.tokens.make(form, Role.VIEWER)
        with denied("name-reserved"):
            access.people.link(Role.OVERLAY, form)
    assert enter(access, Role.OWNER, "owner"), "whoever is owner may be called so"
    with denied("name-reserved"):
        access.people.link(Role.OWNER, "owner\u3164")


def test_of_many_who_take_names_that_look_alike_at_once_one_has_it(tmp_path: Path) -> None:
    access = Access(tmp_path / FILE)
    links = [access.people.link(Role.REFEREE, name) for name in ("Sato", "S\u0430to", "SATO", "sat\u03bf")]

    def taken(number: int) -> int:
        with suppress(DeniedError):
            if number % 2:
                access.tokens.make("Sаto".swapcase(), Role.VIEWER)
            else:
                access.people.open_link(links[number // 2], "phone")
            return 1
        return 0

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(taken, range(8))) == 1
    access.close()


def test_devices_are_told_apart_and_make_way_for_whoever_is_called_so(access: Access) -> None:
    for _ in range(2):
        enter(access)
    assert sorted(each["name"] for each in access.people.devices()) == ["tablet", "tablet 2"]
    access.tokens.make("Tablet", Role.VIEWER)
    assert sorted(each["name"] for each in access.people.devices()) == ["tablet 2", "tablet 3"]
    code = access.tokens.camera_link("1", 50)
    access.tokens.open_camera(code, "TABLET")
    assert access.tokens.all()[-1]["name"] == "TABLET 4"


def test_another_device_under_ones_name_is_told_to_each_of_the_others_until_it_knows(
    access: Access, clock: Clock
) -> None:
    """Regression: people were not told that another device had logged in under their name."""

    def told(session: str) -> list[str]:
        who = access.people.of_session(session)
        assert who is not None
        return [each["name"] for each in access.people.others(who.device)]

    def device(session: str) -> str:
        who = access.people.of_session(session)
        assert who is not None
        return who.device

    first = enter(access)
    assert told(first) == []
    clock.now += 1
    second = access.people.open_link(access.people.link(Role.STAFF, "Sato"), "phone")
    assert (told(first), told(second)) == (["phone"], ["tablet"])
    access.people.acknowledge(device(second))
    assert (told(first), told(second)) == (["phone"], []), "nobody says so for another device"
    clock.now += 1
    access.people.revoke(device(second))
    assert told(first) == ["phone"], "gone, and still to be told"
    access.people.acknowledge(device(first))
    assert told(first) == []
    clock.now += 101
    third = enter(access)
    before = access.people.before(device(third))
    assert told(third) == []
    assert before is not None
    assert before["name"] == "phone"


def test_a_first_secret_asks_for_the_one_that_there_is(access: Access) -> None:
    """Regression: a person who found a tablet unlocked could set a password for its user, and use it ever after."""
    who = access.people.of_session(enter(access))
    assert who is not None
    access.people.choose(who.id, pin="2580")
    with denied("pin-needed"):
        access.people.choose(who.id, password="correct horse battery")
    with denied("present-wrong"):
        access.people.choose(who.id, password="correct horse battery", present="2581")
    access.people.choose(who.id, password="correct horse battery", present="2580")
    access.people.forget_secrets("Sato")
    access.people.choose(who.id, pin="2580")
    access.people.choose(who.id, password="correct horse battery", sure=True)


def test_a_secret_that_is_refused_leaves_the_other_as_it_was(access: Access) -> None:
    """Regression: the PIN was changed although the answer said that nothing was."""
    session = enter(access)
    who = access.people.of_session(session)
    assert who is not None
    access.people.choose(who.id, pin="2580")
    with denied("password-weak"):
        access.people.choose(who.id, pin="1470", password="short", present="2580", only=session)
    assert access.people.confirm(session, "2580")

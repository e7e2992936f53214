"""Names that people tell apart: what two names look like, and words that only the service itself may go by.

By UTS 39 (15.1): two names look the same where they have the same skeleton, after compatibility forms (width) and case.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final
from unicodedata import category, normalize

from api.access.refusals import ROLE_WORDS, denied
from api.access.roles import Role
from controller.text import one_line

MOST_LETTERS: Final = 60
_MACHINE_WORDS: Final = (
    *("auto", "automatic", "record", "table", "venue", "console", "system", "service", "jantaku", "admin"),
    *("administrator", "root", "nobody", "自動", "記録", "卓", "会場", "雀卓", "管理者"),
)
"""What facts, logs and pages call the service itself, and what people take for it."""
_IGNORED: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff"
    "\u2800\U00013441\U00013442\U00016fe4\U0001d159]"
)
"""Default_Ignorable_Code_Point that are neither format (Cf) nor unassigned; DerivedCoreProperties.txt of Unicode 15.
Then letters and symbols that are blanks: of Braille, hieroglyphs, Khitan and notes, by their names there."""
_MOST_TURNS: Final = 8


def shown_name(name: str) -> str:
    """Canonical form of a name: one line of printable letters, normalised by NFKC."""
    shown = one_line(normalize("NFKC", name), MOST_LETTERS)
    # Blanks that count as letters hide a name as well.
    if not _plain(shown):
        raise denied("name-empty")
    return shown


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """The skeletons of a name as it is written and without regard to case; names that share one look alike."""
    compatible = normalize("NFKC", name)
    return frozenset((_settled(compatible), _settled(compatible.casefold())))


def reserved_for(name: str) -> Role | str | None:
    """The role of whose word a name looks like, or the machine's word; None for a name that anybody may have."""
    own = looks(name)
    return next((meant for look in own if (meant := _reserved().get(look)) is not None), None)


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with the smallest number that makes it look like none of those taken."""
    others: set[str] = set()
    for each in taken:
        others |= looks(each)
    tried, number = name, 1
    while looks(tried) & others or reserved_for(tried) is not None:
        number += 1
        tail = f" {number}"
        tried = f"{name[: MOST_LETTERS - len(tail)]}{tail}"
    return tried


@cache
def _reserved() -> Mapping[str, Role | str]:
    meant: dict[str, Role | str] = {}
    for word in _MACHINE_WORDS:
        meant |= dict.fromkeys(looks(word), word)
    for role, words in ROLE_WORDS.items():
        for each in (role.value, *words):
            meant |= dict.fromkeys(looks(each), role)
    return meant


def _settled(name: str) -> str:
    """The skeleton without case, repeated until it is stable: a look-alike letter may have another case."""
    for _ in range(_MOST_TURNS):
        before, name = name, normalize("NFD", normalize("NFKC", _skeleton(name)).casefold())
        if name == before:
            break
    return name


def _skeleton(name: str) -> str:
    """UTS 39, section 4: decomposed, without what nobody sees, each letter by its prototype. Blanks count for none."""
    prototypes = _prototypes()
    return normalize("NFD", "".join(prototypes.get(letter, letter) for letter in _plain(normalize("NFD", name))))


def _plain(name: str) -> str:
    return "".join(letter for letter in _IGNORED.sub("", name) if not letter.isspace() and category(letter) != "Cf")


@cache
def _prototypes() -> Mapping[str, str]:
    """Each letter's prototype in confusables.txt.

    The library has each line both ways. A letter has one prototype and a prototype none, so of a pair the one with
    other likenesses is it; of two without, the longer or earlier one.
    """
    from confusable_homoglyphs.confusables import confusables_data

    alike = {_bare(each): [_bare(other["c"]) for other in others] for each, others in confusables_data.items()}
    found = {}
    for letter, others in alike.items():
        if len(letter) == 1 and len(others) == 1:
            prototype = others[0]
            own, back = (len(prototype), -ord(prototype[0])), (1, -ord(letter))
            if len(alike.get(prototype, ())) > 1 or own > back:
                found[letter] = prototype
    return found


def _bare(letters: str) -> str:
    """Without the marks of direction that the table's text has around letters of the right-to-left."""
    return letters.strip("\u200e")

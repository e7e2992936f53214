"""Detects confusable names, and names reserved for the service itself.

By UTS 39 (15.1): two names look the same if they have the same skeleton, after normalising compatibility forms (width)
and case.
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
"""Names of the service itself in facts, logs and pages, and names that could be mistaken for it."""
_IGNORED: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff"
    "\u2800\U00013441\U00013442\U00016fe4\U0001d159]"
)
"""Default_Ignorable_Code_Point that are neither format (Cf) nor unassigned; DerivedCoreProperties.txt of Unicode 15.

The second line has letters and symbols that are blank: of Braille, hieroglyphs, Khitan and musical notes, according to
their names there.
"""
_MOST_TURNS: Final = 8


def shown_name(name: str) -> str:
    """Return a name in canonical form: one line of printable characters, normalised by NFKC.

    Raises DeniedError if nothing visible is left.
    """
    shown = one_line(normalize("NFKC", name), MOST_LETTERS)
    # Some invisible characters are classified as letters.
    if not _plain(shown):
        raise denied("name-empty")
    return shown


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """Return the skeletons of a name, as written and casefolded; names that share one look alike."""
    compatible = normalize("NFKC", name)
    return frozenset((_settled(compatible), _settled(compatible.casefold())))


def reserved_for(name: str) -> Role | str | None:
    """Return the role or machine word that a name looks like; None if the name is free for anybody."""
    own = looks(name)
    return next((meant for look in own if (meant := _reserved().get(look)) is not None), None)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, with the smallest number appended that makes it look like none of ``taken``."""
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
    """Return the casefolded skeleton, repeated until stable, as a look-alike letter may have another case."""
    for _ in range(_MOST_TURNS):
        before, name = name, normalize("NFD", normalize("NFKC", _skeleton(name)).casefold())
        if name == before:
            break
    return name


def _skeleton(name: str) -> str:
    """Return the skeleton by UTS 39, section 4: decomposed, without invisible or blank characters, letters mapped."""
    prototypes = _prototypes()
    return normalize("NFD", "".join(prototypes.get(letter, letter) for letter in _plain(normalize("NFD", name))))


def _plain(name: str) -> str:
    return "".join(letter for letter in _IGNORED.sub("", name) if not letter.isspace() and category(letter) != "Cf")


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the prototype of each letter in confusables.txt.

    The library stores each mapping in both directions. A prototype has no prototype itself, so the member of a pair
    that has further look-alikes is the prototype; of two without, the longer one or the one earlier in Unicode.
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
    """Remove the direction marks that the file's text puts around right-to-left letters."""
    return letters.strip("\u200e")

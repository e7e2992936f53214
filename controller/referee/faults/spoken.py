"""Search keys of a fault: its names and the words that referees use for it, folded and in Latin letters."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from controller.referee.faults.catalogue import SPOKEN
from controller.referee.faults.kind import FaultKind

_SMALL: Final = dict(zip("ぁぃぅぇぉ", "あいうえお", strict=True))
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_LEFT_OUT: Final = re.compile(r"[\sー・\-'’（）()、。「」/]+")
_ROWS: Final = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "y": "や ゆ よ", "r": "らりるれろ", "w": "わ   を", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_REGULAR: Final = {kana: head + vowel for head, row in _ROWS.items() for kana, vowel in zip(row, "aiueo", strict=False)}
_LATIN: Final = _REGULAR | {
    "し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu", "を": "o", "ん": "n",
}  # fmt: skip
_SMALL_Y: Final = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}


def folded(text: str) -> str:
    """Return a text in the form that searches compare: hiragana, lower-case Latin, no spaces, marks or long vowels."""
    plain = unicodedata.normalize("NFKC", text).lower().translate(_TO_HIRAGANA)
    return _LEFT_OUT.sub("", plain)


def in_latin(kana: str) -> str:
    """Return hiragana in Hepburn romanisation, ``ん`` before b, m and p as n; other characters are unchanged."""
    out = ""
    for place, letter in enumerate(kana):
        if letter in _SMALL_Y and out.endswith("i"):
            stem = out[:-1]
            out = stem + (_SMALL_Y[letter][1:] if stem.endswith(("sh", "ch", "j")) else _SMALL_Y[letter])
        elif letter in _SMALL:
            vowel = _LATIN[_SMALL[letter]]
            out = (out[:-1] + vowel) if out else vowel
        elif letter == "っ":
            following = _LATIN.get(kana[place + 1 : place + 2], "")
            out += "t" if following.startswith("ch") else following[:1]
        else:
            out += _LATIN.get(letter, letter)
    return out


def search_keys(kind: FaultKind) -> tuple[str, ...]:
    """Return the search keys of a fault: code, names and referees' words, folded, kana in Latin letters as well."""
    return tuple(dict.fromkeys(_keys(kind)))


def _keys(kind: FaultKind) -> Iterator[str]:
    words = (kind.name.ja, kind.name.en, kind.code, *SPOKEN.get(kind.code, "").split())
    for word in words:
        key = folded(word)
        yield key
        latin = in_latin(key)
        if latin != key:
            yield latin
            # Both spellings are in use: chombo and chonbo, kampai and kanpai.
            yield re.sub("n(?=[bmp])", "m", latin)

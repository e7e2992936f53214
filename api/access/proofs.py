"""Secrets: random ones stored as digests, chosen ones as argon2id hashes."""

import hashlib
import secrets
from typing import Final

from api.access.refusals import denied

PIN_LENGTHS: Final = range(4, 13)
PASSWORD_LENGTHS: Final = range(10, 129)
HOUSE_WORDS: Final = ("jantaku", "mahjong", "majong", "riichi", "password", "passwort", "麻雀", "雀卓")
"""Words that are guessed first at a table; listed in docs/access.md."""
LEAST_LETTERS: Final = 5
"""Minimum distinct characters of a password besides those words; chosen: more than a year and an exclamation mark."""

LEAST_GUESSES: Final = 1_000_000
"""Minimum guesses that a password withstands; where zxcvbn's second of five classes starts, for throttled attacks."""


def fresh() -> str:
    """Return a random secret of 256 bits, URL-safe."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """Return the digest of a random secret; one round of SHA-256 suffices, as 256 bits cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hashed(chosen: str) -> str:
    """Return the hash of a chosen secret: argon2id with RFC 9106's first recommendation for small machines."""
    # Loaded only when somebody uses a password or PIN.
    from argon2 import PasswordHasher

    return PasswordHasher().hash(chosen)


def matches(chosen: str, kept: str | None) -> bool:
    """True if the secret matches; without a stored one it takes the same time, so that timing reveals nothing."""
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return PasswordHasher().verify(kept or _NOBODYS, chosen) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


# The hash of a discarded random word, with the same cost parameters.
_NOBODYS: Final = "$argon2id$v=19$m=65536,t=3,p=4$TagbRjkp9mvoliB0CQoYDQ$Ft5W5XvvPIjhmQv1pO6+FM2osVPidhM3xYRv6DpiiCs"


def check_pin(pin: str) -> str:
    """Return the PIN; raises DeniedError if it is too short, too long, not only digits, or one digit repeated."""
    if not (pin.isascii() and pin.isdigit() and len(pin) in PIN_LENGTHS) or len(set(pin)) == 1:
        raise denied("pin-weak")
    return pin


def check_password(password: str, name: str = "") -> str:
    """Return the password; raises DeniedError if it is too short, too long, or easily guessed.

    Easily guessed: a word of the house, or the person's name, repeated or with a few digits and signs; one of the
    30,000 most common passwords, a word, or a row of keys.
    """
    left = password.casefold()
    for word in (*HOUSE_WORDS, name.casefold()):
        left = left.replace(word, "") if len(word) > 1 else left
    if len(password) not in PASSWORD_LENGTHS or len(set(left)) < LEAST_LETTERS:
        raise denied("password-weak")
    # Loaded only here: its word lists take a megabyte.
    from zxcvbn import zxcvbn

    if zxcvbn(password, [*HOUSE_WORDS, name], max_length=PASSWORD_LENGTHS.stop)["guesses"] < LEAST_GUESSES:
        raise denied("password-common")
    return password

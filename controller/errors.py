"""The one error root of the project and its children: a message is one line saying what, where, what was expected."""

from controller.text import Text


class JantakuError(Exception):
    """Root of every error the project raises for malformed input; never raised for a fault of the world.

    ``said``: the message for people, in both languages; None where only its English line is known.
    """

    said: Text | None = None

    def __init__(self, message: str | Text = "") -> None:
        """The message as a line, or in both languages."""
        super().__init__(message.en if isinstance(message, Text) else message)
        if isinstance(message, Text):
            self.said = message


class NotationError(JantakuError):
    """Tile, meld or seat notation that cannot be read."""


class RulebookError(JantakuError):
    """Unknown rulebook, unknown field, or a contradiction in house rules."""


class HandError(JantakuError):
    """A hand or its circumstances that cannot exist (five of a kind, wrong number of tiles, contradictory win)."""


class EventError(JantakuError):
    """Points of a game, or games of an event, that cannot be read or cannot be."""


class WallError(JantakuError):
    """Dice, wall lengths or a place in the wall that cannot exist."""


class SeatingError(JantakuError):
    """Tiles, dice or drawn winds from which no seats follow."""


class JournalError(JantakuError):
    """A journal that cannot be read: broken chain, unknown event, foreign schema."""


class StoreError(JournalError):
    """A journal's store that cannot be written or read now (locked, full, away); what it holds is as it was."""


class RecordError(JantakuError):
    """A game record of another format that cannot be read, or that its format cannot hold."""


class UnknownRecordError(RecordError):
    """A text or file that is no game record in any form that is known here."""


class SheetError(JantakuError):
    """A table that people keep which cannot be read; says line and column."""


class LinkError(JantakuError):
    """A serial port or frame that cannot be used."""


class EyesError(JantakuError):
    """A picture, calibration or model that cannot be used."""


class PictureError(EyesError):
    """What a camera gave is no whole picture."""


class PoorPictureError(EyesError):
    """A whole picture in which nothing can be read; ``code``: of the fault that tells people."""

    def __init__(self, line: str, code: str) -> None:
        """The line with its code."""
        super().__init__(line)
        self.code = code


class SizeError(EyesError):
    """A picture of another size than its camera was calibrated for."""


class ProfileError(JantakuError):
    """A hardware profile with an unknown key, a missing value or a contradiction."""


class VenueError(JantakuError):
    """A venue's file that cannot be used, or a venue that cannot be changed so now."""

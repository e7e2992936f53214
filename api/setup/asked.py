"""Request bodies of the setup page (JSON)."""

import re
from functools import partial
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.setup.devices import checked_camera, checked_port
from api.setup.steps import SetupPart
from api.venue.environment import Environment
from controller.errors import VenueError
from controller.referee.faults.kinds import FAULT_KINDS
from controller.text import Text, one_line

Address = Annotated[str, Meta(max_length=500)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
FaultCode = Annotated[str, Meta(max_length=40, extra_json_schema={"enum": sorted(FAULT_KINDS)})]
FaultCodes = Annotated[tuple[FaultCode, ...], Meta(max_length=len(FAULT_KINDS))]
Pixel = Annotated[float, Meta(ge=-100_000, le=100_000)]


class SetupBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices for a table. Omitted fields stay unchanged; an empty ``serial`` or ``camera`` removes the choice.

    ``unverified``: the rulebook is accepted although most of its fields are unverified. ``without``: parts that the
    table does without. ``simulated``: the simulator plays the table. ``seen``: version of the draft that the page
    showed; if another device has changed the draft since then, nothing is changed.
    """

    serial: Address | UnsetType = UNSET
    camera: Address | UnsetType = UNSET
    profile: Address | UnsetType = UNSET
    rulebook: Address | UnsetType = UNSET
    names: tuple[Name, Name, Name, Name] | UnsetType = UNSET
    undo_s: Annotated[float, Meta(ge=0, le=600)] | UnsetType = UNSET
    automatic: FaultCodes | UnsetType = UNSET
    confirmed: FaultCodes | UnsetType = UNSET
    unverified: bool | UnsetType = UNSET
    without: tuple[SetupPart, ...] | UnsetType = UNSET
    simulated: bool | UnsetType = UNSET
    seen: int | UnsetType = UNSET

    def changes(self, is_owner: bool) -> dict[str, Any]:
        """Return the changed keys of the venue file with their new values; raises VenueError for an invalid value.

        ``is_owner``: see ``checked_camera``.
        """
        given: dict[str, Any] = {
            key: value
            for key in ("serial", "camera", "profile", "rulebook", "names", "undo_s", "unverified")
            if (value := getattr(self, key)) is not UNSET
        }
        for key, checked in (("serial", checked_port), ("camera", partial(checked_camera, is_owner=is_owner))):
            if given.get(key):
                # In the venue file ``$$`` stands for a literal ``$``.
                given[key] = checked(given[key]).replace("$$", "$$$$")
        if "names" in given:
            given["names"] = [_name(each) for each in given["names"]]
        for key, codes in (("automatic", self.automatic), ("confirmed", self.confirmed)):
            if isinstance(codes, tuple):
                given[key] = _codes(key, codes)
        for key in ("profile", "rulebook"):
            if _BESIDE.fullmatch(given.get(key, "")) is None:
                raise VenueError(
                    Text(
                        "卓の種類とルールは、一覧の名前か、会場ファイルと同じフォルダーにあるファイルの名前で選んでください。",
                        f"{key}: expected an id, or the name of a file beside the venue's",
                    )
                )
        return given


def _codes(key: str, codes: tuple[str, ...]) -> list[str]:
    """Return the fault codes without duplicates, for the venue file; raises VenueError for an unknown code."""
    strange = next((each for each in codes if each not in FAULT_KINDS), None)
    if strange is not None:
        raise VenueError(
            Text(
                "一覧にない違反が選ばれています。一覧から選んでください。",
                f"{key}: unknown fault {strange!r}: expected codes of the catalogue of faults",
            )
        )
    return list(dict.fromkeys(codes))


def _name(typed: str) -> str:
    """Return a player's name for the venue file; raises VenueError if it is empty or names an environment variable."""
    name = one_line(typed, 60)
    if not name or Environment.named_in(name):
        raise VenueError(
            Text(
                "名前には文字を入力してください。環境変数は使えません。",
                "names: expected letters, and no variable of the environment",
            )
        )
    return name.replace("$$", "$$$$")


_BESIDE: Final = re.compile(r"(?!\.)[\w.-]*")


class BoardActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Action on the board; ``fault``: code of the fault to clear."""

    act: Literal["try", "pin", "selftest", "write", "clear"] = "try"
    fault: Annotated[str, Meta(max_length=40)] = ""


class AimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``corners``: corners of the playing field, px, far left first and clockwise as seen from seat A; empty: use the
    visible calibration sheets.
    """

    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Meta(max_length=4)] = ()

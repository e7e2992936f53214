"""What the setup page asks for, as JSON."""

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
    """Choices for a table; what is left out stays. ``serial`` and ``camera`` "": none is chosen any more.

    ``unverified``: also by a rulebook most of which is so. ``without``: parts that the table does without.
    ``simulated``: the simulator plays it.
    ``seen``: the version of the table that was looked at: where another has changed it since, nothing is chosen.
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
        """Keys of the venue's file with their new values; raises VenueError for an address that cannot be.

        ``is_owner``: as of ``checked_camera``.
        """
        given: dict[str, Any] = {
            key: value
            for key in ("serial", "camera", "profile", "rulebook", "names", "undo_s", "unverified")
            if (value := getattr(self, key)) is not UNSET
        }
        for key, checked in (("serial", checked_port), ("camera", partial(checked_camera, is_owner=is_owner))):
            if given.get(key):
                # Two of these characters are one escaped in the file.
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
    """Codes of faults as the file has them, each once; raises VenueError for one that is none."""
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
    """A player's name as the file has it; raises VenueError where it would show what the environment holds."""
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
    """What is done with the board; ``fault``: the one to clear."""

    act: Literal["try", "pin", "selftest", "write", "clear"] = "try"
    fault: Annotated[str, Meta(max_length=40)] = ""


class AimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``corners``: of the field, px, far left first and clockwise as seat A sees them; none: the sheets in sight."""

    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Meta(max_length=4)] = ()

"""``jantaku repair``, ``backup``, ``restore`` and ``journal migrate``: copies of stored journals, and their tables.

``jantaku corrections``: the tiles that people named, with their frames, to train and measure with.
"""

import json
import time
from dataclasses import asdict
from pathlib import Path

from api.journals import backups, repairing
from api.stores.open import open_read_only, pictures_of
from controller.errors import JournalError
from controller.journal.chain import verify
from hardware.profiles.load import DEFAULT_PROFILE, load_profile


def repair(journal: str, *, out: Path, as_json: bool = False) -> int:
    """Save the sound part of a journal and list the losses; 1 if nothing could be saved."""
    try:
        done = repairing.repair(journal, out, time.time())
    except JournalError as error:
        if "no first record" not in str(error):
            raise
        print(json.dumps({"ok": False, "error": str(error)}) if as_json else f"nothing saved: {error}")
        return 1
    if as_json:
        print(json.dumps({"ok": True, "out": str(out), **asdict(done)}, ensure_ascii=False))
        return 0
    print(f"saved: {done.records} records, {done.evidence} pieces of evidence in {out}")
    for line in done.lost or ("nothing",):
        print(f"lost: {line}")
    return 0


def backup(journal: str, *, out: Path, evidence: Path | None = None, as_json: bool = False) -> int:
    """Back up a journal and verify the copy."""
    return _print_result("backed up and checked", out, backups.back_up(journal, out, evidence, time.time()), as_json)


def restore(backup: Path, *, out: str, evidence: Path | None = None, as_json: bool = False) -> int:
    """Restore a journal from a backup and verify it."""
    return _print_result("restored and checked", out, backups.restore(backup, out, evidence, time.time()), as_json)


def _print_result(what: str, where: Path | str, done: backups.Backup, as_json: bool) -> int:
    if as_json:
        print(json.dumps(asdict(done)))
        return 0
    held = (
        f"{done.records} records, {done.evidence} pieces of evidence, {done.files} files of {done.bytes / 1e6:.1f} MB"
    )
    print(f"{what}: {where}: {held}")
    return 0


def corrections(
    journal: str, *, calibration: Path, out: Path, profile: str = DEFAULT_PROFILE, as_json: bool = False
) -> int:
    """Write the frames of questions that a person answered, with the named tile as label; 1 if there is none."""
    from api.evidence.corrections import export_corrections
    from vision.camera.calibration import Calibration, fit_camera
    from vision.stored_frames import StoredFrames

    records = list(verify(open_read_only(journal).read()))
    if out.exists() and any(out.iterdir()):
        raise JournalError(f"{out}: expected an empty folder")
    camera, size = fit_camera(Calibration.load(calibration)).camera, load_profile(profile).tile
    frames = StoredFrames(pictures_of(journal, records[0].hash if records else ""))
    try:
        number = export_corrections((record.event for record in records), frames, camera, size, out)
    except OSError as error:
        raise JournalError(f"{error.filename}: {error.strerror}") from None
    print(json.dumps({"tiles": number, "folder": str(out)}) if as_json else f"{number} tiles: {out}")
    return 0 if number else 1

"""The ``jantaku`` command. Each command imports its modules when it runs, so that ``score`` starts fast."""

import io
import sys

from api.bytecode import keep_bytecode, loading
from controller.errors import JantakuError


def main() -> None:
    """Run the command line; malformed input ends with one line on stderr and exit status 2."""
    keep_bytecode()
    with loading():
        from api.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot print Japanese gets escapes, which JSON decodes to the same text.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except JantakuError as error:
        # One line per mistake: a file can have several.
        for line in str(error).splitlines():
            print(f"jantaku: {line}", file=sys.stderr)
        raise SystemExit(2) from None
    except ModuleNotFoundError as error:
        library = (error.name or "").split(".")[0]
        if library in ("", "api", "controller", "firmware_bridge", "hardware", "vision"):
            raise
        print(f"jantaku: {library} is not installed: pip install 'jantaku[venue]'", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:
        raise SystemExit(1) from None
    except OSError as error:
        # An unusable file or folder is a state of the machine and not a bug, so there is no traceback.
        place = "" if error.filename is None else f"{error.filename}: "
        print(f"jantaku: {place}{error.strerror or error}", file=sys.stderr)
        raise SystemExit(2) from None

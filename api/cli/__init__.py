"""The ``jantaku`` command. Each command imports what it needs when it runs, so that ``score`` starts fast."""

import sys

from controller.errors import JantakuError


def main() -> None:
    """Run the command line; malformed input ends with one line on stderr and exit status 2."""
    from api.cli.app import app

    try:
        app()
    except JantakuError as error:
        print(f"jantaku: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:
        raise SystemExit(1) from None

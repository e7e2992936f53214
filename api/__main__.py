"""``python -m api`` is the ``jantaku`` command."""

from api.cli import main

main()

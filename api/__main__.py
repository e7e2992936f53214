"""``python -m api`` is the ``jantaku`` command."""

from api.cli import main

# A process that is started for a table's eyes imports what was run, but is no command.
if __name__ == "__main__":
    main()

"""``python -m api`` is the ``jantaku`` command."""

from api.cli import main

# A spawned process of a table's eyes imports this module again, but must not run the command.
if __name__ == "__main__":
    main()

"""Session with a board over a serial line: no command is executed twice, and no event is lost."""

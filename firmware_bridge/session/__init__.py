"""The session with a board over a line of bytes: no act repeated, nothing lost."""

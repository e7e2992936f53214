"""The fields of a rulebook, a chapter a file."""

"""Fields of a rulebook, one chapter per file."""

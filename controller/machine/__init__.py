"""What a table's mechanism is, apart from the game: facts, regions, tracking, goals."""

"""Basic elements of the game: tiles, notation, melds, seats, wall, readings, waits. No I/O, no rulebook specifics."""

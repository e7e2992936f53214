"""Basic elements of the game: tiles, notation, melds, seats, wall, readings, waits. No I/O, and nothing specific to a
rulebook."""

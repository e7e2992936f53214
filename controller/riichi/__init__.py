"""The words of the game: tiles, notation, melds, seats, wall, readings, waits. No I/O and no rule of a single book."""

"""The ground: the game's words, its law, scoring, journal, referee and table machines."""

"""The simulated game: deal, players, acts and the truth."""

"""The simulated game: deal, players, acts and ground truth."""

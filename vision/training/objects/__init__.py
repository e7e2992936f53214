"""Learning which candidates are tiles: pictures with known tiles, candidates in them, the network that judges them."""

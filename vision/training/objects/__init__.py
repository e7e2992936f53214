"""Learning which things are tiles: pictures with known tiles, things seen there, the network that judges them."""

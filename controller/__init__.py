"""Core of the product: elements and rules of the game, scoring, journal, referee and table machines."""

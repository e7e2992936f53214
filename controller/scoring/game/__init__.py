"""What follows rounds and games: next round, placement, standings."""

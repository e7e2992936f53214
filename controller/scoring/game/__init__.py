"""What follows rounds and games: flow, placement, standings."""

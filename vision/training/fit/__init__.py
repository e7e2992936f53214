"""The networks and their training."""

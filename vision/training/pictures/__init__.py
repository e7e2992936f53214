"""Training pictures rendered from arrangements."""

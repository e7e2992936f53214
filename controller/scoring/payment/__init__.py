"""What the end of a round moves."""

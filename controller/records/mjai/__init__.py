"""The mjai record format: JSON lines, written and read."""

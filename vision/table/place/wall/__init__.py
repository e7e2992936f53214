"""Walls: where stacks stand and how high."""

"""Draws a reading for people: over the picture itself, and as a plan of the table from above."""

"""A table explained from the tiles found on it: rivers, melds, walls, indicators and hands by geometry and rules."""

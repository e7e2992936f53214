"""How people lay tiles: habits as data, slots of rows, and the resolution of overlaps."""

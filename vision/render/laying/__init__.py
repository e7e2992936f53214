"""How people lay tiles: their habits as data, places of the slots of rows, tiles that push each other aside."""

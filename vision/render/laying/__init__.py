"""How people lay tiles: their habits as data, where the slots of rows come to lie, tiles that push each other aside."""

"""Objects over a table that are not part of the game: arms and hands, cups, phones, heads, shadows."""

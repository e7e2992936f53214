"""What comes over a table and is no part of the game: arms and hands, cups, phones, heads, shadows."""

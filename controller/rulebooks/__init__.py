"""Published and house rulebooks as data: schema, one file of TOML per book, catalogue."""

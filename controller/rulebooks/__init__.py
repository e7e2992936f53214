"""Published and house rulebooks as data: schema, one TOML file per rulebook, catalogue."""

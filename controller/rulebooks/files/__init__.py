"""How a file of a rulebook is read, published or of a house: TOML into fields, each with its clause."""

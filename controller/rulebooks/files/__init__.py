"""Reader of rulebook files, published or house rules: TOML to fields, each with its clause."""

"""mjai over HTTP: a table's feed told as lines, and what engines answer."""

"""mjai over HTTP: a table's feed as mjai lines, and the answers of engines."""

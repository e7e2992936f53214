"""mjai over HTTP: a table's feed as lines, and the answers of engines."""

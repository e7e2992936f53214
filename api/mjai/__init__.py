"""``jantaku mjai``: an engine at the other end of a table's lines, as a process or on this command's own streams."""

"""A board fitted to its table: which wires move, what tells its lamps, its settings written."""

"""A board fitted to its table: moving wires, threshold of its lamps, its settings written."""

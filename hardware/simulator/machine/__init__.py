"""The simulated mechanism of a table and its wiring to the board."""

"""The simulated board: input and output pins on one side, link bytes on the other."""

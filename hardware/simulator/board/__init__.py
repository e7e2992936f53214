"""The simulated board: pins on one side, bytes on the other."""

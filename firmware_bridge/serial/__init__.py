"""The serial port: opening it, finding it."""

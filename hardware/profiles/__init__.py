"""Table profiles as data: geometry, buttons and machine cycle, each value with its source."""

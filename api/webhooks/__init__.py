"""Other programs told what happens: ends of rounds and games, faults, the service's health; signed, at least once."""

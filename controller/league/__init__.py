"""A league (an event of many games): state from its facts, seating of rounds, standings including points outside of
games."""

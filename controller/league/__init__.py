"""A league (an event of many games): state from facts, seating of rounds, standings with points outside of games."""

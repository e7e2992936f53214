"""Mechanism of the table, independent of the game: facts, state machines, tracking, goals, timing and wear."""

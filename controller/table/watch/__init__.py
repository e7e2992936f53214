"""Faults that are judged by how long a state lasts, and the signs that name the round in play."""

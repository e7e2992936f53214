"""Sentences in which a rulebook is told to players, field by field, in the order of play."""

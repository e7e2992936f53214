"""Sentences that explain a rulebook to players, field by field, in the order of play."""

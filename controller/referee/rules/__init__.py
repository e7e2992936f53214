"""Judgements of single acts, each by a clause of a rulebook."""

"""Judgements of single acts, each by the clause of a book."""

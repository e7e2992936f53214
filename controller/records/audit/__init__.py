"""Audit of games recorded by other programs, checked round by round against a rulebook."""

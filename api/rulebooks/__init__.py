"""Rulebooks for people: fields in words, and two books side by side."""
